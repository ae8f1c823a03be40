"""Dates that a document states of itself, as ISO 8601 to the precision stated.

What belongs here: dates of front matter, headers and metadata, in the forms that those fields use.
Dates in running text are the extractors' business. Nothing is invented: `3/4/2024`, which means two
days, is no date.
"""

import re
from calendar import monthrange

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january", "feb february", "mar march", "apr april", "may", "jun june",
            "jul july", "aug august", "sep sept september", "oct october", "nov november",
            "dec december",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_ISO = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T\s].*)?)?)?\Z", re.DOTALL)
_SLASHED = re.compile(r"(\d{4})[/.](\d{1,2})(?:[/.](\d{1,2}))?\Z")
_PDF = re.compile(r"(?:D:)?(\d{4})(\d{2})(\d{2})(?:\d{2,6})?(?:Z|[+-]\d\d.*)?\Z")
_DAY_FIRST = re.compile(
    r"(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4})\b"
)
_MONTH_FIRST = re.compile(
    r"(?:[A-Za-z]{3,9},\s+)?([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b"
)
_MONTH_ONLY = re.compile(r"([A-Za-z]{3,9})\.?,?\s+(\d{4})\Z")
_EARLIEST, _LATEST = 1000, 2200  # years; anything else in such a field is a default or an error
_LONGEST = 80  # characters; a longer field is not a date


def iso_date(stated: str) -> str:
    """Return a stated date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or empty when it is none.

    The calendar day is taken as written, without conversion between time zones.

    Args:
        stated: One field, for example `Wed, 15 Mar 2024 14:30:00 +0000`, `2024-03`, `March 2024`
            or `D:20240315143000Z`.
    """
    stated = stated.strip()
    if len(stated) > _LONGEST:
        return ""
    for pattern in (_ISO, _SLASHED, _PDF):
        if match := pattern.match(stated):
            return _checked(*(int(part) if part else 0 for part in match.groups()))
    if match := _DAY_FIRST.match(stated):
        day, month, year = match.groups()
        return _checked(int(year), _MONTHS.get(month.lower(), 13), int(day))
    if match := _MONTH_FIRST.match(stated):
        month, day, year = match.groups()
        return _checked(int(year), _MONTHS.get(month.lower(), 13), int(day))
    if match := _MONTH_ONLY.match(stated):
        month, year = match.groups()
        return _checked(int(year), _MONTHS.get(month.lower(), 13))
    return ""


def first_date(*stated: object) -> str:
    """Return the first of several fields that is a date, as ISO 8601, or empty."""
    return next(filter(None, (iso_date(str(field)) for field in stated if field)), "")


def _checked(year: int, month: int = 0, day: int = 0) -> str:
    if not (_EARLIEST <= year < _LATEST and month <= 12):
        return ""
    if not month:
        return f"{year:04d}"
    if not day:
        return f"{year:04d}-{month:02d}"
    return f"{year:04d}-{month:02d}-{day:02d}" if day <= monthrange(year, month)[1] else ""
