"""Cutting: every community has all that is stated of its members, and nothing else moves it."""

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given

from sift_assets.core.communities.cutting import cut
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.mapping import community_map
from sift_assets.core.communities.records import MEMBERS, Community
from sift_assets.core.decisions.decision import Act
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import (
    EVIDENCE_ORDER,
    MENTION_ORDER,
    MENTIONS,
    RELATIONS,
    ordered,
)
from sift_assets_tests.core.communities.community_examples import circle, graph, ids_of, stage
from sift_assets_tests.core.decisions.decision_examples import (
    LAW,
    decided,
    graphs,
    ids,
    joining,
    person,
    rows,
    said,
)

TWO = {"a.txt": circle("ABCD"), "b.txt": [*circle("MNOP"), ("D", "M")], "c.txt": [("Q", "R")]}


def parts(whole: ResolvedGraph) -> dict[str, Community]:
    return {one.key: one for one in cut(whole, community_map(whole, stage()).members)}


def test_a_community_has_its_members_and_all_that_is_stated_of_them() -> None:
    found = parts(graph(TWO))
    assert list(found) == ["person:a", "person:m", UNASSIGNED]
    first = found["person:a"]
    assert first.members.schema.equals(MEMBERS)
    assert first.members.column_names == MEMBERS.names
    assert rows(first.members, "id", "centrality") == [
        (one, pytest.approx(2.4)) for one in sorted(ids_of("ABCD"))
    ]
    assert ("person:d", "person:m") in rows(first.relations, "source_id", "target_id")
    assert len(first.relations) == len(first.evidence) == 7
    assert first.mentions["entity_id"].to_pylist() == sorted([*ids_of("ABCD"), "person:d"])
    assert first.documents["document"].to_pylist() == ["a.txt", "b.txt"]
    alone = found[UNASSIGNED]
    assert rows(alone.members, "id", "centrality") == [
        ("person:q", pytest.approx(0.8)),
        ("person:r", pytest.approx(0.8)),
    ]


def test_members_stand_by_centrality_within_their_community() -> None:
    whole = graph({"a.txt": [*circle("ABC"), ("C", "D")], "b.txt": [("C", "A"), ("C", "B")]})
    (found,) = parts(whole).values()
    assert [one[-1] for one in ids(found.members)] == ["c", "a", "b", "d"]
    assert found.key == "person:c"


def test_what_a_person_stated_is_evidence_without_a_document() -> None:
    added = said(Act.ADD, relation=joining(person("A"), "LED_BY", person("B")))
    (found,) = parts(graph({"a.txt": circle("ABC")}, added)).values()
    assert "" in found.evidence["document"].to_pylist()
    assert found.documents["document"].to_pylist() == ["a.txt"]


def test_a_change_in_one_community_leaves_the_bytes_of_all_others() -> None:
    before = parts(graph(TWO))
    more = TWO | {"d.txt": [("A", "B"), ("A", "E")], "e.txt": [("B", "E"), ("E", "C")]}
    after = parts(graph(more))
    assert changed(before, after) == {"person:a"}
    assert ids_of("ABCDE") == set(ids(after["person:a"].members))


def test_a_change_of_a_relation_between_two_is_a_change_of_both() -> None:
    before = parts(graph(TWO))
    after = parts(graph(TWO | {"d.txt": [("D", "M")]}))
    assert changed(before, after) == {"person:a", "person:m"}


def changed(before: dict[str, Community], after: dict[str, Community]) -> set[str]:
    assert before.keys() == after.keys()
    return {key for key in before if before[key].to_bytes() != after[key].to_bytes()}


@LAW
@given(graphs())
def test_nothing_gets_lost_and_a_community_reads_back_from_its_bytes(built: KnowledgeGraph) -> None:
    whole = decided(built)
    where = community_map(whole, stage(min_size=2)).members
    found = [*cut(whole, where)]
    assert [one.key for one in found] == sorted(set(where.values()))
    assert sorted(one for part in found for one in ids(part.members)) == ids(whole.entities)
    assert sum(len(part.mentions) for part in found) == len(whole.mentions)
    assert {one for part in found for one in ids(part.relations)} == {*ids(whole.relations)}
    for part in found:
        assert Community.from_bytes(part.to_bytes()) == part
        assert_complete(part, whole, where)


def assert_complete(part: Community, whole: ResolvedGraph, where: dict[str, str]) -> None:
    """Compare with a plain filter of the whole tables."""
    own = {one for one, key in where.items() if key == part.key}
    assert {*ids(part.members)} == own
    inside = pc.is_in(whole.mentions["entity_id"], part.members["id"].combine_chunks())
    assert part.mentions == ordered(whole.mentions.filter(inside), MENTION_ORDER)
    assert part.mentions.schema.equals(MENTIONS)
    ends = rows(whole.relations, "source_id", "target_id")
    touching = pa.array([bool({*pair} & own) for pair in ends], pa.bool_())
    assert part.relations == whole.relations.filter(touching)
    assert part.relations.schema.equals(RELATIONS)
    stated = pc.is_in(whole.evidence["relation_id"], part.relations["id"].combine_chunks())
    assert part.evidence == ordered(whole.evidence.filter(stated), EVIDENCE_ORDER)
    named = {*part.mentions["document"].to_pylist(), *part.evidence["document"].to_pylist()}
    assert part.documents["document"].to_pylist() == sorted(named - {""})
