"""Weights of pairs: support times confidence, summed over relations."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.communities.weights import SAID_SUPPORT, network_of, strengths
from sift_assets.core.decisions.decision import Act
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import Numbers
from sift_assets.core.graph.tables import taken
from sift_assets_tests.core.communities.community_examples import clique, graph, network, people
from sift_assets_tests.core.decisions.decision_examples import (
    LAW,
    graphs,
    joining,
    person,
    rows,
    said,
)
from sift_assets_tests.core.graph.graph_examples import graph_of, mention, relation


def test_a_pair_weighs_support_times_confidence_summed_over_its_relations() -> None:
    named = [mention("PERSON", "Ada"), mention("PERSON", "Bo", 10)]
    knows = relation("Ada", "KNOWS", "Bo", confidence=0.5)
    married = relation("Bo", "MARRIED_TO", "Ada", confidence=0.8)
    built = graph_of({"a": [*named, knows, married], "b": [*named, knows]})
    found = network_of(built.entities, built.relations)
    assert [*found] == [(0, 1, pytest.approx(2 * 0.75 + 0.8))]
    assert found.relations.tolist() == [2]


def test_what_only_a_person_says_weighs_less_than_what_a_document_says() -> None:
    added = said(Act.ADD, relation=joining(person("Ada"), "KNOWS", person("Cy")))
    found = graph({"a": [("Ada", "Bo"), ("Bo", "Cy")]}, added)
    weights = {pair[:2]: pair[2] for pair in network_of(found.entities, found.relations)}
    assert weights[0, 2] == SAID_SUPPORT
    assert weights[0, 2] < weights[0, 1] == pytest.approx(0.8)


def test_nobody_is_paired_with_himself_and_those_alone_are_there() -> None:
    loop = relation("Ada", "LED_BY", "Ada")
    built = graph_of({"a": [mention("PERSON", "Ada"), mention("PERSON", "Bo", 10), loop]})
    found = network_of(built.entities, built.relations)
    assert (found.names, [*found]) == (["person:ada", "person:bo"], [])


@LAW
@given(graphs(), st.randoms(use_true_random=False))
def test_the_order_of_rows_shapes_no_weight(built: KnowledgeGraph, random: Random) -> None:
    found = network_of(built.entities, built.relations)
    mixed = network_of(
        taken(built.entities, shuffled(len(built.entities), random)),
        taken(built.relations, shuffled(len(built.relations), random)),
    )
    assert (mixed.names, [*mixed]) == (found.names, [*found])
    assert found.names == sorted(found.names)
    pairs = [pair[:2] for pair in found]
    assert pairs == sorted(set(pairs))
    ends = {frozenset(pair) for pair in rows(built.relations, "source_id", "target_id")}
    named = {frozenset(found.names[row] for row in pair) for pair in pairs}
    assert named == {pair for pair in ends if len(pair) == 2}


def shuffled(size: int, random: Random) -> Numbers:
    return np.array(random.sample(range(size), size), np.int64)


def test_strength_is_the_summed_weight_of_all_pairs_or_of_those_inside() -> None:
    a, b, c = people("", 3)
    found = network([*clique(a, b, weight=2.0), (b, c, 0.5)])
    assert strengths(found).tolist() == [2.0, 2.5, 0.5]
    assert strengths(found, [0, 0, 1]).tolist() == [2.0, 2.0, 0.0]
