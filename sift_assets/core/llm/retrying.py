"""One call that failed: whether it is made again, and after how long."""

from enum import StrEnum

from sift_assets.core.errors import ModelCallError

FIRST_WAIT_SECONDS = 2.0
MAX_WAIT_SECONDS = 60.0
"""Limits per minute say in `Retry-After` what they want; more than a minute is not waited."""

ATTEMPTS = 5
"""They wait 2 + 4 + 8 + 16 s between them: longer than a provider's usual hiccup."""

RATE_ATTEMPTS = 8
"""Of calls that come too fast: 2 minutes in all, in which any window of a minute has passed."""

JITTER = 0.25
"""A wait is longer by up to this share, so that calls which failed together do not come together
again. Never shorter, because the provider may have said how long."""


class Next(StrEnum):
    """What to do after a failed call: at once the same another way, later the same, or nothing."""

    ADAPTED = "adapted"
    RETRY = "retry"
    GIVE_UP = "give_up"


class FailedCallError(Exception):
    """One HTTP call failed.

    Args:
        error: What to raise when it is not made again; without any document text.
        next_step: See `Next`.
        retry_after: Seconds that the provider asks to wait, None when it does not say.
        is_rate: Whether calls come too fast.
        may_be_billed: Whether the provider may have answered, and charge for it, although nothing
            usable came.
        is_unreachable: Whether the server could not be reached at all.
    """

    def __init__(
        self,
        error: ModelCallError,
        next_step: Next = Next.GIVE_UP,
        *,
        retry_after: float | None = None,
        is_rate: bool = False,
        may_be_billed: bool = False,
        is_unreachable: bool = False,
    ) -> None:
        super().__init__(error.message)
        self.error, self.next_step, self.retry_after = error, next_step, retry_after
        self.is_rate, self.may_be_billed = is_rate, may_be_billed
        self.is_unreachable = is_unreachable


def pause_after(failure: FailedCallError, failures: int, chance: float) -> float | None:
    """Return how many seconds to wait before the next try, None when there is to be none.

    Args:
        failure: The latest.
        failures: How many there have been, this one included.
        chance: From 0 to 1, at random.
    """
    if failure.next_step is Next.ADAPTED:
        return 0.0
    allowed = RATE_ATTEMPTS if failure.is_rate else ATTEMPTS
    if failure.next_step is Next.GIVE_UP or failures >= allowed:
        return None
    wanted = failure.retry_after
    if wanted is None:
        wanted = FIRST_WAIT_SECONDS * 2 ** (failures - 1)
    return min(wanted, MAX_WAIT_SECONDS) * (1 + JITTER * chance)
