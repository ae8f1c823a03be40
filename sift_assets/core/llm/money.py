"""Sums of money and prices as whole numbers, so that any sum of many is exact.

The unit is the nano-dollar: the cheapest token of today's models costs about ten of them.
"""

import math
from fractions import Fraction

from sift_assets.core.records.record import Record

NANO = 10**9
"""Nano-dollars in a dollar."""

MILLION = 10**6
"""Tokens that a price is of: prices per token are fractions of a nano-dollar."""

CENTS_SHOWN = 0.01
"""Sums below a cent are shown with more digits."""


class Price(Record):
    """What a model costs.

    Attributes:
        sent: Nano-dollars for a million tokens that are sent.
        answered: Nano-dollars for a million tokens that are answered.
    """

    sent: int
    answered: int

    def cost(self, sent_tokens: int, answered_tokens: int) -> int:
        """Return the cost of one call in nano-dollars, rounded up."""
        return -(-(sent_tokens * self.sent + answered_tokens * self.answered) // MILLION)

    @property
    def is_free(self) -> bool:
        """Whether nothing is ever to be paid."""
        return not (self.sent or self.answered)


FREE = Price(sent=0, answered=0)
"""Of a model on a machine of one's own."""


def price_per_token(sent: float, answered: float) -> Price:
    """Return a price from dollars per token, as tables of prices have it."""
    return Price(sent=nanodollars(sent * MILLION), answered=nanodollars(answered * MILLION))


def nanodollars(dollars: float) -> int:
    """Return a sum in nano-dollars, rounded up; a hair above a whole number is that number."""
    exact = Fraction(repr(dollars)) * NANO
    near = round(exact)
    return near if abs(exact - near) < Fraction(1, 1000) else math.ceil(exact)


def dollars(nano: int) -> float:
    """Return a sum in dollars, for people and for JSON."""
    return nano / NANO


def in_words(nano: int) -> str:
    """Write a sum as people do: `$3.20`, and `$0.0042` below a cent."""
    sum_of = dollars(nano)
    return f"${sum_of:.4f}" if 0 < abs(sum_of) < CENTS_SHOWN else f"${sum_of:.2f}"
