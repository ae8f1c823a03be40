"""How long it takes to start: the code location, and the commands that only look."""

import resource
import subprocess
import sys
import time
from pathlib import Path

from sift_assets_tests.benchmarks.figures import Figure, measured

TRIES = 3
"""The quickest counts: whatever else the machine does only makes it slower."""

LOOKING = (
    "--help", "status", "plan", "budget", "domains", "explain corpus", "diff --list",
    "show corpus", "review --list", "decisions show", "search Lindqvist", "info", "topology",
)  # fmt: skip
"""Commands that only look, on the sample."""

LOOKING_LIMIT = 0.5
"""Seconds of one core: below it a command feels as if it were there already."""


def starting(scratch: Path) -> list[Figure]:
    """Importing the code location beside importing Dagster, and `sift status` on the sample."""
    measured(["init", "."], scratch)
    measured(["run"], scratch)
    empty = _quickest("import dagster as dg; dg.Definitions()")
    ours = _quickest("from sift_assets.definitions import defs; defs()")
    status = min(measured(["status"], scratch).seconds for _ in range(TRIES))
    return [
        Figure("code location over an empty one", ours - empty, 2.5, "s"),
        Figure("`sift status` on the sample", status, 1, "s"),
        *(
            Figure(f"`sift {line}`, one core", _cpu(line, scratch), LOOKING_LIMIT, "s")
            for line in LOOKING
        ),
    ]


def _cpu(line: str, folder: Path) -> float:
    """Return the CPU time of a command, the least of some tries."""
    return min(_cpu_once(line, folder) for _ in range(TRIES))


def _cpu_once(line: str, folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    measured(line.split(), folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _quickest(code: str) -> float:
    return min(_seconds(code) for _ in range(TRIES))


def _seconds(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return time.perf_counter() - began
