"""Dates and periods in words: `2022-11-11` is 11 November 2022, a stated validity "since 2010"."""

import re
from typing import NamedTuple

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

ISO_DATE = re.compile(r"^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$")
"""A date of reduced precision: year, month or day."""


class Period(NamedTuple):
    """A stated validity.

    Attributes:
        start: ISO 8601 with reduced precision, or empty.
        end: Likewise.
    """

    start: str = ""
    end: str = ""


OPEN = Period()
"""Nothing is stated."""


def date_words(date: str) -> str:
    """Return a date as a reader says it; what is no date of ISO 8601 stays as it is."""
    match = ISO_DATE.match(date)
    if match is None:
        return date
    year, month, day = match.groups()
    named = f"{MONTHS[int(month) - 1]} {year}" if month else year
    return f"{int(day)} {named}" if day else named


def moment_words(date: str) -> str:
    """Return a date with its preposition: in 2022, in November 2022, on 11 November 2022."""
    match = ISO_DATE.match(date)
    return f"{'on' if match and match[3] else 'in'} {date_words(date)}"


def state_words(period: Period) -> str:
    """Say when a state held: since 2010, until 2015, from 2010 to 2015; empty if nothing is."""
    start, end = period
    if start == end:
        return moment_words(start) if start else ""
    if not end:
        return f"since {date_words(start)}"
    if not start:
        return f"until {date_words(end)}"
    return f"from {date_words(start)} to {date_words(end)}"


def event_words(period: Period) -> str:
    """Say when something happened: in 2010, until 2015, from 2010 to 2015; empty if nothing is."""
    start, end = period
    return moment_words(start) if start and not end else state_words(period)
