"""Fragments joined into one graph."""

import pytest

from sift_assets.core.graph.build import DocumentFacts
from sift_assets.core.graph.checks import inconsistencies
from sift_assets_tests.core.graph.graph_examples import (
    GENERAL,
    alias,
    attribute,
    built,
    domain,
    entity,
    extraction,
    graph_of,
    mention,
    relation,
    triples,
)

ADA = mention("PERSON", "Ada")
BO = mention("PERSON", "Bo", 10)
ACME = mention("ORGANIZATION", "Acme", 20)


def test_ids_stay_when_the_corpus_grows_and_the_shown_name_moves() -> None:  # C2
    few = graph_of({"a": [mention("PERSON", "JOE RECAREY")]})
    more = graph_of(
        {
            "a": [mention("PERSON", "JOE RECAREY")],
            "b": [mention("PERSON", "Joe Recarey")],
            "c": [mention("PERSON", "Joe Recarey"), mention("PERSON", "Detective Joe Recarey", 50)],
        }
    )
    assert entity(few, "person:joe_recarey")["name"] == "JOE RECAREY"
    assert entity(more, "person:joe_recarey")["name"] == "Joe Recarey"
    assert len(more.entities) == 2


def test_of_equally_frequent_names_the_longest_then_the_first_is_shown() -> None:
    short, long = "\u0149aude", "\u02bcnaude"  # one normal form, the short one first by code point
    graph = graph_of({"a": [mention("PERSON", short), mention("PERSON", long, 9)]})
    assert graph.entities["name"].to_pylist() == [long]
    graph = graph_of({"a": [mention("PERSON", "finn"), mention("PERSON", "Finn", 9)]})
    assert entity(graph, "person:finn")["name"] == "Finn"


def test_every_other_spelling_is_an_alias() -> None:  # C4
    graph = graph_of({"a": [mention("PERSON", "Ada")], "b": [mention("PERSON", "ADA")]})
    row = entity(graph, "person:ada")
    assert {row["name"], *row["aliases"]} == {"Ada", "ADA"}


def test_aliases_of_all_documents_are_united() -> None:  # C16
    graph = graph_of(
        {
            "a": [alias("PERSON", "Sam Bankman-Fried", "SBF")],
            "b": [alias("PERSON", "Sam Bankman-Fried", "Sam")],
        }
    )
    assert entity(graph, "person:sam_bankman-fried")["aliases"] == ["SBF", "Sam"]


def test_the_original_script_is_an_alias() -> None:  # A31
    graph = graph_of({"a": [mention("LOCATION", "Beijing", surface="北京")]})
    assert entity(graph, "location:beijing")["aliases"] == ["北京"]


def test_pronouns_and_whole_sentences_are_no_aliases() -> None:
    sentence = "Ada did it. " * 20
    graph = graph_of(
        {
            "a": [
                ADA,
                mention("PERSON", "Ada", 50, surface="she", kind="reference"),
                mention("PERSON", "Ada", 90, surface=sentence),
            ]
        }
    )
    assert entity(graph, "person:ada")["aliases"] == []


def test_attributes_keep_every_value_with_its_source_and_time() -> None:  # C16, A29
    graph = graph_of(
        {
            "a": [mention("PERSON", "Ada", attributes=attribute("role", "clerk"))],
            "b": [mention("PERSON", "Ada", attributes=attribute("role", "chief"))],
            "c": [mention("PERSON", "Ada", attributes=attribute("role", "clerk"))],
        },
        dates={"a": "2019", "b": "2024-05"},
    )
    values = entity(graph, "person:ada")["attributes"]
    assert [tuple(one.values()) for one in values] == [
        ("role", "chief", "b", "2024-05"),
        ("role", "clerk", "a", "2019"),
        ("role", "clerk", "c", ""),
    ]


def test_an_entity_keeps_a_mention_per_document_and_counts_documents() -> None:  # C17
    graph = graph_of({"a": [ADA, mention("PERSON", "Ada", 50)], "b": [ADA]})
    row = entity(graph, "person:ada")
    assert (row["support"], row["mention_count"], row["documents"]) == (2, 3, ["a", "b"])
    assert graph.mentions["document"].to_pylist() == ["a", "a", "b"]


def test_first_and_last_seen_are_dates_of_documents() -> None:  # C18
    records = [ADA, BO, relation("Ada", "KNOWS", "Bo")]
    graph = graph_of(dict.fromkeys("abc", records), dates={"a": "2024-02", "b": "2019"})
    for row in (entity(graph, "person:ada"), graph.relations.to_pylist()[0]):
        assert (row["first_seen"], row["last_seen"]) == ("2019", "2024-02")
    assert entity(graph_of({"a": [ADA]}), "person:ada")["first_seen"] == ""


def test_validity_spans_what_is_stated() -> None:  # C18
    graph = graph_of(
        {
            "a": [ADA, BO, relation("Ada", "KNOWS", "Bo", valid_from="2012-05", valid_to="2014")],
            "b": [ADA, BO, relation("Ada", "KNOWS", "Bo", valid_from="2010")],
        }
    )
    (row,) = graph.relations.to_pylist()
    assert (row["valid_from"], row["valid_to"]) == ("2010", "2014")


def test_a_relation_never_binds_to_another_documents_entity() -> None:  # C6
    for keys in ("ab", "ba"):
        documents = dict(
            zip(keys, [[ADA, ACME], [BO, relation("Bo", "LED_BY", "Acme")]], strict=True)
        )
        graph = graph_of(documents)
        assert triples(graph) == []
        assert graph.quarantine["reason"].to_pylist() == ["unresolved_endpoint"]


def test_extracted_documents_are_entities_like_any_other() -> None:  # C8, C10
    graph = graph_of(
        {
            "a": [
                ADA,
                mention("DOCUMENT", "Form 10-K", 30),
                mention("DOC", "a", 50),
                relation("Ada", "LED_BY", "Form 10-K"),
            ]
        }
    )
    assert graph.entities["id"].to_pylist() == ["doc:a", "document:form_10-k", "person:ada"]
    assert graph.documents["document"].to_pylist() == ["a"]
    assert triples(graph) == [("person:ada", "LED_BY", "document:form_10-k")]


def test_a_stated_mentioned_in_is_a_relation_like_any_other() -> None:  # C9
    graph = graph_of(
        {"a": [ADA, mention("DOCUMENT", "Report", 9), relation("Ada", "MENTIONED_IN", "Report")]}
    )
    assert triples(graph) == [("person:ada", "MENTIONED_IN", "document:report")]
    assert not entity(graph, "person:ada")["isolated"]


def test_a_relation_stated_both_ways_is_one_with_joint_support() -> None:  # C12, C20
    graph = graph_of(
        {
            "a": [ADA, BO, relation("Ada", "KNOWS", "Bo", confidence=0.5)],
            "b": [ADA, BO, relation("Bo", "KNOWS", "Ada", confidence=0.5)],
            "c": [ADA, ACME, relation("Ada", "PROPOSES", "Acme")],
            "d": [ADA, ACME, relation("Acme", "PROPOSED_BY", "Ada")],
        }
    )
    assert triples(graph) == [
        ("organization:acme", "PROPOSED_BY", "person:ada"),
        ("person:ada", "KNOWS", "person:bo"),
    ]
    assert graph.relations["support"].to_pylist() == [2, 2]
    assert graph.relations["confidence"].to_pylist() == [0.96, 0.75]
    assert inconsistencies(graph) == []


def test_no_path_is_thought_redundant() -> None:  # C14
    places = [mention("LOCATION", name, 10 * at) for at, name in enumerate("ABC")]
    stated = [relation(s, "LOCATED_IN", t) for s, t in ("AB", "BA", "AC", "BC")]
    assert len(triples(graph_of({"a": [*places, *stated]}))) == 4


def test_an_entity_without_relations_stays_and_says_so() -> None:  # C15
    graph = graph_of({"a": [ADA, BO, ACME, relation("Ada", "KNOWS", "Bo")]})
    assert [(row["id"], row["isolated"]) for row in graph.entities.to_pylist()] == [
        ("organization:acme", True),
        ("person:ada", False),
        ("person:bo", False),
    ]


def test_vocabulary_names_nobody_mentions_are_absent() -> None:  # B12
    facet = domain(entity_types={"DEPARTMENT": {"vocabulary": ["Engineering", "Legal"]}})
    graph = graph_of({"a": [mention("DEPARTMENT", "LEGAL")]}, facet)
    assert graph.entities["name"].to_pylist() == ["Legal"]


def test_repeating_a_sentence_in_one_document_raises_no_confidence() -> None:  # A27
    stated = [relation("Ada", "KNOWS", "Bo", 50 * at, confidence=0.5) for at in range(3)]
    (row,) = graph_of({"a": [ADA, BO, *stated]}).relations.to_pylist()
    assert (row["confidence"], row["support"], row["mention_count"]) == (0.5, 1, 3)


def test_the_best_evidence_is_the_surest_then_the_closest_then_the_first() -> None:  # C19
    def best(**second: object) -> tuple[str, str]:
        first = relation("Ada", "KNOWS", "Bo", quote="first", alignment="normalised")
        other = relation("Ada", "KNOWS", "Bo", quote="second").model_copy(update=second)
        (row,) = graph_of({"a": [ADA, BO, first], "b": [ADA, BO, other]}).relations.to_pylist()
        return row["best_document"], row["best_quote"]

    assert best() == ("b", "second")
    assert best(confidence=0.7) == ("a", "first")


def test_two_targets_of_a_functional_relation_are_both_marked() -> None:  # C28
    rome, oslo = mention("LOCATION", "Rome", 40), mention("LOCATION", "Oslo", 60)
    graph = graph_of(
        {
            "a": [ADA, rome, relation("Ada", "BORN_IN", "Rome")],
            "b": [ADA, oslo, relation("Ada", "BORN_IN", "Oslo")],
            "c": [BO, oslo, relation("Bo", "BORN_IN", "Oslo")],
        }
    )
    found = dict(zip(triples(graph), graph.relations["conflict"].to_pylist(), strict=True))
    assert found == {
        ("person:ada", "BORN_IN", "location:rome"): True,
        ("person:ada", "BORN_IN", "location:oslo"): True,
        ("person:bo", "BORN_IN", "location:oslo"): False,
    }


@pytest.mark.parametrize(
    ("first", "second", "is_conflict"),
    [
        (("2001", "2010"), ("2011", ""), False),
        (("2011", ""), ("2001", "2010"), False),
        (("2001", "2010"), ("2009-05", ""), True),
        (("2001", "2010"), ("2010-05", ""), True),
        (("", ""), ("2010", "2011"), True),
    ],
)
def test_marriages_one_after_the_other_are_no_conflict(
    first: tuple[str, str], second: tuple[str, str], is_conflict: bool
) -> None:
    cy = mention("PERSON", "Cy", 30)
    marriages = [
        relation("Bo", "MARRIED_TO", "Ada", 40, valid_from=first[0], valid_to=first[1]),
        relation("Bo", "MARRIED_TO", "Cy", 80, valid_from=second[0], valid_to=second[1]),
    ]
    graph = graph_of({"a": [ADA, BO, cy, *marriages]})
    assert graph.relations["conflict"].to_pylist() == [is_conflict] * 2


def test_documents_without_a_fragment_are_listed_and_scope_is_repeated_on_mentions() -> None:
    facts = {
        "b/x.txt": DocumentFacts(title="X", folder="b", collection="central", tags=("z", "a", "z")),
        "empty.pdf": DocumentFacts(title="Nothing"),
        "late.txt": DocumentFacts(),
    }
    graph = built(dict.fromkeys(("b/x.txt", "late.txt"), extraction(ADA)), GENERAL, facts)
    assert graph.documents["document"].to_pylist() == ["b/x.txt", "empty.pdf", "late.txt"]
    first, second = graph.mentions.to_pylist()
    assert (first["collection"], first["folder"], first["tags"]) == ("central", "b", ["a", "z"])
    assert (second["collection"], second["folder"], second["tags"]) == ("", "", [])


def test_nothing_gives_an_empty_graph() -> None:
    graph = graph_of({})
    assert len(graph.entities) == len(graph.relations) == len(graph.documents) == 0
    assert inconsistencies(graph) == []
