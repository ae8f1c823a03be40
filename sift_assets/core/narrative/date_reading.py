"""Dates in a text: where they stand, and what day, month or year they mean.

English and ISO forms of any precision, for comparing a sentence with its evidence: whatever may be
meant as a date counts, also a day without a year and both readings of 3/4/2021. What a timeline may
be built on is another question, and `dates` answers it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sift_assets.core.narrative.periods import MONTHS

ABBREVIATED = 3
"""Letters of an abbreviated month; September may have four."""


class Date(NamedTuple):
    """A date of any precision; what is not said is 0."""

    year: int
    month: int = 0
    day: int = 0


class SaidDate(NamedTuple):
    """A date in a text.

    Attributes:
        readings: What it may mean: `3/4/2021` may mean two days.
        start: First character.
        end: One past the last.
    """

    readings: tuple[Date, ...]
    start: int
    end: int


_NUMBER_OF_MONTH = {
    written: number
    for number, name in enumerate(map(str.lower, MONTHS), start=1)
    for written in (name, name[:ABBREVIATED])
} | {"sept": 9}

_CAPITAL = "|".join(sorted((name.title() for name in _NUMBER_OF_MONTH), key=len, reverse=True))
_NAMED = rf"(?-i:(?P<month>{_CAPITAL}))\b\.?"
"""A month beside a day, without a year: only with its capital, for people may and march too."""

_MONTH = rf"(?P<month>{'|'.join(sorted(_NUMBER_OF_MONTH, key=len, reverse=True))})\b\.?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_NEXT_DAY = r"(?:\s?[-–]\s?|\sand\s|\sto\s)(?P<next>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>1[0-9]\d\d|20\d\d)"
_ALONE = r"(?<![\w.,$€£-])"
_END = r"(?![\w])"
_COUNTED = r"\s?(?:%|percent|per\scent|dollars|euros|pounds|yen|million|billion)"
"""What makes four digits a number and no year."""

_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<![\w-]){_YEAR}-(?P<month>0[1-9]|1[0-2])-{_DAY}(?!\d)",
        rf"(?<![\w]){_DAY}(?:{_NEXT_DAY})?(?:\sof)?\s{_MONTH},?\s{_YEAR}{_END}",
        rf"(?<![\w]){_MONTH}\s{_DAY}(?:{_NEXT_DAY})?,?\s{_YEAR}{_END}",
        rf"(?<![\w]){_MONTH},?\s(?:of\s)?{_YEAR}{_END}",
        rf"(?<![\w]){_DAY}(?:\sof)?\s{_NAMED}(?![\w])",
        rf"(?<![\w]){_NAMED}\s{_DAY}(?![\w,.]\d|\w)",
        rf"(?<![\w/.-])(?P<first>\d{{1,2}})[/.](?P<second>\d{{1,2}})[/.]{_YEAR}(?!\d)",
        rf"(?<![\w-]){_YEAR}-(?P<month>0[1-9]|1[0-2])(?![\w-])",
        rf"{_ALONE}{_YEAR}(?=s?(?![\w])(?!,\d{{3}})(?!\.\d)(?!{_COUNTED}))",
        rf"(?<=\d\d\d\d[-–]){_YEAR}(?![\w-])",
    )
)
"""Longer forms first: what one has found, no other finds again."""


def said_dates(text: str) -> tuple[SaidDate, ...]:
    """Return the dates of a text, in order."""
    found: list[SaidDate] = []
    taken = bytearray(len(text))
    for form in _FORMS:
        for match in form.finditer(text):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
                found += _read(match)
    return tuple(sorted(found, key=lambda one: (one.start, one.end, one.readings)))


def holds(said: Date, stated: Date) -> bool:
    """Return whether a date holds where another is stated: November 2022 on 11 November 2022."""
    return all(ours in (0, theirs) for ours, theirs in zip(said, stated, strict=True))


def _read(match: re.Match[str]) -> Iterator[SaidDate]:
    part = match.groupdict()
    year = int(part.get("year") or 0)
    span = match.span()
    if part.get("first"):
        first, second = int(part["first"]), int(part["second"])
        pairs = {(first, second), (second, first)}
        readings = sorted(Date(year, m, d) for m, d in pairs if 1 <= m <= 12 and 1 <= d <= 31)
        if readings:
            yield SaidDate(tuple(readings), *span)
        return
    month = _month(part.get("month"))
    for day in filter(None, (part.get("day"), part.get("next"))):
        yield SaidDate((Date(year, month, int(day)),), *span)
    if not part.get("day"):
        yield SaidDate((Date(year, month),), *span)


def _month(said: str | None) -> int:
    if not said:
        return 0
    return int(said) if said.isdigit() else _NUMBER_OF_MONTH[said.lower()]
