"""Extractions to graph, beside sift-kg 0.9.0: the same records, a process each, ratios in one run.

The peer is installed into an environment of its own, whose interpreter `SIFT_KG_PYTHON` names:

    python -m venv sift-kg
    sift-kg/bin/pip install sift-kg==0.9.0 "typer==0.15.4" "click<8.2"
    export SIFT_KG_PYTHON=$PWD/sift-kg/bin/python

Without it the benchmark says "absent". `SIFT_PEER_DOCUMENTS` holds the sizes, by default
`90 900`. What the peer does beyond the graph, its search for communities, is taken off its time;
so is its fuzzy joining of names where no encoder can be loaded.
"""

import os
import sys
from operator import itemgetter
from pathlib import Path

from sift_assets_tests.benchmarks.extracted_corpus import recorded_answers, write_corpus
from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure, own_process, reported

TIMES_FASTER = 20
"""What we aim at, from 900 documents on."""

SHARE_OF_MEMORY = 1 / 3
"""Likewise."""

RUNS = 5
"""Of ours, of which the median counts: one takes about a second, and a fifth more or less of it is
chance. The peer's takes half a minute and varies by some hundredths."""

SMALL = 900
"""Below this many documents our fixed costs (imports, compiled tables) weigh more than the work."""


def build_beside_the_peer(scratch: Path) -> list[Figure]:
    """CPU seconds and peak memory of both, and the ratios; nothing without peer or data."""
    python = os.environ.get("SIFT_KG_PYTHON", "")
    if not python or not recorded_answers():
        sys.stdout.write("sift-kg: absent (see sift_assets_tests/benchmarks/peer.py)\n")
        return []
    sizes = map(int, os.environ.get("SIFT_PEER_DOCUMENTS", "90 900").split())
    return [figure for size in sizes for figure in _compared(python, scratch / f"{size}", size)]


def _compared(python: str, folder: Path, size: int) -> list[Figure]:
    write_corpus(folder, size)
    every = (own_process("our_build", folder) for _ in range(RUNS))
    runs = sorted(every, key=itemgetter("cpu_seconds"))
    ours = runs[RUNS // 2]
    theirs = reported([python, Path(__file__).parent / "peer_build.py", folder])
    seconds = theirs["cpu_seconds"] - theirs["communities_seconds"]
    share = ours["peak_mib"] / theirs["peak_mib"]
    is_large = size >= SMALL
    of = f"of {size} documents"
    return [
        Figure(f"graph {of}, ours, CPU", ours["cpu_seconds"], NO_LIMIT, "s"),
        Figure(f"graph {of}, sift-kg, CPU", seconds, NO_LIMIT, "s"),
        Figure(
            f"graph {of}, ours to sift-kg, CPU",
            100 * ours["cpu_seconds"] / seconds,
            100 / TIMES_FASTER if is_large else 100,
            "%",
        ),
        Figure(f"graph {of}, ours, peak memory", ours["peak_mib"], NO_LIMIT, "MiB"),
        Figure(f"graph {of}, sift-kg, peak memory", theirs["peak_mib"], NO_LIMIT, "MiB"),
        Figure(
            f"graph {of}, ours to sift-kg, memory",
            100 * share,
            100 * SHARE_OF_MEMORY if is_large else 100,
            "%",
        ),
        Figure(f"graph {of}, ours, entities", ours["entities"], NO_LIMIT, ""),
        Figure(f"graph {of}, sift-kg, entities", theirs["entities"], NO_LIMIT, ""),
        Figure(f"graph {of}, ours, relations", ours["relations"], NO_LIMIT, ""),
        Figure(f"graph {of}, sift-kg, relations", theirs["relations"], NO_LIMIT, ""),
    ]
