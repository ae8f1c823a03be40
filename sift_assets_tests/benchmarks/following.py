"""How long it takes from saving a document to the fresh graph in Dagster's UI, with a real daemon.

`sift dev` runs as people start it: the sensor's interval, its second look at a file that is being
written, the start of each run's process and of the local model all count. By default on 100 short
documents. `SIFT_FOLLOWED_PROJECT` names another project that is up to date; give a copy, because
its documents are edited.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import dagster as dg

from sift_assets.resources.instance import has_open_run, project_instance
from sift_assets_tests.benchmarks.figures import Figure, measured
from sift_assets_tests.fakes.project_folder import made_project

DOCUMENTS = 100

LIMIT = 60.0
"""Seconds; the sensor alone takes up to ten, for it looks every five and at each file twice."""

PAUSES = (0.0, 1.7, 3.4)
"""Seconds between the last run and a save: the sensor is met at another point of its interval."""

SECONDS_TO_FOLLOW = 300
"""What takes longer has failed."""

NO_TAGS: dict[str, str] = {}


def from_saving_to_the_fresh_graph(scratch: Path) -> list[Figure]:
    """Save one document and wait for the event of `resolved_graph`, then for the last file."""
    named = os.environ.get("SIFT_FOLLOWED_PROJECT", "")
    root = Path(named).absolute() if named else _project(scratch / "project")
    files = sorted(file for file in (root / "documents").rglob("*.txt"))
    back = Path.cwd()
    try:
        with _daemon(root, scratch / "dev.log") as check, project_instance(root) as instance:
            found = [
                _followed(instance, files[-1 - number], pause, check)
                for number, pause in enumerate(PAUSES)
            ]
    finally:
        os.chdir(back)
    graph, everything = zip(*found, strict=True)
    what = f"among {len(files)} documents, from saving one"
    return [
        Figure(f"{what} to the fresh graph in the UI", median(graph), LIMIT, "s"),
        Figure("the longest of them", max(graph), LIMIT, "s"),
        Figure(f"{what} to all files for readers", median(everything), 2 * LIMIT, "s"),
    ]


def _project(root: Path) -> Path:
    texts = {
        f"{number:04}.txt": f"Ana Silva is the director of Company {number:04} Ltd in Lisbon.\n"
        for number in range(DOCUMENTS)
    }
    made_project(root, texts)
    measured(["run"], root)
    return root


def _followed(
    instance: dg.DagsterInstance, file: Path, pause: float, check: Callable[[], None]
) -> tuple[float, float]:
    """Return the seconds until the graph is fresh, and until everything is."""
    _wait(lambda: not has_open_run(instance, NO_TAGS), check)
    time.sleep(pause)
    began = time.time()
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\nTom Berg {began:.0f} left Lisbon.\n", encoding="utf-8")
    _wait(lambda: _materialized(instance, "resolved_graph") > began, check)
    graph = _materialized(instance, "resolved_graph") - began
    _wait(lambda: _materialized(instance, "graph_exports") > began, check)
    return graph, _materialized(instance, "graph_exports") - began


def _materialized(instance: dg.DagsterInstance, asset: str) -> float:
    event = instance.get_latest_materialization_event(dg.AssetKey(asset))
    return event.timestamp if event else 0.0


def _wait(reached: Callable[[], bool], check: Callable[[], None]) -> None:
    deadline = time.monotonic() + SECONDS_TO_FOLLOW
    while not reached():
        check()
        assert time.monotonic() < deadline, "the daemon does not follow"
        time.sleep(0.2)


@contextmanager
def _daemon(root: Path, log: Path) -> Iterator[Callable[[], None]]:
    """Run `sift dev`, and yield what fails when it has ended."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "sift_assets.cli", "dev", "--port", str(port)],
            cwd=root,
            env={name: value for name, value in os.environ.items() if name != "DAGSTER_HOME"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )

    def check() -> None:
        assert process.poll() is None, log.read_text(encoding="utf-8")[-3000:]

    try:
        _wait(lambda: "Serving dagster-webserver" in log.read_text(encoding="utf-8"), check)
        yield check
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
