"""Which entities belong together: communities, and those that they are divided into.

Every connected component is divided by itself, and so is a community that is too large, so that
an edit in one cannot reach another.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import graspologic_native
import networkx as nx
import numpy as np

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.leiden import leiden
from sift_assets.core.communities.level import Neighbours
from sift_assets.core.communities.settings import Algorithm, CommunitySettings, CommunityStage
from sift_assets.core.communities.weights import Network

SEED = 0
"""Any; another one is another algorithm and needs another version."""

AS_PUBLISHED = 1.0
"""Resolution at least by which a community that is too large is divided: whoever asked for large
ones by a lower one has said by `max_size` how large."""

Divide = Callable[[Neighbours, float], list[int]]
"""Divides a connected network: neighbours and resolution to a community per node."""


class Found(NamedTuple):
    """A community that was found.

    Attributes:
        key: Id of its most central member: the one with the largest summed weight inside, of
            several the one with the smallest id.
        level: 0 for those that are part of no other.
        parent: Key of the community of the level above that it is a part of, or empty.
        members: Rows of its members in the network, ascending.
        divided: Whether communities of the next level divide it.
    """

    key: str
    level: int
    parent: str
    members: tuple[int, ...]
    divided: bool


def detect(network: Network, stage: CommunityStage) -> tuple[Found, ...]:
    """Find communities.

    Args:
        network: Entities and weights of their pairs.
        stage: The settings.

    Returns:
        All communities of all levels with at least `min_size` members, sorted by level and key.
        One with more than `max_size` is divided, as long as the parts are communities.
    """
    detection = _Detection(network, stage.settings)
    found = [one for component in detection.components() for one in detection.found(component)]
    return tuple(sorted(found, key=lambda one: (one.level, one.key)))


def membership(network: Network, found: Sequence[Found]) -> dict[str, str]:
    """Return the key of each entity's community, of those told of, or `UNASSIGNED`."""
    members = dict.fromkeys(network.names, UNASSIGNED)
    for one in found:
        if not one.divided:
            members.update((network.names[row], one.key) for row in one.members)
    return members


def components(network: Network) -> list[list[int]]:
    """Return the rows of the entities that relations connect, each list ascending, in order.

    Pairs without weight connect as well: a relation of which nothing is certain is still one.
    """
    return _connected(_neighbours(network, range(len(network))))


class _Detection:
    """A network whose nodes stand in the order of the hashes of their ids."""

    def __init__(self, network: Network, settings: CommunitySettings) -> None:
        self._network = network
        self._settings = settings
        self._divide = _ALGORITHMS[settings.algorithm]
        self._rows = sorted(range(len(network)), key=lambda row: _hash(network.names[row]))
        places = np.empty(len(network), np.int64)
        places[self._rows] = np.arange(len(network))
        self._neighbours = _neighbours(network, places.tolist())

    def components(self) -> list[list[int]]:
        return _connected(self._neighbours)

    def found(self, component: list[int]) -> Iterator[Found]:
        """Yield the communities of a component with those that divide them."""
        for part in self._parts(component, self._settings.resolution):
            yield from self._divided(part, 0, "")

    def _divided(self, nodes: list[int], level: int, parent: str) -> Iterator[Found]:
        parts: list[list[int]] = []
        if len(nodes) > self._settings.max_size:
            parts = self._parts(nodes, max(self._settings.resolution, AS_PUBLISHED))
        is_divided = len(parts) > 1
        key = self._key(nodes)
        members = tuple(sorted(self._rows[node] for node in nodes))
        yield Found(key, level, parent, members, is_divided)
        if is_divided:
            for part in parts:
                yield from self._divided(part, level + 1, key)

    def _parts(self, nodes: list[int], resolution: float) -> list[list[int]]:
        """Divide connected nodes; what is too small for a community is left out."""
        if len(nodes) < self._settings.min_size:
            return []
        inner = _inner(self._neighbours, nodes)
        labels = self._divide(inner, resolution)
        found = ([nodes[at] for at in part] for part in _hanging_together(inner, labels))
        return [part for part in found if len(part) >= self._settings.min_size]

    def _key(self, nodes: list[int]) -> str:
        weights = (sum([w for _, w in found]) for found in _inner(self._neighbours, nodes))
        names = (self._network.names[self._rows[node]] for node in nodes)
        return min((-weight, name) for weight, name in zip(weights, names, strict=True))[1]


def louvain(neighbours: Neighbours, resolution: float) -> list[int]:
    """Divide a connected network by networkx' Louvain, seeded; arguments as for `leiden`."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(neighbours)))
    for node, found in enumerate(neighbours):
        graph.add_weighted_edges_from((node, other, w) for other, w in found if node < other and w)
    if not graph.number_of_edges():
        return list(range(len(neighbours)))
    parts = nx.community.louvain_communities(graph, resolution=resolution, seed=SEED)
    first = {node: min(part) for part in parts for node in part}
    return [first[node] for node in range(len(neighbours))]


def graspologic(neighbours: Neighbours, resolution: float) -> list[int]:
    """Divide a connected network by graspologic's Leiden, seeded; arguments as for `leiden`."""
    edges = [
        (str(node), str(other), weight)
        for node, found in enumerate(neighbours)
        for other, weight in found
        if node < other and weight
    ]
    if not edges:
        return list(range(len(neighbours)))
    _, labels = graspologic_native.leiden(edges, seed=SEED, resolution=resolution)
    own = len(neighbours)  # who has no weight stands alone, beyond every label
    return [labels.get(str(node), own + node) for node in range(len(neighbours))]


_ALGORITHMS: dict[Algorithm, Divide] = {
    "leiden": leiden,
    "graspologic": graspologic,
    "louvain": louvain,
}


def _hash(id_: str) -> bytes:
    return hashlib.blake2b(id_.encode(), digest_size=16).digest()


def _neighbours(network: Network, places: Sequence[int]) -> Neighbours:
    """Return who hangs together with whom; entities are named by their places."""
    found: list[list[tuple[int, float]]] = [[] for _ in range(len(network))]
    for first, second, weight in network:
        one, other = places[first], places[second]
        found[one].append((other, weight))
        found[other].append((one, weight))
    return found


def _inner(neighbours: Neighbours, nodes: Sequence[int]) -> Neighbours:
    """Return the neighbours of some nodes among themselves, each by its place in the list."""
    at = {node: place for place, node in enumerate(nodes)}
    return [[(at[other], w) for other, w in neighbours[node] if other in at] for node in nodes]


def _hanging_together(neighbours: Neighbours, labels: Sequence[int]) -> list[list[int]]:
    """Return the nodes of each community; one that has come apart is several.

    Leiden leaves hardly any such community, Louvain some: nodes that held it together have left.
    """
    inside = [
        [(other, weight) for other, weight in found if labels[other] == labels[node]]
        for node, found in enumerate(neighbours)
    ]
    return _connected(inside)


def _connected(neighbours: Neighbours) -> list[list[int]]:
    """Return the connected components of at least two nodes."""
    is_seen = [False] * len(neighbours)
    found: list[list[int]] = []
    for start in range(len(neighbours)):
        if is_seen[start] or not neighbours[start]:
            continue
        is_seen[start] = True
        component = [start]
        for node in component:
            for other, _ in neighbours[node]:
                if not is_seen[other]:
                    is_seen[other] = True
                    component.append(other)
        found.append(sorted(component))
    return found
