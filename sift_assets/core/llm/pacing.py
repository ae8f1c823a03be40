"""How many calls and tokens a minute: a sliding window over the last sixty seconds."""

import threading
from collections import OrderedDict

WINDOW_SECONDS = 60.0


class Pace:
    """Admits calls so that no window of a minute holds too many of them, or of their tokens.

    Knows no clock: the time is an argument, so the same pace serves threads and event loops
    alike. Safe to call from several threads.

    Args:
        rpm: Calls a minute, None for no limit.
        tpm: Tokens a minute, None for no limit. A call of more tokens than that is let through
            when no other is in the window, or it would wait for ever.
    """

    def __init__(self, rpm: int | None = None, tpm: int | None = None) -> None:
        self._rpm, self._tpm = rpm, tpm
        self._window: OrderedDict[int, tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()
        self._next = 0
        self._closed_until = 0.0

    def admit(self, now: float, tokens: int) -> tuple[float, int]:
        """Take a call into the window, or say how many seconds to wait.

        Returns:
            Seconds to wait, 0 when the call is admitted; and then its number.
        """
        with self._lock:
            self._forget_before(now - WINDOW_SECONDS)
            wait = max(self._closed_until - now, self._wait(now, tokens))
            if wait > 0:
                return wait, 0
            self._next += 1
            self._window[self._next] = (now, tokens)
            return 0.0, self._next

    def withdraw(self, number: int) -> None:
        """Take back a call that was not made after all."""
        with self._lock:
            self._window.pop(number, None)

    def correct(self, number: int, tokens: int) -> None:
        """Say how many tokens a call really took."""
        with self._lock:
            if number in self._window:
                self._window[number] = (self._window[number][0], tokens)

    def close(self, until: float) -> None:
        """Admit nothing before a moment: the provider has asked for a pause."""
        with self._lock:
            self._closed_until = max(self._closed_until, until)

    def _wait(self, now: float, tokens: int) -> float:
        """Return when enough of the window has passed for one more call."""
        count, held = len(self._window), sum(taken for _, taken in self._window.values())
        wait = 0.0
        for at, taken in self._window.values():
            if not self._is_over(count, held + tokens):
                break
            wait = at + WINDOW_SECONDS - now
            count, held = count - 1, held - taken
        return wait

    def _is_over(self, count: int, tokens: int) -> bool:
        too_many = self._rpm is not None and count >= self._rpm
        return too_many or (self._tpm is not None and tokens > self._tpm)

    def _forget_before(self, moment: float) -> None:
        while self._window:
            number, (at, _) = next(iter(self._window.items()))
            if at > moment:
                return
            del self._window[number]
