from itertools import pairwise

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.narrative.chains import (
    CENTRAL_ENTITIES,
    FEWEST,
    MAX_CHAINS,
    MAX_SHARED,
    MOST,
    key_connections,
)
from sift_assets.core.narrative.report_evidence import links_of, most_central, summed_weights
from sift_assets_tests.core.graph.graph_examples import mention, relation
from sift_assets_tests.core.narrative.report_examples import graphs, people, resolved_of, shuffled


def texts(graph: ResolvedGraph) -> list[str]:
    return [
        " ".join(one.text for one in chain.sentences) for chain in key_connections(graph).chains
    ]


def test_a_chain_says_each_relation_in_its_true_direction() -> None:
    graph = resolved_of(
        {
            "a.txt": [
                mention("ORGANIZATION", "Acme"),
                mention("ORGANIZATION", "Bolt", 20),
                mention("PERSON", "Cy", 40),
                relation("Acme", "OWNS", "Bolt", 100),
                relation("Cy", "EMPLOYED_BY", "Bolt", 200, valid_from="2019"),
            ]
        }
    )
    (chain,) = key_connections(graph).chains
    assert chain.entities == ("organization:acme", "organization:bolt", "person:cy")
    assert [(one.source, one.relation, one.target) for one in chain.steps] == [
        ("organization:acme", "OWNS", "organization:bolt"),
        ("person:cy", "EMPLOYED_BY", "organization:bolt"),
    ]
    assert texts(graph) == ["Acme owns Bolt. Bolt has employed Cy since 2019."]
    found = key_connections(graph)
    quotes = [found.passages[one].quote for step in chain.steps for one in step.cites]
    assert quotes == ["Acme OWNS Bolt", "Cy EMPLOYED_BY Bolt"]


def test_what_waits_for_a_person_or_stands_in_no_document_is_in_no_chain() -> None:
    unsure = relation("Bo", "OWNS", "Cy", 200, confidence=0.3)
    sure = relation("Bo", "OWNS", "Cy", 200)
    empty = relation("Bo", "OWNS", "Cy", 200, quote=" ")
    first = [*people("Ada", "Bo", "Cy"), relation("Ada", "OWNS", "Bo", 100)]
    assert texts(resolved_of({"a": [*first, sure]})) == ["Ada owns Bo. Bo owns Cy."]
    assert texts(resolved_of({"a": [*first, unsure]})) == []
    assert texts(resolved_of({"a": [*first, empty]})) == []


def test_two_that_one_relation_joins_need_no_chain() -> None:
    records = [
        relation("Ada", "OWNS", "Bo", 100),
        relation("Bo", "OWNS", "Cy", 200),
        relation("Ada", "FOLLOWS", "Cy", 300),
    ]
    assert texts(resolved_of({"a": [*people("Ada", "Bo", "Cy"), *records]})) == []


def test_of_two_relations_the_one_that_says_more_is_told() -> None:
    records = [
        relation("Ada", "ASSOCIATED_WITH", "Bo", 100, confidence=0.99),
        relation("Ada", "OWNS", "Bo", 150, confidence=0.8),
        relation("Bo", "ASSOCIATED_WITH", "Cy", 200),
    ]
    graph = resolved_of({"a": [*people("Ada", "Bo", "Cy"), *records]})
    assert texts(graph) == ["Ada owns Bo. Bo is connected with Cy."]


def test_the_better_supported_of_two_ways_is_taken() -> None:
    weak = [relation("Ada", "OWNS", "Bo", 100), relation("Bo", "OWNS", "Zoe", 200)]
    strong = [relation("Ada", "OWNS", "Cy", 300), relation("Cy", "OWNS", "Zoe", 400)]
    everyone = people("Ada", "Bo", "Cy", "Zoe")
    graph = resolved_of({"a": [*everyone, *weak, *strong], "b": [*everyone, *strong]})
    assert texts(graph)[0] == "Ada owns Cy. Cy owns Zoe."


def test_a_long_way_is_no_connection() -> None:
    names = ("Ada", "Bo", "Cy", "Dé", "Eve", "Flo")
    records = [relation(a, "OWNS", b, 100 * at) for at, (a, b) in enumerate(pairwise(names), 10)]
    graph = resolved_of({"a": [*people(*names), *records]})
    lengths = {len(chain.steps) for chain in key_connections(graph).chains}
    assert lengths <= {2, 3, 4}
    assert lengths


def test_a_relation_is_cited_where_its_period_is_stated() -> None:
    everyone = people("Ada", "Bo", "Cy")
    surer = [
        *everyone,
        relation("Ada", "EMPLOYED_BY", "Bo", 100, confidence=0.99),
        relation("Bo", "OWNS", "Cy", 200),
    ]
    dated = [
        *everyone,
        relation("Ada", "EMPLOYED_BY", "Bo", 300, quote="since 2009", valid_from="2009"),
        relation("Ada", "EMPLOYED_BY", "Bo", 400, quote="until 2015", valid_to="2015"),
    ]
    found = key_connections(resolved_of({"a": surer, "b": surer, "c": surer, "d": dated}))
    said = found.chains[0].sentences[0]
    assert said.text == "Ada worked for Bo from 2009 to 2015."
    quotes = [found.passages[one].quote for one in said.cites]
    assert quotes == ["since 2009", "until 2015", "Ada EMPLOYED_BY Bo"]


@given(graphs(), st.integers(0, 3))
@settings(max_examples=40)
def test_chains_are_what_they_promise(graph: ResolvedGraph, seed: int) -> None:
    found = key_connections(graph)
    assert found == key_connections(shuffled(graph, seed))
    stated = {
        (row["source_id"], row["type"], row["target_id"]) for row in graph.relations.to_pylist()
    }
    links = [link for link in links_of(graph) if not link.is_pending]
    network = nx.Graph((link.source, link.target) for link in links)
    central = most_central(summed_weights(links), CENTRAL_ENTITIES)
    seen: set[str] = set()
    for chain in found.chains:
        assert FEWEST <= len(chain.steps) <= MOST
        assert len({*chain.entities}) == len(chain.entities) == len(chain.steps) + 1
        assert {chain.entities[0], chain.entities[-1]} <= {*central}
        ways = nx.shortest_path_length(network, chain.entities[0], chain.entities[-1])
        assert ways == len(chain.steps)
        for step, pair in zip(chain.steps, pairwise(chain.entities), strict=True):
            assert {step.source, step.target} == {*pair}
            assert (step.source, step.relation, step.target) in stated
        assert len(seen & {*chain.entities}) <= MAX_SHARED * len(chain.entities)
        seen |= {*chain.entities}
        assert all(one.cites and {*one.cites} <= found.passages.keys() for one in chain.sentences)
    assert len(found.chains) <= MAX_CHAINS
