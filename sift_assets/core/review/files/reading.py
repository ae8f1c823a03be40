"""Reading the entries of a review file one by one, so that a bad one costs no other."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sift_assets.core.config.validation import nearest
from sift_assets.core.config.yaml_source import Bounds, FieldPath, YamlSource, read_yaml
from sift_assets.core.errors import ConfigError
from sift_assets.core.review.files.records import (
    EntryT,
    FileStatus,
    Located,
    Problem,
    ReadEntries,
)

BOUNDS = Bounds(characters=20_000_000, values=2_000_000)
"""Some 100,000 entries, as another program may have left them; ours are a thousandth of that."""

SHOWN = 40
"""Characters of a wrong value that a message repeats."""

_REVISION = re.compile(r"^# Revision ([0-9a-f]+)", re.MULTILINE)


class BadEntryError(Exception):
    """An entry cannot be read.

    Args:
        problem: What is wrong.
        key: What the entry is about, where that could be read.
    """

    def __init__(self, problem: Problem, key: str = "") -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.key = key


class EntryFields:
    """The fields of one entry of a file.

    Args:
        source: The file.
        path: Where the entry stands.

    Raises:
        BadEntryError: It is no mapping.
    """

    def __init__(self, source: YamlSource, path: FieldPath) -> None:
        self._source = source
        self._path = path
        data: Any = source.data
        for step in path:
            data = data[step]
        if not isinstance(data, Mapping):
            raise self.bad("", "is no entry: write `field: value` lines")
        self._data: Mapping[str, Any] = data

    @property
    def line(self) -> int:
        """The line on which the entry begins."""
        return self._source.place(self._path)[1]

    def text(self, name: str) -> str:
        """Return a text as it is spelled; empty where the field is absent or empty.

        Raises:
            BadEntryError: It is a list or a mapping.
        """
        value = self._data.get(name)
        if value is None:
            return ""
        if not isinstance(value, str | int | float):
            raise self.bad(name, f"`{name}` must be one text")
        return self._source.spelling.get((*self._path, name), str(value))

    def needed(self, name: str) -> str:
        """Return a text that must be there.

        Raises:
            BadEntryError: It is not.
        """
        text = self.text(name).strip()
        if not text:
            raise self.bad(name, f"has no `{name}`")
        return text

    def number(self, name: str, default: float) -> float:
        """Return a number from 0 to 1; anything else counts as absent, for it decides nothing."""
        value = self._data.get(name)
        return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else default

    def each(self, name: str) -> "list[EntryFields]":
        """Return the entries of a list.

        Raises:
            BadEntryError: It is none, or one of them is no mapping.
        """
        value: Any = self._data.get(name)
        if not isinstance(value, list) or not value:
            raise self.bad(name, f"`{name}` must be a list with an entry or more")
        places = range(len(value))  # pyright: ignore[reportUnknownArgumentType]
        return [EntryFields(self._source, (*self._path, name, at)) for at in places]

    def status(self, key: str) -> FileStatus:
        """Return the status; an absent one is a draft.

        Args:
            key: What the entry is about.

        Raises:
            BadEntryError: It is none.
        """
        said = self.text("status").strip()
        wanted = list(FileStatus)
        if said.upper() in wanted or not said:
            return FileStatus(said.upper() or FileStatus.DRAFT)
        near = nearest(said.upper(), wanted)
        guess = f"; {near} is meant?" if near else ""
        words = f"`status` is {said[:SHOWN]!r}, none of {', '.join(wanted)}{guess}"
        raise self.bad("status", words, key)

    def bad(self, name: str, message: str, key: str = "") -> BadEntryError:
        """Return what is wrong with a field, or with the whole entry, at its line."""
        file, line = self._source.place((*self._path, name) if name else self._path)
        return BadEntryError(Problem(file=file, line=line, message=f"{message}."), key)


def read_entries(
    text: str, file: str, section: str, entry_of: Callable[[EntryFields], EntryT]
) -> ReadEntries[EntryT]:
    """Read the entries of a file.

    Args:
        text: Its content.
        file: Its name, for messages.
        section: The field that holds the list of entries.
        entry_of: Makes an entry of its fields; raises `BadEntryError`.

    Returns:
        What could be read. Of entries about the same thing none counts, for it is not known which
        is meant.
    """
    try:
        source = read_yaml(text, file, BOUNDS)
    except ConfigError as error:
        message = f"{error.message} {error.fix}".strip()
        return ReadEntries((), frozenset(), (Problem(file=file, line=error.line, message=message),))
    good: list[Located[EntryT]] = []
    bad: list[BadEntryError] = []
    for path in _paths(source, section, bad):
        try:
            fields = EntryFields(source, path)
            good.append(Located(entry_of(fields), fields.line))
        except BadEntryError as error:
            bad.append(error)
    counts = Counter(one.entry.key for one in good)
    problems = [error.problem for error in bad]
    problems += _repeated(good, file)
    return ReadEntries(
        entries=tuple(one for one in good if counts[one.entry.key] == 1),
        unread=frozenset({error.key for error in bad} | {k for k, n in counts.items() if n > 1}),
        problems=tuple(sorted(problems, key=lambda one: one.line)),
        revision=found.group(1) if (found := _REVISION.search(text)) else "",
    )


def _paths(source: YamlSource, section: str, bad: list[BadEntryError]) -> Iterator[FieldPath]:
    entries: Any = source.data.get(section)
    if isinstance(entries, list):
        places = range(len(entries))  # pyright: ignore[reportUnknownArgumentType]
        yield from ((section, at) for at in places)
    elif source.data and (entries is not None or section not in source.data):
        file, line = source.place((section,))
        message = f"has no list `{section}`."
        bad.append(BadEntryError(Problem(file=file, line=line, message=message)))


def _repeated(good: Sequence[Located[EntryT]], file: str) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for one in good:
        line = first.setdefault(one.entry.key, one.line)
        if line != one.line:
            message = f"is about the same as the entry on line {line}: neither counts, keep one."
            yield Problem(file=file, line=one.line, message=message)
