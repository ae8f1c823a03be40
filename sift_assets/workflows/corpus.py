"""Which extractions of which documents count today."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.planning.staleness import current_documents, spine_inputs
from sift_assets.core.planning.state import Observed, Recorded
from sift_assets.core.records.corpus import Corpus, CorpusEntry, Standing
from sift_assets.core.records.extraction import ExtractionHead
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import latest, spine_outcome
from sift_assets.workflows.outcome import Outcome


def build_corpus(workspace: Workspace, observed: Observed, recorded: Recorded) -> Outcome:
    """Write the manifest of the documents that exist now, with the extraction of each.

    Args:
        workspace: The open project.
        observed: The documents and facets that count.
        recorded: Our provenance of texts and extractions.
    """
    current = current_documents(observed, recorded)
    known = _known_entries(workspace)
    entries: dict[str, CorpusEntry] = {}
    for key in sorted(observed.documents):
        made = current["extractions"][key], current["document_texts"][key]
        entries[key] = known.get(made) or _entry(workspace, *made)
    corpus = Corpus(documents=entries)
    counts = corpus.counts()
    version = workspace.store.put(corpus.to_bytes())
    return spine_outcome(
        "corpus",
        version,
        spine_inputs("corpus", observed, recorded, current),
        facts={"documents": len(entries), **counts},
        tables={
            "documents_by_standing": [{"standing": s, "documents": n} for s, n in counts.items()],
            "not_complete": [
                {"document": key, "standing": str(entry.standing), "read": entry.read_status}
                for key, entry in entries.items()
                if entry.standing is not Standing.COMPLETE
            ],
        },
    )


def load_corpus(workspace: Workspace) -> Corpus:
    """Return the latest corpus.

    Raises:
        ProjectError: There is none yet.
        CorruptObjectError: It is damaged; the next run makes it anew.
    """
    return corpus_of(workspace.store.get(latest(workspace, "corpus").version))


def extracted_texts(
    workspace: Workspace, corpus: Corpus, keys: Iterable[str]
) -> Iterator[tuple[str, DocumentText]]:
    """Yield the texts that were extracted from, one at a time: they are larger than the graph.

    Raises:
        CorruptObjectError: One is damaged, and is read anew by the next run.
    """
    for key in keys:
        entry = corpus.documents.get(key)
        if entry and entry.text:
            yield key, _text(workspace, entry.text)


def _text(workspace: Workspace, version: str) -> DocumentText:
    try:
        return DocumentText.from_bytes(workspace.store.get(version))
    except CorruptObjectError:
        workspace.provenance.forget_version(version)
        raise


@lru_cache(maxsize=2)
def corpus_of(data: bytes) -> Corpus:
    """Read a corpus, the new one and the one before it once for all steps of a process."""
    return Corpus.from_bytes(data)


def _known_entries(workspace: Workspace) -> dict[tuple[str, str], CorpusEntry]:
    """Return extraction and text to their entry in the latest corpus, so that few are read again.

    An entry says nothing but what its extraction says; a corpus of other code is not asked.
    """
    known = workspace.provenance.read("corpus").get("")
    if known is None or known.code_version != SPINE["corpus"].code_version:
        return {}
    try:
        corpus = corpus_of(workspace.store.get(known.version))
    except CorruptObjectError:
        return {}
    entries = corpus.documents.values()
    return {(entry.extraction, entry.text): entry for entry in entries if entry.extraction}


def _entry(workspace: Workspace, version: str, text: str) -> CorpusEntry:
    if not version:
        return CorpusEntry(standing=Standing.OUTDATED)
    extraction = ExtractionHead.from_bytes(workspace.store.get(version))
    return CorpusEntry(
        standing=Standing(str(extraction.status)),
        extraction=version,
        text=text,
        read_status=extraction.read_status,
        title=extraction.title,
        document_date=extraction.document_date,
        tags=extraction.tags,
    )
