"""Dates of reduced precision as spans of days."""

import pytest

from sift_assets.core.query.dates import days_of


@pytest.mark.parametrize(
    ("date", "days"),
    [
        ("2024", ("2024-01-01", "2024-12-31")),
        ("2024-02", ("2024-02-01", "2024-02-29")),
        ("2024-02-29", ("2024-02-29", "2024-02-29")),
        ("2023-05-01T10:00:00Z", ("2023-05-01", "2023-05-01")),
        ("0999", ("0999-01-01", "0999-12-31")),
    ],
)
def test_a_date_means_its_first_and_last_day(date: str, days: tuple[str, str]) -> None:
    assert days_of(date) == days


@pytest.mark.parametrize(
    "text", ["", "May", "2024-13", "2024-00", "2023-02-29", "2024-01-00", "0000", "24", "2024-1"]
)
def test_what_is_no_date_means_none(text: str) -> None:
    assert days_of(text) is None
