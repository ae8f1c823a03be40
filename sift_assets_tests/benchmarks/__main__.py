"""Speed and memory: one table, one JSON file. Timings never decide a test.

    python -m sift_assets_tests.benchmarks [FILE] [--only NAME …] [--minutes N]

Each figure stands beside its limit, and the CPU seconds and the memory of each benchmark below its
figures. FILE is where the JSON goes, by default `.sift/benchmarks.json`. NAME is one of
`every.BENCHMARKS`. Run it on a machine that does nothing else. After N minutes, by default half an
hour, whatever has not been measured is told and left out. Sizes and peers are set by variables of
the environment, see `large_graphs`, `scale`, `peer` and `splink_beside`. A benchmark that fails, or
takes too long, is told and does not stop the others; so is a peer that is absent.
"""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sift_assets_tests.benchmarks.every import BENCHMARKS
from sift_assets_tests.benchmarks.figures import NO_LIMIT, REPOSITORY, Figure

MINUTES = 30
"""For all of them; neither what hangs nor a busy machine holds the table back."""

LONGEST_SECONDS = 600
"""By the clock, for one benchmark: whatever takes longer hangs, or the machine is busy."""


def main(arguments: Sequence[str]) -> int:
    """Run benchmarks; return 1 when one fails or a limit is exceeded."""
    chosen = _parsed(arguments)
    wanted = [name for name in BENCHMARKS if not chosen.only or name in chosen.only]
    figures: list[Figure] = []
    failed: list[str] = []
    ends = time.monotonic() + 60 * chosen.minutes
    for name in wanted:
        found = _figures(name, min(LONGEST_SECONDS, ends - time.monotonic()))
        if found is None:
            failed.append(name)
        figures += found or []
        _write(chosen.file, figures)  # at once: whoever stops it keeps what was measured
    print_table(figures)
    for name in failed:
        sys.stdout.write(f"{name}: no figures, see above\n")
    return 0 if not failed and all(figure.within for figure in figures) else 1


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m sift_assets_tests.benchmarks")
    parser.add_argument("file", nargs="?", type=Path, default=Path(".sift/benchmarks.json"))
    parser.add_argument("--minutes", type=float, default=MINUTES, metavar="N", help="at most")
    known = ", ".join(BENCHMARKS)
    parser.add_argument("--only", nargs="+", choices=BENCHMARKS, metavar="NAME", help=known)
    return parser.parse_args(arguments)


def _figures(name: str, seconds: float) -> list[Figure] | None:
    """Return what a benchmark measures, None when it fails: the figures of others are kept."""
    if seconds <= 0:
        sys.stdout.write(f"{name} left out: no time is left\n")
        return None
    sys.stdout.write(f"{name} …\n")
    sys.stdout.flush()
    with TemporaryDirectory(prefix="sift-benchmarks-") as folder:
        file = Path(folder) / "figures.json"
        if not _ran(name, file, seconds):
            return None
        rows = json.loads(file.read_text(encoding="utf-8"))
    return [
        Figure(what, value, NO_LIMIT if limit is None else limit, unit)
        for what, value, limit, unit in rows
    ]


def _ran(name: str, file: Path, seconds: float) -> bool:
    """Run a benchmark in a process group of its own, and say whether it came to its end."""
    command = [sys.executable, "-m", "sift_assets_tests.benchmarks.alone", name, str(file)]
    process = subprocess.Popen(command, cwd=REPOSITORY, start_new_session=True)
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        sys.stdout.write(f"{name} took more than {seconds:.0f} s and was ended\n")
        return False
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _write(file: Path, figures: Sequence[Figure]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    rows = [_row(figure) for figure in figures]
    file.write_text(json.dumps(rows, indent=2), encoding="utf-8")


def _row(figure: Figure) -> dict[str, Any]:
    """Return a figure for JSON, which has no word for infinity."""
    limit = None if figure.limit == NO_LIMIT else figure.limit
    return figure._asdict() | {"limit": limit, "within": figure.within}


def print_table(figures: list[Figure]) -> None:
    """Print the figures beside their limits."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Benchmarks", title_justify="left", box=None)
    for name in ("what", "measured", "limit", "unit", ""):
        table.add_column(name, justify="left" if name in ("what", "unit") else "right")
    for figure in figures:
        mark = "" if figure.within else "over"
        limit = "" if figure.limit == NO_LIMIT else f"{figure.limit:g}"
        table.add_row(figure.what, f"{figure.value:{_form(figure)}}", limit, figure.unit, mark)
    Console().print(table)


def _form(figure: Figure) -> str:
    """Return how a figure is written: exponents, which have no unit, need a digit more."""
    is_whole = figure.value == round(figure.value)
    return ",.1f" if figure.unit else ",.0f" if is_whole else ".2f"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
