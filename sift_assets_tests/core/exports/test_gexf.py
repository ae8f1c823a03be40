"""GEXF, and what Gephi asks of GEXF and of GraphML."""

import io
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace

import networkx as nx
import pyarrow as pa
import pytest

from sift_assets.core.exports.columns import ENTITY_COLUMNS, RELATION_COLUMNS
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.drawing import LARGEST, SMALLEST, drawn_entities
from sift_assets.core.exports.gexf import gexf
from sift_assets.core.exports.graphml import graphml
from sift_assets.core.graph.conversion import to_networkx
from sift_assets.core.graph.relations import replaced
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.core.graph.graph_examples import graph_of

CONTENT = example_content()
GEXF = "{http://gexf.net/1.3}"
GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"
VIZ = "{http://gexf.net/1.3/viz}"


def parsed(content: ExportContent = CONTENT) -> ET.Element:
    return ET.fromstring(gexf(content))  # noqa: S314 - ours


def test_networkx_reads_the_whole_multigraph() -> None:  # G14
    network = nx.read_gexf(io.BytesIO(gexf(CONTENT)))
    oracle = to_networkx(CONTENT.graph)
    assert isinstance(network, nx.MultiDiGraph)
    assert set(network.edges(keys=True)) == set(oracle.edges(keys=True))
    ada = network.nodes["person:ada"]
    assert (ada["label"], ada["confidence"], ada["support"], ada["isolated"]) == (
        *("Ada", 0.8, 2),
        False,
    )
    assert (ada["community_label"], ada["documents"]) == ("Ada and others", '["a, b.pdf", "c.txt"]')
    assert ada["viz"]["size"] > SMALLEST


@pytest.mark.parametrize(
    ("write", "space", "attribute", "value"),
    [(gexf, GEXF, "attribute", "attvalue"), (graphml, GRAPHML, "key", "data")],
)
def test_gephi_can_read_every_node_edge_and_attribute(  # G12, G13
    write: Callable[[ExportContent], bytes], space: str, attribute: str, value: str
) -> None:
    root = ET.fromstring(write(CONTENT))  # noqa: S314 - ours
    nodes = [one.attrib["id"] for one in root.iter(f"{space}node")]
    edges = [one.attrib for one in root.iter(f"{space}edge")]
    assert len(set(nodes)) == len(nodes) == 4
    assert len({one["id"] for one in edges}) == len(edges) == 3
    assert {one[end] for one in edges for end in ("source", "target")} <= set(nodes)
    declared = [one.attrib["id"] for one in root.iter(f"{space}{attribute}")]
    assert len(set(declared)) == len(declared)
    used = [one.get("for") or one.get("key") for one in root.iter(f"{space}{value}")]
    assert set(used) == set(declared)


def test_columns_are_the_listed_ones_and_no_others() -> None:  # G12
    titles = {
        group.attrib["class"]: {one.attrib["title"] for one in group}
        for group in parsed().iter(f"{GEXF}attributes")
    }
    assert titles["node"] == {*ENTITY_COLUMNS} - {"id"}
    assert titles["edge"] == {*RELATION_COLUMNS} - {"id", "source_id", "target_id"}


def test_an_edge_weighs_what_supports_it_and_never_nothing() -> None:  # G13
    edges = {one.attrib["kind"]: one.attrib for one in parsed().iter(f"{GEXF}edge")}
    assert {kind: one["weight"] for kind, one in edges.items()} == {
        "KNOWS": "2",
        "LED_BY": "1",
        "WORKS_FOR": "1",
    }
    relations = CONTENT.graph.relations
    unsupported = replaced(relations, "support", pa.array([0, 0, 0]))
    content = ExportContent(replace(CONTENT.graph, relations=unsupported))
    assert {one.attrib["weight"] for one in parsed(content).iter(f"{GEXF}edge")} == {"1"}


def test_types_differ_in_colour_and_degrees_in_size() -> None:
    rows = drawn_entities(CONTENT).to_pylist()
    colours = {row["type"]: (row["red"], row["green"], row["blue"]) for row in rows}
    assert len(set(colours.values())) == len(colours) == 3
    assert all(0 <= part <= 255 for colour in colours.values() for part in colour)
    by_degree = sorted(rows, key=lambda row: row["degree"])
    assert by_degree[0]["size"] == SMALLEST
    assert [row["size"] for row in by_degree] == sorted(row["size"] for row in rows)
    assert by_degree[-1]["size"] < LARGEST


def test_no_two_entities_lie_on_one_place() -> None:
    rows = drawn_entities(CONTENT).to_pylist()
    assert len({(row["x"], row["y"]) for row in rows}) == len(rows)
    shown = [one.attrib for one in parsed().iter(f"{VIZ}position")]
    assert {(float(one["x"]), float(one["y"])) for one in shown} == {
        (row["x"], row["y"]) for row in rows
    }


def test_an_empty_graph_is_valid() -> None:
    root = parsed(ExportContent(graph_of({})))
    assert (list(root.iter(f"{GEXF}node")), list(root.iter(f"{GEXF}edge"))) == ([], [])
