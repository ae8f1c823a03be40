"""Memory that is a process's own: without pages of files, which the system takes when it needs."""

from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

EVERY_SECONDS = 0.02
"""Between two looks; what is made and freed within that time is not seen."""


class OwnMemory:
    """Watches a block of work.

    Attributes:
        peak_mib: The most memory of its own that this process was seen with, in MiB.
    """

    def __init__(self) -> None:
        self.peak_mib = 0.0
        self._ended = Event()
        self._watcher = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        """Begin to watch."""
        self._watcher.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Look a last time."""
        self._ended.set()
        self._watcher.join()

    def _watch(self) -> None:
        while True:
            self.peak_mib = max(self.peak_mib, _own_mib())
            if self._ended.wait(EVERY_SECONDS):
                return


def _own_mib() -> float:
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.split("RssAnon:")[1].split()[0]) / 1024
