"""Speed and memory: one table, one JSON file. Timings never decide a test.

    python -m sift_assets_tests.benchmarks [FILE] [--only NAME …]

Each figure stands beside its limit. FILE is where the JSON goes, by default
`.sift/benchmarks.json`. NAME is one of the functions in `BENCHMARKS`. Run it on a machine that
does nothing else; it takes some minutes. Sizes and the peer are set by variables of the
environment, see `scale` and `peer`. A benchmark that fails is told and does not stop the others.
"""

import argparse
import json
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sift_assets_tests.benchmarks.answers import answers
from sift_assets_tests.benchmarks.dagster_ui import many_documents_in_the_ui
from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure
from sift_assets_tests.benchmarks.following import from_saving_to_the_fresh_graph
from sift_assets_tests.benchmarks.graphs import graph_of_mentions, one_edit_of_a_graph
from sift_assets_tests.benchmarks.narratives import narratives_of_one_edit
from sift_assets_tests.benchmarks.peer import build_beside_the_peer
from sift_assets_tests.benchmarks.projects import (
    edit_of_one_document,
    first_graph_of_the_ftx_documents,
    first_graph_of_the_sample,
    nothing_to_do,
)
from sift_assets_tests.benchmarks.proposals import proposals_of_a_series, proposals_of_one_type
from sift_assets_tests.benchmarks.scale import looks_and_edits
from sift_assets_tests.benchmarks.seats import fifty_seats
from sift_assets_tests.benchmarks.starting import starting
from sift_assets_tests.benchmarks.viewer import viewer_of_many_entities

Benchmark = Callable[[Path], list[Figure]]

BENCHMARKS: tuple[Benchmark, ...] = (
    first_graph_of_the_sample,
    first_graph_of_the_ftx_documents,
    nothing_to_do,
    edit_of_one_document,
    graph_of_mentions,
    one_edit_of_a_graph,
    narratives_of_one_edit,
    answers,
    proposals_of_one_type,
    proposals_of_a_series,
    starting,
    looks_and_edits,
    viewer_of_many_entities,
    fifty_seats,
    many_documents_in_the_ui,
    from_saving_to_the_fresh_graph,
    build_beside_the_peer,
)


def main(arguments: Sequence[str]) -> int:
    """Run benchmarks; return 1 when one fails or a limit is exceeded."""
    chosen = _parsed(arguments)
    wanted = [one for one in BENCHMARKS if not chosen.only or one.__name__ in chosen.only]
    figures: list[Figure] = []
    failed = 0
    for benchmark in wanted:
        found = _figures(benchmark)
        failed += found is None
        figures += found or []
    print_table(figures)
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    rows = [_row(figure) for figure in figures]
    chosen.file.write_text(json.dumps(rows, indent=2), encoding="utf-8")
    return 0 if not failed and all(figure.within for figure in figures) else 1


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m sift_assets_tests.benchmarks")
    parser.add_argument("file", nargs="?", type=Path, default=Path(".sift/benchmarks.json"))
    names = [benchmark.__name__ for benchmark in BENCHMARKS]
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=", ".join(names))
    return parser.parse_args(arguments)


def _figures(benchmark: Benchmark) -> list[Figure] | None:
    """Return what a benchmark measures, None when it fails: an hour's other figures are kept."""
    sys.stdout.write(f"{benchmark.__name__} …\n")
    sys.stdout.flush()
    with TemporaryDirectory(prefix="sift-benchmark-") as scratch:
        try:
            return benchmark(Path(scratch))
        except Exception:  # noqa: BLE001 - told below, and in the exit code
            traceback.print_exc()
            return None


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
    sys.exit(main(sys.argv[1:]))
