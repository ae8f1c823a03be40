"""A ledger in memory, under the rules of the one on disk."""

import threading

from sift_assets.core.llm.ledger import (
    Limits,
    PlannedCall,
    Reply,
    Settlement,
    Spending,
    State,
    Sums,
    Verdict,
    day_of,
    decided,
    settled,
)


class MemoryLedger:
    """A ledger for the life of the process.

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
