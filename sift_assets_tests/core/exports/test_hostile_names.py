"""The big list of naughty strings as names and quotes, through every export and back."""

import csv
import io
import json
import os
from pathlib import Path

import networkx as nx
import pytest

from sift_assets.core.exports.graphml import graphml, xml_text
from sift_assets.core.exports.node_link import node_link_json
from sift_assets.core.exports.tables_csv import FORMULA_STARTS, csv_files
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.checks import inconsistencies
from sift_assets.core.graph.identity import entity_id, is_blank, normal_form
from sift_assets.core.graph.partition import by_type, joined
from sift_assets.core.records.extraction import Mention, RelationMention
from sift_assets_tests.core.graph.graph_examples import graph_of, mention, relation

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("SIFT_EVAL_DATA") or ROOT.parent / "shared" / "data")
STRINGS = DATA / "strings" / "blns.json"

pytestmark = pytest.mark.skipif(
    not STRINGS.is_file(), reason="the big list of naughty strings is not beside the repository"
)


@pytest.fixture(scope="module")
def names() -> list[str]:
    return [name for name in json.loads(STRINGS.read_text("utf-8")) if not is_blank(name)]


@pytest.fixture(scope="module")
def graph(names: list[str]) -> KnowledgeGraph:
    """Every name a person who knows Ada, quoted by it."""
    records: list[Mention | RelationMention] = [mention("PERSON", "Ada")]
    for at, name in enumerate(names, start=1):
        records.append(mention("PERSON", name, 1000 * at))
        records.append(relation("Ada", "LED_BY", name, 1000 * at, quote=name))
    return graph_of({"a": records})


def test_every_name_becomes_an_entity_and_every_relation_is_kept(
    graph: KnowledgeGraph, names: list[str]
) -> None:
    forms = {normal_form(name) for name in names}
    assert len(names) > 400
    assert len(graph.entities) == len(forms) + 1
    assert len(graph.relations) == len(forms)
    assert len(graph.quarantine) == 0
    assert inconsistencies(graph) == []


def test_stored_parts_join_to_the_graph(graph: KnowledgeGraph) -> None:
    assert KnowledgeGraph.from_bytes(graph.to_bytes()) == graph
    assert joined(by_type(graph), graph.quarantine, graph.documents) == graph


def test_json_reads_back_to_the_letter(graph: KnowledgeGraph) -> None:
    data = json.loads(node_link_json(graph))
    assert [node["name"] for node in data["nodes"]] == graph.entities["name"].to_pylist()
    assert nx.node_link_graph(data, edges="links").number_of_edges() == len(graph.relations)


def test_graphml_reads_back_but_for_what_xml_cannot_say(graph: KnowledgeGraph) -> None:
    network = nx.read_graphml(io.BytesIO(graphml(graph)))
    assert network.number_of_edges() == len(graph.relations)
    for row in graph.entities.to_pylist():
        assert network.nodes[row["id"]]["name"] == xml_text(row["name"])


def test_csv_reads_back_but_for_the_apostrophe(graph: KnowledgeGraph) -> None:
    files = {name: data.decode() for name, data in csv_files(graph).items()}
    rows = list(csv.DictReader(io.StringIO(files["entities.csv"], newline="")))
    for row, name in zip(rows, graph.entities["name"].to_pylist(), strict=True):
        assert row["name"] in (name, f"'{name}")
        assert row["id"] == entity_id("PERSON", name)
    for text in files.values():
        for cells in csv.reader(io.StringIO(text, newline="")):
            assert not any(cell.startswith(FORMULA_STARTS) for cell in cells)
