"""From a document's file to its text, and from its text to its extraction."""

from collections import Counter
from pathlib import PurePosixPath

from sift_assets.core.domain.facets import Facet
from sift_assets.core.extraction.extractor import Extractor
from sift_assets.core.extraction.figures import grounding_figures, record_figures
from sift_assets.core.extraction.llm.extractor import LANGUAGE_MODEL, LanguageModelExtractor
from sift_assets.core.llm.tally import Tally
from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.lineage import CHAIN, input_name
from sift_assets.core.planning.staleness import INCOMPLETE, generation_input
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.extraction import ChunkStatus, Extraction, ExtractionStatus
from sift_assets.core.records.record import key_of
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.stages import Stage
from sift_assets.core.text.chunking import chunk
from sift_assets.core.text.outcomes import depends_on_ocr
from sift_assets.core.text.settings import READER_VERSION
from sift_assets.resources.files import hash_file
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.store import Computed
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome

COST_DIGITS = 9
"""Of dollars: a nano-dollar, the ledger's unit."""


def read_document(workspace: Workspace, reader: ReaderProcess, key: str) -> Outcome | None:
    """Read a document, or look up what an earlier reading of the same bytes gave.

    Args:
        workspace: The open project.
        reader: The child process that reads files.
        key: The document.

    Returns:
        The outcome, with the hash of the bytes that were really read among its inputs; None when
        the file is gone, or holds what was forgotten.
    """
    file = workspace.document_file(key)
    suffix = PurePosixPath(document_path(key)).suffix.lower()
    try:
        content = hash_file(file)
    except FileNotFoundError:
        return None
    if content in workspace.tombstones.barred():  # put in the place of the one that was looked at
        return None
    found = stored_text(workspace, content, suffix)
    if found is not None:
        return _text_outcome(workspace, key, content, found)
    read = reader.read(file)
    content, data = read.content_hash or content, read.text.to_bytes()
    if read.transient:  # not kept as a result: a time limit says nothing of the document
        computed = Computed(workspace.store.put(data), data, hit=False)
        return _text_outcome(workspace, key, content, computed, {INCOMPLETE: True})
    engine = workspace.reading_engine if depends_on_ocr(read.text) else ""
    version = workspace.store.keep(_text_key(workspace, content, suffix, engine), data)
    return _text_outcome(workspace, key, content, Computed(version, data, hit=False))


def extract_document(
    workspace: Workspace, extractor: Extractor, key: str, text_version: str, generation: int = 0
) -> Outcome:
    """Extract from a document's text, or look up what the same inputs gave before.

    Args:
        workspace: The open project.
        extractor: The configured extractor.
        key: The document.
        text_version: Version of its text.
        generation: How often a person has asked anew.

    Raises:
        ModelError: The model cannot be used at all.
        CorruptObjectError: The text is damaged; it is read again at the next run.
    """
    inputs = extraction_inputs(workspace, text_version, generation)
    tally = Tally()
    if isinstance(extractor, LanguageModelExtractor):
        extractor = extractor.for_one(generation, tally)
    computed = _extracted(workspace, extractor, inputs)
    facts = _extraction_facts(Extraction.from_bytes(computed.data), tally)
    return _outcome("extractions", key, computed, inputs, facts)


def stored_text(workspace: Workspace, content: str, suffix: str) -> Computed | None:
    """Look a text up: one that OCR has no part in holds whatever OCR engine is installed.

    Args:
        workspace: The open project.
        content: Hash of the document's bytes.
        suffix: Of its name, in lower case.
    """
    keys = (_text_key(workspace, content, suffix, e) for e in ("", workspace.reading_engine))
    return next((found for key in keys if (found := workspace.store.cached(key))), None)


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


def _text_key(workspace: Workspace, content: str, suffix: str, engine: str) -> str:
    """Return the address of a text: a renamed or copied document re-uses it."""
    code = CHAIN["document_texts"].code_version
    shaping = workspace.stage_values[Stage.READER]["settings"]
    return key_of("text", code, READER_VERSION, content, suffix, shaping, engine)


def _text_outcome(
    workspace: Workspace, key: str, content: str, computed: Computed, more: Facts | None = None
) -> Outcome:
    stage = str(Stage.READER)
    inputs = {"documents": content, input_name("settings", stage): workspace.stage_versions[stage]}
    facts = _text_facts(DocumentText.from_bytes(computed.data)) | (more or {})
    return _outcome("document_texts", key, computed, inputs, facts)


def _extracted(workspace: Workspace, extractor: Extractor, inputs: dict[str, str]) -> Computed:
    store = workspace.store
    key = extraction_key(inputs)
    found = store.cached(key)
    if found is not None:
        return found
    text = DocumentText.from_bytes(store.get(inputs["document_texts"]))
    extraction = _extraction_of(workspace, extractor, text)
    data = extraction.to_bytes()
    if _is_complete(extraction):
        return Computed(store.keep(key, data), data, hit=False)
    return Computed(store.put(data), data, hit=False)  # not kept: the rest is tried again


def _extraction_of(workspace: Workspace, extractor: Extractor, text: DocumentText) -> Extraction:
    if text.status is not ReadStatus.TEXT:
        return Extraction(
            status=ExtractionStatus.NO_TEXT,
            extractor="",
            title=text.title,
            document_date=text.document_date,
            read_status=text.status,
        )
    chunks = chunk(text.text, workspace.settings.chunk_size, workspace.settings.overlap)
    return extractor.extract(text, chunks, workspace.extraction_prompt)


def _outcome(
    asset: str, key: str, computed: Computed, inputs: dict[str, str], facts: Facts
) -> Outcome:
    provenance = Provenance(
        version=computed.version,
        code_version=CHAIN[asset].code_version,
        inputs=inputs,
        facts=facts,
    )
    return Outcome(asset, key, provenance, computed.hit)


def _is_complete(extraction: Extraction) -> bool:
    return extraction.status in (ExtractionStatus.COMPLETE, ExtractionStatus.NO_TEXT)


def _text_facts(text: DocumentText) -> Facts:
    return {
        "status": str(text.status),
        "reason": text.reason,
        "media_type": text.media_type,
        "characters": len(text.text),
        "pages": len(text.pages),
        "pages_needing_ocr": sum(page.status is ReadStatus.NEEDS_OCR for page in text.pages),
        "document_date": text.document_date,
        "language": text.language,
        "reader": text.reader,
        "warnings": "; ".join(text.warnings),
    }


def _extraction_facts(extraction: Extraction, tally: Tally) -> Facts:
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
        facts |= _call_facts(extraction, tally)
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
