"""Entries of a bibliography, and which document each is about."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from pathlib import PurePosixPath

from sift_assets.core.records.record import Record, key_of
from sift_assets.core.records.text import DocumentText

AUTHOR = "author:"
"""Begins a tag that names an author, so that every reader filters by author as by tags."""


class Entry(Record):
    """What a bibliography says of one work.

    Attributes:
        key: As the bibliography calls it.
        title: On one line, or empty.
        date: ISO 8601 to the precision stated, or empty.
        authors: In their order, `Given Family`.
        tags: Keywords.
        files: Its attachments, as the bibliography names them.
    """

    key: str
    title: str = ""
    date: str = ""
    authors: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    def described(self, text: DocumentText) -> DocumentText:
        """Return a document's text with what the entry says of it; that wins, and tags add up."""
        authors = (f"{AUTHOR}{name}" for name in self.authors)
        return text.model_copy(
            update={
                "title": self.title or text.title,
                "document_date": self.date or text.document_date,
                "tags": tuple(sorted({*text.tags, *self.tags, *authors})),
            }
        )


class Bibliography:
    """Entries by the documents that they are about.

    Args:
        entries: In the order of the file.
        folder: Of the file as seen from the watched folder, `.` when it lies there; None when it
            lies elsewhere.
    """

    def __init__(self, entries: Iterable[Entry], folder: PurePosixPath | None) -> None:
        self.entries = tuple(entries)
        self._folder = folder

    @cached_property
    def content_hash(self) -> str:
        """Hash of everything that it says."""
        entries = [entry.model_dump(mode="json") for entry in self.entries]
        return key_of("bibliography", entries, str(self._folder))

    def of(self, path: str) -> Entry | None:
        """Return the entry that a document is an attachment of, None when there is none.

        By its path, as seen from the bibliography; else by the name of its file, where only one
        attachment has it; else by its stem, where that is the key of an entry.

        Args:
            path: Of the document, below the watched folder.
        """
        name = PurePosixPath(path)
        return (
            self._by_path.get(path)
            or self._by_name.get(name.name)
            or self._by_key.get(name.stem.casefold())
        )

    @cached_property
    def _by_path(self) -> dict[str, Entry]:
        if self._folder is None:
            return {}
        found: dict[str, Entry] = {}
        for entry in self.entries:
            for file in entry.files:
                found.setdefault(_joined(self._folder, file), entry)
        return found

    @cached_property
    def _by_name(self) -> dict[str, Entry]:
        named = [
            (PurePosixPath(file).name, entry)
            for entry in self.entries
            for file in dict.fromkeys(entry.files)
        ]
        times = Counter(name for name, _ in named)
        return {name: entry for name, entry in named if times[name] == 1}

    @cached_property
    def _by_key(self) -> dict[str, Entry]:
        times = Counter(entry.key.casefold() for entry in self.entries)
        return {
            entry.key.casefold(): entry
            for entry in self.entries
            if entry.key and times[entry.key.casefold()] == 1
        }


def _joined(folder: PurePosixPath, file: str) -> str:
    """Join two paths; what leads above the folder is none of its documents."""
    parts: list[str] = []
    for part in (folder / file).parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
