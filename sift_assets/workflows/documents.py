"""From a document's file to its text."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePosixPath

from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.lineage import CHAIN, input_name
from sift_assets.core.planning.roots import is_promoted
from sift_assets.core.planning.staleness import INCOMPLETE
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.promotion.provenance import with_provenance
from sift_assets.core.records.record import key_of
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.stages import Stage
from sift_assets.core.text.outcomes import depends_on_ocr
from sift_assets.core.text.settings import READER_VERSION
from sift_assets.resources.files import hash_file
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.store import Computed
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.logging_documents import log_outcome
from sift_assets.workflows.outcome import Outcome


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
    if not workspace.is_inside(file):  # a link put in the place of the one that was looked at
        return None
    try:
        content = hash_file(file)
    except FileNotFoundError:
        return None
    if content in workspace.tombstones.barred():  # put in the place of the one that was looked at
        return None
    found = stored_text(workspace, content, suffix)
    if found is not None:
        return _text_outcome(workspace, key, content, _described(workspace, key, found))
    read = reader.read(file)
    content, data = read.content_hash or content, read.text.to_bytes()
    if read.transient:  # not kept as a result: a time limit says nothing of the document
        computed = Computed(workspace.store.put(data), data, hit=False)
        return _text_outcome(workspace, key, content, computed, {INCOMPLETE: True})
    engine = workspace.reading_engine if depends_on_ocr(read.text) else ""
    version = workspace.store.keep(_text_key(workspace, content, suffix, engine), data)
    found = Computed(version, data, hit=False)
    return _text_outcome(workspace, key, content, _described(workspace, key, found))


def _described(workspace: Workspace, key: str, found: Computed) -> Computed:
    """Return a text with what is known of the document from outside it, stored under both.

    Of what was promoted, where it comes from; of people's documents, what the bibliography says.
    """
    if is_promoted(key) and not workspace.seat:
        return _derived(workspace, found, "promoted text", with_provenance)
    entry = workspace.bibliography.of(document_path(key))
    if entry is None:
        return found
    return _derived(workspace, found, "described text", entry.described, entry.content_hash())


def _derived(
    workspace: Workspace,
    found: Computed,
    name: str,
    derive: Callable[[DocumentText], DocumentText],
    *inputs: str,
) -> Computed:
    """Return a text that is made from another, under the hash of that and everything else."""
    address = key_of(name, found.version, *inputs)
    known = workspace.store.cached(address)
    if known is not None:
        return replace(known, hit=found.hit)
    data = derive(DocumentText.from_bytes(found.data)).to_bytes()
    return Computed(workspace.store.keep(address, data), data, hit=False)


def stored_text(workspace: Workspace, content: str, suffix: str) -> Computed | None:
    """Look a text up: one that OCR has no part in holds whatever OCR engine is installed.

    Args:
        workspace: The open project.
        content: Hash of the document's bytes.
        suffix: Of its name, in lower case.
    """
    keys = (_text_key(workspace, content, suffix, e) for e in ("", workspace.reading_engine))
    return next((found for key in keys if (found := workspace.store.cached(key))), None)


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
    provenance = Provenance(
        version=computed.version,
        code_version=CHAIN["document_texts"].code_version,
        inputs=inputs,
        facts=facts,
    )
    outcome = Outcome("document_texts", key, provenance, computed.hit)
    log_outcome(workspace, outcome)
    return outcome


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
