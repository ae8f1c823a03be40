"""The outcome table: what becomes of a document, from what was found out about it."""

from typing import NamedTuple

from sift_assets.core.promotion.records import (
    DEFERRED,
    Assessment,
    Candidate,
    OutcomeKind,
    Reference,
    ReferenceStatus,
    Root,
    SkipReason,
    Verdict,
)
from sift_assets.core.promotion.settings import Autonomy

OUTCOME_VERSION = 2
"""Raised with every change of the table, and of how it is told that a text speaks to its judge."""

UNJUDGED = "no_model"
"""Why an item waits that no model has judged because none is configured: a person does."""

ARGUES = "argues_for_itself"
"""Why an item waits whose text speaks to whoever judges it."""

NOT_TAGGED = "capture_tag_not_org_work"
"""Why known work waits: neither its tags nor its folder say that it is the organisation's."""

NEEDS_REVIEW = "autonomy_review"
"""Why known work waits: its seat wants a person to look."""

SAMPLED = "sampled"
"""Why known work waits: one in so many is drawn."""


class Policy(NamedTuple):
    """What of the settings the table looks at.

    Attributes:
        seat: The seat.
        autonomy: Of the seat.
        threshold: Score from which a verdict qualifies.
        version: Of all settings and rules that shape outcomes.
    """

    seat: str
    autonomy: Autonomy
    threshold: float
    version: str


class Judged(NamedTuple):
    """What came of asking a model.

    Attributes:
        verdict: None when there is none.
        missing: Why there is none; None where no model is configured.
        argues: Whether the text speaks to whoever judges it.
        drawn: Whether the document is one of those that are sampled.
    """

    verdict: Verdict | None
    missing: SkipReason | None = None
    argues: bool = False
    drawn: bool = False


def guarded(candidate: Candidate, policy: Policy) -> Assessment:
    """Return the assessment of a candidate that a guard has stopped.

    Raises:
        ValueError: None has.
    """
    if candidate.skip is None:
        raise ValueError("no guard has stopped this candidate")
    return _assessment(candidate, policy, _kind(candidate.skip), candidate.skip)


def referenced(candidate: Candidate, reference: Reference, policy: Policy) -> Assessment | None:
    """Return the assessment of a candidate that its reference decides; None for a model to judge.

    Nobody is asked about what has no tie to the organisation, nor while it is unknown.
    """
    by_reference = {
        ReferenceStatus.UNKNOWN: SkipReason.REFERENCE_UNKNOWN,
        ReferenceStatus.NO_REFERENCE_SIGNAL: SkipReason.NO_ORG_REFERENCE,
    }
    reason = by_reference.get(reference.status)
    if reason is None:
        return None
    return _assessment(candidate, policy, _kind(reason), reason, reference=reference)


def judged(
    candidate: Candidate, reference: Reference, result: Judged, policy: Policy
) -> Assessment:
    """Return the assessment of a candidate that a model was, or would have been, asked about."""
    kind, reason, sampled = _outcome(candidate, reference, result, policy)
    return _assessment(
        candidate,
        policy,
        kind,
        reason,
        reference=reference,
        verdict=result.verdict,
        score=result.verdict.score if result.verdict else 0.0,
        sampled=sampled,
    )


def _outcome(
    candidate: Candidate, reference: Reference, result: Judged, policy: Policy
) -> tuple[OutcomeKind, str, bool]:
    negative = _negative(result, policy.threshold)
    if negative is not None:
        return _kind(negative), negative, False
    if result.verdict is None:
        return OutcomeKind.PENDING, UNJUDGED, False
    if result.argues:
        return OutcomeKind.PENDING, ARGUES, False
    if reference.status is not ReferenceStatus.KNOWN_ORG_WORK:
        return OutcomeKind.PENDING, reference.status, False
    if candidate.root is not Root.ORG_WORK:
        return OutcomeKind.PENDING, NOT_TAGGED, False
    if policy.autonomy is not Autonomy.AUTO:
        return OutcomeKind.PENDING, NEEDS_REVIEW, False
    if result.drawn:
        return OutcomeKind.PENDING, SAMPLED, True
    return OutcomeKind.PROMOTE, reference.status, False


def _negative(result: Judged, threshold: float) -> SkipReason | None:
    """Return why a document does not qualify; a model that is not there says nothing."""
    verdict = result.verdict
    if verdict is None:
        return result.missing
    if verdict.sensitive:
        return SkipReason.SENSITIVE
    if not verdict.relevant:
        return SkipReason.NOT_RELEVANT
    return SkipReason.BELOW_THRESHOLD if verdict.score < threshold else None


def _kind(reason: SkipReason) -> OutcomeKind:
    return OutcomeKind.DEFER if reason in DEFERRED else OutcomeKind.SKIP


def _assessment(
    candidate: Candidate,
    policy: Policy,
    outcome: OutcomeKind,
    reason: str,
    *,
    reference: Reference | None = None,
    verdict: Verdict | None = None,
    score: float = 0.0,
    sampled: bool = False,
) -> Assessment:
    return Assessment(
        seat=policy.seat,
        candidate=candidate,
        reference=reference,
        verdict=verdict,
        outcome=outcome,
        reason=str(reason),
        score=score,
        sampled=sampled,
        policy=policy.version,
    )
