"""kill -9 at random points of real runs: the next run ends in the same bytes.

A run is a process of its own that does what `sift run` does, through Dagster and with a real
reader process. It is forked from one that has everything imported, so that a kill costs a run and
not a start of Python; the extractor is the one of names. A point is one of the run's changes on
the disk, its own and Dagster's, so that it does not depend on how busy the machine is.
"""

import itertools
import multiprocessing
import os
import random
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from ctypes import c_int
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.decisions.decision import Act
from sift_assets_tests.core.decisions.decision_examples import company, joining, person
from sift_assets_tests.evals.equivalence.clean_builds import exported
from sift_assets_tests.evals.equivalence.deciding import decided
from sift_assets_tests.evals.equivalence.faults import finished
from sift_assets_tests.evals.equivalence.situation import LOG_FILE, SETTINGS_FILE
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

PEOPLE = ("Ada Varga", "Tom Brandt", "Nina Olsen", "Karl Meier", "Rosa Lund")
FIRMS = ("Kestrel Ltd", "Pelagos Ltd", "Tidewell Ltd")
DOCUMENTS = {
    f"letters/{number:02}.txt": "\n\n".join(
        f"{PEOPLE[(number + n) % 5]} works for {FIRMS[(number * n) % 3]}." for n in range(4)
    )
    for number in range(12)
}

SEED = 20261129

SHARDS = 2
"""So few that a shard holds several documents."""

DERIVED = shutil.ignore_patterns(".sift", ".dagster", "exports")

SECONDS = 300
"""No run takes as long; one that hangs must fail the proof, not hold it."""

CHANGES = frozenset({"os.rename", "os.remove", "os.mkdir", "sqlite3.connect"})
"""What Python tells an audit hook of changes, beside the opening of a file to write. Dagster and
our index open SQLite anew for almost every transaction."""

WRITING = os.O_WRONLY | os.O_RDWR

LAST_PART = 0.9
"""Points are drawn from so much of a run: how many changes there are may differ by a few."""


@dataclass(frozen=True)
class Killed:
    """What came of one killed run.

    Attributes:
        at: The change before which it was killed.
        finished: Results that were stored by then.
    """

    at: int
    finished: int


class Runs:
    """Starts runs, each in a process of its own."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([__name__])

    def completed(self, root: Path) -> int:
        """Run a project to the end; return how many changes that took.

        Raises:
            AssertionError: Something failed, or is left to do.
        """
        code, changes = self._ended(root, 0)
        assert code == 0, code
        return changes

    def killed(self, root: Path, at: int) -> bool:
        """Run a project and kill it before one of its changes; say whether it had so many.

        Raises:
            AssertionError: It ended otherwise.
        """
        code, changes = self._ended(root, at)
        assert code in (0, -signal.SIGKILL), (code, at, changes)
        return code != 0

    def _ended(self, root: Path, kill_at: int) -> tuple[int | None, int]:
        changes = self._context.Value(c_int, 0)
        process = self._context.Process(target=run_project, args=(root, kill_at, changes))
        process.start()
        process.join(SECONDS)
        return process.exitcode, changes.value


def run_project(root: Path, kill_at: int, changes: "Synchronized[int]") -> None:
    """Do what `sift run` does, and assert that nothing is left to do.

    Args:
        root: The project.
        kill_at: The change before which this process is killed; 0 for none.
        changes: Counts them.
    """

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        if event in CHANGES or (event == "open" and arguments[2] & WRITING):
            changes.value += 1
            if changes.value == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("SIFT_", "DAGSTER_"))]:
            patch.delenv(name)
        patch.setattr("sift_assets.defs.document_run.open_extractor", lambda *_: NameExtractor())
        patch.chdir(root)
        sys.addaudithook(count)
        with ProjectFolder(root).opened() as project:
            report = project.run()
            assert report.succeeded, report
            assert project.plan().nothing_to_do


def kill_at_random_points(
    folder: Path,
    count: int,
    *,
    documents: Mapping[str, str] = DOCUMENTS,
    in_a_row: int = 1,
    seed: int = SEED,
) -> list[Killed]:
    """Kill so many runs; run each project to the end after so many kills in a row.

    Every other project has its documents in shards, and is held against one without all the same.

    Args:
        folder: Where the projects are made.
        count: Kills.
        documents: Of every project.
        in_a_row: Kills of one project, at most; more of them take less time, because each run goes
            on where the last was killed. A run that ends before its point ends the row.
        seed: Of the points.

    Raises:
        AssertionError: The last run fails, ends in other bytes, or repeats finished work.
    """
    runs, expected = Runs(), _decided(made_project(folder / "undisturbed", documents))
    last = round(runs.completed(expected) * LAST_PART)
    chance = random.Random(seed)  # noqa: S311 - a seeded sequence
    settings = itertools.cycle(("", f"partitions: {{shards: {SHARDS}}}\n"))
    killed: list[Killed] = []
    while len(killed) < count:
        points = [chance.randint(1, last) for _ in range(min(in_a_row, count - len(killed)))]
        root = folder / "killed"
        shutil.copytree(expected, root, ignore=DERIVED)
        with (root / SETTINGS_FILE).open("a", encoding="utf-8") as file:
            file.write(next(settings))
        killed += _killed(runs, root, expected, points)
    return killed


def _decided(root: Path) -> Path:
    """Let people have decided something before anything is computed."""
    log = decided("", Act.MERGE, {"entities": tuple(map(person, PEOPLE[:2]))})
    about = joining(person(PEOPLE[2]), "EMPLOYED_BY", company(FIRMS[0]))
    log = decided(log, Act.REJECT, {"relation": about})
    (root / LOG_FILE).parent.mkdir(exist_ok=True)
    (root / LOG_FILE).write_text(log, encoding="utf-8")
    return root


def _killed(runs: Runs, root: Path, expected: Path, points: Sequence[int]) -> list[Killed]:
    killed: list[Killed] = []
    kept: dict[str, int] = {}
    for at in points:
        if not runs.killed(root, at):
            break
        assert kept.items() <= finished(root).items(), points
        kept = finished(root)
        killed.append(Killed(at, len(kept)))
    runs.completed(root)
    assert kept.items() <= finished(root).items(), points
    assert finished(root).keys() == finished(expected).keys(), points
    assert exported(root) == exported(expected), points
    shutil.rmtree(root)
    return killed
