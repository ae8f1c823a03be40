"""Leiden, first part: nodes move to where they gain, until none of them gains any more."""

from collections.abc import Iterable, Sequence

from sift_assets.core.communities.level import EVEN, Level


class Moves:
    """Nodes on their way.

    Nodes are visited in their order, in rounds; from the second round on only those with a
    neighbour that has moved. So what a node does follows from what is near it and from nothing
    else, which is what keeps an edit in its place.

    Args:
        level: The nodes.
        communities: Of each node, a number below the number of nodes; changed in place.

    Attributes:
        has_moved: Whether any node has moved.
    """

    def __init__(self, level: Level, communities: list[int]) -> None:
        size = len(communities)
        self._level = level
        self._communities = communities
        self._totals = level.totals(communities, 2 * size)  # the second half: left for solitude
        self._waits = [True] * size
        self.has_moved = False

    def settle(self) -> None:
        """Move nodes until all are content: each move is a gain, so there is an end to it."""
        visited: Sequence[int] = range(len(self._communities))
        while visited:
            woken: set[int] = set()
            for node in visited:
                if self._waits[node]:
                    woken.update(self._visit(node))
            visited = sorted(woken)

    def _visit(self, node: int) -> Iterable[int]:
        """Move a node if it gains by it, and return the nodes to be visited because of that."""
        self._waits[node] = False
        before, degree = self._communities[node], self._level.degrees[node]
        self._totals[before] -= degree
        after = self._best(node)
        self._totals[after] += degree
        if after == before:
            return ()
        self._communities[node] = after
        self.has_moved = True
        woken = [
            other for other, _ in self._level.neighbours[node] if self._communities[other] != after
        ]
        for other in woken:
            self._waits[other] = True
        return woken

    def _best(self, node: int) -> int:
        """Return the community that gains most from a node; where it is, if none gains more."""
        level, totals = self._level, self._totals
        towards = level.towards(node, self._communities)
        best = self._communities[node]
        push = level.push * level.degrees[node]
        most = towards.pop(best, 0.0) - push * totals[best]
        alone = len(self._communities) + node
        if most < -EVEN and not totals[alone]:
            best, most = alone, 0.0
        least = most + EVEN
        for community, weight in towards.items():
            gain = weight - push * totals[community]
            is_more = gain > most + EVEN
            if is_more or (least < gain and gain > most - EVEN and community < best):
                best, most = community, gain
        return best
