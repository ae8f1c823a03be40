"""The map of communities: where every entity belongs, and how communities hang together."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np

from sift_assets.core.communities.bridging import bridges, connections
from sift_assets.core.communities.detecting import Found, components, detect, membership
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.linking import proposed_links
from sift_assets.core.communities.records import CommunityMap, Connection, Group, Island
from sift_assets.core.communities.settings import CommunityStage
from sift_assets.core.communities.weights import Network, network_of, shown, strengths, summed
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.columns import Numbers

NOWHERE = -1
"""Stands for the community of an entity that is in none."""


def community_map(graph: ResolvedGraph, stage: CommunityStage) -> CommunityMap:
    """Find the communities of a graph, and say how they hang together.

    Nothing but the graph and the settings shapes it: no earlier map is looked at.
    """
    network = network_of(graph.entities, graph.relations)
    found = detect(network, stage)
    told = sorted((one for one in found if not one.divided), key=lambda one: one.key)
    own = _numbered(network, told)
    keys = [one.key for one in told]
    members = membership(network, found)
    islands = components(network)
    bridging = bridges(network, own, keys)
    return CommunityMap(
        algorithm=stage.version,
        members=members,
        groups=tuple(_groups(network, found)),
        coverage=shown((own != NOWHERE).mean()) if len(own) else 0.0,
        modularity=shown(modularity(network, own)),
        connections=connections(network, own, keys),
        bridges=bridging.listed,
        bridges_left_out=bridging.left_out,
        islands=_islands(network, islands, members),
        proposed_links=proposed_links(graph, network, islands),
    )


def all_connections(communities: CommunityMap) -> Iterator[Connection]:
    """Yield how every two communities hang together, also those that do not, sorted by keys."""
    known = {(one.first, one.second): one for one in communities.connections}
    keys = sorted(group.key for group in communities.told)
    for first, second in combinations(keys, 2):
        yield known.get((first, second)) or Connection(first=first, second=second)


def modularity(network: Network, communities: Numbers) -> float:
    """Return Newman's modularity by weight (2004); 0 without weight.

    Args:
        network: Any.
        communities: A number per entity; each of those that are `NOWHERE` stands alone.
    """
    whole = float(network.weight.sum())
    if not whole:
        return 0.0
    alone = np.arange(len(network)) + communities.max(initial=NOWHERE) + 1
    numbers = np.where(communities == NOWHERE, alone, communities)
    inside = network.weight[numbers[network.first] == numbers[network.second]].sum()
    degrees = summed(numbers, strengths(network), int(numbers.max()) + 1)
    return float(inside / whole - ((degrees / (2 * whole)) ** 2).sum())


def _numbered(network: Network, found: Iterable[Found]) -> Numbers:
    """Return the place of each entity's community in a list of disjoint ones, or `NOWHERE`."""
    numbers = np.full(len(network), NOWHERE, np.int64)
    for number, one in enumerate(found):
        numbers[list(one.members)] = number
    return numbers


def _groups(network: Network, found: Sequence[Found]) -> Iterator[Group]:
    for level in sorted({one.level for one in found}):
        here = [one for one in found if one.level == level]
        numbers = _numbered(network, here)
        first, second = numbers[network.first], numbers[network.second]
        inside = (first == second) & (first != NOWHERE)
        relations = np.bincount(first[inside], network.relations[inside], len(here))
        weight = summed(first[inside], network.weight[inside], len(here))
        outside = np.zeros(len(here))
        for ends in (first, second):
            leaves = (first != second) & (ends != NOWHERE)
            outside += summed(ends[leaves], network.weight[leaves], len(here))
        for number, one in enumerate(here):
            yield Group(
                key=one.key,
                level=level,
                parent=one.parent,
                size=len(one.members),
                divided=one.divided,
                relations=int(relations[number]),
                weight=shown(weight[number]),
                outside=shown(outside[number]),
            )


def _islands(
    network: Network, islands: Sequence[Sequence[int]], members: dict[str, str]
) -> tuple[Island, ...]:
    strength = strengths(network)
    found = [
        Island(
            key=network.names[min(island, key=lambda row: (-strength[row], network.names[row]))],
            size=len(island),
            communities=tuple(
                sorted({members[network.names[row]] for row in island} - {UNASSIGNED})
            ),
        )
        for island in islands
    ]
    return tuple(sorted(found, key=lambda one: (-one.size, one.key)))
