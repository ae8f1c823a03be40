"""A sliding window over a minute, without a clock."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.llm.pacing import WINDOW_SECONDS, Pace, Pacing, Rates


def paced(pace: Pacing, tokens: list[int], now: float = 0) -> list[float]:
    """Return when each of some calls is admitted, one after the other."""
    moments: list[float] = []
    for taken in tokens:
        wait, _ = pace.admit(now, taken)
        while wait:
            now += wait
            wait, _ = pace.admit(now, taken)
        moments.append(now)
    return moments


def test_without_limits_nothing_waits() -> None:
    assert paced(Pace(), [10**9] * 100) == [0.0] * 100


def test_so_many_calls_are_admitted_and_the_next_one_when_the_first_leaves_the_window() -> None:
    assert paced(Pace(Rates(rpm=2)), [1, 1, 1, 1, 1]) == [0, 0, 60, 60, 120]


def test_tokens_are_counted_like_calls_and_a_call_of_too_many_passes_alone() -> None:
    assert paced(Pace(Rates(tpm=100)), [60, 40, 1]) == [0, 0, 60]
    assert paced(Pace(Rates(tpm=100)), [500, 500, 1]) == [0, 60, 120]


def test_a_call_that_took_fewer_tokens_makes_room_and_one_withdrawn_leaves_no_trace() -> None:
    pace = Pace(Rates(tpm=100))
    _, first = pace.admit(0.0, 100)
    assert pace.admit(1.0, 50) == (59.0, 0)
    pace.correct(first, 50)
    wait, second = pace.admit(1.0, 50)
    assert wait == 0
    pace.withdraw(second)
    assert pace.admit(1.0, 50)[0] == 0


def test_nothing_is_admitted_before_the_moment_that_the_provider_names() -> None:
    pace = Pace(Rates(rpm=100))
    pace.close(7.0)
    pace.close(3.0)
    assert pace.admit(2.0, 1) == (5.0, 0)
    assert pace.admit(7.0, 1)[0] == 0


@given(
    st.integers(1, 5),
    st.integers(1, 50),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 60)), max_size=30),
)
def test_no_window_of_a_minute_holds_more_than_the_limits(
    rpm: int, tpm: int, calls: list[tuple[int, int]]
) -> None:
    pace, now = Pace(Rates(rpm=rpm, tpm=tpm)), 0.0
    admitted: list[tuple[float, int]] = []
    for later, tokens in calls:
        now += later
        (now,) = paced(pace, [tokens], now)
        admitted.append((now, tokens))
        inside = [taken for at, taken in admitted if at > now - WINDOW_SECONDS]
        assert len(inside) <= rpm
        assert sum(inside) <= tpm or len(inside) == 1
