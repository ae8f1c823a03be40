"""The outcome table, row by row."""

from typing import Any

import pytest

from sift_assets.core.promotion.outcomes import Judged, Policy, guarded, judged, referenced
from sift_assets.core.promotion.records import (
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

AUTO = Policy("ada", Autonomy.AUTO, 0.7, "p1")
REVIEW = AUTO._replace(autonomy=Autonomy.REVIEW)
WORK = Candidate(id="c", document="a.md", content="x", text="t", root=Root.ORG_WORK)
KNOWN, NEW = ReferenceStatus.KNOWN_ORG_WORK, ReferenceStatus.NEW_ORG_PROJECT


def reference(status: ReferenceStatus) -> Reference:
    return Reference(candidate="c", content="x", status=status, reason="because")


def verdict(**fields: Any) -> Verdict:
    given = {"relevant": True, "sensitive": False, "score": 0.9, "reason": "r", "model": "m"}
    return Verdict.model_validate({**given, "chunks": 1, "route": "decision", **fields})


GOOD = Judged(verdict())


def told(assessment: Assessment | None) -> tuple[str, str]:
    assert assessment is not None
    return str(assessment.outcome), assessment.reason


@pytest.mark.parametrize(
    ("candidate", "status", "result", "policy", "expected"),
    [
        (WORK, KNOWN, GOOD, AUTO, ("promote", "known_org_work")),
        (WORK, KNOWN, GOOD, REVIEW, ("pending", "autonomy_review")),
        (WORK, KNOWN, GOOD._replace(drawn=True), AUTO, ("pending", "sampled")),
        (WORK, KNOWN, GOOD._replace(argues=True), AUTO, ("pending", "argues_for_itself")),
        (WORK, NEW, GOOD, AUTO, ("pending", "new_org_project")),
        (WORK, KNOWN, Judged(verdict(sensitive=True)), AUTO, ("skip", "sensitive")),
        (WORK, KNOWN, Judged(verdict(relevant=False)), AUTO, ("skip", "not_relevant")),
        (WORK, KNOWN, Judged(verdict(score=0.69)), AUTO, ("skip", "below_threshold")),
        (WORK, KNOWN, Judged(verdict(score=0.7)), AUTO, ("promote", "known_org_work")),
        (WORK, KNOWN, Judged(None), AUTO, ("pending", "no_model")),
        *(
            (WORK, KNOWN, Judged(None, reason), AUTO, ("defer", str(reason)))
            for reason in (
                SkipReason.LLM_UNAVAILABLE,
                SkipReason.BUDGET,
                SkipReason.LLM_SCHEDULED_ONLY,
            )
        ),
        (
            WORK.model_copy(update={"root": Root.NONE}),
            *(KNOWN, GOOD, AUTO, ("pending", "capture_tag_not_org_work")),
        ),
    ],
)
def test_what_becomes_of_a_document_that_is_judged(
    candidate: Candidate,
    status: ReferenceStatus,
    result: Judged,
    policy: Policy,
    expected: tuple[str, str],
):
    found = judged(candidate, reference(status), result, policy)
    assert told(found) == expected
    assert found.reference == reference(status)
    assert (found.policy, found.seat, found.verdict) == ("p1", "ada", result.verdict)
    assert found.sampled == (expected[1] == "sampled")


def test_only_known_work_by_the_whole_table_is_ever_promoted_unasked():
    results = [GOOD, Judged(None), GOOD._replace(argues=True), GOOD._replace(drawn=True)]
    promoted = [
        (status, result, policy.autonomy, root)
        for status in ReferenceStatus
        for result in results
        for policy in (AUTO, REVIEW, AUTO._replace(autonomy=Autonomy.NEVER))
        for root in Root
        if judged(WORK.model_copy(update={"root": root}), reference(status), result, policy).outcome
        is OutcomeKind.PROMOTE
    ]
    assert promoted == [(KNOWN, GOOD, Autonomy.AUTO, Root.ORG_WORK)]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (ReferenceStatus.UNKNOWN, ("defer", "reference_unknown")),
        (ReferenceStatus.NO_REFERENCE_SIGNAL, ("skip", "no_org_reference")),
    ],
)
def test_what_its_reference_decides_no_model_is_asked_about(
    status: ReferenceStatus, expected: tuple[str, str]
):
    assert told(referenced(WORK, reference(status), AUTO)) == expected


@pytest.mark.parametrize("status", [KNOWN, NEW])
def test_what_is_of_the_organisation_goes_on_to_a_model(status: ReferenceStatus):
    assert referenced(WORK, reference(status), AUTO) is None


def test_what_a_guard_has_stopped_stays_stopped():
    stopped = WORK.model_copy(update={"skip": SkipReason.SECRET_CONTENT})
    assert told(guarded(stopped, AUTO)) == ("skip", "secret_content")
    failed = WORK.model_copy(update={"skip": SkipReason.SCAN_FAILED})
    assert told(guarded(failed, AUTO)) == ("defer", "scan_failed")
    with pytest.raises(ValueError, match="no guard"):
        guarded(WORK, AUTO)
