"""Forgetting a document in the domain that was discovered from it.

Every version of the discovered domain is kept, so what a model has said from the document is there
too. What we have written and nobody has edited is cleaned. What a person has edited is theirs: it
is named, and left to them.
"""

from pathlib import Path

from sift_assets.core.discovery.forgetting import (
    names_in,
    proposed_text,
    without_words,
    words_in,
)
from sift_assets.core.discovery.versions import DiscoveryRecord, DomainVersion
from sift_assets.core.discovery.writing import rewritten
from sift_assets.core.domain.model import Domain
from sift_assets.core.errors import ConfigError
from sift_assets.core.records.record import Record, content_hash
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.discovered_domain import DiscoveredFile
from sift_assets.resources.domain_files import load_domain
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.forgetting import Traces


class DomainTraces(Record):
    """What a document has left in the discovered domain.

    Attributes:
        versions: Versions whose sample it was in.
        cleaned: Files of ours that tell of it, relative to the project, with what they are to say.
        left: Files that a person has edited and that tell of it, likewise relative.
        changes_extraction: Whether the domain in force is among the cleaned, so that extractions
            are made anew.
    """

    versions: tuple[int, ...] = ()
    cleaned: dict[str, str] = {}
    left: tuple[str, ...] = ()
    changes_extraction: bool = False


def domain_traces(workspace: Workspace, found: Traces) -> DomainTraces:
    """Find what a document has left in the files of the discovered domain.

    Args:
        workspace: The open project.
        found: What it has left elsewhere; its texts are looked at.

    Raises:
        ConfigError: The record of versions is damaged.
    """
    files = DiscoveredFile(workspace.root)
    record = files.record()
    shown = [v for v in record.versions if v.discovery and found.contents & {*v.discovery.sample}]
    cleaning = _Cleaning(workspace, found, files) if shown else None
    cleaned: dict[Path, str] = {}
    left: list[Path] = []
    for version in shown:
        for file in _files_of(files, record, version):
            text = cleaning.text_without(file) if cleaning else None
            if text is not None and _is_ours(files, version, file):
                cleaned[file] = text
            elif text is not None:
                left.append(file)
    return DomainTraces(
        versions=tuple(version.number for version in shown),
        cleaned={str(file.relative_to(workspace.root)): text for file, text in cleaned.items()},
        left=tuple(str(file.relative_to(workspace.root)) for file in left),
        changes_extraction=bool(cleaned) and workspace.domain_file_in_force in cleaned,
    )


def clean_domains(workspace: Workspace, found: Traces, traces: DomainTraces) -> None:
    """Write the cleaned files, and take the document out of every sample.

    Safe to repeat: the record is written last, and until then everything is found again.

    Raises:
        StoreError: Something cannot be written.
    """
    if not traces.versions:
        return
    files = DiscoveredFile(workspace.root)
    files.write_cleaned({workspace.root / name: text for name, text in traces.cleaned.items()})
    record = files.record()
    versions = tuple(
        _without(found, version, files) if version.number in traces.versions else version
        for version in record.versions
    )
    files.keep(record.model_copy(update={"versions": versions}))


def _without(found: Traces, version: DomainVersion, files: DiscoveredFile) -> DomainVersion:
    """Return a version as its file now is: whoever was killed before may have cleaned it."""
    file, how = files.version_file(version.number), version.discovery
    digest = content_hash(file.read_bytes()) if file.is_file() else version.text_hash
    if how is not None:
        sample = tuple(content for content in how.sample if content not in found.contents)
        how = how.model_copy(update={"sample": sample})
    return version.model_copy(update={"text_hash": digest, "discovery": how})


def _files_of(
    files: DiscoveredFile, record: DiscoveryRecord, version: DomainVersion
) -> tuple[Path, ...]:
    """Return the files of a version: its own, and that which people edit where it is that one."""
    own = files.version_file(version.number)
    is_current = version.number == record.current
    return tuple(f for f in (own, *((files.path,) if is_current else ())) if f.is_file())


def _is_ours(files: DiscoveredFile, version: DomainVersion, file: Path) -> bool:
    """Say whether nobody has edited a file: a version by its record, the current by its bytes."""
    if version.edited_from:
        return False
    if file != files.path:
        return True
    own = files.version_file(version.number)
    kept = content_hash(own.read_bytes()) if own.is_file() else ""
    return files.file_hash in (version.text_hash, kept)


class _Cleaning:
    """Finds what in a domain only the forgotten document can have said.

    Args:
        workspace: The open project.
        found: What the document has left.
        files: The files of the discovered domain.
    """

    def __init__(self, workspace: Workspace, found: Traces, files: DiscoveredFile) -> None:
        self._own = workspace.named_domain
        texts = [_text(workspace, version) for version in sorted(found.texts)]
        domains = [one for file in _all_files(files) if (one := _domain(file)) is not None]
        said = words_in("\n".join(proposed_text(domain, self._own) for domain in domains))
        suspect = said & words_in("\n".join(texts))
        elsewhere = words_in(workspace.domain_file.read_text("utf-8"))
        suspect -= elsewhere | words_in(proposed_text(workspace.general_domain, self._own))
        for key, entry in workspace.provenance.read("document_texts").items():
            if suspect and key not in found.names and entry.version not in found.texts:
                suspect -= words_in(_text(workspace, entry.version))
        self._words, self._names = suspect, suspect & names_in("\n".join(texts))

    def text_without(self, file: Path) -> str | None:
        """Return what a file is to say; None where it tells nothing, or cannot be read."""
        domain = _domain(file)
        if domain is None:
            return None
        clean = without_words(domain, self._own, self._words, self._names)
        if clean == domain:
            return None
        return rewritten(file.read_text("utf-8"), domain, clean)


def _all_files(files: DiscoveredFile) -> list[Path]:
    return [*sorted(files.folder.glob("*.yaml")), *([files.path] if files.path.is_file() else [])]


def _domain(file: Path) -> Domain | None:
    try:
        return load_domain(file)
    except ConfigError:
        return None


def _text(workspace: Workspace, version: str) -> str:
    data = workspace.store.sound(version)
    return DocumentText.from_bytes(data).text if data is not None else ""
