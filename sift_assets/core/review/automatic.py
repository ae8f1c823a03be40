"""What automatisms decide where a person switched them on: always logged, always undoable.

Never what the domain wants a person for, never an item whose score says nothing of it, and never
anything that was decided before, also when that was undone: a rule has no second word.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.graph.review import Flag
from sift_assets.core.resolution.settings import AutoRule
from sift_assets.core.review.keys import undecided
from sift_assets.core.review.records import OpenMerge, OpenRelation, ReviewQueue

UNSURE_FLAGS = frozenset({Flag.LOW_CONFIDENCE, Flag.ALIGNED_ONLY})
"""Reasons for which a threshold of confidence may stand in. The others want a person: the domain
says so, facts contradict each other, or what is known has changed since a person decided."""


class Automatic(NamedTuple):
    """Items that an automatism decides."""

    confirm: tuple[OpenMerge | OpenRelation, ...]
    reject: tuple[OpenMerge | OpenRelation, ...]


def by_threshold(queue: ReviewQueue, approve: float | None, reject: float | None) -> Automatic:
    """Return what thresholds decide.

    Args:
        queue: What is open.
        approve: Scores and confidences from here on are confirmed; None confirms nothing.
        reject: Relations with a confidence below are rejected; None rejects nothing. Merges that
            are not confirmed stay open: a low score is a reason to look, not to refuse.
    """
    merges = [one for one in queue.merges if not one.constant]
    relations = [one for one in queue.relations if _may_be_automatic(one)]
    return Automatic(
        confirm=(
            *(one for one in merges if approve is not None and one.score >= approve),
            *(one for one in relations if approve is not None and one.confidence >= approve),
        ),
        reject=tuple(one for one in relations if reject is not None and one.confidence < reject),
    )


def by_rule(
    queue: ReviewQueue, rules: Collection[AutoRule], log: Iterable[Decision]
) -> tuple[OpenMerge, ...]:
    """Return the proposals that switched-on rules confirm.

    Args:
        queue: What is open.
        rules: Those that are switched on.
        log: Every decision ever made, also those that do not count any more.
    """
    return tuple(
        one for one in undecided(queue, log).merges if one.rule in rules and not one.constant
    )


def _may_be_automatic(relation: OpenRelation) -> bool:
    return bool(relation.flags) and all(flag in UNSURE_FLAGS for flag in relation.flags)
