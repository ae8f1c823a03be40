"""Passages: a text in pieces short enough to read, which cover it exactly."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sift_assets.core.records.text import DocumentText

LONGEST = 1000
"""Characters of a passage, about 250 tokens: some sentences before and after what is looked for."""

SHORTEST = 300
"""Characters below which a paragraph is joined with the next: headings are no passages."""

_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_ENDS = (re.compile(r"\n"), re.compile(r"[.!?。！？]['\")\]]?\s+"), re.compile(r"\s+"))
"""Where a paragraph that is too long is cut: best after a line, else a sentence, else a word."""


class Passage(NamedTuple):
    """A piece of a text; `page` is from 1, 0 where the document has no pages."""

    page: int
    start: int
    end: int


def passages(text: DocumentText) -> Iterator[Passage]:
    """Cut a text into passages, none longer than `LONGEST`, each on one page.

    What stands between two pages belongs to the passage before it.
    """
    if not text.text.strip():
        return
    starts = sorted({0, *(page.start for page in text.pages if page.start)})
    numbers = {page.start: page.number for page in text.pages}
    for start, end in zip(starts, [*starts[1:], len(text.text)], strict=True):
        number = numbers.get(start, text.page_at(start))
        for first, last in _pieces(text.text, start, end):
            yield Passage(number, first, last)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    cuts = [found.end() for found in _PARAGRAPH.finditer(text, start, end)]
    begun = start
    for cut in (*cuts, end):
        if cut - begun > LONGEST:
            *whole, begun = _cut(text, begun, cut)
            yield from _pairs(whole, begun)
        if cut - begun >= SHORTEST or cut == end:
            if cut > begun:
                yield begun, cut
            begun = cut


def _pairs(starts: list[int], end: int) -> Iterator[tuple[int, int]]:
    yield from zip(starts, [*starts[1:], end], strict=True)


def _cut(text: str, start: int, end: int) -> list[int]:
    """Return where the pieces of a stretch that is too long begin; the last is short enough."""
    starts = [start]
    while end - starts[-1] > LONGEST:
        starts.append(_best_end(text, starts[-1]))
    return starts


def _best_end(text: str, start: int) -> int:
    limit = start + LONGEST
    for pattern in _ENDS:
        ends = [found.end() for found in pattern.finditer(text, start + SHORTEST, limit)]
        if ends and ends[-1] <= limit:
            return ends[-1]
    return limit
