"""From the documents of a project to a proposed domain, and from there to one in force."""

from dataclasses import dataclass
from pathlib import Path

from sift_assets.core.discovery.prompt import DISCOVERY_VERSION, discovery_request
from sift_assets.core.discovery.reading import read_types
from sift_assets.core.discovery.sampling import Candidate, excerpt, sampled
from sift_assets.core.discovery.uniting import Proposal
from sift_assets.core.discovery.versions import (
    Discovery,
    DiscoveryRecord,
    Standing,
    approved,
    before,
    proposed,
    rolled_back,
)
from sift_assets.core.discovery.writing import domain_text
from sift_assets.core.errors import ConfigError, ModelCallError, ProjectError
from sift_assets.core.extraction.llm.asking import Asker, Question, UnansweredError
from sift_assets.core.llm.answer_cache import answer_key
from sift_assets.core.llm.fence import UNSENT_NONCE
from sift_assets.core.llm.model import ModelRequest
from sift_assets.core.records.record import content_hash
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.settings.model import is_local
from sift_assets.resources.discovered_domain import NAME, DiscoveredFile
from sift_assets.resources.domain_files import load_domain
from sift_assets.resources.played_models import played_name
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.documents import read_document
from sift_assets.workflows.observing import known_documents, observe

STAGE = "discover"
"""What the ledger calls these calls."""

MAX_LOOKS = 12
"""At a folder too large for one; what is not seen by then cannot be in the sample."""


@dataclass(frozen=True)
class Sample:
    """What is shown of a corpus.

    Attributes:
        documents: How many it was chosen from.
        contents: Content hashes of the documents that are shown.
        excerpts: What is shown of each, in the same order.
    """

    documents: int
    contents: tuple[str, ...]
    excerpts: tuple[str, ...]


@dataclass(frozen=True)
class Discovered:
    """What a discovery gave.

    Attributes:
        proposal: The types, and what was dropped.
        record: What is known now.
        is_new: Whether a version was added; not when the same was proposed before.
    """

    proposal: Proposal
    record: DiscoveryRecord
    is_new: bool


def check_discoverable(workspace: Workspace, *, force: bool) -> None:
    """Make sure before any work that a discovery is possible and would take nobody's edits away.

    Raises:
        ConfigError: The domain has its types, or the local model is configured.
        ProjectError: The file was edited or approved, and nobody has said to replace it.
    """
    if not workspace.named_domain.schema_free:
        raise ConfigError(
            f"domain '{workspace.settings.domain}' has its types already.",
            "Set `domain: schema-free` to have them discovered.",
        )
    if is_local(workspace.settings.extract_model):
        raise ConfigError(
            "The local model cannot discover types; it uses those of `general`.",
            "Choose a language model, for example `model: openai/gpt-4o-mini`.",
        )
    files = DiscoveredFile(workspace.root)
    standing = standing_of(files)
    if standing in ("", str(Standing.PROPOSED)) or force:
        return
    raise ProjectError(
        f"{files.path} is {standing} and is not written over.",
        "With --force a new proposal takes its place, and it is kept as a version.",
    )


def standing_of(files: DiscoveredFile) -> str:
    """Return `proposed`, `approved` or `edited`; empty without a file.

    Raises:
        ConfigError: The record is damaged.
    """
    record, digest = files.record(), files.file_hash
    if not digest:
        return ""
    current = record.version(record.current)
    if current is None or record.is_edited(digest):
        return "edited"
    return str(current.standing)


def sample_of(workspace: Workspace) -> Sample:
    """Choose documents of the whole folder and read those, whether they were read before or not.

    For whoever holds the documents.

    Raises:
        ProjectError: The folder cannot be looked at, or no document in it has text.
    """
    candidates = _candidates(workspace)
    texts: dict[str, str] = {}
    with ReaderProcess(workspace.settings.reader) as reader:
        chosen = sampled(candidates, lambda one: _has_text(workspace, reader, one, texts))
    if not chosen:
        raise ProjectError(
            f"{workspace.documents_folder}: no document with text was found.",
            "Put some there, or see `sift status` for what could not be read.",
        )
    contents = tuple(one.content for one in chosen)
    shown = tuple(excerpt(texts[content], content) for content in contents)
    return Sample(len(candidates), contents, shown)


def question_about(workspace: Workspace, sample: Sample) -> Question:
    """Return the question which types a sample needs."""
    own, settings = workspace.named_domain, workspace.settings

    def request(nonce: str) -> ModelRequest:
        return discovery_request(
            sample.excerpts, own, settings.temperature, settings.max_output_tokens, nonce=nonce
        )

    model = played_name(settings.extract_model)
    key = answer_key(STAGE, DISCOVERY_VERSION, model, request(UNSENT_NONCE))
    return Question(key, request)


def discover(workspace: Workspace, asker: Asker, sample: Sample) -> Discovered:
    """Ask for types, and propose them unless the same were proposed last.

    Args:
        workspace: The open project.
        asker: Asks the configured model.
        sample: What it is shown.

    Raises:
        ModelError: The call failed or the budget does not allow it, or its answer has no types.
        StoreError: The proposal cannot be written.
    """
    own = workspace.named_domain
    question = question_about(workspace, sample)
    try:
        answer, found = asker.answer(question, lambda said: read_types(said, own))
    except UnansweredError as error:
        raise ModelCallError(f"Nothing was discovered: {error}.") from error
    assert found.domain is not None  # noqa: S101 - a proposal without one has a problem
    text = domain_text(found.domain, workspace.domain_file.read_text("utf-8"), own)
    how = Discovery(
        key=question.key,
        sample=tuple(sorted(sample.contents)),
        model=played_name(workspace.settings.extract_model),
        answered_by=answer.model,
        prompt_version=DISCOVERY_VERSION,
    )
    return _kept(DiscoveredFile(workspace.root), found, text, how)


def approve(workspace: Workspace) -> DiscoveryRecord:
    """Put the discovered domain in force as its file stands.

    Raises:
        ConfigError: The file is wrong; it names line and field.
        ProjectError: There is none.
    """
    files = _existing(workspace)
    domain = load_domain(files.path)
    if domain.schema_free or not domain.entity_types:
        raise ConfigError("has no types to approve.", file=str(files.path), field="entity_types")
    record = approved(files.record(), files.file_hash)
    files.keep(record)
    return record


def roll_back(workspace: Workspace, number: int | None) -> DiscoveryRecord:
    """Take an earlier version back; the file as it stands is kept as a version.

    Args:
        workspace: The open project.
        number: Which; None for the latest approved before the current one, else the one before.

    Raises:
        ProjectError: There is no such version.
    """
    files = DiscoveredFile(workspace.root)
    record = files.record()
    wanted = before(record) if number is None else number
    text = files.text_of(wanted)
    rolled = rolled_back(record, files.file_hash, wanted)
    files.keep(rolled, text)
    return rolled


def compared_files(
    workspace: Workspace, old: int | None, new: int | None
) -> tuple[tuple[str, Path], tuple[str, Path]]:
    """Return what is to be compared, each by its name and file.

    Args:
        workspace: The open project.
        old: A version; None for the one in force, or without one the file's own as it was.
        new: A version; None for the file as it stands.

    Raises:
        ProjectError: There is no such version, or no file.
    """
    files = _existing(workspace) if new is None else DiscoveredFile(workspace.root)
    record = files.record()
    number = old if old is not None else record.in_force or record.current
    for wanted in (number, new):
        if wanted is not None:
            files.text_of(wanted)
    first = (f"version {number}", files.version_file(number))
    if new is None:
        return first, (files.path.name, files.path)
    return first, (f"version {new}", files.version_file(new))


def _candidates(workspace: Workspace) -> list[Candidate]:
    """Return every document of the folder; a large one takes several looks."""
    look = observe(workspace, known_documents(workspace))
    for _ in range(MAX_LOOKS):
        if look.complete:
            break
        look = observe(workspace, known_documents(workspace))
    sizes = {key: seen.size for key, seen in look.looks.items()}
    return [
        Candidate(key=key, content=content, size=sizes.get(key, 0))
        for key, content in look.observed.documents.items()
    ]


def _existing(workspace: Workspace) -> DiscoveredFile:
    files = DiscoveredFile(workspace.root)
    if not files.path.is_file():
        raise ProjectError(
            f"There is no domains/{NAME}.yaml.", "`sift domains discover` proposes one."
        )
    return files


def _kept(files: DiscoveredFile, found: Proposal, text: str, how: Discovery) -> Discovered:
    record, digest = files.record(), content_hash(text.encode("utf-8"))
    current = record.version(record.current)
    is_same = digest == files.file_hash and not record.is_edited(digest)
    if is_same and current is not None and current.discovery == how:
        return Discovered(found, record, is_new=False)
    added = proposed(record, files.file_hash, digest, how)
    files.keep(added, text)
    return Discovered(found, added, is_new=True)


def _has_text(
    workspace: Workspace, reader: ReaderProcess, one: Candidate, texts: dict[str, str]
) -> bool:
    """Read a document; its text is noted under the content that was really read."""
    outcome = read_document(workspace, reader, one.key)
    if outcome is None or outcome.provenance.inputs["documents"] != one.content:
        return False  # gone or edited meanwhile
    text = DocumentText.from_bytes(workspace.store.get(outcome.provenance.version))
    if text.status is not ReadStatus.TEXT:
        return False
    texts[one.content] = text.text
    return True
