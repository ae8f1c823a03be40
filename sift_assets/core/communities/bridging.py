"""What hangs together across communities: connections of pairs, and entities that are bridges."""

from itertools import pairwise

import numpy as np

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import Bridge, Connection, Share
from sift_assets.core.communities.weights import Network, shown, summed
from sift_assets.core.graph.columns import Numbers, paired, starts_of_runs
from sift_assets.core.graph.grouping import Shares


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


def bridges(network: Network, own: Numbers, keys: list[str]) -> tuple[Bridge, ...]:
    """Return the entities with weight in several communities; see `Bridge`.

    What leads to entities without a community counts nowhere: it is the part in communities that
    is shared out. Arguments as for `connections`.
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
        _bridge(network, own, keys, int(entities[start]), weight[start:end], others[start:end])
        for start, end in pairwise(bounds)
        if end - start > 1
    ]
    return tuple(sorted(found, key=lambda one: (-one.participation, one.entity)))


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
        participation=shown(1 - ((weight / weight.sum()) ** 2).sum()),
        shares=tuple(sorted(shares, key=lambda one: (-one.weight, one.community))),
    )
