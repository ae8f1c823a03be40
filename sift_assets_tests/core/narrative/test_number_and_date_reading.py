from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.narrative.date_reading import Date, holds, said_dates
from sift_assets.core.narrative.number_reading import is_stated, numbers_in
from sift_assets.core.narrative.periods import date_words


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("on 11 November 2022", [Date(2022, 11, 11)]),
        ("Nov. 11, 2022", [Date(2022, 11, 11)]),
        ("the 11th of November, 2022", [Date(2022, 11, 11)]),
        ("2022-11-11", [Date(2022, 11, 11)]),
        ("in November 2022", [Date(2022, 11)]),
        ("Sept 2019", [Date(2019, 9)]),
        ("2022-11", [Date(2022, 11)]),
        ("since 2010.", [Date(2010)]),
        ("1998–2004", [Date(1998), Date(2004)]),
        ("1998-2004", [Date(1998), Date(2004)]),
        ("2–4 March 2021", [Date(2021, 3, 2), Date(2021, 3, 4)]),
        ("November 8–9, 2022", [Date(2022, 11, 8), Date(2022, 11, 9)]),
        ("November 9", [Date(0, 11, 9)]),
        ("9 November", [Date(0, 11, 9)]),
        ("the 1990s", [Date(1990)]),
        ("2,019 tons, $2019, 2019 euros, 12019, 2019.5", []),
        ("They may 12 times march", []),
        ("13/13/2021", []),
    ],
)
def test_dates_are_found_in_any_form(text: str, dates: list[Date]) -> None:
    assert [one.readings[0] for one in said_dates(text)] == dates


def test_a_date_in_figures_may_be_two_days() -> None:
    (one,) = said_dates("3/4/2021")
    assert one.readings == (Date(2021, 3, 4), Date(2021, 4, 3))
    (other,) = said_dates("13/4/2021")
    assert other.readings == (Date(2021, 4, 13),)


def test_a_less_exact_date_holds_where_a_more_exact_one_is_stated() -> None:
    day = Date(2022, 11, 11)
    assert all(holds(said, day) for said in (day, Date(2022, 11), Date(2022), Date(0, 11, 11)))
    assert not any(holds(said, day) for said in (Date(2022, 11, 12), Date(2021), Date(0, 12, 11)))
    assert not holds(day, Date(2022, 11))


@given(st.integers(1000, 2099), st.integers(0, 12), st.integers(0, 28))
def test_what_is_written_of_a_date_is_read_as_that_date(year: int, month: int, day: int) -> None:
    date = Date(year, month, day if month else 0)
    iso = "-".join(f"{part:02d}" for part in date if part)
    (found,) = said_dates(f"It was {date_words(iso)}.")
    assert found.readings == (date,)


@pytest.mark.parametrize(
    ("text", "values", "unit"),
    [
        ("1,000 tons", ["1000"], ""),
        ("1000 tons", ["1000"], ""),
        ("1.000 tons", ["1", "1000"], ""),
        ("1,5 tons", ["1.5"], ""),
        ("1,234,567.89", ["1234567.89"], ""),
        ("1.234.567,89", ["1234567.89"], ""),
        ("$1.5 billion", ["1500000000"], "$"),
        ("US$32 billion", ["32000000000"], "$"),
        ("€10m", ["10000000"], "€"),
        ("2.4 million euros", ["2400000"], "€"),
        ("EUR 5", ["5"], "€"),
        ("90%", ["90"], "%"),
        ("ninety", ["90"], ""),
        ("90 per cent", ["90"], "%"),
        ("41st-richest", ["41"], ""),
        ("25-year-old", ["25"], ""),
        ("twenty-five years", ["25"], ""),
        ("one hundred and twenty", ["120"], ""),
        ("two hundred thousand", ["200000"], ""),
        ("five million", ["5000000"], ""),
        ("a dozen", ["12"], ""),
        ("10-K", ["10"], ""),
    ],
)
def test_numbers_are_found_in_digits_and_in_words(text: str, values: list[str], unit: str) -> None:
    (one,) = numbers_in(text)
    assert list(one.values) == [Decimal(value) for value in values]
    assert one.unit == unit


def test_what_is_no_number_of_its_own_is_none() -> None:
    assert numbers_in("one of them, FTX2, x1, the millions, and a hundred") == ()
    assert numbers_in("9" * 50) == ()


def test_several_numbers_stay_apart() -> None:
    found = [one.values[0] for one in numbers_in("two, three and 4 or 10-15")]
    assert found == [Decimal(number) for number in (2, 3, 4, 10, 15)]


def test_a_unit_that_is_said_must_be_stated() -> None:
    (euros,), (dollars,), (bare,) = map(numbers_in, ("€5", "$5", "5"))
    assert is_stated(euros, euros)
    assert is_stated(bare, dollars)
    assert not is_stated(euros, bare)
    assert not is_stated(euros, dollars)


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    spans = [(one.start, one.end) for one in (*said_dates(text), *numbers_in(text))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
