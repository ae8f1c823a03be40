"""Names, numbers and dates of a sentence, and whether other texts hold them.

What belongs here: one fact against some texts. What makes a sentence as a whole hold or not, and
what a passage supports beside its quote, is in `checking`.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from sift_assets.core.narrative.date_reading import SaidDate, holds, said_dates
from sift_assets.core.narrative.names_reading import FoundName, NameRun, name_runs
from sift_assets.core.narrative.number_reading import FoundNumber, is_stated, numbers_in
from sift_assets.core.narrative.tokens import forms_of, row_of

REMEMBERED = 4096
"""Passages of which is kept what they state: sentences of one community cite them again."""


class Facts(NamedTuple):
    """What can be compared in a sentence.

    Attributes:
        names: Rows of words with capitals, and known names.
        numbers: Without those that are in names or dates.
        dates: Without those that are in names.
    """

    names: tuple[NameRun, ...]
    numbers: tuple[FoundNumber, ...]
    dates: tuple[SaidDate, ...]


class Support(NamedTuple):
    """What some texts support.

    Attributes:
        rows: The words of each as one row, see `tokens.row_of`.
        numbers: Of all of them.
        dates: Of all of them.
    """

    rows: tuple[str, ...]
    numbers: tuple[FoundNumber, ...]
    dates: tuple[SaidDate, ...]


NOTHING = Support((), (), ())
"""Supports no fact."""


def facts_in(text: str, known_names: Collection[str]) -> Facts:
    """Return the names, numbers and dates of a sentence."""
    runs = name_runs(text, known_names)
    plain = blanked(text, [part for run in runs for part in run.parts if part.is_known])
    dates = said_dates(plain)
    numbers = numbers_in(blanked(plain, dates))
    names = tuple(run for run in runs if not _is_within(run, (*dates, *numbers)))
    return Facts(names, numbers, dates)


def _is_within(run: NameRun, spans: Iterable[SaidDate | FoundNumber]) -> bool:
    """Say whether a row of capitals is the name of a month or of a currency."""
    return any(one.start <= run.whole.start and run.whole.end <= one.end for one in spans)


def blanked(text: str, spans: Iterable[FoundName | SaidDate]) -> str:
    """Return a text of the same length with spaces where some of its parts were."""
    for span in spans:
        text = f"{text[: span.start]}{' ' * (span.end - span.start)}{text[span.end :]}"
    return text


@lru_cache(REMEMBERED)
def stated_in(texts: tuple[str, ...]) -> Support:
    """Return what some texts support."""
    rows: list[str] = []
    numbers: list[FoundNumber] = []
    dates: list[SaidDate] = []
    for text in texts:
        found = said_dates(text)
        dates += found
        numbers += numbers_in(blanked(text, (one for one in found if not _is_a_year(one))))
        rows.append(row_of(forms_of(text)))
    return Support(tuple(rows), tuple(numbers), tuple(dates))


def _is_a_year(date: SaidDate) -> bool:
    """Say whether a date may as well be a number: 2000."""
    return date.end - date.start == 4


def support_of(passages: Iterable[tuple[str, ...]]) -> Support:
    """Return what several passages support together, each by its texts."""
    parts = [stated_in(texts) for texts in passages]
    return Support(
        rows=tuple(chain.from_iterable(part.rows for part in parts)),
        numbers=tuple(chain.from_iterable(part.numbers for part in parts)),
        dates=tuple(chain.from_iterable(part.dates for part in parts)),
    )


def missing_facts(facts: Facts, support: Support, counts: Collection[int] = ()) -> list[str]:
    """Return the facts of a sentence that nothing supports, each in a few words.

    Args:
        facts: Of the sentence.
        support: Of what it cites.
        counts: Numbers that need no support.
    """
    names = [part.text for run in facts.names for part in _unnamed(run, support)]
    numbers = [one for one in facts.numbers if not has_number(one, support, counts)]
    dates = [one for one in facts.dates if not has_date(one, support, counts)]
    return [
        *(f"the name {name}" for name in dict.fromkeys(names)),
        *(f"the number {_plain(one)}" for one in numbers),
        *(f"the date {_written(one)}" for one in dates),
    ]


def _plain(number: FoundNumber) -> str:
    return f"{number.values[-1].normalize():f}{number.unit}"


def _written(date: SaidDate) -> str:
    return "-".join(f"{part:02d}" for part in date.readings[0] if part)


def _unnamed(run: NameRun, support: Support) -> list[FoundName]:
    """Return the parts of a row of capitals that nothing supports; a row is one name or several.

    What is no known name has to stand in the evidence together with its neighbours: of "Ada Meier"
    both halves may be in it, each with another one.
    """
    if has_name(run.whole, support):
        return []
    lacking = [part for part in run.parts if not _has_part(part, support)]
    return lacking if all(part.is_known for part in lacking) else [run.whole]


def has_name(name: FoundName, support: Support) -> bool:
    """Return whether a name stands somewhere in the evidence, as a row of words."""
    row = row_of(name.forms)
    return any(row in text for text in support.rows) or _is_compound(name, support)


def _has_part(name: FoundName, support: Support) -> bool:
    return _is_compound(name, support) or (name.is_known and has_name(name, support))


def _is_compound(name: FoundName, support: Support) -> bool:
    """Say whether a supported name has a word behind it: Kestrel-owned."""
    first, _, rest = name.text.partition("-")
    row = row_of(forms_of(first))
    is_one = len(name.forms) == 1 and bool(first) and rest.islower()
    return is_one and any(row in text for text in support.rows)


def has_number(number: FoundNumber, support: Support, counts: Collection[int] = ()) -> bool:
    """Return whether a number is stated, or one of those that need no support."""
    is_count = not number.unit and any(value in counts for value in number.values)
    return is_count or any(is_stated(number, one) for one in support.numbers)


def has_date(date: SaidDate, support: Support, counts: Collection[int] = ()) -> bool:
    """Return whether a date holds where one of the stated dates does, or is a number that is."""
    stated = [reading for one in support.dates for reading in one.readings]
    if any(holds(said, one) for said in date.readings for one in stated):
        return True
    year = date.readings[0].year
    is_number = year in counts or any(year in one.values for one in support.numbers)
    return _is_a_year(date) and is_number
