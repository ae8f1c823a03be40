"""Items are of a candidate and a content, and keep the assessment that they came with."""

from sift_assets.core.promotion.items import (
    ItemEntry,
    moment,
    newly_entered,
    proposals_of,
    standing,
)
from sift_assets.core.promotion.records import Assessment, OutcomeKind, SkipReason
from sift_assets_tests.core.promotion.promotion_examples import (
    NOW,
    WEEK,
    assessment,
    candidate,
    opaque,
)

DAYS = 28


def entered(
    *assessments: Assessment, known: tuple[ItemEntry, ...] = (), weeks: int = 0, decided: str = ""
) -> tuple[ItemEntry, ...]:
    before = {one.id: one for one in known}
    found = proposals_of(assessments, opaque)
    return newly_entered(found, before, {decided}, NOW + weeks * WEEK, DAYS)


def skipped(reason: SkipReason) -> Assessment:
    return assessment(outcome=OutcomeKind.SKIP, reason=str(reason))


def test_what_a_person_or_a_rule_decides_makes_an_item_and_nothing_else_does() -> None:
    found = proposals_of(
        [
            assessment("c1"),
            assessment("c2", outcome=OutcomeKind.PROMOTE),
            assessment("c3", outcome=OutcomeKind.SKIP),
            assessment("c4", outcome=OutcomeKind.DEFER),
        ],
        opaque,
    )
    assert [one.id for one in found] == ["item-c1-c1-text", "item-c2-c2-text"]


def test_the_same_candidate_and_content_twice_is_one_item() -> None:
    (one,) = entered(assessment(), assessment())
    assert entered(assessment(), known=(one,), weeks=1) == ()
    changed = assessment(candidate=candidate(content="another text"))
    (other,) = entered(changed, known=(one,))
    assert other.candidate == one.candidate
    assert other.id != one.id


def test_the_entry_that_central_keeps_names_no_document_and_tells_of_no_text() -> None:
    (one,) = entered(assessment())
    known = one.to_bytes()
    for secret in (b".txt", b"acme", b"of use", b"new_org_project"):
        assert secret not in known
    assert one.assessment == assessment().content_hash()


def test_an_assessment_stays_until_it_expires_undecided() -> None:
    (one,) = entered(assessment())
    newer = assessment(policy="p2")
    assert entered(newer, known=(one,), weeks=3) == ()
    assert entered(newer, known=(one,), weeks=5, decided=one.id) == ()
    (again,) = entered(newer, known=(one,), weeks=5)
    assert (again.id, again.assessment) == (one.id, newer.content_hash())
    assert again.assessed_at == moment(NOW + 5 * WEEK)


def test_the_same_text_written_otherwise_is_assessed_anew_while_nobody_has_decided() -> None:
    (one,) = entered(assessment())
    louder = assessment(candidate=candidate(text="v2"))
    (again,) = entered(louder, known=(one,))
    assert (again.id, again.assessment) == (one.id, louder.content_hash())
    assert entered(louder, known=(one,), decided=one.id) == ()


def test_an_item_stands_while_it_is_proposed_or_nobody_could_look() -> None:
    item = "item-c1-c1-text"
    for reason in (SkipReason.BUDGET, SkipReason.SCAN_FAILED, SkipReason.REFERENCE_UNKNOWN):
        deferred = assessment(outcome=OutcomeKind.DEFER, reason=str(reason))
        assert standing([deferred], opaque, ()) == {item}
    assert standing([assessment()], opaque, ()) == {item}
    for reason in (SkipReason.TAG_PERSONAL, SkipReason.SECRET_CONTENT, SkipReason.NEAR_REJECTED):
        assert standing([skipped(reason)], opaque, ()) == frozenset()
    assert standing([], opaque, ()) == frozenset()


def test_an_item_stands_again_when_its_refusal_or_delivery_is_taken_back() -> None:
    for reason in (SkipReason.PREVIOUSLY_REJECTED, SkipReason.ALREADY_DELIVERED):
        assert standing([skipped(reason)], opaque, ()) == {"item-c1-c1-text"}
        assert standing([skipped(reason)], opaque, {"c1-text"}) == frozenset()
