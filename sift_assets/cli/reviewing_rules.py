"""Thresholds that a reviewer sets on the command line: explicit, logged as a rule, undoable."""

import math
from collections.abc import Callable

import click

from sift_assets.cli.deciding import Office
from sift_assets.core.decisions.decision import Channel, Decision
from sift_assets.core.errors import DecisionError
from sift_assets.core.review.automatic import by_threshold
from sift_assets.core.review.chains import without_chains
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.keys import undecided
from sift_assets.core.review.records import OpenMerge, OpenRelation, QueueItem, ReviewQueue
from sift_assets.core.review.signature import Signature
from sift_assets.resources.decision_log import actor

APPROVE_RULE, REJECT_RULE = "auto-approve", "auto-reject"
"""Names of the rules in the log."""


def check_thresholds(approve: float | None, reject: float | None) -> None:
    """Refuse thresholds that contradict each other or are no numbers.

    Raises:
        click.UsageError: They are.
    """
    given = [one for one in (approve, reject) if one is not None]
    if any(math.isnan(one) for one in given):
        raise click.UsageError("A threshold is a number from 0 to 1.")
    if approve is not None and reject is not None and reject > approve:
        raise click.UsageError("--auto-reject is above --auto-approve.")


def by_thresholds(
    office: Office, items: tuple[QueueItem, ...], approve: float | None, reject: float | None
) -> tuple[Decision, ...]:
    """Decide what thresholds decide, and write it down.

    Args:
        office: The open project.
        items: What is open, as far as the reviewer wants it.
        approve: Scores and confidences from here on are confirmed; None, or 1, confirms nothing.
        reject: Relations with a confidence below are rejected; None, or 0, rejects nothing.

    Returns:
        What was written.
    """
    approve = None if approve is not None and approve >= 1 else approve
    open_now = ReviewQueue(
        merges=tuple(one for one in items if isinstance(one, OpenMerge)),
        relations=tuple(one for one in items if isinstance(one, OpenRelation)),
    )
    found = by_threshold(undecided(open_now, office.read.decisions), approve, reject)
    merges = [one for one in found.confirm if isinstance(one, OpenMerge)]
    kept = without_chains(merges, office.said, approve) if approve is not None else ()
    keys = {one.key for one in kept}
    confirming = _rule(office, APPROVE_RULE, approve)
    rejecting = _rule(office, REJECT_RULE, reject)
    decisions = [
        decision
        for one in found.confirm
        if isinstance(one, OpenRelation) or one.key in keys
        for decision in _made(confirming.confirm, one)
    ]
    decisions += [made for one in found.reject for made in _made(rejecting.reject, one)]
    return office.log.append(decisions)


def _made(
    decide: Callable[[QueueItem], tuple[Decision, ...]], item: QueueItem
) -> tuple[Decision, ...]:
    """Decide about an item; one that has left the graph since it was queued stays open."""
    try:
        return decide(item)
    except DecisionError:
        return ()


def _rule(office: Office, rule: str, threshold: float | None) -> Deciding:
    signature = Signature(actor=actor(), channel=Channel.RULE, rule=rule, threshold=threshold)
    return office.desk.deciding(signature)
