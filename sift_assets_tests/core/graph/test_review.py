"""What waits for a person, and why."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.domain.model import ReviewThresholds
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.review import Flag, Status, with_status
from sift_assets.core.records.extraction import Extraction
from sift_assets_tests.core.graph.graph_examples import (
    LAW,
    corpora,
    entity,
    extraction,
    graph_of,
    mention,
    relation,
)

REVIEW = ReviewFacet(thresholds=ReviewThresholds(llm=0.7, local=0.5), review_required=("LED_BY",))
PEOPLE = (mention("PERSON", "Ada"), mention("PERSON", "Bo", 10))


def stated(extractor: str = "llm", type_: str = "KNOWS", **fields: Any) -> Extraction:
    return extraction(*PEOPLE, relation("Ada", type_, "Bo", **fields), extractor=extractor)


def verdict(*documents: Extraction) -> tuple[str, list[str]]:
    keys = [f"{number}.txt" for number in range(len(documents))]
    graph = with_status(graph_of(dict(zip(keys, documents, strict=True))), REVIEW)
    (row,) = graph.relations.to_pylist()
    return row["status"], row["flags"]


def test_sound_relations_are_single_source_or_supported() -> None:
    assert verdict(stated()) == ("single_source", [])
    assert verdict(stated(), stated()) == ("supported", [])
    twice = extraction(*PEOPLE, *(relation("Ada", "KNOWS", "Bo", at) for at in (30, 60)))
    assert verdict(twice) == ("single_source", [])


@pytest.mark.parametrize(
    ("extractor", "confidence", "is_low"),
    [
        ("llm", 0.69, True),
        ("llm", 0.7, False),
        ("local/en", 0.49, True),
        ("local/en", 0.5, False),
        ("local/de", 0.6, False),
    ],
)
def test_each_extractor_has_its_own_threshold(
    extractor: str, confidence: float, is_low: bool
) -> None:
    status, flags = verdict(stated(extractor, confidence=confidence))
    assert flags == ([Flag.LOW_CONFIDENCE] if is_low else [])
    assert status == (Status.PENDING if is_low else Status.SINGLE_SOURCE)


def test_a_weak_second_extractor_never_makes_a_fact_pending() -> None:
    local, weak = stated("local/en", confidence=0.55), stated("llm", confidence=0.05)
    assert verdict(local, weak) == ("supported", [])


def test_together_extractors_must_reach_the_strictest_threshold() -> None:
    local, model = stated("local/en", confidence=0.4), stated("llm", confidence=0.4)
    assert verdict(local, model) == ("pending", ["low_confidence"])
    assert verdict(local, stated("llm", confidence=0.5)) == ("supported", [])


def test_quotes_that_are_nowhere_word_for_word_wait() -> None:
    aligned = stated(alignment="aligned")
    assert verdict(aligned) == ("pending", ["aligned_only"])
    assert verdict(aligned, stated(alignment="normalised")) == ("supported", [])


def test_a_type_that_requires_review_always_waits() -> None:  # C24
    assert verdict(stated(type_="LED_BY"), stated(type_="LED_BY")) == (
        "pending",
        ["review_required"],
    )


def test_all_reasons_are_given_in_order() -> None:
    assert verdict(stated(type_="LED_BY", confidence=0.1, alignment="aligned")) == (
        "pending",
        ["aligned_only", "low_confidence", "review_required"],
    )


def test_contradicting_functional_facts_wait_and_both_stay() -> None:  # C28
    cities = [mention("LOCATION", name, at) for name, at in (("Rome", 30), ("Oslo", 40))]
    births = [relation("Ada", "BORN_IN", name, at) for name, at in (("Rome", 50), ("Oslo", 90))]
    graph = with_status(graph_of({"a": [*PEOPLE, *cities, *births]}), REVIEW)
    assert graph.relations["flags"].to_pylist() == [["conflict"], ["conflict"]]
    assert graph.relations["status"].to_pylist() == ["pending", "pending"]


def test_entities_have_a_status_too() -> None:
    documents = {
        "a": extraction(
            *PEOPLE,
            mention("PERSON", "Cy", 50, confidence=0.6),
            mention("PERSON", "Di", 60, alignment="aligned"),
        ),
        "b": extraction(PEOPLE[0], mention("PERSON", "Ed", confidence=0.6), extractor="local/en"),
    }
    graph = with_status(graph_of(documents), REVIEW)
    assert [(row["name"], row["status"], row["flags"]) for row in graph.entities.to_pylist()] == [
        ("Ada", "supported", []),
        ("Bo", "single_source", []),
        ("Cy", "pending", ["low_confidence"]),
        ("Di", "pending", ["aligned_only"]),
        ("Ed", "single_source", []),
    ]


@LAW
@given(corpora())
def test_everything_has_a_status_and_only_the_pending_have_flags(
    corpus: dict[str, Extraction],
) -> None:
    graph = with_status(graph_of(corpus), REVIEW)
    for row in (*graph.entities.to_pylist(), *graph.relations.to_pylist()):
        assert row["status"] in set(Status)
        assert bool(row["flags"]) is (row["status"] == Status.PENDING)


@LAW
@given(corpora(), st.floats(0, 1), st.floats(0, 1))
def test_stricter_thresholds_only_add_to_what_waits(
    corpus: dict[str, Extraction], one: float, other: float
) -> None:
    graph = graph_of(corpus)
    low, high = (
        with_status(
            graph,
            ReviewFacet(thresholds=ReviewThresholds(llm=limit, local=limit), review_required=()),
        )
        for limit in sorted((one, other))
    )
    assert waiting(low) <= waiting(high)


@LAW
@given(corpora())
def test_a_status_changes_nothing_else_and_may_be_set_again(corpus: dict[str, Extraction]) -> None:
    graph = graph_of(corpus)
    marked = with_status(graph, REVIEW)
    assert with_status(marked, REVIEW) == marked
    for name in ("entities", "relations"):
        before, after = getattr(graph, name), getattr(marked, name)
        assert before.drop_columns(["status", "flags"]) == after.drop_columns(["status", "flags"])


def waiting(graph: KnowledgeGraph) -> set[str]:
    rows = (*graph.entities.to_pylist(), *graph.relations.to_pylist())
    return {row["id"] for row in rows if row["status"] == Status.PENDING}


def test_a_fresh_graph_has_no_status_yet() -> None:
    assert entity(graph_of({"a": [*PEOPLE]}), "person:ada")["status"] == ""
