"""GraphML."""

import io
import xml.etree.ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.exports.columns import ENTITY_COLUMNS, RELATION_COLUMNS
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.graphml import graphml
from sift_assets.core.exports.xml_writing import xml_text
from sift_assets.core.graph.conversion import to_networkx
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.core.graph.graph_examples import graph_of

CONTENT = example_content()
GRAPH = CONTENT.graph
NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"


def read() -> "nx.MultiDiGraph[str]":
    return nx.read_graphml(io.BytesIO(graphml(CONTENT)))


def test_there_are_as_many_edges_as_relations() -> None:  # G14
    network, oracle = read(), to_networkx(GRAPH)
    assert isinstance(network, nx.MultiDiGraph)
    assert network.number_of_edges() == len(GRAPH.relations) == 3
    assert set(network.edges(keys=True)) == set(oracle.edges(keys=True))


def test_control_characters_are_taken_out_and_the_rest_stays() -> None:  # G11
    edge = read()["person:ada"]["person:bo_jr_ii~" + _digest()]
    quotes = {one["type"]: one["best_quote"] for one in edge.values()}
    assert quotes == {"KNOWS": "page onepage two\nend", "LED_BY": ""}


def test_columns_are_the_listed_ones_and_no_others() -> None:  # G12
    root = ET.fromstring(graphml(CONTENT))  # noqa: S314 - ours
    names = {
        kind: {
            key.attrib["attr.name"]
            for key in root.iter(f"{NAMESPACE}key")
            if key.attrib["for"] == kind
        }
        for kind in ("node", "edge")
    }
    assert names["node"] == {*ENTITY_COLUMNS, "label"} - {"id"}
    ends = {"id", "source_id", "target_id"}
    assert names["edge"] == {*RELATION_COLUMNS, "label", "weight"} - ends


def test_values_keep_their_types() -> None:
    network = read()
    ada = network.nodes["person:ada"]
    assert (ada["confidence"], ada["support"], ada["isolated"]) == (0.8, 2, False)
    assert (ada["label"], ada["type"], ada["status"]) == ("Ada", "PERSON", "supported")
    assert (ada["community"], ada["description"]) == ("c1", "Ada, first of her name.")
    assert ada["documents"] == '["a, b.pdf", "c.txt"]'


def test_the_same_graph_gives_the_same_bytes() -> None:
    assert graphml(CONTENT) == graphml(example_content())


def test_an_empty_graph_is_valid() -> None:
    data = graphml(ExportContent(graph_of({})))
    assert nx.read_graphml(io.BytesIO(data)).number_of_nodes() == 0
    assert b'attr.name="best_quote"' in data


@pytest.mark.parametrize("code", [0, 8, 11, 12, 27, 0xFFFE, 0xFFFF, 0xD800])
def test_what_xml_cannot_say_is_taken_out(code: int) -> None:
    assert xml_text(f"a{chr(code)}b") == "ab"


@given(st.text())
def test_every_text_survives_an_xml_parser(text: str) -> None:
    element = ET.Element("t")
    element.text = xml_text(text)
    assert (ET.fromstring(ET.tostring(element)).text or "") == xml_text(text)  # noqa: S314 - ours


def _digest() -> str:
    (other,) = [id_ for id_ in GRAPH.entities["id"].to_pylist() if id_.startswith("person:bo")]
    return other.partition("~")[2]
