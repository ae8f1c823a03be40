"""Laws of applying decisions, over random graphs and random decisions."""

import hashlib
from itertools import pairwise
from random import Random

import pyarrow as pa
import pyarrow.compute as pc
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.log import read_log, to_line
from sift_assets.core.decisions.moving import EXTRACTOR
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.build import KnowledgeGraph, assembled
from sift_assets.core.graph.checks import inconsistencies
from sift_assets.core.graph.review import with_status
from sift_assets.core.graph.type_map import type_map
from sift_assets_tests.core.decisions.decision_examples import (
    EVERY,
    LAW,
    LINKS,
    MERGES,
    REVIEW,
    TABLES,
    cases,
    decided,
    graphs,
    ids,
    joining,
    moment,
    person,
    rows,
    said,
    undone,
    verdicts,
)
from sift_assets_tests.core.graph.graph_examples import GENERAL, graph_of, mention, relation
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds

SYMMETRIC = {name for name, kind in GENERAL.relation_types.items() if kind.symmetric}

Case = tuple[KnowledgeGraph, tuple[Decision, ...]]


@LAW
@given(graphs())
def test_a_graph_without_decisions_is_the_built_one_with_status(graph: KnowledgeGraph) -> None:
    built, found = with_status(graph, REVIEW), decided(graph)
    assert all(getattr(found, name) == getattr(built, name) for name in TABLES)
    tables = (found.identities, found.links, found.decided, found.unapplied, found.refused)
    assert [len(table) for table in tables] == [0] * 5


@LAW
@given(cases())
def test_a_resolved_graph_is_sound_and_reads_back_from_its_bytes(case: Case) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    assert inconsistencies(found) == []
    assert ResolvedGraph.from_bytes(found.to_bytes()) == found
    for table in (getattr(found, field) for field in (*TABLES, "identities", "decided", "refused")):
        assert sum(column.null_count for column in table.columns) == 0


@LAW
@given(cases())
def test_every_statement_is_in_the_graph_or_kept_out_with_a_cause(case: Case) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    stated = only_of_documents(found.evidence)
    kept_out = pc.sum(found.refused["statements"]).as_py() or 0
    assert len(stated) + kept_out == len(graph.evidence)
    causes = set(found.refused["cause"].to_pylist())
    assert causes <= {"rejected", "retracted", "self_relation"}
    if not any(one.act is Act.RETRACT and one.entities for one in decisions):
        places = ("document", "start", "end", "surface", "confidence", "kind")
        assert sorted(rows(found.mentions, *places)) == sorted(rows(graph.mentions, *places))


@LAW
@given(cases(EVERY - {Act.ADD}, most=8))
def test_entities_and_relations_follow_from_mentions_and_evidence(case: Case) -> None:
    """What decisions do not touch keeps its rows; computing all of them anew gives the same."""
    graph, decisions = case
    found = decided(graph, *decisions)
    rest = (found.quarantine, found.documents, type_map(GENERAL))
    anew = with_status(assembled(found.mentions, found.evidence, *rest), REVIEW)
    assert (anew.mentions, anew.evidence) == (found.mentions, found.evidence)
    shown = ["name", "aliases"]
    assert anew.entities.drop_columns(shown) == found.entities.drop_columns(shown)
    shown = ["source_name", "target_name", "status", "flags"]
    assert anew.relations.drop_columns(shown) == found.relations.drop_columns(shown)
    names = dict(rows(found.entities, "id", "name"))
    for end in ("source", "target"):
        for one, name in rows(found.relations, f"{end}_id", f"{end}_name"):
            assert names[one] == name


@LAW
@given(cases(MERGES))
def test_merging_loses_no_relation_but_those_inside_of_one(case: Case) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    canonical = dict(rows(found.identities, "id", "canonical_id"))
    columns = ("source_id", "target_id", "type")
    wanted = {
        (*in_order(canonical.get(source, source), canonical.get(target, target), name), name)
        for source, target, name in rows(graph.relations, *columns)
    }
    assert set(rows(found.relations, *columns)) == {one for one in wanted if one[0] != one[1]}
    assert set(ids(found.entities)) == {canonical.get(one, one) for one in ids(graph.entities)}


@LAW
@given(cases(MERGES))
def test_ids_of_merged_entities_resolve_and_a_symmetric_relation_has_one_order(case: Case) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    present = set(ids(found.entities))
    assert {found.canonical_id(one) for one in ids(graph.entities)} == present
    for source, target, name in rows(found.relations, "source_id", "target_id", "type"):
        assert name not in SYMMETRIC or source < target


@LAW
@given(cases(MERGES))
def test_a_merge_taken_back_gives_the_same_bytes_as_before(case: Case) -> None:
    graph, decisions = case
    assert decided(graph, *undone(decisions)).to_bytes() == decided(graph).to_bytes()


@LAW
@given(cases({Act.SPLIT}, most=2))
def test_a_split_taken_back_gives_the_same_bytes_as_before(case: Case) -> None:
    graph, decisions = case
    assert decided(graph, *undone(decisions)).to_bytes() == decided(graph).to_bytes()


@LAW
@given(cases(most=8), st.data())
def test_any_decision_taken_back_leaves_what_the_others_say(
    case: Case, data: st.DataObject
) -> None:
    graph, decisions = case
    one = data.draw(st.sampled_from(decisions))
    others = [other for other in decisions if other is not one]
    undo = said(Act.UNDO, 2000, undoes=one.id)
    assert decided(graph, *decisions, undo).to_bytes() == decided(graph, *others).to_bytes()


@LAW
@given(cases(most=8), st.randoms(use_true_random=False))
def test_the_order_of_lines_in_the_log_shapes_nothing(case: Case, random: Random) -> None:
    graph, decisions = case
    lines = [to_line(one) for one in decisions]
    mixed = read_log(b"".join(random.sample(lines, len(lines))))
    assert decided(graph, *mixed.decisions).to_bytes() == decided(graph, *decisions).to_bytes()


@LAW
@given(cases(LINKS | {Act.SPLIT}, most=8))
def test_what_a_person_called_different_is_never_one(case: Case) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    for first, second, same in rows(found.links, "first", "second", "same"):
        is_one = found.canonical_id(first) == found.canonical_id(second)
        assert same or not is_one


@LAW
@given(cases({Act.REJECT, Act.RETRACT, Act.MERGE, Act.CONFIRM, Act.ADD}, most=8))
def test_what_is_rejected_or_retracted_is_in_no_table(case: Case) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    said_of = verdicts(found)
    gone = {subject for subject, verdict in said_of if verdict == "retracted"}
    rejected = {subject for subject, verdict in said_of if verdict == "rejected"}
    assert not gone & {*ids(found.entities), *found.mentions["entity_id"].to_pylist()}
    ends = ("source_id", "target_id")
    assert not gone & {one for end in ends for one in found.relations[end].to_pylist()}
    assert not gone & {one for end in ends for one in found.evidence[end].to_pylist()}
    assert not rejected & {*ids(found.relations), *found.evidence["relation_id"].to_pylist()}


@LAW
@given(cases({Act.RETRACT, Act.MERGE}, most=8))
def test_a_retracted_property_is_neither_in_mentions_nor_in_entities(case: Case) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    parked = set(found.unapplied["decision"].to_pylist())
    attributes = [one.attribute for one in decisions if one.id not in parked and one.attribute]
    for attribute in attributes:
        owner = found.canonical_id(attribute.entity.id)
        stated = (attribute.key, attribute.value)
        for key, table in (("id", found.entities), ("entity_id", found.mentions)):
            own = table.filter(pc.equal(table[key], owner))["attributes"].to_pylist()
            assert stated not in {(a["key"], a["value"]) for all_ in own for a in all_}


OVERRIDING = (
    {Act.NAME},
    {Act.RETRACT},
    {Act.ADD, Act.CONFIRM, Act.REJECT, Act.RESOLVE},
)
"""Acts of which a later one may have the last word about what an earlier one said."""


@LAW
@given(cases(EVERY, most=8))
def test_every_decision_in_force_is_applied_overridden_or_listed(case: Case) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    listed = {*found.decided["decision"].to_pylist(), *found.links["decision"].to_pylist()}
    listed |= {*found.unapplied["decision"].to_pylist()}
    for acts in OVERRIDING:
        words = [one.id for one in decisions if one.act in acts]
        assert {*words[-1:]} <= listed  # no other can override the last


def test_neither_the_hash_seed_nor_the_process_shapes_anything() -> None:
    script = (
        "from sift_assets_tests.core.decisions.test_applying_laws import digest_of_an_example as d;"
        "print(d())"
    )
    assert printed_under_hash_seeds(script) == {digest_of_an_example()}


def digest_of_an_example() -> str:
    names = [f"N{number}" for number in range(12)]
    people = [mention("PERSON", name, 10 * at) for at, name in enumerate(names)]
    stated = [relation(a, "KNOWS", b) for a, b in pairwise(names)]
    graph = graph_of({"a": [*people, *stated], "b": [*people[5:], *stated[5:]]})
    merges = [
        said(Act.MERGE, at, entities=(person(f"N{at}"), person(f"N{at + 4}"), person(f"N{at + 5}")))
        for at in range(3)
    ]
    refused = said(Act.NOT_SAME, 4, entities=(person("N0"), person("N6")))
    rejected = said(Act.REJECT, 5, relation=joining(person("N9"), "KNOWS", person("N10")))
    added = said(Act.ADD, 6, relation=joining(person("N11"), "EXTENDS", person("N10")))
    found = decided(graph, *merges, refused, rejected, added)
    assert moment(6) in found.decided["time"].to_pylist()
    return hashlib.sha256(found.to_bytes()).hexdigest()


def in_order(source: str, target: str, name: str) -> tuple[str, str]:
    return (target, source) if name in SYMMETRIC and target < source else (source, target)


def only_of_documents(evidence: pa.Table) -> pa.Table:
    return evidence.filter(pc.not_equal(evidence["extractor"], EXTRACTOR))
