"""Holds our communities against planted ones, other algorithms and edits; prints three tables.

    python -m sift_assets_tests.evals.communities [FILE] [--size 100000]

from the repository's root. FILE takes the same figures as JSON, `.sift/evals/communities.json` when
it is not given. No key, no network; some three minutes, most of it for the largest network, which
a smaller `--size` spares. Corpora that are not there are left out.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from sklearn.metrics import normalized_mutual_info_score

from sift_assets.core.communities.mapping import modularity
from sift_assets.core.communities.weights import Network
from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.evals.communities.documents import ftx_corpus, sample_corpus
from sift_assets_tests.evals.communities.locality import reach
from sift_assets_tests.evals.communities.planted import Planted, edited, planted
from sift_assets_tests.evals.communities.variants import (
    VARIANTS,
    Find,
    graspologic,
    louvain,
    ours,
)

MIXINGS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
QUALITY_SIZE = 5_000
LOCALITY = ((1_000, 0.1), (1_000, 0.2), (5_000, 0.1), (5_000, 0.2), (5_000, 0.3), (10_000, 0.2))
EDITS = 6
SMALL, LARGE = 10_000, 100_000
THREE_PAIRS = 5.0
"""The degree with which the generator makes about three pairs per entity."""

SIDE_BY_SIDE: dict[str, Find] = {"ours": ours, "Louvain": louvain, "graspologic": graspologic}
DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "communities.json"
Row = dict[str, str | float]


def quality() -> Iterable[Row]:
    """Yield how well planted communities are found, by mixing."""
    for mixing in MIXINGS:
        known = planted(QUALITY_SIZE, mixing, seed=1)
        found = {name: find(known.network) for name, find in SIDE_BY_SIDE.items()}
        yield {
            "mixing": mixing,
            **{f"NMI {name}": nmi(known, labels) for name, labels in found.items()},
            **{f"Q {name}": q(known.network, labels) for name, labels in found.items()},
        }


def seconds(sizes: Sequence[int]) -> Iterable[Row]:
    """Yield CPU seconds side by side."""
    for size in sizes:
        known = planted(size, 0.2, seed=1, degree=THREE_PAIRS)
        row: Row = {"entities": size, "pairs": len(known.network.first)}
        for name, find in SIDE_BY_SIDE.items():
            began = time.process_time()
            labels = find(known.network)
            row[f"s {name}"] = time.process_time() - began
            row[f"NMI {name}"] = nmi(known, labels)
        yield row


def locality() -> Iterable[Row]:
    """Yield which share of the communities far from edits changes, by network and variant."""
    networks = dict(_edited_networks())
    for variant, find in VARIANTS.items():
        row: Row = {"variant": variant}
        for name, (network, edits) in networks.items():
            found = reach(network, edits, find)
            row[name] = found.changed / found.far if found.far else 0.0
        yield row


def _edited_networks() -> Iterable[tuple[str, tuple[Network, list[Network]]]]:
    for name, corpus in (("sample", sample_corpus()), ("FTX", ftx_corpus())):
        if corpus is not None:
            yield name, (corpus.network, list(corpus.edits()))
    for size, mixing in LOCALITY:
        network = planted(size, mixing, seed=1).network
        yield f"{size} at {mixing}", (network, [edited(network, seed) for seed in range(EDITS)])


def nmi(known: Planted, labels: Sequence[int]) -> float:
    """Return the normalised mutual information of found and planted communities."""
    return float(normalized_mutual_info_score(known.truth, labels))


def q(network: Network, labels: Sequence[int]) -> float:
    """Return the modularity of a division."""
    return modularity(network, np.array(labels))


def table(rows: Sequence[Row]) -> str:
    """Return rows as a Markdown table."""
    heads = list(rows[0])
    lines = [heads, ["---"] * len(heads), *(list(map(_cell, row.values())) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: str | float) -> str:
    return f"{value:.3f}" if isinstance(value, float) else f"{value}"


def main(arguments: Sequence[str]) -> None:
    """Evaluate, print the tables, write the JSON file."""
    parser = argparse.ArgumentParser(prog="python -m sift_assets_tests.evals.communities")
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--size", type=int, default=LARGE, help="of the largest network")
    chosen = parser.parse_args(arguments)
    figures: dict[str, list[Row]] = {}
    for name, rows in (
        ("quality", quality()),
        ("locality", locality()),
        ("seconds", seconds((SMALL, chosen.size))),
    ):
        figures[name] = list(rows)
        sys.stdout.write(f"{name}\n\n{table(figures[name])}\n\n")
        sys.stdout.flush()
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    chosen.file.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
