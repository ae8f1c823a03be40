"""How far a run over documents has come, in its log: for whoever watches it in the UI."""

from collections.abc import Callable

SECONDS_BETWEEN = 10.0
"""A line every so often; the last document has one always."""


class ToldProgress:
    """Tells of documents done, money spent, and time left.

    Args:
        tell: Writes a line of the log.
        what: The asset.
        total: Documents in the run.
        clock: Seconds, from anywhere.
    """

    def __init__(
        self, tell: Callable[[str], object], what: str, total: int, clock: Callable[[], float]
    ) -> None:
        self._tell, self._what, self._total, self._clock = tell, what, total, clock
        self._began = self._told = clock()
        self._done, self._cost_usd = 0, 0.0

    def done(self, cost_usd: float = 0.0) -> None:
        """Count one more document, and what was paid for it."""
        self._done, self._cost_usd = self._done + 1, self._cost_usd + cost_usd
        now = self._clock()
        if now - self._told >= SECONDS_BETWEEN or self._done == self._total:
            self._told = now
            self._tell(self._line(now - self._began))

    def _line(self, seconds: float) -> str:
        rate = self._done / seconds if seconds > 0 else 0.0
        cost = f", ${self._cost_usd:.4f}" if self._cost_usd else ""
        line = f"{self._what}: {self._done} of {self._total} documents{cost}"
        if not rate or self._done == self._total:
            return line
        left = (self._total - self._done) / rate
        return f"{line}, {rate * 60:.1f} a minute, about {left:.0f} s left"
