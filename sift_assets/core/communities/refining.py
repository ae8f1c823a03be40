"""Leiden, second part: communities are divided into groups that hang together well."""

from collections.abc import Sequence

from sift_assets.core.communities.level import EVEN, Level


def refined(level: Level, communities: Sequence[int]) -> list[int]:
    """Divide each community into groups that hang together well.

    A node that is alone joins the group of its community that gains most, if both lead enough
    weight to the rest of the community.

    Returns:
        The first node of each node's group.
    """
    totals = level.totals(communities, len(communities))
    inside = [
        sum([w for other, w in found if communities[other] == communities[node]])
        for node, found in enumerate(level.neighbours)
    ]
    groups = _Groups(level, communities, totals, inside)
    for node in range(len(communities)):
        groups.place(node)
    return groups.first


class _Groups:
    """Groups inside of communities, at first one per node."""

    def __init__(
        self, level: Level, communities: Sequence[int], totals: list[float], inside: list[float]
    ) -> None:
        self._level = level
        self._communities = communities
        self._totals = totals
        self._inside = inside
        self._outward = list(inside)
        self._degrees = list(level.degrees)
        self._is_alone = [True] * len(communities)
        self.first = list(range(len(communities)))

    def place(self, node: int) -> None:
        """Put a node that is still alone into the group that gains most, if one does."""
        if not self._is_alone[node] or not self._holds(node):
            return
        towards = self._towards(node)
        best = self._best(node, towards)
        if best != node:
            self.first[node] = best
            self._is_alone[node] = self._is_alone[best] = False
            self._degrees[best] += self._level.degrees[node]
            self._outward[best] += self._inside[node] - 2 * towards[best]

    def _holds(self, group: int) -> bool:
        """Say whether a group leads enough weight to the rest of its community."""
        rest = self._totals[self._communities[group]] - self._degrees[group]
        return self._outward[group] >= self._level.push * self._degrees[group] * rest - EVEN

    def _towards(self, node: int) -> dict[int, float]:
        found: dict[int, float] = {}
        for other, weight in self._level.neighbours[node]:
            if self._communities[other] == self._communities[node]:
                group = self.first[other]
                found[group] = found.get(group, 0.0) + weight
        return found

    def _best(self, node: int, towards: dict[int, float]) -> int:
        best, most = node, EVEN
        push = self._level.push * self._level.degrees[node]
        for group, weight in towards.items():
            gain = weight - push * self._degrees[group]
            is_more = gain > most + EVEN
            is_even = best != node and gain > most - EVEN and group < best
            if (is_more or is_even) and self._holds(group):
                best, most = group, gain
        return best
