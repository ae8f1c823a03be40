"""Proposals of up to two hundred thousand people: CPU seconds and peak memory, and how they grow.

Each size has a process of its own, in which the people are read from a file. `SIFT_LARGE_TYPES`
says of how many, by default `25000 50000 100000`; 200,000 take a minute and a half more.

    python -m sift_assets_tests.benchmarks.large_types FILE [PEOPLE]

makes a file of so many people, or proposes what is in one and prints what that took.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from sift_assets.core.graph.partition import TypeGraph
from sift_assets.core.resolution.proposing import propose
from sift_assets.core.resolution.settings import ResolutionStage
from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure, own_process, peak_mib
from sift_assets_tests.benchmarks.growth import LEAST_SIZES, growth
from sift_assets_tests.benchmarks.proposals import people
from sift_assets_tests.core.resolution.resolution_examples import FACET

SIZES = "25000 50000 100000"

LIMIT_EACH_KIB = 12.0
"""Peak memory of one person more: a type of 600,000, as two million mentions that are spread over
some types may have, then takes 7 GiB."""

LIMIT_GROWTH = 1.5
"""Of CPU seconds: the more names there are, the more of them are near each other."""


def proposals_of_large_types(scratch: Path) -> list[Figure]:
    """Propose merges among very many people, of whom one in ten is another spelling of another."""
    sizes = sorted(map(int, os.environ.get("SIFT_LARGE_TYPES", SIZES).split()))
    taken = {size: _proposed(scratch / f"{size}", size) for size in sizes}
    figures = [figure for size, one in taken.items() for figure in _figures(size, one)]
    if len(taken) >= LEAST_SIZES:
        costs = {size: one["cpu_seconds"] for size, one in taken.items()}
        figures.append(growth("CPU of proposals, people", costs, LIMIT_GROWTH))
        more = taken[sizes[-1]]["peak_mib"] - taken[sizes[0]]["peak_mib"]
        each = 1024 * more / (sizes[-1] - sizes[0])
        figures.append(Figure("peak memory of one person more", each, LIMIT_EACH_KIB, "KiB"))
    return figures


def _proposed(file: Path, size: int) -> dict[str, Any]:
    own_process("large_types", file, size)
    return own_process("large_types", file)


def _figures(size: int, taken: dict[str, Any]) -> list[Figure]:
    what = f"proposals of {size:,} people"
    pairs = f"{taken['pairs']:,} pairs compared"
    return [
        Figure(f"{what}, {pairs}, CPU", taken["cpu_seconds"], NO_LIMIT, "s"),
        Figure(f"{what}, peak memory", taken["peak_mib"], NO_LIMIT, "MiB"),
    ]


def main(file: Path, size: int = 0) -> None:
    """Make a file of people where a size is given, else propose."""
    taken: dict[str, float] = {}
    if size:
        file.write_bytes(people(size).to_bytes())
    else:
        part = TypeGraph.from_bytes(file.read_bytes())
        began = time.process_time()
        _, names = propose(part, FACET, ResolutionStage(), None)
        taken = {"cpu_seconds": time.process_time() - began, "pairs": len(names.pairs)}
    sys.stdout.write(json.dumps(taken | {"peak_mib": peak_mib()}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
