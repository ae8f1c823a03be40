"""The rules of the ledger: what may still be spent, and what a call is taken to have cost.

Before every call its worst case is reserved; afterwards it is settled. What is spent and what is
reserved never exceeds a cap together, so that no number of calls at a time can overshoot it.
"""

from enum import StrEnum
from typing import NamedTuple, Protocol

from sift_assets.core.llm.money import in_words
from sift_assets.core.records.record import Record

SECONDS_OF_A_DAY = 86_400

PROMOTING = "promote"
"""The one stage with a budget of its own, and what the ledger calls its calls."""

OF_STAGE = "promotion."
"""Begins the name of that budget."""


class Limits(Record):
    """What may be spent, in nano-dollars; None for no limit of its own.

    Attributes:
        total: By the whole collection, ever.
        run: By one run.
        day: In one day (UTC).
        stage: By the stage that asks, ever, where it has a budget of its own.
    """

    total: int
    run: int | None = None
    day: int | None = None
    stage: int | None = None


class Sums(NamedTuple):
    """What was spent and what is reserved, in nano-dollars."""

    spent: int = 0
    reserved: int = 0


class Spending(NamedTuple):
    """Both, for each limit."""

    total: Sums = Sums()
    run: Sums = Sums()
    day: Sums = Sums()
    stage: Sums = Sums()


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
        closed = [name for name, cap in (("", limits.total), (OF_STAGE, limits.stage)) if cap == 0]
        if not closed:
            return Verdict.GRANTED, ""
        return (
            Verdict.REFUSED,
            f"{closed[0]}budget_usd is 0 and the price of the model is not known",
        )
    verdicts = [
        (name, cap, sums, _against(cap, sums, worst))
        for name, cap, sums in (
            ("budget_usd", limits.total, spending.total),
            ("budget_per_run_usd", limits.run, spending.run),
            ("budget_per_day_usd", limits.day, spending.day),
            (f"{OF_STAGE}budget_usd", limits.stage, spending.stage),
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
