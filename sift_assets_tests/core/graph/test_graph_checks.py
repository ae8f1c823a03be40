"""Checks that must be able to fail."""

from collections.abc import Callable
from dataclasses import replace

import pyarrow as pa
import pytest

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.checks import inconsistencies, schema_violations
from sift_assets.core.graph.relations import replaced
from sift_assets_tests.core.graph.graph_examples import GENERAL, domain, graph_of, mention, relation

GRAPH = graph_of(
    {
        "a": [
            mention("PERSON", "Ada"),
            mention("PERSON", "Bo", 30),
            mention("ORGANIZATION", "Acme", 14),
            relation("Ada", "WORKS_FOR", "Acme", quote="Ada works for Acme."),
            relation("Ada", "KNOWS", "Bo", 20, quote="Ada knows Bo."),
        ]
    }
)


def with_column(table: str, column: str, *values: object) -> KnowledgeGraph:
    old: pa.Table = getattr(GRAPH, table)
    field = old.schema.field(column)
    return replace(GRAPH, **{table: replaced(old, column, pa.array(values, field.type))})


def without_first(table: str) -> KnowledgeGraph:
    return replace(GRAPH, **{table: getattr(GRAPH, table).slice(1)})


def with_first_twice(table: str) -> KnowledgeGraph:
    old: pa.Table = getattr(GRAPH, table)
    return replace(GRAPH, **{table: pa.concat_tables([old.slice(0, 1), old])})


@pytest.mark.parametrize(
    ("spoil", "checks"),
    [
        (lambda: GRAPH, set[str]()),
        (lambda: without_first("entities"), {"dangling_target", "mention_without_entity"}),
        (lambda: without_first("relations"), {"evidence_without_relation"}),
        (lambda: without_first("mentions"), {"entity_without_mention", "support"}),
        (lambda: without_first("evidence"), {"relation_without_evidence", "support"}),
        (lambda: without_first("documents"), {"unknown_document"}),
        (lambda: with_first_twice("entities"), {"duplicate_entity"}),
        (lambda: with_first_twice("relations"), {"duplicate_relation"}),
        (
            lambda: with_column("entities", "name", "\u200b", "Ada", "Bo"),
            {"empty_name", "entity_id"},
        ),
        (lambda: with_column("entities", "name", "Apex", "Ada", "Bo"), {"entity_id"}),
        (lambda: with_column("entities", "support", 2, 1, 1), {"support"}),
        (lambda: with_column("relations", "support", 1, 3), {"support"}),
        (lambda: with_column("relations", "type", "LED_BY", "WORKS_FOR"), {"relation_id"}),
    ],
)
def test_each_contradiction_is_found(spoil: Callable[[], KnowledgeGraph], checks: set[str]) -> None:
    assert {finding.check for finding in inconsistencies(spoil())} == checks


def test_an_entity_shown_under_another_of_its_names_is_sound() -> None:
    renamed = with_column("entities", "name", "ACME Ltd", "Ada", "Bo")
    aliased = pa.array([["Acme"], [], []], pa.list_(pa.string()))
    sound = replace(renamed, entities=replaced(renamed.entities, "aliases", aliased))
    assert inconsistencies(sound) == []


@pytest.mark.parametrize(
    ("facet", "checks"),
    [
        (GENERAL, set[str]()),
        (domain(schema_free=True), set[str]()),
        (
            domain(entity_types={"PERSON": {}}, relation_types={"KNOWS": {}, "WORKS_FOR": {}}),
            {"entity_type"},
        ),
        (domain(entity_types={"PERSON": {}, "ORGANIZATION": {}}), {"relation_type"}),
        (
            domain(
                entity_types={"PERSON": {}, "ORGANIZATION": {}},
                relation_types={"KNOWS": {}, "WORKS_FOR": {"target_types": ["PERSON"]}},
            ),
            {"endpoint_types"},
        ),
        (
            domain(
                entity_types={"PERSON": {}, "ORGANIZATION": {}, "TEAM": {"vocabulary": ["ACME"]}},
                relation_types={"KNOWS": {}, "WORKS_FOR": {}},
            ),
            {"vocabulary"},
        ),
    ],
)
def test_what_the_domain_does_not_allow_is_found(facet: object, checks: set[str]) -> None:  # C21
    found = schema_violations(GRAPH, facet)  # pyright: ignore[reportArgumentType]
    assert {finding.check for finding in found} == checks


def test_self_relations_and_wrong_order_are_found() -> None:
    turned = with_column("relations", "source_id", "person:x", "person:ada")
    assert [one.check for one in schema_violations(turned, GENERAL)] == ["symmetric_order"]
    looped = with_column("relations", "source_id", "person:bo", "person:ada")
    assert [one.check for one in schema_violations(looped, GENERAL)] == ["self_relation"]
