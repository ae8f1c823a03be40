"""Dates stated with a relation: English date expressions to ISO 8601 of the stated precision."""

import re
from typing import NamedTuple

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

    "since 2009", "in 2011" and "from 1980" start, "until 1996" and "to 1996" end. Two dates that
    compete for one place make both unclear.
    """
    starts: set[str] = set()
    ends: set[str] = set()
    for label in sentence.labels:
        if label.label != "DATE":
            continue
        first, last = sentence.tokens[label.first], sentence.tokens[label.last - 1]
        preposition, near = _attached(sentence, label.first, label.last, predicate)
        if not near:
            continue
        words = sentence.tokens[label.first : label.last]
        text = "".join(t.text + (" " if t.text else "") for t in words).replace(" ,", ",").strip()
        read = _range(text) or Period(to_iso(text), "")
        if preposition in ("until", "till", "to", "before") and not read.end:
            read = Period("", read.start)
        starts.update({read.start} - {""})
        ends.update({read.end} - {""})
        del first, last
    return Period(_only(starts), _only(ends))


def _only(found: set[str]) -> str:
    return next(iter(found)) if len(found) == 1 else ""


def _range(text: str) -> Period | None:
    """Read "1980 to 1996", "between 2006 and 2010", "2006-2010"."""
    match = re.match(rf"(?:from |between )?({_YEAR[9:-1]}) ?(?:to|and|until|-|–) ?({_YEAR[9:-1]})$", text)
    return Period(match[1], match[2]) if match else None


def _attached(sentence: Sentence, first: int, last: int, predicate: int) -> tuple[str, bool]:
    """Return the preposition of a date, and whether it hangs on the predicate."""
    token, preposition = sentence.root_of(first, last), ""
    for _ in range(MAX_STEPS):
        token = sentence.tokens[token].head
        if token == predicate:
            return preposition, True
        if sentence.tokens[token].pos in ("ADP", "SCONJ"):
            preposition = preposition or sentence.tokens[token].lemma
    governs = sentence.tokens[predicate].head
    copula = sentence.tokens[governs].pos in ("VERB", "AUX") and token == governs
    return preposition, copula
