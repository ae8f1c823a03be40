"""Dates as documents state them of themselves."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.dates import first_date, iso_date


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("2024", "2024"),
        ("2024-3", "2024-03"),
        ("2024-03-01", "2024-03-01"),
        ("2024-03-01T23:30:00-08:00", "2024-03-01"),
        ("2024/03/01", "2024-03-01"),
        ("D:20240315143000+01'00'", "2024-03-15"),
        ("20240315", "2024-03-15"),
        ("Wed, 15 Mar 2024 14:30:00 +0000", "2024-03-15"),
        ("1 January 2024", "2024-01-01"),
        ("March 5th, 2024", "2024-03-05"),
        ("Sept. 2021", "2021-09"),
        ("May 5, 2023", "2023-05-05"),
        ("3/4/2024", ""),
        ("2024-02-30", ""),
        ("2024-13", ""),
        ("31 Foo 2024", ""),
        ("0000-00-00", ""),
        ("yesterday", ""),
        ("", ""),
        ("2024" * 50, ""),
    ],
)
def test_a_stated_date_keeps_its_precision_and_is_never_invented(
    stated: str, expected: str
) -> None:
    assert iso_date(stated) == expected


@given(st.dates(date(1000, 1, 1), date(2199, 12, 31)))
def test_every_day_is_read_in_every_form(day: date) -> None:
    for form in ("%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "D:%Y%m%d000000Z", "%a, %d %b %Y 10:00:00"):
        stated = day.strftime(form)
        assert iso_date(stated.replace(day.strftime("%Y"), f"{day.year:04d}")) == day.isoformat()


@given(st.text())
def test_any_text_is_a_date_or_none(text: str) -> None:
    assert len(iso_date(text)) in (0, 4, 7, 10)


def test_the_first_field_that_is_a_date_wins() -> None:
    assert first_date(None, "", "soon", "2020-02", "2021") == "2020-02"
