"""The passages that facts stand on, each once, with the part of its document's text around it.

JavaScript counts a character outside the basic plane as two, so every place is counted as it does:
in UTF-16 code units, from the beginning of a part.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from sift_assets.core.records.text import DocumentText

AROUND = 700
"""Characters of text before and after a passage: a paragraph or two, enough to judge a quote by
what surrounds it. Parts that touch become one, so a short document is there as a whole."""

_WIDE = re.compile("[\U00010000-\U0010ffff]")
"""Characters that are two code units."""

NO_PART = -1
"""Instead of a part: the text is not there, or says something else at that place."""


class Place(NamedTuple):
    """Where a passage is.

    Attributes:
        document: Key of the document.
        start: First character in its text.
        end: One past the last.
    """

    document: str
    start: int
    end: int


class Passages:
    """Collects passages; each gets a number, in the order in which they are first asked for.

    Args:
        documents: Document to its number.
        texts: Document to its text; documents without one are shown by their quotes alone.
    """

    def __init__(self, documents: Mapping[str, int], texts: Mapping[str, DocumentText]) -> None:
        self._documents, self._texts = documents, texts
        self._numbers: dict[Place, int] = {}
        self._said: list[tuple[int, str]] = []

    def number(self, place: Place, page: int, quote: str) -> int:
        """Return the number of a passage.

        Args:
            place: Where it is.
            page: From 1, 0 where there are none.
            quote: What stands there.
        """
        if place not in self._numbers:
            self._numbers[place] = len(self._said)
            self._said.append((page, quote))
        return self._numbers[place]

    def known(self, place: Place) -> int | None:
        """Return the number of a passage that something stands on, None where nothing does."""
        return self._numbers.get(place)

    def written(self) -> tuple[list[list[Any]], dict[str, list[list[Any]]]]:
        """Return the passages in order, and the parts of each document's text.

        Returns:
            Rows of document, page, part, start and end; or of document, page, `NO_PART` and quote
            where the text does not have the quote. By document rows of text, pages, and whether
            there is more before it and after it; a page is the offset where it begins, and its
            number.
        """
        found: dict[str, list[Place]] = defaultdict(list)
        for place, (_page, quote) in zip(self._numbers, self._said, strict=True):
            if place.document in self._texts and self._stands(place, quote):
                found[place.document].append(place)
        parts = {key: _Parts(self._texts[key], places) for key, places in sorted(found.items())}
        rows = [
            self._row(place, page, quote, parts.get(place.document))
            for place, (page, quote) in zip(self._numbers, self._said, strict=True)
        ]
        return rows, {key: one.rows for key, one in parts.items()}

    def _stands(self, place: Place, quote: str) -> bool:
        """Say whether a text has a quote at a place; names are kept with single spaces."""
        found = self._texts[place.document].text[max(0, place.start) : place.end]
        return place.start >= 0 and bool(found) and found.split() == quote.split()

    def _row(self, place: Place, page: int, quote: str, parts: "_Parts | None") -> list[Any]:
        document = self._documents[place.document]
        if parts is None or not self._stands(place, quote):
            return [document, page, NO_PART, quote]
        return [document, page, *parts.place(place.start, place.end)]


class _Parts:
    """The parts of one text around some places."""

    def __init__(self, text: DocumentText, places: Iterable[Place]) -> None:
        self._text = text
        self._wide = [found.start() for found in _WIDE.finditer(text.text)]
        self._spans: list[tuple[int, int]] = []
        for place in sorted(places):
            start = _line_start(text.text, place.start - AROUND)
            end = min(len(text.text), place.end + AROUND)
            if self._spans and start <= self._spans[-1][1]:
                start, before = self._spans.pop()
                end = max(end, before)
            self._spans.append((start, end))

    @property
    def rows(self) -> list[list[Any]]:
        text = self._text.text
        return [
            [text[start:end], self._pages(start, end), start > 0, end < len(text)]
            for start, end in self._spans
        ]

    def place(self, start: int, end: int) -> tuple[int, int, int]:
        """Return part, start and end of a place."""
        number = bisect_right(self._spans, start, key=itemgetter(0)) - 1
        first = self._spans[number][0]
        return number, self._units(first, start), self._units(first, end)

    def _pages(self, start: int, end: int) -> list[list[int]]:
        pages = self._text.pages if len(self._text.pages) > 1 else ()
        return [
            [self._units(start, max(start, page.start)), page.number]
            for page in pages
            if page.start < end and page.end > start
        ]

    def _units(self, start: int, end: int) -> int:
        return end - start + bisect_left(self._wide, end) - bisect_left(self._wide, start)


def _line_start(text: str, offset: int) -> int:
    """Return the start of the line of an offset, where it is not far: no part begins in a word."""
    if offset <= 0:
        return 0
    line = text.rfind("\n", max(0, offset - AROUND // 2), offset)
    return line + 1 if line >= 0 else offset
