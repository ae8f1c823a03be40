"""The project that a daemon follows with the processes that follow it, and what a step leads to."""

from collections import Counter
from dataclasses import dataclass, field

import dagster as dg

from sift_assets.resources.dagster_internals import worker_of
from sift_assets.resources.files import hash_file
from sift_assets_tests.fakes.traced_extractor import GATE, WAITING, WAITS
from sift_assets_tests.whole.daemon_processes import DaemonProcesses
from sift_assets_tests.whole.followed_project import FollowedProject


@dataclass
class Expected:
    """What a step must lead to.

    Attributes:
        materialized: `asset` or `asset[partition]` to how often.
        calls: How often the extractor is asked.
        told: A line that the log of a tick must begin with; empty for none.
    """

    materialized: Counter[str] = field(default_factory=Counter)
    calls: int = 0
    told: str = ""


@dataclass
class Scene:
    """The project and the processes that follow it."""

    project: FollowedProject
    daemon: DaemonProcesses

    def settle(self) -> None:
        """Wait until the plan is empty and nothing runs."""
        self.daemon.wait_until(self.project.is_settled, "the plan is not empty")

    def wait_for_tick(self, said: str) -> None:
        """Wait until the sensor has skipped or failed with these words."""
        self.daemon.wait_until(lambda: any(said in words for words in self._last_words()), said)

    def hold_a_run(self, path: str) -> int:
        """Add a document that keeps the extractor waiting; return the process that waits."""
        waiting = self.project.root / WAITING
        waiting.unlink(missing_ok=True)
        self.project.root.joinpath(GATE).touch()
        self.project.write(path, f"Olaf Berg {WAITS} for Tidewell Ltd in {path}.\n")
        self.daemon.wait_until(waiting.exists, "the extractor is not asked")
        started = dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED])
        (run,) = self.project.instance.get_runs(started)
        worker = worker_of(self.project.instance, run)
        assert worker is not None
        return worker

    def let_go(self) -> None:
        """Let the waiting extractor answer."""
        self.project.root.joinpath(GATE).unlink()

    def wait_for_report(self, path: str) -> None:
        """Wait until the daemon has taken up a document as it is now."""
        content = hash_file(self.project.document(path))
        self.daemon.wait_until(
            lambda: self.project.compared().recorded.head("documents", path) == content, path
        )

    def _last_words(self) -> list[str]:
        ticks = self.daemon.page.ticks(limit=3)
        return [tick["skipReason"] or (tick["error"] or {}).get("message", "") for tick in ticks]
