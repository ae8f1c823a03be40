"""What hangs together across communities: connections of pairs, and entities that are bridges."""

from heapq import nsmallest
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import Bridge, Connection, Share
from sift_assets.core.communities.weights import Network, shown, summed
from sift_assets.core.graph.columns import Numbers, paired, starts_of_runs
from sift_assets.core.graph.grouping import Shares

MOST_BRIDGES = 1_000
"""Bridges that are listed. A graph of 50,000 entities has some 10,000: of its map nothing else is
as large, it is read at every run, and nobody reads on after the first hundred."""


def connections(network: Network, own: Numbers, keys: list[str]) -> tuple[Connection, ...]:
    """Return the pairs of communities with a relation between them, sorted by keys.

    Args:
        network: Any.
        own: Per entity the place of its community among the keys, negative where it is in none.
        keys: Keys of the communities, sorted.
    """
    ends = own[network.first], own[network.second]
    across = (ends[0] != ends[1]) & (ends[0] >= 0) & (ends[1] >= 0)
    first, second = np.minimum(*ends)[across], np.maximum(*ends)[across]
    _, where, pair = np.unique(paired(first, second), return_index=True, return_inverse=True)
    pairs: list[tuple[int, int]] = np.stack([first[where], second[where]], axis=1).tolist()
    weight = summed(pair, network.weight[across], len(where))
    relations = np.bincount(pair, network.relations[across], len(where))
    touched = np.concatenate([network.first[across], network.second[across]])
    distinct = np.unique(paired(np.tile(pair, 2), touched), return_index=True)[1]
    entities = np.bincount(np.tile(pair, 2)[distinct], minlength=len(where))
    return tuple(
        Connection(
            first=keys[one],
            second=keys[other],
            weight=shown(weight[at]),
            relations=int(relations[at]),
            entities=int(entities[at]),
        )
        for at, (one, other) in enumerate(pairs)
    )


class Bridges(NamedTuple):
    """The strongest bridges, and how many more there are."""

    listed: tuple[Bridge, ...]
    left_out: int


def bridges(network: Network, own: Numbers, keys: list[str], most: int = MOST_BRIDGES) -> Bridges:
    """Find the entities with weight in several communities; see `Bridge`.

    What leads to entities without a community counts nowhere: it is the part in communities that
    is shared out. Other arguments as for `connections`.

    Args:
        network: Any.
        own: Per entity the place of its community.
        keys: Keys of the communities.
        most: Bridges that are listed, by descending participation, then by id.
    """
    entities = np.concatenate([network.first, network.second])
    others = own[np.concatenate([network.second, network.first])]
    weight = np.tile(network.weight, 2)
    counts = (others >= 0) & (weight > 0)
    entities, others, weight = entities[counts], others[counts], weight[counts]
    _, where, pair = np.unique(paired(entities, others), return_index=True, return_inverse=True)
    weight, entities, others = summed(pair, weight, len(where)), entities[where], others[where]
    bounds = np.append(starts_of_runs(entities), len(entities)).tolist()
    found = [
        (-_participation(weight[start:end]), network.names[int(entities[start])], start, end)
        for start, end in pairwise(bounds)
        if end - start > 1
    ]
    listed = tuple(
        _bridge(network, own, keys, int(entities[start]), weight[start:end], others[start:end])
        for *_, start, end in nsmallest(most, found)
    )
    return Bridges(listed, len(found) - len(listed))


def _participation(weight: Shares) -> float:
    return shown(1 - ((weight / weight.sum()) ** 2).sum())


def _bridge(
    network: Network,
    own: Numbers,
    keys: list[str],
    entity: int,
    weight: Shares,
    communities: Numbers,
) -> Bridge:
    shares = [
        Share(community=keys[int(one)], weight=shown(part))
        for one, part in zip(communities, weight, strict=True)
    ]
    home = int(own[entity])
    return Bridge(
        entity=network.names[entity],
        community=keys[home] if home >= 0 else UNASSIGNED,
        participation=_participation(weight),
        shares=tuple(sorted(shares, key=lambda one: (-one.weight, one.community))),
    )
