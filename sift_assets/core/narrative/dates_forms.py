"""The forms in which a date is written, and what each of them means, as an interval of days.

What belongs here: expressions that stand by themselves. What the words around them make of them is
in `dates`.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from typing import NamedTuple

from sift_assets.core.narrative.records import Precision

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_S = r"[\s\u00a0\u2009\u202f]"
"""White space: forms are matched as ASCII, or `ſ` would pass for an s in the name of a month."""

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?P<y>(?:1[0-9]|2[01])[0-9]{2})"
"""From 1000 to 2199: any other number of four digits is rather a number than a year."""

_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?"
_D1, _D2 = rf"(?P<d1>{_DAY})", rf"(?P<d2>{_DAY})"
_M1, _M2 = rf"(?P<m1>{_MONTH})", rf"(?P<m2>{_MONTH})"
_GAP = rf"(?:{_S}{{1,3}}|-)"
_OF = rf"\.?(?:{_S}{{1,3}}of)?{_GAP}"
_COMMA = rf"(?:{_S}{{0,2}},{_S}{{0,3}}|{_S}{{1,3}}(?:of{_S}{{1,3}})?|-)"
_TO = rf"(?:{_S}{{0,2}}[-–—]{_S}{{0,2}}|{_S}{{1,3}}(?:to|and|until|through){_S}{{1,3}})"

_ORDER: tuple[Precision, ...] = ("day", "month", "year")


class DateSpan(NamedTuple):
    """An interval of days.

    Attributes:
        start: First day that is meant, ISO 8601.
        end: Last day that is meant.
        precision: How exactly it is said.
        about: Whether it is said to be approximate.
    """

    start: str
    end: str
    precision: Precision
    about: bool = False


Reader = Callable[[re.Match[str]], DateSpan | None]


class Form(NamedTuple):
    """A form of dates.

    Attributes:
        pattern: What it looks like; no part of a longer word or number.
        in_text: What it means in running text.
        in_field: What it means in a field that holds a date.
        is_bare: Whether it is a number that may be anything else.
    """

    pattern: re.Pattern[str]
    in_text: Reader
    in_field: Reader
    is_bare: bool = False


def from_to(first: DateSpan, last: DateSpan) -> DateSpan | None:
    """Return the interval from one date to another, as exact as the coarser; None if reversed."""
    if first.start > last.start or first.end > last.end:
        return None
    coarser = max(first, last, key=lambda one: _ORDER.index(one.precision))
    return DateSpan(first.start, last.end, coarser.precision, first.about or last.about)


def _written(match: re.Match[str]) -> DateSpan | None:
    """Read a form with the name of a month: one day or month, or a first and a last."""
    said = match.groupdict()
    year, month = int(said["y"]), _month(said["m1"])
    last_month = _month(said.get("m2") or said["m1"])
    day = said.get("d1")
    if day is None:
        return _months(year, month, last_month)
    first = _day(year, month, _number(day))
    last = _day(year, last_month, _number(said.get("d2") or day))
    return from_to(first, last) if first and last else None


def _year_first(match: re.Match[str]) -> DateSpan | None:
    return _day(int(match["y"]), int(match["m"]), int(match["d"]))


def _year_last(match: re.Match[str]) -> DateSpan | None:
    """Read `13/4/2022`; where both orders give a day, and not the same, the year alone is sure."""
    year, one, other = int(match["y"]), int(match["a"]), int(match["b"])
    readings = {_day(year, other, one), _day(year, one, other)} - {None}
    return _years(year, year) if len(readings) > 1 else next(iter(readings), None)


def _hyphened_field(match: re.Match[str]) -> DateSpan | None:
    """Read `2010-11` as ISO 8601 says, `2010-15` as two years."""
    month = int(match["n"])
    return _months(int(match["y"]), month, month) if month <= 12 else _two_years(match)


def _hyphened_text(match: re.Match[str]) -> DateSpan | None:
    """Read `2010-15` as two years; of `2010-11`, a month or two years, the first year is sure."""
    year = int(match["y"])
    return _years(year, year) if 1 <= int(match["n"]) <= 12 else _two_years(match)


def _two_years(match: re.Match[str]) -> DateSpan | None:
    year = int(match["y"])
    last = year - year % 100 + int(match["n"])
    return _years(year, last) if last > year else None


def _quarter(match: re.Match[str]) -> DateSpan | None:
    last = 3 * int(match["q"])
    return _months(int(match["y"]), last - 2, last)


def _decade(match: re.Match[str]) -> DateSpan | None:
    first = int(match["decade"])
    return _years(first, first + 9)


def _only_year(match: re.Match[str]) -> DateSpan | None:
    return _years(int(match["y"]), int(match["y"]))


def _number(day: str) -> int:
    return int(day.rstrip("stndrhSTNDRH"))


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _day(year: int, month: int, day: int) -> DateSpan | None:
    if not (1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        return None
    iso = f"{year:04d}-{month:02d}-{day:02d}"
    return DateSpan(iso, iso, "day")


def _months(year: int, first: int, last: int) -> DateSpan | None:
    if not 1 <= first <= last <= 12:
        return None
    end = monthrange(year, last)[1]
    return DateSpan(f"{year:04d}-{first:02d}-01", f"{year:04d}-{last:02d}-{end:02d}", "month")


def _years(first: int, last: int) -> DateSpan:
    return DateSpan(f"{first:04d}-01-01", f"{last:04d}-12-31", "year")


def _form(
    pattern: str, in_text: Reader, in_field: Reader | None = None, *, is_bare: bool = False
) -> Form:
    whole = rf"(?<![\w$€£#])(?<!\d[.,]){pattern}(?![\w%]|[.,]\d)"
    compiled = re.compile(whole, re.IGNORECASE | re.ASCII)
    return Form(compiled, in_text, in_field or in_text, is_bare)


FORMS = (
    _form(
        rf"{_YEAR}(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}})"
        r"(?:[T ]\d\d:\d\d[0-9:.]{0,12}(?:Z|[+-]\d\d:?\d\d)?)?",
        _year_first,
    ),
    _form(rf"(?P<a>\d{{1,2}})(?P<s>[-/.])(?P<b>\d{{1,2}})(?P=s){_YEAR}", _year_last),
    _form(rf"{_D1}(?:{_TO}{_D2})?{_OF}{_M1}{_COMMA}{_YEAR}", _written),
    _form(rf"{_D1}{_OF}{_M1}{_TO}{_D2}{_OF}{_M2}{_COMMA}{_YEAR}", _written),
    _form(rf"{_M1}{_GAP}{_D1}(?:{_TO}{_D2})?{_COMMA}{_YEAR}", _written),
    _form(rf"{_M1}{_GAP}{_D1}{_TO}{_M2}{_GAP}{_D2}{_COMMA}{_YEAR}", _written),
    _form(rf"{_M1}(?:{_TO}{_M2})?{_COMMA}{_YEAR}", _written),
    _form(rf"{_YEAR}{_S}?[-–]{_S}?(?P<n>\d\d)", _hyphened_text, _hyphened_field),
    _form(rf"q(?P<q>[1-4]){_S}{{1,3}}{_YEAR}", _quarter),
    _form(r"(?P<decade>(?:1\d|20)\d0)['’]?s", _decade),
    _form(rf"(?:spring|summer|autumn|fall){_S}{{1,3}}(?:of{_S}{{1,3}})?{_YEAR}", _only_year),
    _form(_YEAR, _only_year, is_bare=True),
)
"""Every form; where several match, the longest counts."""
