"""Dagster's own processes as people start them, with shorter waits: a test cannot wait as long.

    python -m sift_assets_tests.whole.quick_dagster daemon run …
    python -m sift_assets_tests.whole.quick_dagster server api grpc …

Shortened are two things alone: the pause between the daemon's visits to a sensor, and the start
of a run's process, which is forked from a server that has imported Dagster already. Each run still
has a process of its own, started by the code server.
"""

import multiprocessing
import sys
from typing import Any

SECONDS_BETWEEN_VISITS = 0.5
"""Dagster's daemon pauses five seconds."""

PRELOADED = ["dagster._grpc.server", "dagster._core.execution.run_cancellation_thread"]
PRELOADED += ["sift_assets_tests.whole.scripted_location"]


def fork_workers() -> None:
    """Give whoever asks for a new interpreter a fork of one that has imported what it needs."""
    usual = multiprocessing.get_context
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(PRELOADED)

    def context(method: str | None = None) -> Any:
        return forking if method == "spawn" else usual(method)

    multiprocessing.get_context = context  # pyright: ignore[reportAttributeAccessIssue]


def main(command: str) -> None:
    """Run one of Dagster's commands with the arguments that are left."""
    if command == "daemon":
        from dagster._daemon import cli, sensor

        sensor.MIN_INTERVAL_LOOP_TIME = SECONDS_BETWEEN_VISITS  # type: ignore[misc]
        cli.main()
    else:
        from dagster._cli import main as dagster

        fork_workers()
        dagster()


if __name__ == "__main__":
    main(sys.argv.pop(1))
