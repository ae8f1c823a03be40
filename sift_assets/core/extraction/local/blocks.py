"""Cuts a text into blocks that are parsed on their own, keeping offsets.

Headings, list items, table cells and paragraphs must not be glued into one sentence: the parser
would invent relations between them. Lines of a hard-wrapped paragraph, on the other hand, belong
together.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_BLOCK = 4000
"""Characters parsed in one piece. Longer paragraphs are cut after a sentence, so that a text
without line breaks takes linear time and bounded memory."""

WRAP_MIN = 45
"""A line shorter than this was ended on purpose, not by wrapping."""

WRAP_MAX = 132
"""A line longer than this is a paragraph of its own: nobody wraps at such a width."""

HEADING_MAX = 80
"""Longer lines without a full stop are prose that lost its end, not headings."""

_LINE = re.compile(r"[^\n\f\r\v\u2028\u2029\x85]+")
_LEAD = re.compile(r"(?:[ \t\u00a0]|>)*")
_MARKER = re.compile(r"(?:[-*•·–—]|\d{1,3}\.|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\))[ \t]+")
_HEADING = re.compile(r"(?:#{1,6}[ \t]|=+[ \t]*[^=]+=+[ \t]*$|\[PAGE \d+\])")
_CELL = re.compile(r"\t+|[ \t]*\|[ \t]*|[ ]{4,}")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*\s+")
_CLOSED = (".", "!", "?", ":", ";", '"', "”")


class Block(NamedTuple):
    """A stretch of text that is parsed on its own.

    Attributes:
        start: First character.
        end: One past the last.
        prose: Whether sentences may be expected; in headings and cells only names are sought.
    """

    start: int
    end: int
    prose: bool


def split_blocks(text: str) -> list[Block]:
    """Return the blocks of a text in order, without surrounding white space."""
    blocks: list[Block] = []
    open_line = -1
    for line in _LINE.finditer(text):
        start, end, item = _trim(text, line.start(), line.end())
        if start == end:
            open_line = -1
            continue
        if blocks and open_line >= 0 and not item and _continues(text, blocks[-1], start, end):
            blocks[-1] = blocks[-1]._replace(end=end)
        else:
            blocks.extend(_line_blocks(text, start, end))
        open_line = start if _may_wrap(text, start, end) else -1
    return [part for block in blocks for part in _cut(text, block)]


def _trim(text: str, start: int, end: int) -> tuple[int, int, bool]:
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    marker = _MARKER.match(text, start, end)
    if marker:
        start = marker.end()
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end, marker is not None


def _continues(text: str, last: Block, start: int, end: int) -> bool:
    """Whether a line goes on with the paragraph before it, only white space or `>` between."""
    between = text[last.end : start]
    return (
        last.prose
        and between.count("\n") == 1
        and not _HEADING.match(text, start, end)
        and not _CELL.search(text, start, end)
    )


def _may_wrap(text: str, start: int, end: int) -> bool:
    return WRAP_MIN <= end - start <= WRAP_MAX and not text[start:end].endswith(_CLOSED)


def _line_blocks(text: str, start: int, end: int) -> Iterator[Block]:
    cells = [cell for cell in _CELL.finditer(text, start, end) if cell.end() < end]
    at = start
    for cell in cells:
        if cell.start() > at:
            yield Block(at, cell.start(), False)
        at = cell.end()
    if at < end:
        yield Block(at, end, not cells and _is_prose(text, at, end))


def _is_prose(text: str, start: int, end: int) -> bool:
    if _HEADING.match(text, start, end):
        return False
    return end - start > HEADING_MAX or any(char.islower() for char in text[start:end])


def _cut(text: str, block: Block) -> Iterator[Block]:
    start = block.start
    while block.end - start > MAX_BLOCK:
        window = start + MAX_BLOCK
        ends = [m.end() for m in _SENTENCE_END.finditer(text, start + MAX_BLOCK // 2, window)]
        cut = ends[-1] if ends else text.rfind(" ", start + MAX_BLOCK // 2, window) + 1 or window
        yield block._replace(start=start, end=cut)
        start = cut
    if start < block.end:
        yield block._replace(start=start)
