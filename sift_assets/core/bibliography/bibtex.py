"""BibTeX and BibLaTeX: entries of fields in braces, quotes or as words, with abbreviations.

A reader of our own: the libraries either keep no line for a message, or guess past a mistake.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sift_assets.core.bibliography.entries import Entry
from sift_assets.core.bibliography.fields import date_of, from_tex, given_family
from sift_assets.core.errors import ConfigError

_BEGIN = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
_NAME = re.compile(r"\s*([^\s=,{}()\"#%]+)\s*=\s*")
_KEY = re.compile(r"\s*([^\s,{}()]*)\s*,?")
_WORD = re.compile(r"[^\s,{}()\"#]+")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_TITLE_PATH_KIND = 3
_NO_ENTRIES = frozenset({"comment", "preamble"})

MOST_PUT_IN = 10_000_000
"""Characters of all abbreviations where they are used. Each may be made of others, so that a page
of them could fill the memory; names of journals in a hundred thousand works make a third."""


class _Fields(NamedTuple):
    kind: str
    key: str
    values: dict[str, str]


def bibtex_entries(text: str, file: str) -> list[Entry]:
    """Read a bibliography in BibTeX or BibLaTeX.

    Args:
        text: Of the file.
        file: Its name for messages.

    Raises:
        ConfigError: It holds no work, or one that cannot be read; names the line.
    """
    entries = [_entry(one) for one in _Reading(text, file).all()]
    if not entries:
        raise ConfigError("holds no work.", "Export it as BibTeX.", file=file)
    return entries


class _Reading:
    """One pass over a file."""

    def __init__(self, text: str, file: str) -> None:
        self._text, self._file, self._at = text, file, 0
        self._words = {name: str(number) for number, name in enumerate(_MONTHS, start=1)}
        self._put_in = 0

    def all(self) -> Iterator[_Fields]:
        """Yield every entry; abbreviations are put in where they are used."""
        while begin := _BEGIN.search(self._text, self._at):
            self._at = begin.end()
            kind = begin[1].lower()
            if kind in _NO_ENTRIES:
                self._braced("}" if begin[2] == "{" else ")")
                continue
            key = "" if kind == "string" else self._match(_KEY)
            values = dict(self._fields())
            if kind == "string":
                self._words |= values
            else:
                yield _Fields(kind, key, values)

    def _fields(self) -> Iterator[tuple[str, str]]:
        while True:
            self._skip(", \t\r\n")
            if self._peek() in ("}", ")"):
                self._at += 1
                return
            name = self._match(_NAME).lower()
            if not name:
                self._fail("expects a field, as `title = {…}`.")
            yield name, self._value()

    def _value(self) -> str:
        parts = [self._part()]
        self._skip(" \t\r\n")
        while self._peek() == "#":
            self._at += 1
            self._skip(" \t\r\n")
            parts.append(self._part())
            self._skip(" \t\r\n")
        return "".join(parts)

    def _part(self) -> str:
        begins = self._peek()
        if begins in ("{", '"'):
            self._at += 1
            return self._braced("}" if begins == "{" else '"')
        word = self._match(_WORD)
        if not word:
            self._fail("expects a value.")
        meant = self._words.get(word.lower(), word)
        self._put_in += len(meant)
        if self._put_in > MOST_PUT_IN:
            self._fail(f"grows by its abbreviations beyond {MOST_PUT_IN:,} characters.")
        return meant

    def _braced(self, end: str) -> str:
        """Return what stands before the end that belongs to what has begun."""
        begin, depth = self._at, 0
        while self._at < len(self._text):
            character = self._text[self._at]
            if character == end and depth == 0:
                self._at += 1
                return self._text[begin : self._at - 1]
            self._at += 2 if character == "\\" else 1
            depth += {"{": 1, "}": -1}.get(character, 0)
        self._at = begin
        return self._fail(f"has no `{end}` at its end.")

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found[1] if pattern.groups else found[0]

    def _skip(self, characters: str) -> None:
        while self._peek() in characters and self._at < len(self._text):
            self._at += 1

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _fail(self, problem: str) -> str:
        line = self._text.count("\n", 0, self._at) + 1
        raise ConfigError(problem, "Export it as BibTeX.", file=self._file, line=line)


def _entry(fields: _Fields) -> Entry:
    values = fields.values
    month = values.get("month", "")
    year = from_tex(values.get("year", ""))
    by_month = f"{year}-{int(month):02d}" if month.isdigit() else f"{from_tex(month)} {year}"
    names = _AND.split(from_tex(values.get("author") or values.get("editor") or ""))
    keywords = re.split(r"[,;]", values.get("keywords") or "")
    return Entry(
        key=fields.key,
        title=from_tex(values.get("title", "")),
        date=date_of(from_tex(values.get("date", "")), by_month if month else "", year),
        authors=tuple(dict.fromkeys(given_family(name) for name in names if name.strip())),
        tags=tuple(dict.fromkeys(tag for one in keywords if (tag := from_tex(one)))),
        files=tuple(_files(values.get("file") or "")),
    )


def _files(said: str) -> Iterator[str]:
    r"""Yield the paths of a `file` field: `Full Text:files/1/a.pdf:application/pdf;…`, or paths.

    Colons and semicolons of a path are escaped as `\:` and `\;`.
    """
    for one in re.split(r"(?<!\\);", said):
        parts = re.split(r"(?<!\\):", one)
        path = parts[1] if len(parts) >= _TITLE_PATH_KIND else one
        bare = re.sub(r"\\([:;\\_&%#{}])", r"\1", path).strip().replace("\\", "/")
        if bare:
            yield bare
