"""Dagster's daemon and Celery's workers on one project, by the files under `deploy/`.

The workers' command is the one of `compose.yaml`, the instance that of `deploy/dagster.yaml`, the
settings of Celery those of `deploy/dagster_celery_config.py`: what is deployed is what is tested.
"""

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sift_assets_tests.fakes.deployed import DEPLOY, service_command
from sift_assets_tests.whole.watched_processes import WatchedProcesses

REPOSITORY = DEPLOY.parent
SECONDS_BETWEEN_LOOKS = 1.0
"""To look costs a comparison of the whole project."""

SECONDS = 900
"""Nothing takes as long; what hangs must fail the test, not hold it."""


class CeleryProcesses(WatchedProcesses):
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
        super().__init__(root, logs, SECONDS, SECONDS_BETWEEN_LOOKS)
        self._environment, self._preloaded = environment, preloaded
        (root / "dagster.yaml").write_bytes((DEPLOY / "dagster.yaml").read_bytes())

    def start_daemon(self) -> None:
        """Start the daemon, which starts a code server."""
        self._start("daemon", [*service_command("daemon")[:2], "--workspace", "workspace.yaml"])

    def start_worker(self, name: str) -> None:
        """Start a worker of this name."""
        first = ["--include", self._preloaded] if self._preloaded else []
        self._start(name, [*service_command("worker"), *first, "--hostname", f"{name}@%h"])

    def _start(self, name: str, command: Sequence[str]) -> None:
        folders = os.pathsep.join(map(str, (DEPLOY, REPOSITORY)))
        own = {
            "DAGSTER_HOME": str(self.root),
            "PYTHONPATH": folders,
            "DAGSTER_EVENT_BATCH_SIZE": "500",
        }
        program, *arguments = command
        started = [str(Path(sys.executable).with_name(program)), *arguments]
        self.begin(name, started, {**own, **self._environment})


@contextlib.contextmanager
def ended_for_sure(processes: CeleryProcesses) -> Iterator[CeleryProcesses]:
    """End whatever runs when a block ends."""
    try:
        yield processes
    finally:
        processes.stop()
