"""Naming the subjects of decisions by values that last."""

from hypothesis import given

from sift_assets.core.decisions.decision import (
    ALIASES_KEPT,
    ANCHORS_KEPT,
    DOCUMENTS_KEPT,
    Act,
    Decision,
)
from sift_assets.core.decisions.finding import Finder, Found, Rung
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.decisions.splitting import split
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.entities import ALIAS_LENGTH
from sift_assets.core.graph.type_map import type_map
from sift_assets.core.records.extraction import MentionKind
from sift_assets_tests.core.decisions.decision_examples import (
    LAW,
    LINKS,
    cases,
    company,
    decided,
    graphs,
    ids,
    part,
    person,
    rows,
    said,
)
from sift_assets_tests.core.graph.graph_examples import (
    GENERAL,
    alias,
    graph_of,
    mention,
    relation,
)

TYPES = type_map(GENERAL)


@LAW
@given(graphs())
def test_naming_an_id_and_finding_it_again_is_the_identity(graph: KnowledgeGraph) -> None:
    naming, finder = Naming(graph), Finder(graph, TYPES)
    for one in ids(graph.entities):
        ref = naming.entity(one)
        assert ref is not None
        assert ref.id == one
        assert finder.entity(ref) == Found(one, Rung.KEY)
    for one in ids(graph.relations):
        ref = naming.relation(one)
        assert ref is not None
        assert f"{ref.source.id}|{ref.type}|{ref.target.id}" == one
        assert one in finder.quoted(ref.anchors)


@LAW
@given(cases(LINKS | {Act.SPLIT, Act.NAME}))
def test_so_it_is_on_the_resolved_graph(case: tuple[KnowledgeGraph, tuple[Decision, ...]]) -> None:
    graph, decisions = case
    found = decided(graph, *decisions)
    naming, finder = Naming(found), Finder(split(graph, decisions, TYPES).graph, TYPES)
    for one in {*ids(found.entities), *found.identities["id"].to_pylist()}:
        ref = naming.entity(one)
        assert ref is not None
        assert finder.entity(ref) == Found(one, Rung.KEY)
    for one in ids(found.relations):
        ref = naming.relation(one)
        assert ref is not None
        assert f"{ref.source.id}|{ref.type}|{ref.target.id}" == one


def test_an_entity_is_named_by_its_values() -> None:
    long = "the one who had written the very first of all programs, " * 3
    graph = graph_of(
        {
            "a": [
                mention("PERSON", "Ada King"),
                alias("PERSON", "Ada King", "Countess", 20),
                mention("PERSON", "Ada King", 40, surface="she", kind=MentionKind.REFERENCE),
                mention("PERSON", "Ada King", 60, surface=long),
            ]
        }
    )
    ref = Naming(graph).entity("person:ada_king")
    assert ref is not None
    assert (ref.type, ref.name, ref.part, ref.aliases) == ("PERSON", "Ada King", "", ("Countess",))
    assert len(ref.anchors) == 3
    assert len(long) > ALIAS_LENGTH  # a sentence is no name, and stays in its document
    assert Naming(graph).entity("person:bo") is None
    assert Naming(graph).relation("person:bo|KNOWS|person:cy") is None


def test_anchors_and_documents_hold_no_text_and_are_bounded() -> None:
    names = [f"Secret Name {number}" for number in range(ALIASES_KEPT + 5)]
    people = [mention("PERSON", "Ada"), mention("PERSON", "Bo", 5)]
    people += [alias("PERSON", "Ada", name, 20 * at) for at, name in enumerate(names, start=1)]
    stated = relation("Ada", "KNOWS", "Bo", quote="Ada knows a secret of Bo.")
    keys = [f"{number:03}" for number in range(DOCUMENTS_KEPT + 10)]
    graph = graph_of({key: [*people, stated] for key in keys})
    ref = Naming(graph).relation("person:ada|KNOWS|person:bo")
    assert ref is not None
    assert (len(ref.documents), ref.support) == (DOCUMENTS_KEPT, DOCUMENTS_KEPT + 10)
    assert len(ref.source.aliases) == ALIASES_KEPT
    assert len(ref.anchors) == len(ref.source.anchors) == ANCHORS_KEPT
    anchors = [*ref.anchors, *ref.source.anchors, *ref.target.anchors]
    assert all(one.document in keys and int(one.digest, 16) >= 0 for one in anchors)
    assert len({one.document for one in ref.source.anchors}) == ANCHORS_KEPT


def test_a_merged_entity_is_named_by_what_stands_for_all_and_a_member_by_itself() -> None:
    graph = graph_of(
        {
            "a": [mention("PERSON", "Ada"), mention("PERSON", "Bo", 10)],
            "b": [mention("PERSON", "Bo"), mention("PERSON", "BO", 10)],
        }
    )
    merge = said(Act.MERGE, 1, entities=(person("Ada"), person("Bo")))
    name = said(Act.NAME, 2, entities=(person("Ada"),), name="The pair")
    found = decided(graph, merge, name)
    whole, member = (Naming(found).entity(f"person:{one}") for one in ("ada", "bo"))
    assert whole is not None
    assert member is not None
    assert (whole.name, {one.document for one in whole.anchors}) == ("Ada", {"a"})
    assert (member.name, {one.document for one in member.anchors}) == ("Bo", {"a", "b"})
    shown = found.identity("person:bo")
    assert shown is not None
    assert (shown.type, shown.name) == ("PERSON", "Bo")
    assert found.canonical_id("person:bo") == "person:ada"
    assert found.identity("person:cy") is None


def test_a_part_is_named_by_the_whole_and_its_label() -> None:
    graph = graph_of({key: [mention("PERSON", "Ada")] for key in ("a", "b", "c")})
    parts = (part("1", "a"), part("2", "b"))
    found = decided(graph, said(Act.SPLIT, entities=(person("Ada"),), parts=parts))
    ref = Naming(found).entity("person:ada/1")
    assert ref is not None
    assert (ref.name, ref.part, ref.id) == ("Ada", "1", "person:ada/1")
    assert [one.document for one in ref.anchors] == ["a"]
    assert rows(found.entities, "id", "name") == [
        ("person:ada", "Ada"),
        ("person:ada/1", "Ada (1)"),
        ("person:ada/2", "Ada (2)"),
    ]
    untouched = found.identity("person:ada")
    assert untouched == person("Ada")
    assert found.identity("organization:acme") is None
    assert company("Acme").id == "organization:acme"
