"""Who says again what is in force already adds nothing; who says otherwise has the last word."""

from sift_assets.core.decisions.decision import Act, AttributeRef, Decision
from sift_assets_tests.core.decisions.decision_examples import part, person, said, undo
from sift_assets_tests.core.review.review_examples import (
    ADA,
    ADAH,
    BO,
    CY,
    DEE,
    deciding,
    logged,
    queue_after,
    relations_at_odds,
    said_of,
)

PARTS = (part("1", "a.txt"), part("2", "b.txt"))


def every_act() -> list[tuple[Decision, Decision]]:
    """Return decisions of each act, each with one that says otherwise of the same."""
    make, (first, _) = deciding(), queue_after().relations
    born = [AttributeRef(entity=person("Dee"), key="born", value=v) for v in ("1970", "1980")]
    extends = make.add(BO, "EXTENDS", CY)
    return [
        (make.merge((ADA, BO)), make.not_same((ADA, BO))),
        (make.split(DEE, PARTS), said(Act.WHOLE, entities=(person("Dee"),))),
        (make.name(CY, "Cyrus"), make.name(CY, "Cy the Elder")),
        (make.relation(Act.CONFIRM, first.id), make.relation(Act.REJECT, first.id)),
        (extends, said(Act.REJECT, relation=extends.relation)),
        (make.keep(relations_at_odds(), (0,))[0], make.keep(relations_at_odds(), (1,))[0]),
        (make.retract(DEE), make.retract(ADA)),
        (said(Act.RETRACT, attribute=born[0]), said(Act.RETRACT, attribute=born[1])),
    ]


def test_a_decision_holds_once_it_is_made_until_it_is_overruled_or_taken_back() -> None:
    for one, other in every_act():
        (made,) = logged([one])
        assert not said_of().holds(one)
        assert said_of(made).holds(one)
        assert not said_of(made).holds(other)
        assert not said_of(made, undo(made, 1)).holds(one)
        overruled = said_of(made, *logged([other], 1))
        assert overruled.holds(other)
        assert overruled.holds(one) is (
            one.act is Act.RETRACT
        )  # the two are about different things


def test_a_merge_that_follows_from_others_holds() -> None:
    log = logged([deciding().merge((ADA, ADAH)), deciding().merge((BO, ADAH))])
    assert said_of(*log).holds(deciding().merge((ADA, BO)))
    refused = logged([deciding().not_same((ADA, CY))], 2)
    assert said_of(*log, *refused).holds(deciding().not_same((BO, CY)))
    assert not said_of(*log, *refused).holds(deciding().not_same((BO, DEE)))


def test_a_decision_is_in_the_conflicts_that_it_is_part_of() -> None:
    *merges, refusal = logged(
        [
            deciding().merge((ADA, ADAH)),
            deciding().merge((ADAH, BO)),
            deciding().not_same((ADA, BO)),
        ]
    )
    now = said_of(*merges, refusal)
    assert [one.members for one in now.in_conflict(refusal)] == [tuple(sorted((ADA, ADAH, BO)))]
    assert not said_of(*merges).conflicts


def test_the_last_word_about_a_relation_is_found_by_its_id() -> None:
    first, second = queue_after().relations
    (made,) = logged(deciding().reject(first))
    now = said_of(made)
    assert now.relation_named(first.id) == made
    assert now.relation_named(second.id) is None
    assert now.relation_named("person:ada") is None
