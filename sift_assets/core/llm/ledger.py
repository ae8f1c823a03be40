"""The rules of the ledger: what may still be spent, and what a call is taken to have cost.

Before every call its worst case is reserved; afterwards it is settled. What is spent and what is
reserved never exceeds a cap together, so that no number of calls at a time can overshoot it.
"""

import threading
from enum import StrEnum
from typing import NamedTuple, Protocol

from sift_assets.core.llm.money import in_words
from sift_assets.core.records.record import Record

SECONDS_OF_A_DAY = 86_400


class Limits(Record):
    """What may be spent, in nano-dollars; None for no limit of its own.

    Attributes:
        total: By the whole collection, ever.
        run: By one run.
        day: In one day (UTC).
    """

    total: int
    run: int | None = None
    day: int | None = None


class Sums(NamedTuple):
    """What was spent and what is reserved, in nano-dollars."""

    spent: int = 0
    reserved: int = 0


class Spending(NamedTuple):
    """Both, for each limit."""

    total: Sums = Sums()
    run: Sums = Sums()
    day: Sums = Sums()


class State(StrEnum):
    """How far a call has come.

    `open`: it is under way, its worst case is reserved. `settled`: its cost is known. `unpriced`:
    it was answered and nobody knows its price. `assumed`: it may have been billed although no
    answer came; its worst case counts. `released`: it was refused, so it costs nothing.
    """

    OPEN = "open"
    SETTLED = "settled"
    UNPRICED = "unpriced"
    ASSUMED = "assumed"
    RELEASED = "released"


class PlannedCall(Record):
    """A call that is about to be made.

    Attributes:
        stage: What it is for, for example `extract`.
        model: As configured.
        worst: The most that it can cost, in nano-dollars; None when the price is not known.
        seconds: After so long it has ended for sure.
    """

    stage: str
    model: str
    worst: int | None
    seconds: float


class Settlement(Record):
    """How a call ended.

    Attributes:
        state: Any but `open`.
        amount: What it counts, in nano-dollars.
        input_tokens: As the provider counted them.
        output_tokens: Likewise.
    """

    state: State
    amount: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class Verdict(StrEnum):
    """Whether a call may be made: now, perhaps when calls under way have been settled, or not."""

    GRANTED = "granted"
    WAIT = "wait"
    REFUSED = "refused"


class Reply(NamedTuple):
    """What the ledger says to a call.

    Attributes:
        verdict: See `Verdict`.
        number: Of the reservation, when it was granted.
        reason: Why it was refused, for people.
    """

    verdict: Verdict
    number: int = 0
    reason: str = ""


class Ledger(Protocol):
    """Keeps account of every call. Safe to call from several threads."""

    def reserve(self, call: PlannedCall, now: float) -> Reply:
        """Reserve the worst case of a call, in seconds since 1970."""
        ...

    def settle(self, number: int, settlement: Settlement) -> None:
        """Write down how a call ended.

        A call that was given up for dead and ends after all is corrected; any other second
        settlement changes nothing.
        """
        ...


def decided(limits: Limits, spending: Spending, worst: int | None) -> tuple[Verdict, str]:
    """Say whether a call may be made, and why not.

    Args:
        limits: What may be spent.
        spending: What was spent and is reserved.
        worst: The most that the call can cost; None when nobody knows.
    """
    if worst is None:
        if limits.total:
            return Verdict.GRANTED, ""
        return Verdict.REFUSED, "budget_usd is 0 and the price of the model is not known"
    verdicts = [
        (name, cap, sums, _against(cap, sums, worst))
        for name, cap, sums in (
            ("budget_usd", limits.total, spending.total),
            ("budget_per_run_usd", limits.run, spending.run),
            ("budget_per_day_usd", limits.day, spending.day),
        )
        if cap is not None
    ]
    for name, cap, sums, verdict in verdicts:
        if verdict is Verdict.REFUSED:
            return verdict, refusal(name, cap, sums.spent, worst)
    is_waiting = any(verdict is Verdict.WAIT for *_, verdict in verdicts)
    return (Verdict.WAIT if is_waiting else Verdict.GRANTED), ""


def refusal(name: str, cap: int, spent: int, worst: int) -> str:
    """Say which cap a call does not fit below."""
    return (
        f"waits for a budget: {name} is {in_words(cap)}, {in_words(spent)} is spent, "
        f"and a call may cost {in_words(worst)}"
    )


def settled(settlement: Settlement, state: State) -> bool:
    """Return whether a settlement changes a call that is in a state."""
    is_late = state is State.ASSUMED and settlement.state is not State.ASSUMED
    return state is State.OPEN or is_late


def day_of(now: float) -> int:
    """Return the number of a day (UTC) since 1970."""
    return int(now // SECONDS_OF_A_DAY)


def _against(cap: int, sums: Sums, worst: int) -> Verdict:
    if not worst or sums.spent + sums.reserved + worst <= cap:
        return Verdict.GRANTED  # what costs nothing is below any cap, also below one overshot
    return Verdict.WAIT if sums.reserved and sums.spent + worst <= cap else Verdict.REFUSED


class MemoryLedger:
    """A ledger for the life of the process; for tests and trials.

    Args:
        limits: What may be spent.

    Attributes:
        calls: Every call so far: its day, its worst case, how it stands.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.calls: list[tuple[int, PlannedCall, Settlement]] = []
        self._sums: dict[int | None, Sums] = {}
        self._lock = threading.Lock()

    def reserve(self, call: PlannedCall, now: float) -> Reply:
        """Reserve the worst case of a call; see `Ledger`."""
        day, worst = day_of(now), call.worst or 0
        with self._lock:
            whole = self.sums()
            spending = Spending(total=whole, run=whole, day=self.sums(day))
            verdict, reason = decided(self.limits, spending, call.worst)
            if verdict is not Verdict.GRANTED:
                return Reply(verdict, reason=reason)
            self.calls.append((day, call, Settlement(state=State.OPEN, amount=worst)))
            self._count(day, 0, worst)
            return Reply(verdict, number=len(self.calls) - 1)

    def settle(self, number: int, settlement: Settlement) -> None:
        """Write down how a call ended; see `Ledger`."""
        with self._lock:
            day, call, before = self.calls[number]
            if settled(settlement, before.state):
                self.calls[number] = (day, call, settlement)
                was_open = before.state is State.OPEN
                spent = settlement.amount - (0 if was_open else before.amount)
                self._count(day, spent, -before.amount if was_open else 0)

    def sums(self, day: int | None = None) -> Sums:
        """Return what was spent and is reserved, ever or in a day."""
        return self._sums.get(day, Sums())

    def _count(self, day: int, spent: int, reserved: int) -> None:
        for of in (None, day):
            before = self.sums(of)
            self._sums[of] = Sums(before.spent + spent, before.reserved + reserved)
