"""Ways to find communities, ours and those that it is held against."""

from collections.abc import Callable, Iterable

import graspologic_native
import networkx as nx
import numpy as np

from sift_assets.core.communities.detecting import detect, membership
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.leiden import scale
from sift_assets.core.communities.settings import CommunitySettings, CommunityStage
from sift_assets.core.communities.weights import Network

SEED = 1
CONSENSUS = 20
"""Runs of which a consensus is made."""

Find = Callable[[Network], list[int]]
"""Finds communities: a number per entity."""


def ours(network: Network) -> list[int]:
    """The default of this project."""
    return _told(network, 1.0)


def ours_unbounded(network: Network) -> list[int]:
    """Ours with modularity as published: the weight of the network neither bounded nor rounded."""
    weight = float(network.weight.sum())
    return _told(network, scale(weight) / weight)


def louvain(network: Network) -> list[int]:
    """Louvain of networkx, seeded."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(network)))
    graph.add_weighted_edges_from(network)
    return _numbers(len(network), nx.community.louvain_communities(graph, seed=SEED))


def graspologic(network: Network) -> list[int]:
    """Leiden of graspologic-native, seeded, input sorted."""
    return _graspologic(network, SEED)


def graspologic_10_times(network: Network) -> list[int]:
    """The same, ten iterations."""
    return _graspologic(network, SEED, iterations=10)


def constant_potts(network: Network) -> list[int]:
    """The same with the constant Potts model instead of modularity, at the network's density."""
    size = len(network)
    density = 2 * float(network.weight.sum()) / (size * (size - 1))
    return _graspologic(network, SEED, use_modularity=False, resolution=10 * density)


def consensus(network: Network) -> list[int]:
    """Entities that a majority of seeds puts together along a path of pairs."""
    together = np.zeros(len(network.first))
    for seed in range(CONSENSUS):
        found = np.array(_graspologic(network, seed))
        together += found[network.first] == found[network.second]
    kept = together > CONSENSUS / 2
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(network)))
    graph.add_edges_from(zip(network.first[kept], network.second[kept], strict=True))
    return _numbers(len(network), nx.connected_components(graph))


VARIANTS: dict[str, Find] = {
    "Louvain, seeded (networkx)": louvain,
    "Leiden, seeded (graspologic)": graspologic,
    "Leiden, 10 iterations": graspologic_10_times,
    "Leiden, constant Potts model": constant_potts,
    f"Leiden, consensus of {CONSENSUS} seeds": consensus,
    "Leiden without chance": ours_unbounded,
    "the same, scale bounded: ours": ours,
}


def _told(network: Network, resolution: float) -> list[int]:
    stage = CommunityStage(settings=CommunitySettings(resolution=resolution))
    members = membership(network, detect(network, stage))
    numbers: dict[str, int] = {}
    keys = ((one, members[one]) for one in network.names)
    return [
        numbers.setdefault(one if key == UNASSIGNED else key, len(numbers)) for one, key in keys
    ]


def _graspologic(
    network: Network,
    seed: int,
    *,
    iterations: int = 1,
    use_modularity: bool = True,
    resolution: float = 1.0,
) -> list[int]:
    names = network.names
    pairs = [(names[one], names[other], weight) for one, other, weight in network]
    _, found = graspologic_native.leiden(
        pairs,
        seed=seed,
        iterations=iterations,
        use_modularity=use_modularity,
        resolution=resolution,
    )
    return [found.get(one, len(found) + row) for row, one in enumerate(names)]


def _numbers(size: int, parts: Iterable[Iterable[int]]) -> list[int]:
    found = [0] * size
    for number, part in enumerate(parts):
        for row in part:
            found[row] = number
    return found
