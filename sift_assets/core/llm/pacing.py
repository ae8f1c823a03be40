"""How many calls and tokens a minute: a sliding window over the last sixty seconds."""

import threading
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from sift_assets.core.records.record import Record

WINDOW_SECONDS = 60.0


class Rates(Record):
    """What a minute may hold.

    Attributes:
        rpm: Calls, None for no limit.
        tpm: Tokens, None for no limit. A call of more tokens than that is let through when no
            other is in the window, or it would wait for ever.
    """

    rpm: int | None = None
    tpm: int | None = None

    def are_kept(self, calls: int, tokens: int) -> bool:
        """Say whether one more call fits beside so many.

        Args:
            calls: In the window without it.
            tokens: In the window with it.
        """
        too_many = self.rpm is not None and calls >= self.rpm
        return not too_many and (self.tpm is None or tokens <= self.tpm)


class Taken(NamedTuple):
    """A call in the window: when it was admitted, and its tokens."""

    at: float
    tokens: int


class Pacing(Protocol):
    """Admits calls so that no window of a minute holds too many. Safe from several threads.

    Moments are seconds of a clock that is never set and that everybody who shares the pace reads
    alike; they are arguments, so threads and event loops are served alike.
    """

    def admit(self, now: float, tokens: int) -> tuple[float, int]:
        """Take a call into the window, or say how many seconds to wait.

        Returns:
            Seconds to wait, 0 when the call is admitted; and then its number.
        """
        ...

    def withdraw(self, number: int) -> None:
        """Take back a call that was not made after all."""
        ...

    def correct(self, number: int, tokens: int) -> None:
        """Say how many tokens a call really took."""
        ...

    def close(self, until: float) -> None:
        """Admit nothing before a moment: the provider has asked for a pause."""
        ...


def seconds_to_wait(window: Iterable[Taken], now: float, tokens: int, rates: Rates) -> float:
    """Return after how many seconds enough of a window has passed for one more call.

    Args:
        window: The calls of the last minute, oldest first.
        now: The moment.
        tokens: Of the new call.
        rates: What a minute may hold.
    """
    listed = list(window)
    calls, held, wait = len(listed), sum(taken.tokens for taken in listed), 0.0
    for taken in listed:
        if rates.are_kept(calls, held + tokens):
            break
        wait = taken.at + WINDOW_SECONDS - now
        calls, held = calls - 1, held - taken.tokens
    return wait


class Pace(Pacing):
    """The pace of one process.

    Args:
        rates: What a minute may hold.
    """

    def __init__(self, rates: Rates | None = None) -> None:
        self._rates = rates or Rates()
        self._window: dict[int, Taken] = {}
        self._lock = threading.Lock()
        self._next = 0
        self._closed_until = 0.0

    def admit(self, now: float, tokens: int) -> tuple[float, int]:
        """Take a call into the window, or say how long to wait; see `Pacing`."""
        with self._lock:
            self._forget_before(now - WINDOW_SECONDS)
            due = seconds_to_wait(self._window.values(), now, tokens, self._rates)
            wait = max(self._closed_until - now, due)
            if wait > 0:
                return wait, 0
            self._next += 1
            self._window[self._next] = Taken(now, tokens)
            return 0.0, self._next

    def withdraw(self, number: int) -> None:
        """Take back a call that was not made after all."""
        with self._lock:
            self._window.pop(number, None)

    def correct(self, number: int, tokens: int) -> None:
        """Say how many tokens a call really took."""
        with self._lock:
            if number in self._window:
                self._window[number] = self._window[number]._replace(tokens=tokens)

    def close(self, until: float) -> None:
        """Admit nothing before a moment."""
        with self._lock:
            self._closed_until = max(self._closed_until, until)

    def _forget_before(self, moment: float) -> None:
        while self._window:
            number, taken = next(iter(self._window.items()))
            if taken.at > moment:
                return
            del self._window[number]
