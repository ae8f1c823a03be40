"""The rules of the ledger: granted, waiting, refused, and what a settlement changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.llm.ledger import (
    Limits,
    PlannedCall,
    Settlement,
    Spending,
    State,
    Sums,
    Verdict,
    decided,
)
from sift_assets_tests.fakes.memory_ledger import MemoryLedger

DAY = 86_400.0


def call(worst: int | None) -> PlannedCall:
    return PlannedCall(stage="extract", model="openai/x", worst=worst, seconds=60)


def spent(total: Sums) -> Spending:
    return Spending(total=total)


@pytest.mark.parametrize(
    ("sums", "worst", "verdict"),
    [
        (Sums(0, 0), 100, Verdict.GRANTED),
        (Sums(60, 0), 40, Verdict.GRANTED),
        (Sums(60, 0), 41, Verdict.REFUSED),
        (Sums(30, 30), 41, Verdict.WAIT),
        (Sums(60, 30), 41, Verdict.REFUSED),
        (Sums(100, 0), 0, Verdict.GRANTED),
        (Sums(120, 0), 0, Verdict.GRANTED),
    ],
)
def test_a_call_is_granted_below_the_cap_waits_for_calls_under_way_or_is_refused(
    sums: Sums, worst: int, verdict: Verdict
) -> None:
    assert decided(Limits(total=100), spent(sums), worst)[0] is verdict


def test_a_refusal_names_the_cap_and_the_sums() -> None:
    limits = Limits(total=5 * 10**9, run=10**9)
    spending = Spending(total=Sums(2 * 10**9, 0), run=Sums(10**9, 0))
    verdict, reason = decided(limits, spending, 20_000_000)
    assert verdict is Verdict.REFUSED
    assert "budget_per_run_usd is $1.00, $1.00 is spent, and a call may cost $0.02" in reason


def test_without_a_budget_only_what_is_known_to_be_free_is_called() -> None:
    nothing = Limits(total=0)
    assert decided(nothing, Spending(), 0)[0] is Verdict.GRANTED
    assert decided(nothing, Spending(), 1)[0] is Verdict.REFUSED
    verdict, reason = decided(nothing, Spending(), None)
    assert verdict is Verdict.REFUSED
    assert "price of the model is not known" in reason


def test_an_unknown_price_is_below_any_budget_but_none_at_all() -> None:
    assert decided(Limits(total=1), spent(Sums(1, 0)), None)[0] is Verdict.GRANTED


def test_the_cap_of_a_day_is_free_again_on_the_next_one() -> None:
    ledger = MemoryLedger(Limits(total=1000, day=100))
    first = ledger.reserve(call(100), now=0.0)
    ledger.settle(first.number, Settlement(state=State.SETTLED, amount=100))
    assert ledger.reserve(call(10), now=DAY - 1).verdict is Verdict.REFUSED
    assert ledger.reserve(call(10), now=DAY).verdict is Verdict.GRANTED


def test_a_call_that_was_given_up_for_dead_is_corrected_and_any_other_stays_as_it_ended() -> None:
    ledger = MemoryLedger(Limits(total=1000))
    number = ledger.reserve(call(100), now=0.0).number
    ledger.settle(number, Settlement(state=State.ASSUMED, amount=100))
    ledger.settle(number, Settlement(state=State.SETTLED, amount=7))
    assert ledger.sums() == Sums(7, 0)
    ledger.settle(number, Settlement(state=State.ASSUMED, amount=100))
    ledger.settle(number, Settlement(state=State.SETTLED, amount=900))
    assert ledger.sums() == Sums(7, 0)


ends = st.sampled_from([State.SETTLED, State.ASSUMED, State.RELEASED, State.UNPRICED])


@given(
    st.integers(0, 300),
    st.lists(st.tuples(st.integers(0, 120), ends, st.integers(0, 100)), max_size=30),
    st.randoms(use_true_random=False),
)
def test_in_any_order_what_is_spent_and_reserved_stays_below_the_cap(
    cap: int, wanted: list[tuple[int, State, int]], chance: object
) -> None:
    ledger = MemoryLedger(Limits(total=cap))
    under_way: list[tuple[int, Settlement]] = []
    for worst, state, share in wanted:
        reply = ledger.reserve(call(worst), now=0.0)
        if reply.verdict is Verdict.GRANTED:
            counts = state in (State.SETTLED, State.ASSUMED)
            amount = worst if state is State.ASSUMED else worst * share // 100
            end = Settlement(state=state, amount=amount if counts else 0)
            under_way.append((reply.number, end))
        if under_way and chance.random() < 0.5:  # type: ignore[attr-defined]
            ledger.settle(*under_way.pop(chance.randrange(len(under_way))))  # type: ignore[attr-defined]
        assert sum(ledger.sums()) <= cap
    for number, end in under_way:
        ledger.settle(number, end)
    assert ledger.sums() == Sums(sum(end.amount for _, _, end in ledger.calls), 0)
