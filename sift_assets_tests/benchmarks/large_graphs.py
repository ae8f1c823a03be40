"""Graphs of up to two million mentions: CPU seconds and peak memory, and how both grow.

Every step has a process of its own. `SIFT_LARGE_GRAPHS` says of how many mentions, by default
`500000 1000000 2000000`; `SIFT_LARGE_STEPS` of how many all further steps are taken, by default
`62500 125000 250000`, since files for readers take most of all.
"""

import os
from pathlib import Path
from typing import Any

from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure, own_process
from sift_assets_tests.benchmarks.graph_stages import STEPS
from sift_assets_tests.benchmarks.growth import LEAST_SIZES, growth

GRAPHS, STEPPED = "500000 1000000 2000000", "62500 125000 250000"

LIMIT_MIB = 3 * 1024
"""Memory of its own that a build may take, whatever its size: a gigabyte of rows that stay in it,
as much for those that are being put in order, and for the largest part when it is written."""

LIMIT_CPU = 60
"""CPU seconds for them."""

LIMIT_GROWTH = 1.3
"""Sorting takes n log n, from 500,000 to 2,000,000 a power of 1.07; and rows on the disk, of which
the larger graphs have more, are dearer by half than those in memory."""

LIMIT_MEMORY_GROWTH = 0.6
"""Of the memory of its own: most rows lie on the disk."""


def graphs_of_millions(scratch: Path) -> list[Figure]:
    """Build graphs and cut them into the parts that are stored."""
    taken = {size: _built(scratch, size) for size in _sizes("SIFT_LARGE_GRAPHS", GRAPHS)}
    figures = [figure for size, one in taken.items() for figure in _figures(size, one)]
    if len(taken) < LEAST_SIZES:
        return figures
    seconds, peaks = (
        {size: one[name] for size, one in taken.items()} for name in ("cpu_seconds", "own_mib")
    )
    return [
        *figures,
        growth("CPU of the graph, mentions", seconds, LIMIT_GROWTH),
        growth("own memory of the graph, mentions", peaks, LIMIT_MEMORY_GROWTH),
    ]


def steps_after_the_graph(scratch: Path) -> list[Figure]:
    """Take a graph on to what readers get; memory by step, and how it grows with the mentions."""
    sizes = _sizes("SIFT_LARGE_STEPS", STEPPED)
    taken = {size: _steps(scratch / f"{size}", size) for size in sizes}
    figures: list[Figure] = []
    for step in STEPS:
        for size, steps in taken.items():
            what = f"{step} of {size:,} mentions"
            figures.append(Figure(f"{what}, CPU", steps[step]["cpu_seconds"], NO_LIMIT, "s"))
            figures.append(Figure(f"{what}, peak memory", steps[step]["peak_mib"], NO_LIMIT, "MiB"))
        if len(taken) >= LEAST_SIZES:
            costs = {size: steps[step]["cpu_seconds"] for size, steps in taken.items()}
            figures.append(growth(f"CPU of {step}, mentions", costs))
    return figures


def _sizes(variable: str, usual: str) -> list[int]:
    return sorted(map(int, os.environ.get(variable, usual).split()))


def _steps(folder: Path, size: int) -> dict[str, Any]:
    folder.mkdir()
    return {step: own_process("graph_stages", step, folder, size) for step in STEPS}


def _built(scratch: Path, size: int) -> dict[str, Any]:
    folder = scratch / f"{size}"
    folder.mkdir()
    return own_process("graph_stages", "build", folder, size)


def _figures(size: int, taken: dict[str, Any]) -> list[Figure]:
    what = f"graph of {size:,} mentions, {taken['entities']:,} entities"
    is_large = size >= 2_000_000
    return [
        Figure(f"{what}, CPU", taken["cpu_seconds"], LIMIT_CPU if is_large else NO_LIMIT, "s"),
        Figure(f"{what}, memory of its own", taken["own_mib"], LIMIT_MIB, "MiB"),
        Figure(f"{what}, with pages of files", taken["peak_mib"], NO_LIMIT, "MiB"),
        Figure(f"{what}, stored", taken["stored_mib"], NO_LIMIT, "MiB"),
    ]
