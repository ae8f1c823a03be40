"""What a benchmark yields, and how a command is measured."""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

REPOSITORY = Path(__file__).parent.parent.parent


NO_LIMIT = float("inf")
"""Of a figure that only stands beside another."""


class Figure(NamedTuple):
    """One measurement beside its limit.

    Attributes:
        what: What was measured.
        value: What came out.
        limit: What it must not exceed, on two cores; `NO_LIMIT` for none.
        unit: `s`, `ms`, `MiB` or `%`; empty for a count.
    """

    what: str
    value: float
    limit: float
    unit: str

    @property
    def within(self) -> bool:
        """Whether the limit is kept."""
        return self.value <= self.limit


class CpuClock:
    """Measures steps that follow each other, in CPU seconds of this process.

    Attributes:
        figures: One per step.
    """

    def __init__(self) -> None:
        self.figures: list[Figure] = []

    @contextmanager
    def lap(self, what: str, limit: float) -> Iterator[None]:
        """Measure a block."""
        began = time.process_time()
        yield
        self.figures.append(Figure(what, time.process_time() - began, limit, "s"))


class Usage(NamedTuple):
    """What a command used: wall seconds, and the peak memory of its largest process in MiB."""

    seconds: float
    peak_mib: float


def measured(arguments: list[str], folder: Path) -> Usage:
    """Run `sift` with arguments in a folder, as a user would; it must succeed."""
    command = [sys.executable, "-m", "sift_assets.cli", *arguments]
    environment = {k: v for k, v in os.environ.items() if k != "DAGSTER_HOME"}
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return Usage(seconds, peak)


def peak_mib() -> float:
    """Return the most memory that this process had; `ru_maxrss` begins at its parent's."""
    return int(Path("/proc/self/status").read_text("ascii").split("VmHWM:")[1].split()[0]) / 1024


def reported(command: Sequence[str | Path]) -> dict[str, Any]:
    """Run a command in a process of its own; return what it prints last, one JSON document.

    Raises:
        RuntimeError: It fails; with the end of what it said.
    """
    ended = subprocess.run(
        list(map(str, command)), cwd=REPOSITORY, check=False, capture_output=True, encoding="utf-8"
    )
    if ended.returncode:
        raise RuntimeError(f"{command[0]} ended with {ended.returncode}: {ended.stderr[-2000:]}")
    return json.loads(ended.stdout.splitlines()[-1])


def own_process(module: str, *arguments: object) -> dict[str, Any]:
    """Run a module of the benchmarks in a process of its own; see `reported`."""
    name = f"sift_assets_tests.benchmarks.{module}"
    return reported([sys.executable, "-m", name, *map(str, arguments)])


def data_folder() -> Path:
    """Return the folder of public data, which may be absent."""
    return Path(os.environ.get("SIFT_EVAL_DATA", REPOSITORY.parent / "shared" / "data"))
