"""Networks with communities that are known because they were planted, and edits of them.

LFR graphs (Lancichinetti, Fortunato and Radicchi, 2008): degrees and sizes of communities follow
power laws, and of every entity's pairs a given share, the mixing, leads out of its community.
"""

from dataclasses import replace
from random import Random
from typing import NamedTuple

import networkx as nx
import numpy as np
import pyarrow as pa

from sift_assets.core.communities.weights import Network

DEGREE = 8.0
SIZES = (15, 100)
MAX_DEGREE = 50
TRIES = 20
"""Seeds that are tried: for some the generator finds no graph."""


class Planted(NamedTuple):
    """A network, and the number of each entity's planted community."""

    network: Network
    truth: list[int]


def planted(size: int, mixing: float, seed: int, degree: float = DEGREE) -> Planted:
    """Plant communities; ids are random, so that neither they nor their hashes tell anything."""
    graph = _lfr(size, mixing, seed, degree)
    random = Random(seed)  # noqa: S311 - chance that can be had again
    ids = sorted(f"person:{random.getrandbits(60):015x}" for _ in range(size))
    places = random.sample(range(size), size)
    pairs = sorted(
        sorted((places[one], places[other])) for one, other in graph.edges if one != other
    )
    numbers = {frozenset(each): n for n, each in enumerate(_communities(graph))}
    truth = [0] * size
    for node, place in enumerate(places):
        truth[place] = numbers[frozenset(graph.nodes[node]["community"])]
    return Planted(_network(pa.array(ids), np.array(pairs, np.int64)), truth)


def _lfr(size: int, mixing: float, seed: int, degree: float) -> "nx.Graph[int]":
    smallest, largest = SIZES
    for one in range(seed, seed + TRIES):
        try:
            return nx.LFR_benchmark_graph(
                size,
                tau1=2.5,
                tau2=1.5,
                mu=mixing,
                average_degree=degree,
                max_degree=MAX_DEGREE,
                min_community=smallest,
                max_community=largest,
                max_iters=300,
                seed=one,
            )
        except nx.ExceededMaxIterations:
            continue
    raise ValueError(f"no graph of {size} nodes with mixing {mixing} in {TRIES} tries")


def _communities(graph: "nx.Graph[int]") -> list[set[int]]:
    every: list[set[int]] = [graph.nodes[node]["community"] for node in graph]
    found = {min(each): each for each in every}
    return [found[first] for first in sorted(found)]


def _network(ids: pa.Array, pairs: np.ndarray) -> Network:
    ones = np.ones(len(pairs), np.int64)
    return Network(ids, pairs[:, 0], pairs[:, 1], ones.astype(np.float64), ones)


def edited(network: Network, seed: int) -> Network:
    """Add or remove one to five pairs."""
    random = Random(seed)  # noqa: S311 - chance that can be had again
    count = random.choice((1, 5))
    if random.random() < 0.5:
        away = random.sample(range(len(network.first)), count)
        columns = ("first", "second", "weight", "relations")
        return replace(network, **{n: np.delete(getattr(network, n), away) for n in columns})
    there = np.stack([network.first, network.second], axis=1)
    new = [sorted(random.sample(range(len(network)), 2)) for _ in range(count)]
    return _network(network.ids, np.unique(np.concatenate([there, np.array(new)]), axis=0))
