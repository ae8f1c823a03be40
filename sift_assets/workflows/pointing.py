"""Making a folder of people's the watched folder of a project; the folder is read, never written.

Nothing is copied: what people go on editing there is followed, as every watched folder is.
"""

from collections import Counter
from pathlib import Path, PurePosixPath

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.keys import document_path
from sift_assets.core.planning.roots import of_people
from sift_assets.core.records.record import Record
from sift_assets.core.text.cleaning import clean
from sift_assets.core.text.decoding import decode
from sift_assets.core.text.front_matter import stated_at_head
from sift_assets.core.text.notes import read_note
from sift_assets.resources.bibliography_file import load_bibliography
from sift_assets.resources.settings_file import place_of, write_settings
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.observing import observe

NOTES = (".md", ".markdown")


class Watched(Record):
    """What a folder holds.

    Attributes:
        folder: Its path.
        documents: Files that are read.
        notes: Of these, in Markdown.
        tagged: Notes with tags.
        naming: Notes that say of names what they mean.
        skipped: Files that are not read, by reason.
    """

    folder: str
    documents: int
    notes: int = 0
    tagged: int = 0
    naming: int = 0
    skipped: dict[str, int] = {}


class Described(Record):
    """What a bibliography says of the documents.

    Attributes:
        bibliography: Its path.
        works: Entries that it has.
        documents: Key of a document to the key of its entry.
        without_document: Keys of entries that no document is an attachment of.
        without_entry: Keys of documents that it says nothing of.
    """

    bibliography: str
    works: int
    documents: dict[str, str] = {}
    without_document: tuple[str, ...] = ()
    without_entry: tuple[str, ...] = ()


def describe(workspace: Workspace, file: Path) -> Workspace:
    """Make a file the bibliography, and return the project opened anew.

    A project without documents watches the file's folder, where its attachments are.

    Args:
        workspace: The open project.
        file: The file's real path.

    Raises:
        ConfigError: The file is wrong, or `sift.yaml` cannot be changed by a line.
    """
    load_bibliography(file, workspace.documents_folder)  # before anything is written
    if not _documents(workspace):
        workspace = watch(workspace, file.parent)
    write_settings(workspace.root, {"bibliography": place_of(workspace.root, file)})
    return Workspace.open(workspace.root)


def described(workspace: Workspace) -> Described:
    """Say which documents the bibliography is about.

    Raises:
        ConfigError: The bibliography is wrong.
        ProjectError: The watched folder cannot be read.
    """
    keys = _documents(workspace)
    found = {key: workspace.bibliography.of(document_path(key)) for key in keys}
    entries = workspace.bibliography.entries
    used = {entry.content_hash() for entry in found.values() if entry}
    return Described(
        bibliography=str(workspace.bibliography_file),
        works=len(entries),
        documents={key: entry.key for key, entry in found.items() if entry},
        without_document=tuple(one.key for one in entries if one.content_hash() not in used),
        without_entry=tuple(key for key, entry in found.items() if entry is None),
    )


def _documents(workspace: Workspace) -> tuple[str, ...]:
    """Return the keys of the documents that lie in the watched folder now."""
    if not workspace.documents_folder.is_dir():
        return ()
    return of_people(observe(workspace, {}, remember=False).observed.documents)


def watch(workspace: Workspace, folder: Path) -> Workspace:
    """Make a folder the watched one, and return the project opened anew.

    Args:
        workspace: The open project.
        folder: The folder's real path.

    Raises:
        ConfigError: `sift.yaml` cannot be changed by a line.
        ProjectError: The project has documents elsewhere, which it would lose.
    """
    present = workspace.documents_folder
    if present.resolve() != folder:
        others = _documents(workspace)
        if others:
            raise ProjectError(
                f"The project has {len(others)} documents in {present}, and watches one folder.",
                "Make a project of its own: `sift init <folder> --no-sample`.",
            )
    write_settings(workspace.root, {"documents": place_of(workspace.root, folder)})
    return Workspace.open(workspace.root)


def watched(workspace: Workspace) -> Watched:
    """Count what the watched folder holds.

    Raises:
        ProjectError: It cannot be read.
    """
    observation = observe(workspace, {}, remember=False)
    keys = of_people(observation.observed.documents)
    notes = [key for key in keys if PurePosixPath(document_path(key)).suffix.lower() in NOTES]
    tagged = naming = 0
    for key in notes:
        text = clean(decode(workspace.document_file(key).read_bytes()).text)
        note = read_note(text, stated_at_head(text).title)
        tagged, naming = tagged + bool(note.tags), naming + bool(note.names)
    return Watched(
        folder=str(workspace.documents_folder),
        documents=len(keys),
        notes=len(notes),
        tagged=tagged,
        naming=naming,
        skipped=dict(sorted(Counter(str(s.reason) for s in observation.folder.skipped).items())),
    )
