"""The queue holds what is proposed or flagged and undecided, and nothing that was decided."""

import pytest

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.domain.model import ReviewThresholds
from sift_assets.core.errors import DecisionError
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.records.extraction import Mention, RelationMention
from sift_assets.core.resolution.opinions import Opinion
from sift_assets.core.review.automatic import by_rule, by_threshold
from sift_assets.core.review.judged import pairs_to_judge, with_opinions
from sift_assets.core.review.keys import keys_of
from sift_assets.core.review.records import OpenContradiction, ReviewQueue, shown_hash
from sift_assets_tests.core.decisions.decision_examples import decided, undo
from sift_assets_tests.core.graph.graph_examples import (
    alias,
    attribute,
    graph_of,
    mention,
    relation,
)
from sift_assets_tests.core.review.queue_examples import (
    deciding,
    harbour,
    merge_of,
    names_in,
    proposals_of,
    queue_of,
    stamped,
)

MARTA, DOCTOR = "Marta Lindqvist", "Dr. Marta Lindqvist"
HOLDING = "Kestrel Holding"


@pytest.fixture(scope="module")
def graph() -> KnowledgeGraph:
    return harbour()


@pytest.fixture(scope="module")
def queue(graph: KnowledgeGraph) -> ReviewQueue:
    return queue_of(graph)


def test_open_are_look_alikes_names_across_types_and_flagged_relations(queue: ReviewQueue) -> None:
    assert {frozenset(side.name for side in one.sides) for one in queue.merges} == {
        frozenset({MARTA, DOCTOR}),
        frozenset({HOLDING}),
    }
    assert {(one.source_name, one.type, one.flags) for one in queue.relations} == {
        (MARTA, "WORKS_FOR", ("low_confidence",)),
        ("Karl Meier", "KNOWS", ("review_required",)),
    }
    assert all(one.evidence for one in queue.relations)
    assert [one.constant for one in queue.merges] == [False, True]


def test_every_item_has_a_key_of_its_own(queue: ReviewQueue) -> None:
    assert len({one.key for one in queue.items}) == len(queue.items) == 4


def test_what_is_confirmed_is_one_and_open_no_more(
    graph: KnowledgeGraph, queue: ReviewQueue
) -> None:
    item = merge_of(queue, MARTA, DOCTOR)
    (merge,) = stamped(deciding(graph).confirm(item))
    assert (merge.act, merge.shown) == (Act.MERGE, shown_hash(item))
    after = queue_of(graph, merge)
    assert item.key not in {one.key for one in after.items}
    assert after.confirmed == 1
    assert DOCTOR not in names_in(decided(graph, merge))


def test_what_is_refused_is_not_proposed_again_until_it_is_undone(
    graph: KnowledgeGraph, queue: ReviewQueue
) -> None:
    item = merge_of(queue, MARTA, DOCTOR)
    (refusal,) = stamped(deciding(graph).reject(item))
    after = queue_of(graph, refusal)
    assert item.key not in {one.key for one in after.items}
    assert after.refused == 1
    assert queue_of(graph, refusal, undo(refusal, 9)).merges == queue.merges


@pytest.mark.parametrize("word", ["confirm", "reject"])
def test_a_relation_is_decided_once(graph: KnowledgeGraph, queue: ReviewQueue, word: str) -> None:
    item = next(one for one in queue.relations if one.type == "KNOWS")
    (made,) = stamped(getattr(deciding(graph), word)(item))
    after = queue_of(graph, made)
    assert [one.type for one in after.relations] == ["WORKS_FOR"]
    assert (after.confirmed, after.refused) == ((1, 0) if word == "confirm" else (0, 1))


def test_a_group_is_refused_pair_by_pair() -> None:
    (made,) = deciding(harbour()).reject(
        merge_of(queue_of(harbour()), MARTA, DOCTOR).model_copy(
            update={"members": ("person:marta_lindqvist", "person:karl_meier", _doctor())}
        )
    )
    assert (made.act, len(made.entities)) == (Act.NOT_SAME, 3)


def test_an_entity_that_left_the_graph_is_in_no_item(
    graph: KnowledgeGraph, queue: ReviewQueue
) -> None:
    item = merge_of(queue, MARTA, DOCTOR)
    gone = stamped([deciding(graph).retract(item.members[0])])
    assert all(item.members[0] not in one.members for one in queue_of(graph, *gone).merges)


def test_a_decision_about_what_is_not_there_cannot_be_made(
    graph: KnowledgeGraph, queue: ReviewQueue
) -> None:
    other = graph_of({"a": [mention("PERSON", "Nobody Else")]})
    for item in queue.items:
        with pytest.raises(DecisionError, match="There is no"):
            deciding(other).confirm(item)
    with pytest.raises(DecisionError, match="Two different"):
        deciding(graph).merge(["person:karl_meier", "person:karl_meier"])


def _doctor() -> str:
    item = merge_of(queue_of(harbour()), MARTA, DOCTOR)
    return next(one for one in item.members if "dr" in one)


# Contradictions


def born(name: str, place: str) -> list[Mention | RelationMention]:
    ends = mention("PERSON", name), mention("LOCATION", place)
    return [*ends, relation(name, "BORN_IN", place)]


def born_twice() -> KnowledgeGraph:
    return graph_of(
        {
            "a": born("Ada", "Oslo"),
            "b": born("Ada", "Bergen"),
            "c": born("Bo", "Oslo"),
        }
    )


def contradiction(graph: KnowledgeGraph, *decisions: Decision) -> OpenContradiction:
    (found,) = queue_of(graph, *decisions).contradictions
    return found


def test_two_places_of_birth_contradict_each_other_and_two_born_in_a_place_do_not() -> None:
    found = contradiction(born_twice())
    assert (found.name, found.about) == ("Ada", "BORN_IN")
    assert [one.target_name for one in found.relations] == ["Bergen", "Oslo"]
    assert queue_of(born_twice()).relations == ()


@pytest.mark.parametrize(
    ("stands", "left"), [((0,), {"Bergen"}), ((0, 1), {"Bergen", "Oslo"}), ((), set())]
)
def test_of_a_contradiction_stands_what_a_person_says(stands: tuple[int], left: set[str]) -> None:
    graph = born_twice()
    made = stamped(deciding(graph).keep(contradiction(graph), stands))
    after = decided(graph, *made)
    places = [one for one in after.relations.to_pylist() if one["source_name"] == "Ada"]
    assert {one["target_name"] for one in places} == left
    assert {one["status"] for one in places} <= {"confirmed"}
    assert queue_of(graph, *made).contradictions == ()


def test_a_contradiction_is_neither_confirmed_nor_has_it_other_facts() -> None:
    graph = born_twice()
    with pytest.raises(DecisionError, match="say which"):
        deciding(graph).confirm(contradiction(graph))
    with pytest.raises(DecisionError, match="the facts 1 to 2"):
        deciding(graph).keep(contradiction(graph), (2,))


ONE_AT_A_TIME = ReviewFacet(
    thresholds=ReviewThresholds(),
    review_required=(),
    functional_attributes={"PERSON": ("birth date",)},
)


def born_on(**dates: str) -> KnowledgeGraph:
    """Return a graph in which each document states another date of birth of Ada."""
    return graph_of(
        {
            document: [mention("PERSON", "Ada", attributes=attribute("Birth date", date))]
            for document, date in dates.items()
        }
    )


def test_two_dates_of_birth_are_put_before_a_person_and_the_wrong_one_goes() -> None:
    graph, review = born_on(a="1970", b="1970-05-01", c="1971"), ONE_AT_A_TIME
    (found,) = queue_of(graph, review=review).contradictions
    assert [one.value for one in found.values] == ["1970", "1970-05-01", "1971"]
    made = stamped(deciding(graph).keep(found, (0, 1)))
    assert [one.act for one in made] == [Act.RETRACT]
    assert queue_of(graph, *made, review=review).contradictions == ()
    (ada,) = decided(graph, *made).entities.to_pylist()
    assert [one["value"] for one in ada["attributes"]] == ["1970", "1970-05-01"]


def test_values_that_may_all_stand_are_asked_about_again_when_a_new_one_comes() -> None:
    graph, review = born_on(a="1970", b="1971"), ONE_AT_A_TIME
    (found,) = queue_of(graph, review=review).contradictions
    made = stamped(deciding(graph).keep(found, (0, 1)))
    assert [one.act for one in made] == [Act.RESOLVE]
    assert keys_of(made[0]) == {found.key}
    assert queue_of(graph, *made, review=review).contradictions == ()
    fewer = born_on(b="1971", c="1971")
    assert queue_of(fewer, *made, review=review).contradictions == ()
    more = born_on(a="1970", b="1971", c="1972")
    (again,) = queue_of(more, *made, review=review).contradictions
    assert again.facts == ("1970", "1971", "1972")
    assert queue_of(graph, *made, undo(made[0], 9), review=review).contradictions == (found,)
    gone = graph_of({"a": [mention("PERSON", "Bo")]})
    assert [one.standing for one in queue_of(gone, *made, review=review).unsettled] == ["parked"]


# Types that exclude each other

DISJOINT = ReviewFacet(
    thresholds=ReviewThresholds(),
    review_required=(),
    disjoint=(("LOCATION", "ORGANIZATION"), ("ORGANIZATION", "PERSON")),
)


def mercury() -> KnowledgeGraph:
    """Return a graph in which one name is a company here and a person there."""
    return graph_of(
        {"a": [mention("ORGANIZATION", "Mercury")], "b": [mention("PERSON", "Mercury")]}
    )


def test_one_name_under_types_that_exclude_each_other_is_a_contradiction_and_no_merge() -> None:
    graph = mercury()
    assert queue_of(graph).contradictions == ()
    (pair,) = queue_of(graph).merges
    queue = queue_of(graph, review=DISJOINT)
    (found,) = queue.contradictions
    assert (queue.merges, found.kind, found.facts) == ((), "name", ("ORGANIZATION", "PERSON"))
    assert [one.documents for one in found.types] == [("a",), ("b",)]
    assert [one.quotes[0].quote for one in found.types] == ["Mercury", "Mercury"]
    assert found.key == pair.key
    assert len(decided(graph, review=DISJOINT).entities) == 2


def test_of_one_name_one_type_stands_for_one_thing_and_all_types_for_several() -> None:
    graph = mercury()
    (found,) = queue_of(graph, review=DISJOINT).contradictions
    one = stamped(deciding(graph).keep(found, (1,)))
    assert [made.act for made in one] == [Act.MERGE, Act.RESOLVE]
    assert decided(graph, *one).entities["type"].to_pylist() == ["PERSON"]
    assert queue_of(graph, *one, review=DISJOINT).items == ()
    several = stamped(deciding(graph).keep(found, (0, 1)))
    assert [made.act for made in several] == [Act.NOT_SAME]
    assert queue_of(graph, *several, review=DISJOINT).items == ()
    with pytest.raises(DecisionError, match="one of its types stands"):
        deciding(graph).keep(found, ())


def test_what_was_merged_of_types_that_exclude_each_other_is_put_before_a_person() -> None:
    graph = mercury()
    (pair,) = queue_of(graph).merges
    merged = stamped(deciding(graph).confirm(pair))
    assert queue_of(graph, *merged).items == ()
    (found,) = queue_of(graph, *merged, review=DISJOINT).contradictions
    assert (found.kind, found.facts) == ("type", ("ORGANIZATION", "PERSON"))
    assert [one.documents for one in found.types] == [("a",), ("b",)]
    assert [one.quotes[0].quote for one in found.types] == ["Mercury", "Mercury"]
    now = deciding(decided(graph, *merged))
    both = stamped(now.keep(found, (0, 1)), 1)
    assert (both[0].act, keys_of(both[0])) == (Act.RESOLVE, {found.key})
    assert queue_of(graph, *merged, *both, review=DISJOINT).items == ()
    parted = stamped(now.reject(found), 1)
    assert [made.act for made in parted] == [Act.NOT_SAME]
    after = decided(graph, *merged, *parted)
    assert after.entities["type"].to_pylist() == ["ORGANIZATION", "PERSON"]
    assert queue_of(graph, *merged, *parted, review=DISJOINT).items == ()
    with pytest.raises(DecisionError, match="all of its types stand"):
        now.keep(found, (0,))


def test_parting_what_was_merged_leaves_those_of_one_type_together() -> None:
    graph = graph_of(
        {
            "a": [mention("ORGANIZATION", "Mercury"), mention("LOCATION", "Mercury")],
            "b": [mention("PERSON", "Mercury"), mention("PERSON", "Freddie Mercury")],
        }
    )
    ids = ("person:mercury", "person:freddie_mercury", "organization:mercury", "location:mercury")
    merged = stamped([deciding(graph).merge(ids)])
    (found,) = queue_of(graph, *merged, review=DISJOINT).contradictions
    assert found.facts == ("LOCATION", "ORGANIZATION", "PERSON")
    parted = stamped(deciding(decided(graph, *merged)).reject(found), 1)
    after = decided(graph, *merged, *parted)
    assert len(after.entities) == 3
    assert after.canonical_id("person:freddie_mercury") == "person:mercury"


# Automatisms


def test_thresholds_decide_neither_what_wants_a_person_nor_what_has_no_score(
    queue: ReviewQueue,
) -> None:
    chosen = by_threshold(queue, approve=0.0, reject=None)
    assert all(not getattr(one, "constant", False) for one in chosen.confirm)
    assert "review_required" not in {f for one in chosen.confirm for f in getattr(one, "flags", ())}
    assert len(chosen.confirm) == 2


def test_a_threshold_rejects_only_what_is_below_it(queue: ReviewQueue) -> None:
    at = next(one.confidence for one in queue.relations if one.type == "WORKS_FOR")
    assert by_threshold(queue, None, at).reject == ()
    (rejected,) = by_threshold(queue, None, at + 0.01).reject
    assert rejected.type == "WORKS_FOR"  # pyright: ignore[reportAttributeAccessIssue]


def test_a_rule_confirms_what_nobody_ever_spoke_of(
    graph: KnowledgeGraph, queue: ReviewQueue
) -> None:
    (chosen,) = by_rule(queue, ("title",), ())
    assert {side.name for side in chosen.sides} == {MARTA, DOCTOR}
    assert by_rule(queue, ("typo",), ()) == ()
    made = stamped(deciding(graph).confirm(chosen))
    assert by_rule(queue, ("title",), [*made, undo(made[0], 9)]) == ()


# Opinions


def test_an_opinion_stands_beside_its_pair_and_a_variant_is_one_more_suggestion(
    graph: KnowledgeGraph, queue: ReviewQueue
) -> None:
    asked = pairs_to_judge(queue)
    assert len(asked) == 2
    one = next(pair for pair in asked if pair.first.type == pair.second.type)
    opinion = Opinion(verdict="variant", general=one.second.id, confidence=0.7, reason="newer")
    judged = with_opinions(queue, {(one.first.id, one.second.id): opinion}, decided(graph))
    (variant,) = judged.variants
    assert (variant.child.id, variant.parent.id) == (one.first.id, one.second.id)
    assert merge_of(judged, MARTA, DOCTOR).opinions[0].opinion == opinion
    made = stamped(deciding(graph).confirm(variant))
    extended = decided(graph, *made)
    assert "EXTENDS" in extended.relations["type"].to_pylist()
    again = with_opinions(
        queue_of(graph, *made), {(one.first.id, one.second.id): opinion}, extended
    )
    assert again.variants == ()


def test_a_refused_variant_is_not_suggested_again(
    graph: KnowledgeGraph, queue: ReviewQueue
) -> None:
    one = pairs_to_judge(queue)[0]
    opinion = {(one.first.id, one.second.id): Opinion(verdict="variant", general=one.second.id)}
    (variant,) = with_opinions(queue, opinion, decided(graph)).variants
    made = stamped(deciding(graph).reject(variant))
    assert with_opinions(queue_of(graph, *made), opinion, decided(graph, *made)).variants == ()


# Splits


def test_a_shared_name_is_split_by_document_or_stays_whole() -> None:
    graph = graph_of(
        {
            "a": [mention("PERSON", "Jo Smith", attributes=attribute("birth date", "1950-01-01"))],
            "b": [mention("PERSON", "Jo Smith", attributes=attribute("birth date", "1991-07-07"))],
            "c": [alias("PERSON", "Jo Smith", "Smith")],
        }
    )
    (split,) = queue_of(graph).splits
    assert split.parts == (("a",), ("b",))
    (made,) = stamped(deciding(graph).confirm(split))
    assert len(names_in(decided(graph, made))) == 3
    assert queue_of(graph, made).splits == ()
    (whole,) = stamped(deciding(graph).reject(split))
    assert names_in(decided(graph, whole)) == {"Jo Smith"}
    assert queue_of(graph, whole).splits == ()


def test_the_queue_does_not_depend_on_the_order_of_proposals(graph: KnowledgeGraph) -> None:
    assert queue_of(graph) == queue_of(graph)
    assert len(proposals_of(graph)) == 4
