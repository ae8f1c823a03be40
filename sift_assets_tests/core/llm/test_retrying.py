"""Which failed calls are made again, and after how long."""

import pytest

from sift_assets.core.errors import ModelCallError
from sift_assets.core.llm.retrying import (
    ATTEMPTS,
    JITTER,
    MAX_WAIT_SECONDS,
    RATE_ATTEMPTS,
    FailedCallError,
    Next,
    pause_after,
)

ERROR = ModelCallError("openai/x: the provider failed")


def failed(next_step: Next = Next.RETRY, **more: object) -> FailedCallError:
    return FailedCallError(ERROR, next_step, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("failure", "failures", "seconds"),
    [
        (failed(), 1, 2.0),
        (failed(), 3, 8.0),
        (failed(retry_after=7.0), 1, 7.0),
        (failed(retry_after=0.0), 4, 0.0),
        (failed(retry_after=9999.0), 1, MAX_WAIT_SECONDS),
        (failed(is_rate=True), 7, MAX_WAIT_SECONDS),
        (failed(Next.ADAPTED), 0, 0.0),
    ],
)
def test_pauses_double_follow_the_provider_and_are_bounded(
    failure: FailedCallError, failures: int, seconds: float
) -> None:
    assert pause_after(failure, failures, chance=0.0) == seconds
    assert pause_after(failure, failures, chance=1.0) == seconds * (1 + JITTER)


def test_attempts_are_bounded_and_there_are_more_of_those_that_come_too_fast() -> None:
    assert pause_after(failed(), ATTEMPTS, 0.0) is None
    assert pause_after(failed(is_rate=True), ATTEMPTS, 0.0) is not None
    assert pause_after(failed(is_rate=True), RATE_ATTEMPTS, 0.0) is None


def test_what_is_given_up_is_not_tried_again() -> None:
    assert pause_after(failed(Next.GIVE_UP), 1, 0.0) is None
