"""A graph in numbers and as a networkx multigraph; networkx is the oracle of the numbers."""

import networkx as nx
from hypothesis import given

from sift_assets.core.graph.conversion import to_networkx
from sift_assets.core.graph.summary import summarise, weighted_degrees
from sift_assets.core.records.extraction import Extraction
from sift_assets_tests.core.graph.graph_examples import (
    LAW,
    corpora,
    graph_of,
    mention,
    relation,
)

RECORDS = [
    mention("PERSON", "Ada"),
    mention("PERSON", "Bo", 10),
    mention("DOCUMENT", "Report", 20),
    mention("SPACESHIP", "Rocinante", 30),
    relation("Ada", "KNOWS", "Bo"),
    relation("Ada", "LED_BY", "Bo"),
]


def test_a_summary_counts_everything() -> None:
    summary = summarise(graph_of({"a": RECORDS, "b": RECORDS[:2]}))
    assert (summary.documents, summary.entities, summary.relations) == (2, 3, 2)
    assert (summary.mentions, summary.evidence) == (5, 2)
    assert summary.entities_by_type == {"DOCUMENT": 1, "PERSON": 2}
    assert summary.relations_by_type == {"KNOWS": 1, "LED_BY": 1}
    assert summary.quarantine_by_reason == {"unknown_type": 1}
    assert (summary.isolated, summary.pending, summary.conflicts) == (1, 0, 0)


def test_top_entities_come_by_degree_then_support_then_id() -> None:
    graph = graph_of({"a": RECORDS, "b": RECORDS[1:2]})
    assert [(one.name, one.degree, one.support) for one in summarise(graph).top_entities] == [
        ("Bo", 2, 2),
        ("Ada", 2, 1),
        ("Report", 0, 1),
    ]
    assert len(summarise(graph, top=1).top_entities) == 1


@LAW
@given(corpora())
def test_degrees_agree_with_networkx(corpus: dict[str, Extraction]) -> None:
    graph = graph_of(corpus)
    network = to_networkx(graph)
    assert weighted_degrees(graph) == dict(network.degree(weight="support"))
    isolated = [row["id"] for row in graph.entities.to_pylist() if row["isolated"]]
    assert sorted(nx.isolates(network)) == isolated
    assert network.number_of_edges() == len(graph.relations)


def test_relations_of_one_pair_stay_apart() -> None:  # G14
    network = to_networkx(graph_of({"a": RECORDS}))
    keys = sorted(network["person:ada"]["person:bo"])
    assert keys == ["person:ada|KNOWS|person:bo", "person:ada|LED_BY|person:bo"]


def test_source_documents_are_nodes_of_their_own_kind_on_request_only() -> None:  # C8, C10
    graph = graph_of({"report": RECORDS})
    assert set(to_networkx(graph)) == {"document:report", "person:ada", "person:bo"}
    network = to_networkx(graph, with_documents=True)
    assert network.nodes["document:report"]["node_kind"] == "entity"
    assert network.nodes["@document:report"]["node_kind"] == "document"
    assert network.in_degree("@document:report") == 3
