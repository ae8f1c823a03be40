"""How long it takes to start: the code location, and the commands that only look."""

import subprocess
import sys
import time
from pathlib import Path

from sift_assets_tests.benchmarks.figures import Figure, measured

TRIES = 3
"""The quickest counts: whatever else the machine does only makes it slower."""


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
    ]


def _quickest(code: str) -> float:
    return min(_seconds(code) for _ in range(TRIES))


def _seconds(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return time.perf_counter() - began
