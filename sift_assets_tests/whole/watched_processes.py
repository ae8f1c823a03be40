"""Processes that a scenario starts, kills and waits beside, each in a group of its own."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sift_assets_tests.whole.sift_process import surroundings


class WatchedProcesses:
    """The processes of one project.

    Args:
        root: The project, where they work.
        logs: Where they say what they do.
        seconds: How long anything is waited for; what hangs must fail the test, not hold it.
        between_looks: Seconds from one look at what is waited for to the next.
    """

    def __init__(self, root: Path, logs: Path, seconds: float, between_looks: float) -> None:
        self.root = root
        self._logs, self._seconds, self._between_looks = logs, seconds, between_looks
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def kill(self, *names: str) -> None:
        """Kill processes with all that they have started, as a power cut does."""
        for name in names:
            process = self._running.pop(name)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def stop(self) -> None:
        """Kill whatever runs."""
        self.kill(*list(self._running))

    def wait_until(
        self, reached: Callable[[], bool], what: str = "", *, ever: bool = False
    ) -> None:
        """Wait for something while all processes live.

        Args:
            reached: Whether it is there.
            what: What it is that is not there in time.
            ever: Whether it may take as long as it takes.

        Raises:
            AssertionError: It takes too long, or a process has ended.
        """
        deadline = time.monotonic() + (float("inf") if ever else self._seconds)
        while not reached():
            for name, process in self._running.items():
                assert process.poll() is None, f"{name} ended: {self._said(name)}"
            assert time.monotonic() < deadline, f"{what}: {self._said('daemon')}"
            time.sleep(self._between_looks)

    def begin(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start a process by its command, with an environment on top of ours."""
        with (self._logs / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                list(command),
                cwd=self.root,
                env=surroundings(environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _said(self, name: str) -> str:
        log = self._logs / f"{name}.log"
        return log.read_text("utf-8", "replace")[-3000:] if log.exists() else ""
