"""A language model whose every call is paced, paid for from a ledger, and made again if it fails.

What belongs here: the order of things around one call. What does not: what one call is (a
provider, in `sift_assets.resources`), and the rules of pace, money and retries, each in a module
of its own. The order is a generator that waits for nothing itself, so that a thousand calls at
once can be tried without a clock.
"""

import threading
from collections.abc import Callable, Generator
from typing import NamedTuple, Protocol

from sift_assets.core.errors import CallHeldError, ModelCallError
from sift_assets.core.llm.ledger import Ledger, PlannedCall, Settlement, State, Verdict
from sift_assets.core.llm.model import LanguageModel, ModelAnswer, ModelRequest
from sift_assets.core.llm.money import Price, nanodollars
from sift_assets.core.llm.pacing import Pacing
from sift_assets.core.llm.retrying import FailedCallError, Next, pause_after
from sift_assets.core.llm.tokens import tokens_about, tokens_at_most

SETTLING_SECONDS = 0.5
"""How long to wait for calls under way to be settled, before asking the ledger again."""

SLACK_SECONDS = 60.0
"""A call has ended for sure so long after its time-out."""


class Provider(Protocol):
    """Makes one call, once. Safe to call from several threads."""

    @property
    def name(self) -> str:
        """The model as configured."""
        ...

    def price(self) -> Price | None:
        """Return what the model costs, None when nobody knows."""
        ...

    def answered_at_most(self, request: ModelRequest) -> int:
        """Return the most tokens that an answer can have."""
        ...

    def call(self, request: ModelRequest) -> ModelAnswer:
        """Make one call.

        Raises:
            FailedCallError: It failed; says what to do next.
            ModelError: The model cannot be used at all.
        """
        ...


class Clock(NamedTuple):
    """The time, waiting, and chance; given from outside.

    Attributes:
        now: Seconds since 1970.
        wait: Waits some seconds.
        chance: A number from 0 to 1, at random.
        steady: Seconds of a clock that nobody sets, which all processes here read alike.
    """

    now: Callable[[], float]
    wait: Callable[[float], None]
    chance: Callable[[], float]
    steady: Callable[[], float]


class Pause(NamedTuple):
    """A step: wait some seconds."""

    seconds: float


class Call(NamedTuple):
    """A step: make the call."""

    request: ModelRequest


Steps = Generator[Pause | Call, ModelAnswer | None, ModelAnswer]
"""What to do one after the other; an answer is sent in, a failure is thrown in."""


class _Unsettled(threading.local):
    """The answers of one thread that have not been settled yet, as reservation and settlement."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, Settlement]] = []


class MeteredModel(LanguageModel):
    """Answers through a provider, within limits of rate and money. Safe from several threads.

    Args:
        provider: Makes the calls.
        ledger: Keeps account of them.
        pace: Calls and tokens a minute.
        clock: Time and chance.
        stage: What the calls are for.
        concurrency: Calls at a time.
        timeout_seconds: Of one call.
        keeps_first: Whether an answer is settled only when whoever keeps it calls `settle_kept`.
            A process that dies in between has then kept what it has paid for; the other way round
            the next one would pay for it again.
    """

    def __init__(
        self,
        provider: Provider,
        ledger: Ledger,
        pace: Pacing,
        clock: Clock,
        stage: str = "extract",
        concurrency: int = 1,
        timeout_seconds: float = 120.0,
        *,
        keeps_first: bool = False,
    ) -> None:
        self._provider, self._ledger, self._pace, self._clock = provider, ledger, pace, clock
        self._stage, self._timeout_seconds = stage, timeout_seconds
        self._slots = threading.BoundedSemaphore(concurrency)
        self._has_answered = False
        self._keeps_first, self._unsettled = keeps_first, _Unsettled()

    def settle_kept(self) -> None:
        """Settle what this thread was answered last: it is kept now."""
        kept, self._unsettled.calls = self._unsettled.calls, []
        for reserved, settlement in kept:
            self._ledger.settle(reserved, settlement)

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Answer one request; see `LanguageModel`.

        Raises:
            CallHeldError: The call does not fit below a cap; it was not made.
            ModelCallError: Refused, or still failing after all attempts.
            StoreError: The ledger cannot be written; no call is made then.
        """
        self.settle_kept()
        steps = self.steps(request)
        step = next(steps)
        while True:
            try:
                step = self._carried_out(step, steps)
            except StopIteration as ended:
                return ended.value

    def steps(self, request: ModelRequest) -> Steps:
        """Return what to do for one request, step by step."""
        failures = 0
        while True:
            paced, reserved = yield from self._admitted(request)
            try:
                answer = yield Call(request)
            except FailedCallError as failure:
                self._failed(paced, reserved, request, failure)
                failures += failure.next_step is not Next.ADAPTED
                pause = pause_after(failure, failures, self._clock.chance())
                if pause is None or (self._was_never_there(failure) and failures > 1):
                    raise self._final(failure) from None
                if pause:
                    yield Pause(pause)
                continue
            except BaseException:  # stopped in the middle: the provider may answer all the same
                self._ledger.settle(reserved, self._assumed(request))
                raise
            assert isinstance(answer, ModelAnswer)  # noqa: S101 - what `Call` is answered with
            self._answered(paced, reserved, request, answer)
            return answer

    def _carried_out(self, step: Pause | Call, steps: Steps) -> Pause | Call:
        """Carry out one step and return the next one."""
        if isinstance(step, Pause):
            self._clock.wait(step.seconds)
            return next(steps)
        try:
            with self._slots:
                answer = self._provider.call(step.request)
        except BaseException as error:  # noqa: BLE001 - thrown into the steps, which raise it
            return steps.throw(error)
        return steps.send(answer)

    def _admitted(
        self, request: ModelRequest
    ) -> Generator[Pause | Call, ModelAnswer | None, tuple[int, int]]:
        """Wait for the pace and for the ledger; return the numbers under which both know it."""
        call = PlannedCall(
            stage=self._stage,
            model=self._provider.name,
            worst=self._worst(request),
            seconds=self._timeout_seconds + SLACK_SECONDS,
        )
        tokens = tokens_about(request) + self._provider.answered_at_most(request)
        while True:
            wait, paced = self._pace.admit(self._clock.steady(), tokens)
            if wait:
                yield Pause(wait)
                continue
            reply = self._ledger.reserve(call, self._clock.now())
            if reply.verdict is Verdict.GRANTED:
                return paced, reply.number
            self._pace.withdraw(paced)
            if reply.verdict is Verdict.REFUSED:
                raise CallHeldError(reply.reason)
            yield Pause(SETTLING_SECONDS)

    def _answered(
        self, paced: int, reserved: int, request: ModelRequest, answer: ModelAnswer
    ) -> None:
        self._has_answered = True
        self._unsettled.calls.append((reserved, self._settlement(request, answer)))
        if not self._keeps_first:
            self.settle_kept()
        tokens = answer.input_tokens + answer.output_tokens
        if tokens:
            self._pace.correct(paced, tokens)

    def _failed(
        self, paced: int, reserved: int, request: ModelRequest, failure: FailedCallError
    ) -> None:
        released = Settlement(state=State.RELEASED)
        billed = failure.may_be_billed
        self._ledger.settle(reserved, self._assumed(request) if billed else released)
        self._pace.correct(paced, tokens_about(request))
        if failure.is_rate and failure.retry_after:
            self._pace.close(self._clock.steady() + failure.retry_after)

    def _final(self, failure: FailedCallError) -> ModelCallError:
        """Return what to raise: a server that was never there ends the run, not a chunk."""
        if self._was_never_there(failure):
            return ModelCallError(failure.error.message, "fatal")
        return failure.error

    def _was_never_there(self, failure: FailedCallError) -> bool:
        """Say whether the server's address is probably wrong: it is tried once more, no oftener."""
        return failure.is_unreachable and not self._has_answered

    def _worst(self, request: ModelRequest) -> int | None:
        price = self._provider.price()
        if price is None:
            return None
        return price.cost(tokens_at_most(request), self._provider.answered_at_most(request))

    def _assumed(self, request: ModelRequest) -> Settlement:
        return Settlement(state=State.ASSUMED, amount=self._worst(request) or 0)

    def _settlement(self, request: ModelRequest, answer: ModelAnswer) -> Settlement:
        tokens = {"input_tokens": answer.input_tokens, "output_tokens": answer.output_tokens}
        price = self._provider.price()
        if price is None:
            return Settlement(state=State.UNPRICED, **tokens)
        if price.is_free:
            return Settlement(state=State.SETTLED, **tokens)
        if not (answer.input_tokens or answer.output_tokens):  # it does not say what it used
            return self._assumed(request)
        cost = price.cost(answer.input_tokens, answer.output_tokens)
        if answer.cost_usd is not None:
            cost = nanodollars(answer.cost_usd)
        return Settlement(state=State.SETTLED, amount=cost, **tokens)
