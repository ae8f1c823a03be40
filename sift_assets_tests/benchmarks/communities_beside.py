"""Finding communities, beside networkx and graspologic-native alone: a process each.

    python -m sift_assets_tests.benchmarks.communities_beside WAY ENTITIES

prints CPU seconds, peak memory and the normalised mutual information with the communities that
were planted. How well each way does otherwise is in `evals.communities`.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
from sklearn.metrics import normalized_mutual_info_score

from sift_assets.core.communities.weights import Network
from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure, own_process, peak_mib
from sift_assets_tests.benchmarks.growth import growth
from sift_assets_tests.evals.communities.variants import Find, graspologic, louvain, ours

SIZES = (10_000, 30_000, 100_000)

MEMBERS, PAIRS_EACH, OUTSIDE = 40, 3, 0.2
"""Members of a planted community, pairs for each entity, and the share that leads out."""

WAYS: dict[str, Find] = {"ours": ours, "networkx": louvain, "graspologic": graspologic}

LIMIT_GROWTH = 1.4
"""Of our CPU seconds. Steps are linear, but a larger network leaves the processor's cache: all
three ways have an exponent of 1.3."""


def communities_beside_others(_scratch: Path) -> list[Figure]:
    """Find the communities of planted networks in three ways."""
    figures: list[Figure] = []
    for way in WAYS:
        taken = {size: own_process("communities_beside", way, size) for size in SIZES}
        for size, one in taken.items():
            what = f"communities of {size:,} entities, {way}"
            figures += [
                Figure(f"{what}, CPU", one["cpu_seconds"], NO_LIMIT, "s"),
                Figure(f"{what}, peak memory", one["peak_mib"], NO_LIMIT, "MiB"),
                Figure(f"{what}, as planted (NMI)", 100 * one["nmi"], NO_LIMIT, "%"),
            ]
        costs = {size: one["cpu_seconds"] for size, one in taken.items()}
        limit = LIMIT_GROWTH if way == "ours" else NO_LIMIT
        figures.append(growth(f"CPU of communities, {way}, entities", costs, limit))
    return figures


def planted(size: int) -> tuple[Network, list[int]]:
    """Plant communities of equal size; return also the number of each entity's."""
    chance = np.random.default_rng(1)
    ids = pa.array(sorted(f"person:{one:015x}" for one in chance.integers(0, 2**60, size)))
    place = chance.permutation(size)  # so that neither ids nor their order tell anything
    source = np.repeat(np.arange(size), PAIRS_EACH)
    within = source // MEMBERS * MEMBERS + chance.integers(0, MEMBERS, len(source))
    is_outside = chance.random(len(source)) < OUTSIDE
    target = np.where(is_outside, chance.integers(0, size, len(source)), within) % size
    ends = np.sort(np.stack([place[source], place[target]], axis=1), axis=1)
    pairs = np.unique(ends[ends[:, 0] != ends[:, 1]], axis=0)
    truth = np.empty(size, np.int64)
    truth[place] = np.arange(size) // MEMBERS
    ones = np.ones(len(pairs), np.int64)
    network = Network(ids, pairs[:, 0], pairs[:, 1], ones.astype(np.float64), ones)
    return network, truth.tolist()


def main(way: str, size: int) -> None:
    """Find communities in one way, measure it, print what it took."""
    network, truth = planted(size)
    began = time.process_time()
    found = WAYS[way](network)
    seconds = time.process_time() - began
    taken = {
        "cpu_seconds": seconds,
        "peak_mib": peak_mib(),
        "nmi": float(normalized_mutual_info_score(truth, found)),
    }
    sys.stdout.write(json.dumps(taken) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
