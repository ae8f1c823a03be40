"""From a document's text to its extraction, stored under what it was made from."""

from collections import Counter
from dataclasses import dataclass, replace

from sift_assets.core.discovery.drift import fit_of
from sift_assets.core.domain.facets import Facet
from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.extraction.figures import grounding_figures, record_figures
from sift_assets.core.extraction.hints import with_hints
from sift_assets.core.extraction.llm.extractor import LANGUAGE_MODEL, LanguageModelExtractor
from sift_assets.core.llm.tally import Tally
from sift_assets.core.planning.lineage import CHAIN, input_name
from sift_assets.core.planning.staleness import INCOMPLETE, generation_input
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.extraction import ChunkStatus, Extraction, ExtractionStatus
from sift_assets.core.records.record import key_of
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.stages import Stage
from sift_assets.core.text.chunking import chunk
from sift_assets.resources.store import Computed
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.drifting import fit_facts
from sift_assets.workflows.logging_documents import log_chunks, log_outcome
from sift_assets.workflows.outcome import Outcome

COST_DIGITS = 9
"""Of dollars: a nano-dollar, the ledger's unit."""


@dataclass(frozen=True)
class ExtractionTask:
    """One document to extract from, in three steps.

    Who holds the documents begins and ends it, because the store is written by one thread. What
    is between takes the time, and may be done in any thread.

    Attributes:
        workspace: The open project.
        key: The document.
        inputs: What the extraction is computed from.
        extractor: Extracts; of a language model one for this document alone.
        tally: What a language model is asked for it.
        found: What the store has for these inputs; None when it is to be computed.
        text: The document's text then.
    """

    workspace: Workspace
    key: str
    inputs: dict[str, str]
    extractor: Extractor
    tally: Tally
    found: Computed | None = None
    text: DocumentText | None = None

    def extract(self) -> Extraction | None:
        """Extract; None when there is nothing to do. Safe in any thread.

        Raises:
            ModelError: The model cannot be used at all.
        """
        return None if self.text is None else _extraction_of(self, self.text)

    def outcome(self, extraction: Extraction | None) -> Outcome:
        """Store what was extracted and say what came of it."""
        computed = self.found if extraction is None else self._stored(extraction)
        assert computed is not None  # noqa: S101 - what is not found is extracted
        read = Extraction.from_bytes(computed.data)
        facts = _extraction_facts(self, read)
        provenance = Provenance(
            version=computed.version,
            code_version=CHAIN["extractions"].code_version,
            inputs=self.inputs,
            facts=facts,
        )
        outcome = Outcome("extractions", self.key, provenance, computed.hit)
        log_chunks(self.workspace, self.key, read)
        log_outcome(self.workspace, outcome)
        return outcome

    def done(self) -> Outcome:
        """Take all steps here and now, one after the other.

        Raises:
            ModelError: The model cannot be used at all.
        """
        return self.outcome(self.extract())

    def _stored(self, extraction: Extraction) -> Computed:
        store, data = self.workspace.store, extraction.to_bytes()
        if not _is_complete(extraction):  # not kept as a result: the rest is tried again
            return Computed(store.put(data), data, hit=False)
        return Computed(store.keep(extraction_key(self.inputs), data), data, hit=False)


def begin_extraction(
    workspace: Workspace, extractor: Extractor, key: str, text_version: str, generation: int = 0
) -> ExtractionTask:
    """Look up what the same inputs gave before, else read the text to extract from.

    Args:
        workspace: The open project.
        extractor: The configured extractor.
        key: The document.
        text_version: Version of its text.
        generation: How often a person has asked anew.

    Raises:
        CorruptObjectError: The text is damaged; it is read again at the next run.
    """
    inputs = extraction_inputs(workspace, text_version, generation)
    tally = Tally()
    if isinstance(extractor, LanguageModelExtractor):
        extractor = extractor.for_one(generation, tally)
    task = ExtractionTask(workspace, key, inputs, extractor, tally)
    found = workspace.store.cached(extraction_key(inputs))
    if found is not None:
        return replace(task, found=found)
    return replace(task, text=DocumentText.from_bytes(workspace.store.get(text_version)))


def extraction_inputs(
    workspace: Workspace, text_version: str, generation: int = 0
) -> dict[str, str]:
    """Return the versions that an extraction from a text is computed from now."""
    prompt, stage = str(Facet.PROMPT), str(Stage.EXTRACTION)
    return {
        "document_texts": text_version,
        input_name("domain", prompt): workspace.domain_versions[prompt],
        input_name("settings", stage): workspace.stage_versions[stage],
        **generation_input(generation),
    }


def extraction_key(inputs: dict[str, str]) -> str:
    """Return the address of an extraction from these inputs."""
    return key_of("extraction", CHAIN["extractions"].code_version, inputs)


def _extraction_of(task: ExtractionTask, text: DocumentText) -> Extraction:
    if text.status is not ReadStatus.TEXT:
        return Extraction(
            status=ExtractionStatus.NO_TEXT,
            extractor="",
            title=text.title,
            document_date=text.document_date,
            read_status=text.status,
            tags=text.tags,
        )
    workspace = task.workspace
    chunks = chunk(text.text, workspace.settings.chunk_size, workspace.settings.overlap)
    extraction = task.extractor.extract(text, chunks, workspace.extraction_prompt)
    return with_hints(extraction, text)


def _is_complete(extraction: Extraction) -> bool:
    return extraction.status in (ExtractionStatus.COMPLETE, ExtractionStatus.NO_TEXT)


def _extraction_facts(task: ExtractionTask, extraction: Extraction) -> Facts:
    chunks = Counter(report.status for report in extraction.chunks)
    reasons = sorted({report.reason for report in extraction.chunks if report.reason})
    facts: Facts = {
        "status": str(extraction.status),
        "reason": "; ".join(reasons),
        "extractor": extraction.extractor,
        "model": extraction.model,
        "mentions": len(extraction.mentions),
        "relations": len(extraction.relations),
        "quarantined": len(extraction.quarantined),
        "chunks": len(extraction.chunks),
        "chunks_failed": chunks[ChunkStatus.FAILED],
        "chunks_pending": chunks[ChunkStatus.PENDING],
    }
    facts |= grounding_figures(extraction) | record_figures(extraction)
    if extraction.extractor == LANGUAGE_MODEL:
        facts |= _call_facts(extraction, task.tally)
        facts |= fit_facts(fit_of(extraction, task.workspace.extraction_prompt.fallback_relation))
    return facts if _is_complete(extraction) else facts | {INCOMPLETE: True}


def _call_facts(extraction: Extraction, tally: Tally) -> Facts:
    """Return what was asked of a language model now, and which model really answered."""
    answered_by = {name for report in extraction.chunks for name in report.model.split(", ")}
    return {
        "answered_by": ", ".join(sorted(answered_by - {""})),
        "calls": tally.calls,
        "cached": tally.cached,
        "cost_usd": round(tally.cost_usd, COST_DIGITS),
        "unpriced_calls": tally.unpriced,
    }
