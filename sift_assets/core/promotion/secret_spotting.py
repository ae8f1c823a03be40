"""Where in a text secrets are, by our own rules."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sift_assets.core.promotion.records import Severity
from sift_assets.core.promotion.secret_formats import FORMATS
from sift_assets.core.promotion.secret_mentions import MENTIONED
from sift_assets.core.promotion.secret_rule import SecretRule, Spotted
from sift_assets.core.promotion.secret_rules import RANDOM, STATED
from sift_assets.core.promotion.secret_values import is_password
from sift_assets.core.promotion.secret_views import (
    View,
    decoded_texts,
    joined_view,
    plain_view,
)

DEPTH = 2
"""How often text is decoded that was encoded: a key in a configuration that is encoded itself."""

_ARMOUR = re.compile(r"-{2,5}[ ]?(?P<end>BEGIN|END)\s(?P<what>[A-Z0-9 \n]{2,60}?)[ ]?-{2,5}")
_PRIVATE = re.compile(r"PRIVATE\s+KEY")
_HEAD = re.compile(
    r"(?:[\w.-]{1,20} ){0,2}(?:pass(?:word|phrase|code|wort)|passwd|pwd|kennwort|contrase[ñn]a"
    r"|mot de passe|wachtwoord|pin|secret|token|(?:api|access|secret|private)[ _-]?key)s?",
    re.IGNORECASE,
)
WORDED = (*STATED, *MENTIONED)
"""Rules for secrets that words lead to."""

_CELLS = re.compile(r"[|\t]")

MOST_ROWS = 500
"""Of a table that are looked at below such a head."""

COLUMN = "column of secrets"
"""Kind of what is found there."""


class _Armoured(NamedTuple):
    """What stands behind a line of armour: what it says it is, from where to where.

    What is not closed goes on to the next line of armour, or to the end of the text.
    """

    what: str
    start: int
    end: int
    is_closed: bool


def spotted_secrets(text: str) -> list[Spotted]:
    """Return the secrets in a text in order of place, none inside another of its severity.

    Args:
        text: Of a document, as it is read.
    """
    view = plain_view(text)
    found = [*_stated(view.text), *_formats(view.text, DEPTH)]
    return without_repeats(
        one._replace(start=start, end=end)
        for one in found
        for start, end in [view.place(one.start, one.end)]
    )


def without_repeats(found: Iterable[Spotted]) -> list[Spotted]:
    """Return what is not inside another of at least the same severity, in order of place."""
    kept: list[Spotted] = []
    reached = dict.fromkeys(Severity, -1)
    by_place = sorted(found, key=lambda one: (one.start, -one.end, one.kind))
    for one in by_place:
        ends = reached[Severity.HIGH]
        if one.severity is Severity.LOW:
            ends = max(ends, reached[Severity.LOW])
        if one.end > ends:
            kept.append(one)
            reached[one.severity] = one.end
    return kept


def line_starts(text: str) -> list[int]:
    """Return where the lines of a text begin."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def line_of(starts: list[int], place: int) -> int:
    """Return the line of a place in a text, from 1."""
    return bisect_right(starts, place)


def _formats(text: str, depth: int) -> Iterator[Spotted]:
    """Yield what is found by its form, in joined lines and decoded text too."""
    view = View(text)
    tokens = joined_view(view, words=False)
    for joined in (view, tokens, joined_view(view, words=True)):
        for one in (*_by_rules(FORMATS, joined.text), *_private_keys(joined.text)):
            start, end = joined.place(one.start, one.end)
            yield one._replace(start=start, end=end)
    if depth:
        yield from _encoded(tokens, depth)


def _encoded(joined: View, depth: int) -> Iterator[Spotted]:
    for decoded in decoded_texts(joined):
        start, end = joined.place(decoded.start, decoded.end)
        for one in (*_formats(decoded.text, depth - 1), *_by_rules(WORDED, decoded.text)):
            yield one._replace(kind=f"{one.kind}, encoded", start=start, end=end)


def _stated(text: str) -> Iterator[Spotted]:
    """Yield what words lead to, and what looks random and is not in a certificate or its like."""
    armoured = _armoured(text)
    public = [one for one in armoured if one.is_closed and not _PRIVATE.search(one.what)]
    starts = [one.start for one in public]
    for one in _by_rules(WORDED, text):
        before = bisect_right(starts, one.start)
        is_public = before > 0 and one.end <= public[before - 1].end
        if one.kind != RANDOM or not is_public:
            yield one
    yield from _in_columns(text)


def _by_rules(rules: Iterable[SecretRule], text: str) -> Iterator[Spotted]:
    lower = text.lower()
    for one in rules:
        for start, end in one.matches(text, lower):
            yield Spotted(one.kind, one.severity, start, end, text[start:end])


def _private_keys(text: str) -> Iterator[Spotted]:
    for what, start, end, _ in _armoured(text):
        if _PRIVATE.search(what):
            yield Spotted("private key", Severity.HIGH, start, end, text[start:end])


def _armoured(text: str) -> list[_Armoured]:
    """Return what stands between lines of armour, in order; none is inside another."""
    found: list[_Armoured] = []
    open_at, what = -1, ""
    for line in _ARMOUR.finditer(text):
        ends = line["end"] == "END"
        if open_at >= 0:
            found.append(_Armoured(what, open_at, line.end() if ends else line.start(), ends))
        open_at, what = (-1, "") if ends else (line.start(), line["what"])
    return [*found, _Armoured(what, open_at, len(text), False)] if open_at >= 0 else found


def _in_columns(text: str) -> Iterator[Spotted]:
    """Yield what stands in a table below a head such as `password`."""
    columns: list[int] = []
    rows = at = 0
    for line in text.splitlines(keepends=True):
        cells = _cells(line)
        rows = rows + 1 if len(cells) > 1 else 0
        if rows == 1:
            columns = [n for n, (_, cell) in enumerate(cells) if _HEAD.fullmatch(cell)]
        for n in columns if 1 < rows <= MOST_ROWS else ():
            start, cell = cells[n] if n < len(cells) else (0, "")
            if _is_cell(cell):
                yield Spotted(COLUMN, Severity.HIGH, at + start, at + start + len(cell), cell)
        at += len(line)


def _cells(line: str) -> list[tuple[int, str]]:
    cells: list[tuple[int, str]] = []
    at = 0
    for piece in _CELLS.split(line):
        inner = piece.strip(" \n*`\"'")
        cells.append((at + piece.find(inner), inner))
        at += len(piece) + 1
    return cells


def _is_cell(cell: str) -> bool:
    return 4 <= len(cell) <= 200 and " " not in cell and is_password(cell)
