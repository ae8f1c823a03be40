"""Calls within limits of rate and money: one by one, and many at once in virtual time."""

import random

import pytest

from sift_assets.core.errors import CallHeldError, ModelCallError
from sift_assets.core.llm.ledger import Limits, State, Sums
from sift_assets.core.llm.metered import Clock, MeteredModel
from sift_assets.core.llm.model import Message, ModelAnswer, ModelRequest, Role
from sift_assets.core.llm.money import FREE, NANO, Price
from sift_assets.core.llm.pacing import Pace
from sift_assets.core.llm.retrying import ATTEMPTS, FailedCallError, Next
from sift_assets.core.llm.tokens import tokens_at_most
from sift_assets_tests.core.llm.budget_simulation import Result, Simulation
from sift_assets_tests.fakes.memory_ledger import MemoryLedger

SIMULATIONS = 1000

REQUEST = ModelRequest(messages=(Message(role=Role.USER, content="x" * 1000),), max_tokens=500)
PRICE = Price(sent=NANO, answered=2 * NANO)
WORST = PRICE.cost(tokens_at_most(REQUEST), 500)
ANSWER = ModelAnswer(text="{}", input_tokens=300, output_tokens=50)
COST = PRICE.cost(300, 50)


class Listed:
    """A provider that gives what is written down, one after the other."""

    name = "openai/listed"

    def __init__(self, *outcomes: ModelAnswer | BaseException, price: Price | None = PRICE) -> None:
        self.outcomes, self._price, self.calls = list(outcomes), price, 0

    def price(self) -> Price | None:
        return self._price

    def answered_at_most(self, request: ModelRequest) -> int:
        return request.max_tokens

    def call(self, request: ModelRequest) -> ModelAnswer:  # noqa: ARG002 - the protocol's
        self.calls += 1
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


class Still:
    """A clock that stands still but for the waits, which it notes."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    @property
    def clock(self) -> Clock:
        def now() -> float:
            return sum(self.waits)

        return Clock(now, self.waits.append, lambda: 0.0, now)


def failure(next_step: Next = Next.RETRY, **more: object) -> FailedCallError:
    error = ModelCallError("openai/listed: it failed", "transient")
    return FailedCallError(error, next_step, **more)  # type: ignore[arg-type]


def metered(
    provider: Listed, ledger: MemoryLedger | None = None, still: Still | None = None
) -> MeteredModel:
    kept = ledger or MemoryLedger(Limits(total=10 * NANO))
    return MeteredModel(provider, kept, Pace(), (still or Still()).clock)


def states(ledger: MemoryLedger) -> list[tuple[State, int]]:
    return [(end.state, end.amount) for _, _, end in ledger.calls]


def test_a_call_is_settled_at_what_it_cost_and_the_rest_of_its_reservation_is_free_again() -> None:
    ledger = MemoryLedger(Limits(total=WORST))
    assert metered(Listed(ANSWER), ledger).complete(REQUEST) == ANSWER
    assert states(ledger) == [(State.SETTLED, COST)]


def test_the_cost_that_the_provider_names_counts_before_our_own() -> None:
    ledger = MemoryLedger(Limits(total=WORST))
    metered(Listed(ANSWER.model_copy(update={"cost_usd": 2e-9})), ledger).complete(REQUEST)
    assert states(ledger) == [(State.SETTLED, 2)]


def test_a_call_that_does_not_fit_below_the_cap_is_not_made() -> None:
    provider = Listed(ANSWER)
    with pytest.raises(CallHeldError, match="budget_usd"):
        metered(provider, MemoryLedger(Limits(total=WORST - 1))).complete(REQUEST)
    assert provider.calls == 0


def test_each_retry_is_reserved_and_settled_by_itself() -> None:
    ledger, still = MemoryLedger(Limits(total=10 * WORST)), Still()
    lost = failure(may_be_billed=True)
    provider = Listed(failure(), lost, failure(Next.ADAPTED), ANSWER)
    assert metered(provider, ledger, still).complete(REQUEST) == ANSWER
    released = (State.RELEASED, 0)
    assert states(ledger) == [released, (State.ASSUMED, WORST), released, (State.SETTLED, COST)]
    assert still.waits == [2.0, 4.0]


def test_a_retry_that_no_longer_fits_is_held_back() -> None:
    ledger = MemoryLedger(Limits(total=WORST))
    provider = Listed(failure(may_be_billed=True), ANSWER)
    with pytest.raises(CallHeldError):
        metered(provider, ledger).complete(REQUEST)
    assert (provider.calls, ledger.sums()) == (1, Sums(WORST, 0))


def test_an_answer_that_does_not_say_what_it_used_counts_at_its_worst() -> None:
    ledger = MemoryLedger(Limits(total=WORST))
    metered(Listed(ModelAnswer(text="{}")), ledger).complete(REQUEST)
    assert states(ledger) == [(State.ASSUMED, WORST)]


def test_an_unpriced_answer_is_kept_and_counted() -> None:
    ledger = MemoryLedger(Limits(total=1))
    assert metered(Listed(ANSWER, price=None), ledger).complete(REQUEST) == ANSWER
    assert states(ledger) == [(State.UNPRICED, 0)]


def test_without_a_budget_a_free_model_is_called_and_one_without_a_price_is_not() -> None:
    free = MemoryLedger(Limits(total=0))
    metered(Listed(ANSWER, price=FREE), free).complete(REQUEST)
    assert states(free) == [(State.SETTLED, 0)]
    with pytest.raises(CallHeldError, match="not known"):
        metered(Listed(ANSWER, price=None), MemoryLedger(Limits(total=0))).complete(REQUEST)


def test_a_call_that_is_stopped_in_the_middle_counts_at_its_worst() -> None:
    ledger = MemoryLedger(Limits(total=WORST))
    with pytest.raises(KeyboardInterrupt):
        metered(Listed(KeyboardInterrupt()), ledger).complete(REQUEST)
    assert states(ledger) == [(State.ASSUMED, WORST)]


def test_an_answer_is_settled_when_it_is_kept_or_at_the_next_call_of_its_thread() -> None:
    ledger = MemoryLedger(Limits(total=10 * WORST))
    provider = Listed(ANSWER, ANSWER)
    model = MeteredModel(provider, ledger, Pace(), Still().clock, keeps_first=True)
    model.complete(REQUEST)
    assert states(ledger) == [(State.OPEN, WORST)]
    model.settle_kept()
    model.complete(REQUEST)
    assert states(ledger) == [(State.SETTLED, COST), (State.OPEN, WORST)]
    model.settle_kept()
    assert ledger.sums() == Sums(2 * COST, 0)


def test_attempts_end_and_the_last_error_is_raised() -> None:
    provider = Listed(*[failure() for _ in range(ATTEMPTS)])
    with pytest.raises(ModelCallError, match="it failed") as caught:
        metered(provider).complete(REQUEST)
    assert (provider.calls, caught.value.kind) == (ATTEMPTS, "transient")


def test_a_server_that_was_never_there_ends_the_run_and_one_that_has_gone_fails_a_chunk() -> None:
    gone = [failure(is_unreachable=True) for _ in range(ATTEMPTS)]
    absent = Listed(*gone)
    with pytest.raises(ModelCallError) as never:
        metered(absent).complete(REQUEST)
    assert (never.value.kind, absent.calls) == ("fatal", 2)
    model = metered(Listed(ANSWER, *gone))
    model.complete(REQUEST)
    with pytest.raises(ModelCallError) as later:
        model.complete(REQUEST)
    assert later.value.kind == "transient"


def test_a_pause_that_the_provider_asks_for_holds_for_every_call() -> None:
    still = Still()
    model = metered(Listed(failure(is_rate=True, retry_after=9.0), ANSWER, ANSWER), still=still)
    model.complete(REQUEST)
    assert still.waits == [9.0]
    model.complete(REQUEST)
    assert still.waits == [9.0]


def checked(result: Result) -> Result:
    limits, sums = result.limits, result.ledger.sums()
    caps = [cap for cap in (limits.total, limits.run) if cap is not None]
    assert result.most <= min(caps)
    assert result.billed <= sums.spent, "the provider bills more than was counted"
    assert sums.reserved == 0
    counted = [end.amount for _, _, end in result.ledger.calls]
    assert sums.spent == sum(counted)
    assert len(counted) == result.calls
    return result


def test_a_thousand_budgets_are_never_overshot_and_add_up() -> None:
    chance = random.Random(20261130)  # noqa: S311 - a seeded sequence
    results = [
        checked(Simulation(seed).run(concurrency=chance.randint(1, 64)))
        for seed in range(SIMULATIONS)
    ]
    assert max(result.at_once for result in results) > 30
    assert sum(result.answered for result in results) > 5 * SIMULATIONS
    assert sum(result.held > 0 for result in results) > SIMULATIONS // 4
    assert sum(result.failed for result in results) > SIMULATIONS // 4
