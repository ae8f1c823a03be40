"""How far an edit reaches: which communities change that have nothing to do with it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sift_assets.core.communities.weights import Network
from sift_assets_tests.evals.communities.variants import Find

COMMUNITY = 3
"""Members of a community that counts, as in the settings."""

Communities = set[frozenset[str]]


class Reach(NamedTuple):
    """What edits of one network did.

    Attributes:
        far: Communities that are far from an edit, over all edits.
        changed: How many of them have other members afterwards.
        worst: The largest share of one edit.
    """

    far: int
    changed: int
    worst: float


def reach(network: Network, edits: Iterable[Network], find: Find) -> Reach:
    """Count over edits the communities that changed far from them.

    Far is a community without any entity of which a pair has another weight, and without any
    neighbour of such an entity.
    """
    before = communities(network, find)
    counts = [_counts(network, before, edit, find) for edit in edits]
    shares = (changed / far for far, changed in counts if far)
    return Reach(
        sum(far for far, _ in counts),
        sum(changed for _, changed in counts),
        max(shares, default=0.0),
    )


def _counts(network: Network, before: Communities, edit: Network, find: Find) -> tuple[int, int]:
    touched = near(network, edit)
    far = {one for one in before if not one & touched}
    return len(far), len(far - communities(edit, find))


def communities(network: Network, find: Find) -> Communities:
    """Return the members of each community that is one."""
    found: dict[int, set[str]] = {}
    for one, number in zip(network.names, find(network), strict=True):
        found.setdefault(number, set()).add(one)
    return {frozenset(members) for members in found.values() if len(members) >= COMMUNITY}


def near(network: Network, edit: Network) -> set[str]:
    """Return the entities that an edit touches, with their neighbours before and after."""
    before, after = dict(_weights(network)), dict(_weights(edit))
    pairs = before.keys() | after.keys()
    changed = {one for pair in pairs if before.get(pair) != after.get(pair) for one in pair}
    return changed | {one for pair in pairs if not changed.isdisjoint(pair) for one in pair}


def _weights(network: Network) -> Iterator[tuple[tuple[str, str], float]]:
    names = network.names
    for one, other, weight in network:
        yield (names[one], names[other]), weight
