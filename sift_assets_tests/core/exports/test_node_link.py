"""Node-link JSON."""

import json
from typing import Any

import networkx as nx

from sift_assets.core.exports.columns import ENTITY_COLUMNS, RELATION_COLUMNS
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.node_link import node_link_json
from sift_assets.core.graph.conversion import to_networkx
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.core.graph.graph_examples import graph_of

CONTENT = example_content()
GRAPH = CONTENT.graph


def read() -> dict[str, Any]:
    return json.loads(node_link_json(CONTENT))


def test_networkx_reads_the_whole_multigraph() -> None:  # G14
    network = nx.node_link_graph(read(), edges="links")
    oracle = to_networkx(GRAPH)
    assert isinstance(network, nx.MultiDiGraph)
    assert set(network.nodes) == set(oracle.nodes)
    assert set(network.edges(keys=True)) == set(oracle.edges(keys=True))


def test_the_bundle_is_complete() -> None:  # G17
    data = read()
    ada = next(node for node in data["nodes"] if node["id"] == "person:ada")
    assert set(ada) == {*ENTITY_COLUMNS, "mentions"}
    assert (ada["description"], ada["community"]) == ("Ada, first of her name.", "c1")
    assert [one["document"] for one in ada["mentions"]] == ["a, b.pdf", "c.txt"]
    (knows,) = [link for link in data["links"] if link["type"] == "KNOWS"]
    assert set(knows) == {*RELATION_COLUMNS, "source", "target", "key", "evidence"}
    assert [one["quote"] for one in knows["evidence"]] == [
        "page one\f\x00page two\r\nend",
        "@them",
    ]
    assert [one["document"] for one in data["documents"]] == ["a, b.pdf", "c.txt"]


def test_document_lists_are_arrays() -> None:  # G9
    (knows,) = [link for link in read()["links"] if link["type"] == "KNOWS"]
    assert knows["documents"] == ["a, b.pdf", "c.txt"]


def test_counts_are_of_what_is_written() -> None:  # G16
    data = read()
    counts = data["metadata"]
    assert counts["entity_count"] == len(data["nodes"]) == 4
    assert counts["relation_count"] == len(data["links"]) == 3
    assert counts["document_count"] == len(data["documents"]) == 2
    assert counts["mention_count"] == sum(len(node["mentions"]) for node in data["nodes"]) == 6
    assert counts["evidence_count"] == sum(len(link["evidence"]) for link in data["links"]) == 4
    assert counts["relations_by_status"] == {"pending": 1, "single_source": 1, "supported": 1}


def test_every_fact_carries_its_status_so_that_readers_can_filter() -> None:  # C24
    statuses = {link["type"]: (link["status"], link["flags"]) for link in read()["links"]}
    assert statuses == {
        "KNOWS": ("supported", []),
        "LED_BY": ("pending", ["review_required"]),
        "WORKS_FOR": ("single_source", []),
    }


def test_the_same_graph_gives_the_same_bytes() -> None:
    assert node_link_json(CONTENT) == node_link_json(example_content())


def test_an_empty_graph_is_valid() -> None:
    data = json.loads(node_link_json(ExportContent(graph_of({}))))
    assert nx.node_link_graph(data, edges="links").number_of_nodes() == 0
