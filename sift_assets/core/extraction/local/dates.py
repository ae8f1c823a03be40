"""Dates stated with a relation: English date expressions to ISO 8601 of the stated precision."""

import re
from typing import NamedTuple

from sift_assets.core.extraction.local.lexicon import ENDING_VERBS
from sift_assets.core.extraction.local.syntax import Sentence

MAX_STEPS = 3
"""Steps from a date up to the predicate it belongs to; farther ones date something else."""

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = r"(?P<month>[A-Za-z]{3,9})\.?"
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)"
_FORMS = (
    re.compile(rf"(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH},? {_YEAR}$"),
    re.compile(rf"{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? {_YEAR}$"),
    re.compile(rf"(?:early |mid-?|late )?{_MONTH},?(?: of)? {_YEAR}$"),
    re.compile(rf"(?:early |mid-?|late )?{_YEAR}$"),
    re.compile(rf"{_YEAR}-(?P<month>\d\d)(?:-(?P<day>\d\d))?$"),
)

_RANGE = re.compile(
    r"(?:from |between )?((?:1[5-9]|20)\d\d) ?(?:to|and|until|-|–) ?((?:1[5-9]|20)\d\d)"
)
_UNTIL = frozenset({"until", "till", "to", "before"})


class Period(NamedTuple):
    """Stated start and end, ISO 8601 or empty."""

    start: str
    end: str


def to_iso(expression: str) -> str:
    """Return an English date as ISO 8601 (`2024`, `2024-03`, `2024-03-01`), empty when unclear."""
    plain = " ".join(expression.split())
    for form in _FORMS:
        match = form.match(plain)
        if match:
            return _iso(match.groupdict())
    return ""


def _iso(parts: dict[str, str | None]) -> str:
    year, month, day = parts["year"] or "", parts.get("month"), parts.get("day")
    if month is None:
        return year
    number = int(month) if month.isdigit() else _MONTHS.get(month.lower(), 0)
    if not 1 <= number <= 12:
        return ""
    if day is None:
        return f"{year}-{number:02d}"
    return f"{year}-{number:02d}-{int(day):02d}" if 1 <= int(day) <= 31 else ""


def period_of(sentence: Sentence, predicate: int) -> Period:
    """Return when a predicate's statement began or ended, as far as the sentence says it clearly.

    "since 2009", "in 2011" and "from 1980" start, "until 1996" and "to 1996" end, and so does the
    date of a verb like "left". Two dates that compete for one place make both unclear.
    """
    starts: set[str] = set()
    ends: set[str] = set()
    for label in sentence.labels:
        preposition = _attached(sentence, label.first, label.last, predicate)
        if label.label != "DATE" or preposition is None:
            continue
        words = sentence.tokens[label.first : label.last]
        read = _period(" ".join(t.text for t in words).replace(" ,", ","), preposition)
        starts.update({read.start} - {""})
        ends.update({read.end} - {""})
    period = Period(_only(starts), _only(ends))
    if sentence.tokens[predicate].lemma in ENDING_VERBS and not period.end:
        return Period("", period.start)
    return period


def _period(text: str, preposition: str) -> Period:
    span = _RANGE.fullmatch(text)
    if span:
        return Period(span[1], span[2])
    date = to_iso(text)
    return Period("", date) if preposition in _UNTIL else Period(date, "")


def _only(found: set[str]) -> str:
    return next(iter(found)) if len(found) == 1 else ""


def _attached(sentence: Sentence, first: int, last: int, predicate: int) -> str | None:
    """Return the preposition of a date that hangs on the predicate (it may be empty), else None."""
    token, preposition = sentence.root_of(first, last), ""
    copula = sentence.tokens[predicate].head
    if sentence.tokens[copula].pos not in ("VERB", "AUX"):
        copula = predicate
    for _ in range(MAX_STEPS):
        token = sentence.tokens[token].head
        if token in (predicate, copula):
            return preposition
        if sentence.tokens[token].pos == "VERB":
            return None
        if sentence.tokens[token].pos in ("ADP", "SCONJ"):
            preposition = preposition or sentence.tokens[token].lemma
    return None
