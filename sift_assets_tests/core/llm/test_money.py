"""Money as whole numbers: prices, costs, and how sums are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.llm.money import (
    FREE,
    MILLION,
    NANO,
    Price,
    dollars,
    in_words,
    nanodollars,
    price_per_token,
)


@pytest.mark.parametrize(
    ("given_dollars", "nano"),
    [
        *((0.0, 0), (1.0, NANO), (0.1, 100_000_000), (5.0, 5 * NANO), (1e-9, 1)),
        *((1.5e-10, 1), (0.30000000000000004, 300_000_000), (1e6, 10**15)),
    ],
)
def test_dollars_become_whole_nanodollars_rounded_up(given_dollars: float, nano: int) -> None:
    assert nanodollars(given_dollars) == nano


def test_a_price_per_token_is_a_whole_price_of_a_million() -> None:
    price = price_per_token(1.5e-07, 6e-07)
    assert price == Price(sent=150_000_000, answered=600_000_000)
    assert price.cost(1_000_000, 0) == 150_000_000
    assert dollars(price.cost(100, 20)) == pytest.approx(100 * 1.5e-7 + 20 * 6e-7)
    assert (FREE.is_free, price.is_free) == (True, False)
    assert FREE.cost(10**9, 10**9) == 0


def test_a_part_of_a_nanodollar_is_rounded_up_never_down() -> None:
    assert Price(sent=1, answered=0).cost(1, 0) == 1
    assert Price(sent=1, answered=1).cost(MILLION, 1) == 2


@given(*[st.integers(0, 10**12)] * 2, *[st.integers(0, 10**7)] * 4)
def test_two_calls_cost_no_less_apart_than_together(
    sent: int, answered: int, a: int, b: int, c: int, d: int
) -> None:
    price = Price(sent=sent, answered=answered)
    apart, together = price.cost(a, b) + price.cost(c, d), price.cost(a + c, b + d)
    assert together <= apart <= together + 1


@pytest.mark.parametrize(
    ("nano", "words"),
    [
        *((0, "$0.00"), (5 * NANO, "$5.00"), (10_000_000, "$0.01"), (4_200_000, "$0.0042")),
        (1_234_567_890, "$1.23"),
    ],
)
def test_sums_are_written_as_people_do(nano: int, words: str) -> None:
    assert in_words(nano) == words
