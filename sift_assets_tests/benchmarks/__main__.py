"""Speed and memory: one table, one JSON file. Timings never decide a test.

    python -m sift_assets_tests.benchmarks [FILE]

Each figure stands beside its limit. FILE is where the JSON goes, by default
`.sift/benchmarks.json`. Run it on a machine that does nothing else; it takes some minutes. Sizes
and the peer are set by variables of the environment, see `scale` and `peer`.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure
from sift_assets_tests.benchmarks.graphs import graph_of_mentions
from sift_assets_tests.benchmarks.peer import build_beside_the_peer
from sift_assets_tests.benchmarks.projects import (
    edit_of_one_document,
    first_graph_of_the_ftx_documents,
    first_graph_of_the_sample,
    nothing_to_do,
)
from sift_assets_tests.benchmarks.scale import looks_and_edits
from sift_assets_tests.benchmarks.starting import starting

BENCHMARKS: tuple[Callable[[Path], list[Figure]], ...] = (
    first_graph_of_the_sample,
    first_graph_of_the_ftx_documents,
    nothing_to_do,
    edit_of_one_document,
    graph_of_mentions,
    starting,
    looks_and_edits,
    build_beside_the_peer,
)


def main(target: Path) -> int:
    """Run all benchmarks; return 1 when a limit is exceeded."""
    figures: list[Figure] = []
    for benchmark in BENCHMARKS:
        with TemporaryDirectory(prefix="sift-benchmark-") as scratch:
            figures += benchmark(Path(scratch))
    print_table(figures)
    target.parent.mkdir(parents=True, exist_ok=True)
    rows = [_row(figure) for figure in figures]
    target.write_text(json.dumps(rows, indent=2), encoding="utf-8")
    return 0 if all(figure.within for figure in figures) else 1


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
        table.add_row(figure.what, f"{figure.value:.1f}", limit, figure.unit, mark)
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".sift/benchmarks.json")))
