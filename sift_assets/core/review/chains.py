"""Keeping an automatism from joining a chain of look-alikes that nobody compared end to end."""

from collections.abc import Sequence
from itertools import combinations

from sift_assets.core.review.records import OpenMerge
from sift_assets.core.review.said import Said


def without_chains(
    merges: Sequence[OpenMerge], said: Said, threshold: float
) -> tuple[OpenMerge, ...]:
    """Return the merges, in order, that together join only what was compared and is sure enough.

    That A is B and B is C is no reason to join A and C unless their own comparison is one; such a
    merge stays open for a person.

    Args:
        merges: Those that a threshold would confirm, the surest first.
        said: What was decided before; what people joined counts as one.
        threshold: From which score on a comparison is sure enough.
    """
    sure = {
        frozenset(map(said.canonical, pair))
        for one in merges
        for pair in _sure_pairs(one, threshold)
    }
    joined: dict[str, frozenset[str]] = {}
    kept: list[OpenMerge] = []
    for one in merges:
        ids = {said.canonical(member) for member in one.members}
        whole = frozenset[str]().union(*(joined.get(each, frozenset({each})) for each in ids))
        if all(frozenset(pair) in sure for pair in combinations(sorted(whole), 2)):
            joined.update(dict.fromkeys(whole, whole))
            kept.append(one)
    return tuple(kept)


def _sure_pairs(one: OpenMerge, threshold: float) -> list[tuple[str, str]]:
    """Return the pairs of a merge that are sure: of a group all, its score is that of the worst."""
    if one.score >= threshold:
        return list(combinations(one.members, 2))
    return [(pair.left, pair.right) for pair in one.pairs if pair.score >= threshold]
