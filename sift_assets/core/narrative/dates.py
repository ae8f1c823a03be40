"""Dates that documents state, in English or in figures, as intervals of days with their precision.

What belongs here: finding dates, and what the words around them make of them. No locale is guessed,
and nothing is added that does not stand there:

    11 November 2022, Nov. 11, 2022, 2022-11-11   that day
    November 2022, 2022-11, Q3 2021               that month, those months
    2022, fall 2021, the 1990s                    that year, those years
    6-8 November 2022, 2010-2015, 2010-15         from the first day to the last
    13/4/2022                                     13 April: no other reading is possible
    3/4/2022                                      some day of 2022: March and April are possible
    around 2005                                   2005, marked as approximate
    11 November, 3/4/22, 31 February 2022         nothing: no year, no century, no such day
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sift_assets.core.narrative.dates_forms import FORMS, DateSpan, Form, from_to

LONGEST = 20_000
"""Characters that are looked at: a quote is a sentence or two, and a longer text is none."""

_LOOK_BACK = 24
"""Characters before a date that say how it is meant; longer than any words that do."""

_SOFTENED = r"(?:(?:the|early|late|mid)[\s-]{1,3}){0,2}"
_RANGE = re.compile(rf"\s{{0,3}}(?:[-–—]|to|until|till|through)\s{{0,3}}{_SOFTENED}", re.IGNORECASE)
_AND = re.compile(rf"\s{{1,3}}and\s{{1,3}}{_SOFTENED}", re.IGNORECASE)
_BETWEEN = re.compile(rf"\bbetween\s{{1,3}}{_SOFTENED}\Z", re.IGNORECASE)
_OUTSIDE = re.compile(
    rf"\b(?:before|after|by|prior\s{{1,3}}to|not\s{{1,3}}until)\s{{1,3}}{_SOFTENED}\Z",
    re.IGNORECASE,
)
_YEAR_FOLLOWS = re.compile(
    r"(?:[(\[]|\b(?:in|since|until|till|from|during|throughout|between|early|late|mid|of|circa|"
    r"year|around|about|approximately)[\s-]{1,3})\Z",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|circa|approximately|roughly|approx\.|ca?\.)\s{0,3}|~\s?)"
    rf"{_SOFTENED}\Z",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?:[\s(),.\[\]~-]|\b(?:about|around|circa|approximately|roughly|approx|ca?|the|early|mid|"
    r"late|of|in|on|year|from|since|until|between|monday|tuesday|wednesday|thursday|friday|"
    r"saturday|sunday)\b)*+",
    re.IGNORECASE,
)
"""What may stand beside the date in a field that holds nothing else."""


class FoundDate(NamedTuple):
    """A date in a text.

    Attributes:
        first: Its first character.
        last: One past its last.
        span: What it means.
    """

    first: int
    last: int
    span: DateSpan


class _Point(NamedTuple):
    first: int
    last: int
    span: DateSpan
    is_bare: bool
    is_range: bool = False


def date_span(stated: str) -> DateSpan | None:
    """Return what a field means that holds a date and nothing else, None for any other text."""
    if len(stated) > LONGEST:
        return None
    points = _joined(stated, _points(stated, in_field=True))
    if len(points) != 1:
        return None
    (point,) = points
    around = f"{stated[: point.first]} {stated[point.last :]}"
    return _as_said(stated, point) if _BESIDE.fullmatch(around) else None


def dates_in(text: str) -> tuple[FoundDate, ...]:
    """Return the dates of a running text in order.

    A year alone counts only where a word or a bracket before it says that it is one ("in 2019",
    "(2019)"). What lies before, after or not later than a date has no date of its own: such a date
    is left out.

    Args:
        text: At most `LONGEST` characters of it are looked at.
    """
    text = text[:LONGEST]
    return tuple(
        FoundDate(point.first, point.last, _as_said(text, point))
        for point in _joined(text, _points(text, in_field=False))
        if _is_meant(text, point)
    )


def _points(text: str, *, in_field: bool) -> list[_Point]:
    """Find expressions from left to right; of those that begin together the longest counts."""
    points: list[_Point] = []
    for form, match in _matches(text):
        span = form.in_field(match) if in_field else form.in_text(match)
        if span is not None:
            points.append(_Point(match.start(), match.end(), span, form.is_bare))
    return points


def _matches(text: str) -> Iterator[tuple[Form, re.Match[str]]]:
    """Yield matches that do not overlap; each form looks on from where the last one has ended."""
    found: list[tuple[Form, re.Match[str]]] = [
        (form, match) for form in FORMS if (match := form.pattern.search(text))
    ]
    while found:
        form, match = min(found, key=lambda one: (one[1].start(), -one[1].end()))
        yield form, match
        end = match.end()
        found = [
            (other, later)
            for other, passed in found
            if (later := passed if passed.start() >= end else other.pattern.search(text, end))
        ]


def _joined(text: str, points: list[_Point]) -> list[_Point]:
    """Make one of two dates with a "to" between them."""
    done: list[_Point] = []
    for point in points:
        whole = _whole(text, done[-1], point) if done else None
        if whole:
            done[-1] = whole
        else:
            done.append(point)
    return done


def _whole(text: str, one: _Point, other: _Point) -> _Point | None:
    if one.is_range:
        return None
    between = text[one.last : other.first]
    is_range = _RANGE.fullmatch(between) is not None
    if _AND.fullmatch(between):
        is_range = _BETWEEN.search(_before(text, one)) is not None
    span = from_to(one.span, other.span) if is_range else None
    is_bare = one.is_bare and other.is_bare
    return _Point(one.first, other.last, span, is_bare, is_range=True) if span else None


def _is_meant(text: str, point: _Point) -> bool:
    before = _before(text, point)
    if _OUTSIDE.search(before):
        return False
    return not point.is_bare or _YEAR_FOLLOWS.search(before) is not None


def _as_said(text: str, point: _Point) -> DateSpan:
    about = point.span.about or _ABOUT.search(_before(text, point)) is not None
    return point.span._replace(about=about)


def _before(text: str, point: _Point) -> str:
    return text[max(0, point.first - _LOOK_BACK) : point.first]
