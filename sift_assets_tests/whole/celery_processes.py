"""Dagster's daemon and Celery's workers on one project, by the files under `deploy/`.

The workers' command is the one of `compose.yaml`, the instance that of `deploy/dagster.yaml`, the
settings of Celery those of `deploy/dagster_celery_config.py`: what is deployed is what is tested.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from sift_assets_tests.fakes.deployed import DEPLOY, service_command
from sift_assets_tests.whole.sift_process import surroundings

REPOSITORY = DEPLOY.parent
SECONDS_BETWEEN_LOOKS = 1.0
"""To look costs a comparison of the whole project."""

SECONDS = 900
"""Nothing takes as long; what hangs must fail the test, not hold it."""


class CeleryProcesses:
    """The processes, each in a group of its own.

    Args:
        root: The project; it gets the `dagster.yaml` of `deploy/`.
        logs: Where they say what they do.
        environment: Addresses of database, broker and store, and settings of the project.
        preloaded: A module that the workers import before they fork for a run; empty for none.
    """

    def __init__(
        self,
        root: Path,
        logs: Path,
        environment: Mapping[str, str],
        preloaded: str = "",
    ) -> None:
        self.root, self._logs, self._environment = root, logs, environment
        self._preloaded = preloaded
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        (root / "dagster.yaml").write_bytes((DEPLOY / "dagster.yaml").read_bytes())

    def start_daemon(self) -> None:
        """Start the daemon, which starts a code server."""
        self._start("daemon", [*service_command("daemon")[:2], "--workspace", "workspace.yaml"])

    def start_worker(self, name: str) -> None:
        """Start a worker of this name."""
        first = ["--include", self._preloaded] if self._preloaded else []
        self._start(name, [*service_command("worker"), *first, "--hostname", f"{name}@%h"])

    def kill(self, name: str) -> None:
        """Kill a process with all that it has started, as a power cut does."""
        process = self._running.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        """Kill whatever runs."""
        for name in list(self._running):
            self.kill(name)

    def wait_until(
        self, reached: Callable[[], bool], what: str, seconds: float | None = SECONDS
    ) -> None:
        """Wait for something while all processes live.

        Args:
            reached: Whether it is there.
            what: What it is that is not there in time.
            seconds: How long; None for as long as it takes.

        Raises:
            AssertionError: It takes too long, or a process has ended.
        """
        deadline = time.monotonic() + (float("inf") if seconds is None else seconds)
        while not reached():
            for name, process in self._running.items():
                assert process.poll() is None, f"{name} ended: {self._said(name)}"
            assert time.monotonic() < deadline, f"{what}: {self._said('daemon')}"
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def _start(self, name: str, command: Sequence[str]) -> None:
        folders = os.pathsep.join(map(str, (DEPLOY, REPOSITORY)))
        own = {
            "DAGSTER_HOME": str(self.root),
            "PYTHONPATH": folders,
            "DAGSTER_EVENT_BATCH_SIZE": "500",
        }
        program, *arguments = command
        with (self._logs / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                [str(Path(sys.executable).with_name(program)), *arguments],
                cwd=self.root,
                env=surroundings({**own, **self._environment}),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _said(self, name: str) -> str:
        log = self._logs / f"{name}.log"
        return log.read_text("utf-8", "replace")[-3000:] if log.exists() else ""


@contextlib.contextmanager
def ended_for_sure(processes: CeleryProcesses) -> Iterator[CeleryProcesses]:
    """End whatever runs when a block ends."""
    try:
        yield processes
    finally:
        processes.stop()
