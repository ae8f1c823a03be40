"""What the checks of proposals and decisions look at."""

from collections.abc import Mapping

from sift_assets.core.resolution.records import Proposals
from sift_assets.core.review.records import ReviewQueue, Unsettled
from sift_assets.workflows.findings import SHOWN, CheckFinding


def evidence_check(proposals: Mapping[str, Proposals]) -> CheckFinding:
    """Look for proposals that show a person nothing: no side, no comparison, no quote.

    Args:
        proposals: By entity type.
    """
    rows = [
        {"type": name, "proposal": one}
        for name, found in sorted(proposals.items())
        for one in _without_evidence(found)
    ]
    checked = sum(len(found.pairs) for found in proposals.values())
    summary = f"{len(rows)} of {checked} pairs lack evidence." if rows else "All have evidence."
    return CheckFinding(not rows, summary, checked, rows[:SHOWN])


def conflict_check(queue: ReviewQueue) -> CheckFinding:
    """Look for decisions that contradict each other; what they are about is left as it was."""
    return _unsettled(queue, "conflict", "contradict each other")


def parked_check(queue: ReviewQueue) -> CheckFinding:
    """Look for decisions whose subject is not in the graph now."""
    return _unsettled(queue, "parked", "wait for their subject to return")


def _without_evidence(proposals: Proposals) -> list[str]:
    return [
        f"{pair.left} {pair.right}"
        for pair in proposals.pairs
        if not (pair.levels and pair.blocked_by)
        or any(not proposals.sides[one].quotes for one in (pair.left, pair.right))
    ]


def _unsettled(queue: ReviewQueue, standing: str, what: str) -> CheckFinding:
    found = [one for one in queue.unsettled if one.standing == standing]
    rows = [_row(one) for one in found]
    summary = f"{len(found)} decisions {what}." if found else "None."
    return CheckFinding(not found, summary, len(queue.unsettled), rows[:SHOWN])


def _row(one: Unsettled) -> dict[str, str]:
    """Name a decision by its id: its reason holds names, which stay out of Dagster's records."""
    return {"decision": one.decision, "act": one.act}
