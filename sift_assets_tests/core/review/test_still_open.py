"""Between two runs decided items are gone at once, and what remains is what a run would leave."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.review.keys import pairs_of
from sift_assets.core.review.records import OpenContradiction, OpenRelation, OpenSplit, QueueItem
from sift_assets.core.review.said import Said
from sift_assets.core.review.still_open import open_parts, still_open
from sift_assets_tests.core.decisions.decision_examples import LAW, person, said, undo
from sift_assets_tests.core.review.review_examples import (
    ADA,
    ADAH,
    BO,
    CY,
    DEE,
    PEOPLE,
    deciding,
    logged,
    pair_of,
    queue_after,
    relations_at_odds,
    said_of,
    types_at_odds,
    values_at_odds,
)

FACTS = (OpenRelation, OpenContradiction)

WORDS = st.sampled_from(("confirm", "reject", "merge", "not_same", "retract", "undo"))


@st.composite
def decisions(draw: st.DrawFn) -> tuple[Decision, ...]:
    """Draw what people say of the village in some seconds.

    Nothing is split: a later merge of what was split is parked, which only a run can say.
    """
    items = [one for one in queue_after().items if not isinstance(one, OpenSplit)]
    made: list[Decision] = []
    for word in draw(st.lists(WORDS, min_size=1, max_size=5)):
        item = draw(st.sampled_from(items)) if word in ("confirm", "reject") else None
        if isinstance(item, OpenContradiction):
            new = deciding().keep(item, draw(st.sets(st.integers(0, 1))))
        elif item is not None:
            new = getattr(deciding(), word)(item)
        elif word == "undo" and made:
            new = (deciding().undo(draw(st.sampled_from(made)).id),)
        elif word == "retract":
            new = (said(Act.RETRACT, entities=(person(draw(st.sampled_from(PEOPLE))),)),)
        else:
            names = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=3, unique=True))
            act = Act.NOT_SAME if word == "not_same" else Act.MERGE
            new = (said(act, entities=tuple(map(person, names))),)
        made += logged(new, len(made))
    return tuple(made)


@LAW
@given(decisions())
def test_what_is_left_is_what_a_run_would_leave(log: tuple[Decision, ...]) -> None:
    now = said_of(*log)
    assert subjects(still_open(queue_after().items, now), now) == subjects(
        queue_after(*log).items, now
    )


@LAW
@given(decisions(), st.integers(1, 5))
def test_nothing_is_left_that_a_run_would_not_leave(log: tuple[Decision, ...], known: int) -> None:
    """Whatever part of the log the queue knows; what it knew and is overruled only a run opens.

    But for facts: whose a relation or a value of what was merged is again, only a run can tell.
    """
    before = log[:known]
    now = said_of(*log, resolved_with=before)
    items = (one for one in queue_after(*before).items if not isinstance(one, FACTS))
    assert subjects(still_open(items, now), now) <= subjects(queue_after(*log).items, now)


def subjects(items: Iterable[QueueItem], now: Said) -> set[str]:
    """Return what items are about: of groups their pairs, of others what they are of now."""
    return {subject(part, now) for one in items for part in pairs_of(one) or (one,)}


def subject(one: QueueItem, now: Said) -> str:
    if isinstance(one, OpenRelation):
        return now.claim(one.id).id
    if isinstance(one, OpenContradiction):
        return f"{one.about} of {now.canonical(one.entity)}"
    return one.key


def keys(items: Iterable[QueueItem]) -> list[str]:
    return [one.key for one in items]


def test_of_a_group_the_open_pairs_are_left_when_one_is_refused() -> None:
    (group, *_) = queue_after().merges
    assert group.members == (ADA, ADAH, BO)
    refused = logged([deciding().not_same((ADA, BO))])
    parts = open_parts(group, said_of(*refused))
    assert keys(parts) == [pair_of("Ada", "Adah").key, pair_of("Adah", "Bo").key]
    merged = logged([deciding().merge((ADA, ADAH))], 1)
    assert open_parts(group, said_of(*refused, *merged)) == ()


def test_a_pair_is_settled_by_what_others_were_joined_or_refused() -> None:
    merged = logged([deciding().merge((ADA, ADAH)), deciding().merge((ADAH, BO))])
    assert open_parts(pair_of("Ada", "Bo"), said_of(*merged)) == ()
    assert open_parts(pair_of("Bo", "Cy"), said_of(*merged)) != ()
    refused = logged([deciding().not_same((ADA, CY))], 2)
    assert open_parts(pair_of("Bo", "Cy"), said_of(*merged, *refused)) == ()


def test_what_was_taken_back_is_open_again() -> None:
    (merged,) = logged([deciding().merge((BO, CY))])
    assert open_parts(pair_of("Bo", "Cy"), said_of(merged)) == ()
    assert open_parts(pair_of("Bo", "Cy"), said_of(merged, undo(merged, 1))) != ()


def test_relations_that_a_merge_makes_one_are_asked_about_once() -> None:
    first, second = queue_after().relations
    log = logged([deciding().merge((ADA, ADAH)), *deciding().confirm(first)])
    assert open_parts(second, said_of(*log)) == ()
    assert open_parts(second, said_of(log[1])) == (second,)


def test_a_relation_with_new_evidence_is_open_until_it_is_decided_with_that_evidence() -> None:
    (first, _) = queue_after().relations
    (old,) = logged(deciding().confirm(first))
    again = first.model_copy(update={"new_documents": ("c.txt",), "flags": ("new_evidence",)})
    assert open_parts(again, said_of(old)) == (again,)
    assert old.relation is not None
    seen = old.relation.model_copy(update={"documents": ("a.txt", "c.txt"), "support": 2})
    (new,) = logged([old.model_copy(update={"relation": seen})], 1)
    assert open_parts(again, said_of(old, new)) == ()
    unknown = old.relation.model_copy(update={"documents": (), "support": 0})
    (imported,) = logged([old.model_copy(update={"relation": unknown})], 1)
    assert open_parts(again, said_of(imported)) == ()


def test_a_contradiction_is_settled_when_one_fact_is_left_or_all_are_confirmed() -> None:
    item = relations_at_odds()
    assert open_parts(item, said_of()) == (item,)
    assert open_parts(item, said_of(*logged(deciding().keep(item, (0,))))) == ()
    assert open_parts(item, said_of(*logged(deciding().keep(item, (0, 1))))) == ()
    assert open_parts(item, said_of(*logged(deciding().keep(item, ())))) == ()
    confirmed = logged(deciding().confirm(item.relations[0]))
    assert open_parts(item, said_of(*confirmed)) == (item,)
    values = values_at_odds()
    assert open_parts(values, said_of()) == (values,)
    assert open_parts(values, said_of(*logged(deciding().keep(values, (1,))))) == ()
    (kept,) = logged(deciding().keep(values, (0, 1)))
    assert said_of(kept).holds(kept)
    assert open_parts(values, said_of(kept)) == ()
    assert open_parts(values, said_of(kept, undo(kept, 1))) == (values,)


def test_types_that_exclude_each_other_are_settled_when_all_stand_or_things_are_parted() -> None:
    one_name = types_at_odds("name")
    assert open_parts(one_name, said_of()) == (one_name,)
    assert open_parts(one_name, said_of(*logged(deciding().keep(one_name, (0,))))) == ()
    assert open_parts(one_name, said_of(*logged(deciding().keep(one_name, (0, 1))))) == ()
    merged = logged([deciding().merge((BO, DEE))])
    one_thing = types_at_odds("type")
    now = deciding(*merged)
    assert open_parts(one_thing, said_of(*merged, resolved_with=merged)) == (one_thing,)
    for stand in ((0, 1), ()):
        log = (*merged, *logged(now.keep(one_thing, stand), 1))
        assert open_parts(one_thing, said_of(*log, resolved_with=merged)) == ()


def test_nothing_is_asked_about_what_is_gone() -> None:
    (retracted,) = logged([deciding().retract(DEE)])
    now = said_of(retracted)
    assert open_parts(values_at_odds(), now) == ()
    assert all(open_parts(one, now) == () for one in queue_after().splits)
    assert open_parts(pair_of("Dee", "Cy"), now) == ()
    assert open_parts(pair_of("Eve", "Cy"), now) == ()
