"""Dates of reduced precision as spans of days: what `2024-03` begins and ends with."""

import calendar
import re
from typing import NamedTuple

_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:T.*)?")

LAST_MONTH = 12


class Days(NamedTuple):
    """First and last day, ISO 8601; both are part of the span."""

    first: str
    last: str


def days_of(date: str) -> Days | None:
    """Return the days that a date means.

    Args:
        date: ISO 8601: a year, a month or a day; a time of day does not count.

    Returns:
        None for what is no date.
    """
    found = _DATE.fullmatch(date)
    if not found:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    if year < 1 or month > LAST_MONTH:
        return None
    if found[2] is None:
        return Days(f"{year:04}-01-01", f"{year:04}-12-31")
    if not month:
        return None
    length = calendar.monthrange(year, month)[1]
    if found[3] is None:
        return Days(f"{year:04}-{month:02}-01", f"{year:04}-{month:02}-{length:02}")
    whole = f"{year:04}-{month:02}-{day:02}"
    return Days(whole, whole) if 1 <= day <= length else None
