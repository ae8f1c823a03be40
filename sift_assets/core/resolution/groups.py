"""Groups that a person may join at once: in each, every pair is at or above the threshold.

Complete linkage, so that a chain of look-alikes never snowballs: FTX, FTX Trading and Trading
Technologies are no group unless the first and the last are a pair as well.
"""

from collections.abc import Callable, Mapping

MAX_GROUP = 40
"""Members; more than a person can look at before one key press."""

Pair = tuple[str, str]


def grouped(scores: Mapping[Pair, float], least: float) -> list[tuple[tuple[str, ...], float]]:
    """Cluster entities so that no pair of members has a score below a threshold.

    Args:
        scores: By pair of ids, the lesser first; a pair that is absent is below any threshold.
        least: The threshold.

    Returns:
        Sorted members with the lowest score of their pairs, sorted; two members at least.
    """
    cluster: dict[str, set[str]] = {}
    ranked = sorted((-score, pair) for pair, score in scores.items() if score >= least)
    for _, (left, right) in ranked:
        one = cluster.setdefault(left, {left})
        other = cluster.setdefault(right, {right})
        if one is not other and _fit(one, other, scores, least):
            one |= other
            for member in other:
                cluster[member] = one
    members = {tuple(sorted(found)) for found in cluster.values() if len(found) > 1}
    return [(found, _lowest(found, lambda pair: scores[pair])) for found in sorted(members)]


def _fit(one: set[str], other: set[str], scores: Mapping[Pair, float], least: float) -> bool:
    if len(one) + len(other) > MAX_GROUP:
        return False
    pairs = ((a, b) if a < b else (b, a) for a in one for b in other)
    return all(scores.get(pair, 0.0) >= least for pair in pairs)


def _lowest(members: tuple[str, ...], score: Callable[[Pair], float]) -> float:
    return min(
        score((left, right)) for at, left in enumerate(members) for right in members[at + 1 :]
    )
