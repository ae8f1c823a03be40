"""A network as Leiden looks at it: nodes that attract and repel each other."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

Neighbours = Sequence[Sequence[tuple[int, float]]]
"""Per node the other nodes that it hangs together with, and how strongly."""

EVEN = 1e-9
"""Gains that differ by less are equal: sums of weights are exact, one multiplication is not."""


class Level(NamedTuple):
    """Nodes, each an entity or several that a lower level has joined.

    A community gains from a node what weight leads to it, less `push` times the product of both
    degrees: by chance alone, that much would lead there.

    Attributes:
        neighbours: Of each node.
        degrees: Of each node, the summed weight of its entities.
        push: How strongly nodes repel each other.
    """

    neighbours: Neighbours
    degrees: Sequence[float]
    push: float

    def totals(self, communities: Sequence[int], size: int) -> list[float]:
        """Return the summed degrees of each of `size` communities."""
        found = [0.0] * size
        for node, community in enumerate(communities):
            found[community] += self.degrees[node]
        return found

    def towards(self, node: int, communities: Sequence[int]) -> dict[int, float]:
        """Return the weight that leads from a node to each community that it touches."""
        found: dict[int, float] = {}
        for other, weight in self.neighbours[node]:
            community = communities[other]
            found[community] = found.get(community, 0.0) + weight
        return found

    def joined(self, groups: Sequence[int]) -> tuple["Level", list[int]]:
        """Make one node of each group.

        Args:
            groups: Per node the first node of its group.

        Returns:
            The level of the groups, in the order of their first nodes, and the group of each node.
        """
        at = {first: number for number, first in enumerate(sorted(set(groups)))}
        owners = [at[first] for first in groups]
        degrees = [0.0] * len(at)
        weights: list[dict[int, float]] = [{} for _ in at]
        for node, owner in enumerate(owners):
            degrees[owner] += self.degrees[node]
            found = weights[owner]
            for other, weight in self.neighbours[node]:
                found[owners[other]] = found.get(owners[other], 0.0) + weight
        for owner, found in enumerate(weights):
            found.pop(owner, None)
        return Level([list(found.items()) for found in weights], degrees, self.push), owners


def level_of(neighbours: Neighbours, push: float) -> Level:
    """Return the level on which every entity is a node."""
    degrees = [sum([weight for _, weight in found]) for found in neighbours]
    return Level(neighbours, degrees, push)


def is_one(communities: Sequence[int]) -> bool:
    """Say whether all nodes are in one community."""
    return all(one == other for one, other in pairwise(communities))
