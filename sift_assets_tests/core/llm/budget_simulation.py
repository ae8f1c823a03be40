"""Many calls at once to a provider of random moods, in virtual time: no clock, no threads.

The real order of steps (`MeteredModel.steps`) is driven by a queue of events. The provider bills
by its own book, which knows nothing of the ledger.
"""

import heapq
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from sift_assets.core.errors import CallHeldError, ModelCallError
from sift_assets.core.llm.ledger import Limits
from sift_assets.core.llm.metered import Clock, MeteredModel, Pause, Steps
from sift_assets.core.llm.model import Message, ModelAnswer, ModelRequest, Role
from sift_assets.core.llm.money import Price, dollars
from sift_assets.core.llm.pacing import Pace, Rates
from sift_assets.core.llm.retrying import FailedCallError, Next
from sift_assets.core.llm.tokens import tokens_at_most
from sift_assets_tests.fakes.memory_ledger import MemoryLedger

SECONDS_AT_MOST = 10**7
"""Of virtual time; a simulation that goes on longer is stuck."""


@dataclass
class Result:
    """What came of one simulation.

    Attributes:
        answered: Requests that were answered.
        held: Requests that were held back.
        failed: Requests that failed for good.
        billed: What the provider charges, in nano-dollars.
        most: The most that was ever spent and reserved at a time.
        at_once: The most calls under way at a time.
        calls: HTTP calls made.
        ledger: As it stands at the end.
        limits: What might be spent.
    """

    limits: Limits
    ledger: MemoryLedger
    answered: int = 0
    held: int = 0
    failed: int = 0
    billed: int = 0
    most: int = 0
    at_once: int = 0
    calls: int = 0


@dataclass
class MoodyProvider:
    """A provider whose answers, failures and latencies are random; it bills what it answered."""

    chance: random.Random
    cost: Price
    name: str = "openai/random"
    moods: tuple[float, float, float] = field(init=False)

    def __post_init__(self) -> None:
        self.moods = (self.chance.uniform(0, 0.3), self.chance.uniform(0, 0.2), 0.05)

    def price(self) -> Price:
        return self.cost

    def answered_at_most(self, request: ModelRequest) -> int:
        return request.max_tokens

    def call(self, request: ModelRequest) -> ModelAnswer:
        raise NotImplementedError(request)

    def outcome(self, request: ModelRequest) -> tuple[ModelAnswer | FailedCallError, int]:
        """Return what a call gives, and what the provider charges for it."""
        sent = self.chance.randint(0, tokens_at_most(request))
        answered = self.chance.randint(1, request.max_tokens)
        bill = self.cost.cost(sent, answered)
        refused, cut, silent = self.moods
        mood = self.chance.random()
        if mood < refused:
            return self._failure(may_be_billed=False), 0
        if mood < refused + cut:
            return self._failure(may_be_billed=True), bill if self.chance.random() < 0.5 else 0
        if mood < refused + cut + silent:
            return ModelAnswer(text="{}"), bill  # it does not say what it used
        answer = ModelAnswer(text="{}", input_tokens=sent, output_tokens=answered)
        known = self.chance.random() < 0.5
        return answer.model_copy(update={"cost_usd": dollars(bill) if known else None}), bill

    def _failure(self, *, may_be_billed: bool) -> FailedCallError:
        step = self.chance.choice([Next.RETRY, Next.RETRY, Next.GIVE_UP])
        error = ModelCallError("it failed")
        wanted = self.chance.choice([None, 1.0, 30.0])
        return FailedCallError(
            error, step, retry_after=wanted, is_rate=not may_be_billed, may_be_billed=may_be_billed
        )


class Simulation:
    """One run of many requests through one metered model.

    Args:
        seed: Of everything random.
    """

    def __init__(self, seed: int) -> None:
        self._chance = chance = random.Random(seed)  # noqa: S311 - a seeded sequence
        self._now, self._order = 0.0, itertools.count()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._provider = MoodyProvider(chance, Price(sent=_price(chance), answered=_price(chance)))
        self._requests = [_request(chance, n) for n in range(chance.randint(1, 60))]
        dearest = max(
            self._provider.cost.cost(tokens_at_most(r), r.max_tokens) for r in self._requests
        )
        total = int(dearest * chance.choice([0, 0.5, 1, 3, 10, 100]))
        run = chance.choice([None, int(dearest * chance.uniform(0, 20))])
        ledger = MemoryLedger(Limits(total=total, run=run))
        self.result = Result(ledger.limits, ledger)
        rpm, tpm = chance.choice([None, 5, 60]), chance.choice([None, 10_000, 10**6])
        pace = Pace(Rates(rpm=rpm, tpm=tpm))
        clock = Clock(lambda: self._now, lambda _: None, chance.random, lambda: self._now)
        self._model = MeteredModel(self._provider, ledger, pace, clock)

    def run(self, concurrency: int) -> Result:
        """Ask for everything with so many requests under way at a time."""
        waiting = list(reversed(self._requests))
        under_way = 0

        def begin() -> None:
            nonlocal under_way
            if waiting:
                under_way += 1
                self.result.at_once = max(self.result.at_once, under_way)
                steps = self._model.steps(waiting.pop())
                self._go_on(steps, lambda: next(steps), ended)

        def ended() -> None:
            nonlocal under_way
            under_way -= 1
            begin()

        for _ in range(concurrency):
            self._at(self._chance.uniform(0, 1), begin)
        while self._events:
            self._now, _, act = heapq.heappop(self._events)
            assert self._now < SECONDS_AT_MOST
            act()
            self.result.most = max(self.result.most, sum(self.result.ledger.sums()))
        return self.result

    def _at(self, later: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self._now + later, next(self._order), act))

    def _go_on(
        self, steps: Steps, proceed: Callable[[], object], ended: Callable[[], None]
    ) -> None:
        try:
            step = proceed()
        except StopIteration:
            self.result.answered += 1
            return ended()
        except CallHeldError:
            self.result.held += 1
            return ended()
        except ModelCallError:
            self.result.failed += 1
            return ended()
        if isinstance(step, Pause):
            return self._at(step.seconds, lambda: self._go_on(steps, lambda: next(steps), ended))
        outcome, bill = self._provider.outcome(step.request)  # type: ignore[attr-defined]
        self.result.calls += 1
        self.result.billed += bill

        def arrived() -> object:
            if isinstance(outcome, FailedCallError):
                return steps.throw(outcome)
            return steps.send(outcome)

        return self._at(self._chance.expovariate(1.0), lambda: self._go_on(steps, arrived, ended))


def _price(chance: random.Random) -> int:
    return int(10 ** chance.uniform(6, 11))


def _request(chance: random.Random, number: int) -> ModelRequest:
    said = f"{number} " + "word " * chance.randint(0, 400)
    return ModelRequest(
        messages=(Message(role=Role.USER, content=said),), max_tokens=chance.randint(1, 4000)
    )
