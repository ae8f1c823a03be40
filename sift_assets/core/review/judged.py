"""Opinions of a language model in the review queue: what it is asked about, and where they go.

An opinion opens nothing and closes nothing. Where it says that one is a variant of the other, that
is one more suggestion for a person.
"""

from collections.abc import Mapping, Sequence

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.identity import relation_id
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.resolution.opinions import JudgedPair, Opinion
from sift_assets.core.resolution.records import Side
from sift_assets.core.review.records import OpenMerge, OpenVariant, PairOpinion, ReviewQueue

JUDGED_BELOW = 0.95
"""Pairs that are surer by their names alone need no second opinion: a person sees it at once."""

Pair = tuple[str, str]


def pairs_to_judge(queue: ReviewQueue) -> tuple[JudgedPair, ...]:
    """Return the open pairs of which the score does not tell enough, sorted."""
    found: dict[Pair, JudgedPair] = {}
    for merge in queue.merges:
        sides = {side.id: side for side in merge.sides}
        for pair in merge.pairs:
            if pair.constant or pair.score < JUDGED_BELOW:
                both = JudgedPair(sides[pair.left], sides[pair.right])
                found[pair.left, pair.right] = both
    return tuple(found[ids] for ids in sorted(found))


def with_opinions(
    queue: ReviewQueue, opinions: Mapping[Pair, Opinion], graph: ResolvedGraph
) -> ReviewQueue:
    """Put opinions beside the pairs they are about.

    Args:
        queue: What is open.
        opinions: By the ids of both, the lesser first.
        graph: The resolved graph, to tell which variants are decided.
    """
    merges = tuple(_with_opinions(merge, opinions) for merge in queue.merges)
    known = {*graph.decided["subject"].to_pylist(), *graph.relations["id"].to_pylist()}
    suggested = {(one.child.id, one.parent.id) for one in queue.variants}
    new = [
        one
        for one in _variants(queue.merges, opinions)
        if (one.child.id, one.parent.id) not in suggested
        and relation_id(one.child.id, EXTENDS, one.parent.id) not in known
    ]
    variants = sorted([*queue.variants, *new], key=lambda one: (-one.score, one.key))
    return queue.model_copy(update={"merges": merges, "variants": tuple(variants)})


def _with_opinions(merge: OpenMerge, opinions: Mapping[Pair, Opinion]) -> OpenMerge:
    found = tuple(
        PairOpinion(left=pair.left, right=pair.right, opinion=opinions[pair.left, pair.right])
        for pair in merge.pairs
        if (pair.left, pair.right) in opinions
    )
    return merge.model_copy(update={"opinions": found})


def _variants(
    merges: Sequence[OpenMerge], opinions: Mapping[Pair, Opinion]
) -> Sequence[OpenVariant]:
    sides: dict[str, Side] = {side.id: side for merge in merges for side in merge.sides}
    return [
        OpenVariant(
            child=sides[first if opinion.general == second else second],
            parent=sides[opinion.general],
            reason=opinion.reason,
            score=opinion.confidence,
        )
        for (first, second), opinion in sorted(opinions.items())
        if opinion.verdict == "variant" and {first, second} <= sides.keys()
    ]
