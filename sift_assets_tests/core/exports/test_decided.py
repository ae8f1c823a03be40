"""What exports say of decisions: who said what of the facts that are there, and of no others."""

from sift_assets.core.decisions.decision import Act, AttributeRef, Decision
from sift_assets.core.exports.decided import decision_table, identity_table
from sift_assets_tests.core.decisions.decision_examples import (
    company,
    decided,
    joining,
    person,
    rows,
    said,
)
from sift_assets_tests.core.graph.graph_examples import attribute, graph_of, mention, relation

ADA, ADAH, BO, ACME = person("Ada"), person("Adah"), person("Bo"), company("Acme")
GRAPH = graph_of(
    {
        "a": [
            mention("PERSON", "Ada", attributes=attribute("role", "chief")),
            mention("PERSON", "Adah", 10),
            mention("PERSON", "Bo", 20),
            mention("ORGANIZATION", "Acme", 30),
            relation("Ada", "WORKS_FOR", "Acme", 40),
            relation("Bo", "WORKS_FOR", "Acme", 60),
        ]
    }
)


def table_of(*decisions: Decision) -> list[tuple[str, str, str, str]]:
    graph = decided(GRAPH, *decisions)
    found = decision_table(graph, {one.id: one for one in decisions})
    return rows(found, "subject", "other", "verdict", "reason")


def test_a_merge_is_told_of_the_entity_that_stands() -> None:
    merge = said(Act.MERGE, entities=(ADA, ADAH), reason="one person")
    graph = decided(GRAPH, merge)
    assert ("person:ada", "person:adah", "same", "one person") in table_of(merge)
    assert rows(identity_table(graph), "id", "canonical_id") == [("person:adah", "person:ada")]
    (row,) = [row for row in decision_table(graph, {merge.id: merge}).to_pylist() if row["other"]]
    assert (row["actor"], row["channel"], row["time"]) == ("Ada", "command", merge.time)


def test_a_refused_merge_is_told_of_both() -> None:
    apart = said(Act.NOT_SAME, entities=(ADA, ADAH), reason="sisters")
    assert table_of(apart) == [("person:ada", "person:adah", "not_same", "sisters")]


def test_a_confirmed_relation_says_why_and_a_rejected_one_says_nothing() -> None:
    good, bad = (joining(one, "WORKS_FOR", ACME) for one in (ADA, BO))
    yes = said(Act.CONFIRM, relation=good, reason="the minutes")
    no = said(Act.REJECT, 1, relation=bad, reason="a mistake")
    assert table_of(yes, no) == [
        ("person:ada|WORKS_FOR|organization:acme", "", "confirmed", "the minutes")
    ]


def test_nothing_is_told_of_what_was_retracted() -> None:
    gone = said(Act.RETRACT, entities=(BO,), reason="no such Bo")
    wrong = AttributeRef(entity=ADA, key="role", value="chief")
    less = said(Act.RETRACT, 1, attribute=wrong, reason="never was chief")
    apart = said(Act.NOT_SAME, 2, entities=(ADA, BO))
    assert table_of(gone, less, apart) == [("person:ada", "", "attribute_retracted", "")]


def test_a_decision_of_a_log_that_has_moved_on_is_told_without_its_author() -> None:
    graph = decided(GRAPH, said(Act.NOT_SAME, entities=(ADA, ADAH)))
    (row,) = decision_table(graph, {}).to_pylist()
    assert (row["verdict"], row["actor"], row["time"]) == ("not_same", "", "")
