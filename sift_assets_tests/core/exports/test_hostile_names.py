"""Hostile names, and the big list of naughty strings where it is, through every export and back."""

import csv
import io
import json
import os
import re
import sqlite3
import warnings
from pathlib import Path

import duckdb
import networkx as nx
import pyarrow.parquet as pq
import pytest
import rdflib
import yaml
from rdflib.namespace import PROV, RDF, RDFS

from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.gexf import gexf
from sift_assets.core.exports.graphml import graphml
from sift_assets.core.exports.json_ld import TERMS, json_ld
from sift_assets.core.exports.neo4j import neo4j_files
from sift_assets.core.exports.node_link import node_link_json
from sift_assets.core.exports.obsidian import obsidian_files
from sift_assets.core.exports.sift_kg import sift_kg_files
from sift_assets.core.exports.tables_csv import FORMULA_STARTS, csv_files
from sift_assets.core.exports.tables_parquet import parquet_files
from sift_assets.core.exports.xml_writing import xml_text
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.checks import inconsistencies
from sift_assets.core.graph.identity import entity_id, is_blank, normal_form
from sift_assets.core.graph.partition import by_type, joined
from sift_assets.core.records.extraction import Mention, RelationMention
from sift_assets.resources.duckdb_tables import duckdb_bytes
from sift_assets.resources.sqlite_tables import sqlite_bytes
from sift_assets_tests.core.graph.graph_examples import graph_of, mention, relation
from sift_assets_tests.security.hostile_names import all_names

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("SIFT_EVAL_DATA") or ROOT.parent / "shared" / "data")
STRINGS = DATA / "strings" / "blns.json"

ENTITY, EVIDENCE = rdflib.URIRef(f"{TERMS}Entity"), rdflib.URIRef(f"{TERMS}Evidence")

LINK = re.compile(r"\[\[([^\]|]+)\|[^\]|]+\]\]")

ACTIVE = re.compile(r"(?<!\\)(?:#\w|<[a-z/!]|`|!\[)|%%", re.IGNORECASE)
"""What Obsidian would take for more than text: a tag, HTML, code, an embedded note, a comment."""


@pytest.fixture(scope="module")
def names() -> list[str]:
    public = json.loads(STRINGS.read_text("utf-8")) if STRINGS.is_file() else []
    return [name for name in (*public, *all_names()) if not is_blank(name)]


@pytest.fixture(scope="module")
def graph(names: list[str]) -> KnowledgeGraph:
    """Every name a person who knows Ada, quoted by it."""
    records: list[Mention | RelationMention] = [mention("PERSON", "Ada")]
    for at, name in enumerate(names, start=1):
        records.append(mention("PERSON", name, 1000 * at))
        records.append(relation("Ada", "LED_BY", name, 1000 * at, quote=name))
    return graph_of({"a": records})


@pytest.fixture(scope="module")
def content(graph: KnowledgeGraph) -> ExportContent:
    return ExportContent(graph)


def test_every_name_becomes_an_entity_and_every_relation_is_kept(
    graph: KnowledgeGraph, names: list[str]
) -> None:
    forms = {normal_form(name) for name in names}
    assert len(names) > 60
    assert len(graph.entities) == len(forms) + 1
    assert len(graph.relations) == len(forms)
    assert len(graph.quarantine) == 0
    assert inconsistencies(graph) == []


def test_stored_parts_join_to_the_graph(graph: KnowledgeGraph) -> None:
    assert KnowledgeGraph.from_bytes(graph.to_bytes()) == graph
    assert joined(by_type(graph), graph.quarantine, graph.documents) == graph


def test_json_reads_back_to_the_letter(graph: KnowledgeGraph, content: ExportContent) -> None:
    data = json.loads(node_link_json(content))
    assert [node["name"] for node in data["nodes"]] == graph.entities["name"].to_pylist()
    assert nx.node_link_graph(data, edges="links").number_of_edges() == len(graph.relations)


def test_graphml_reads_back_but_for_what_xml_cannot_say(
    graph: KnowledgeGraph, content: ExportContent
) -> None:
    network = nx.read_graphml(io.BytesIO(graphml(content)))
    assert network.number_of_edges() == len(graph.relations)
    for row in graph.entities.to_pylist():
        assert network.nodes[row["id"]]["name"] == xml_text(row["name"])


def test_gexf_reads_back_but_for_what_xml_cannot_say(content: ExportContent) -> None:
    network = nx.read_gexf(io.BytesIO(gexf(content)))
    assert network.number_of_edges() == len(content.graph.relations)
    for row in content.graph.entities.to_pylist():
        assert network.nodes[row["id"]]["name"] == xml_text(row["name"])


def test_parquet_and_sqlite_read_back_to_the_letter(content: ExportContent) -> None:
    parquet = parquet_files(content.tables)
    database = sqlite3.connect(":memory:")
    database.deserialize(sqlite_bytes(content.tables, {}))
    for table, column in (("entities", "name"), ("evidence", "quote"), ("mentions", "surface")):
        given = content.tables[table][column].to_pylist()
        read = pq.read_table(io.BytesIO(parquet[f"{table}.parquet"]))
        assert read[column].to_pylist() == given
        rows = database.execute(f"SELECT {column} FROM {table}").fetchall()  # noqa: S608 - ours
        assert [row[0] for row in rows] == given
    database.close()


def test_duckdb_reads_back_to_the_letter(content: ExportContent, tmp_path: Path) -> None:
    file = tmp_path / "graph.duckdb"
    file.write_bytes(duckdb_bytes(content.tables, "c", tmp_path / "making"))
    with duckdb.connect(str(file), read_only=True) as database:
        rows = database.execute("SELECT name FROM entities ORDER BY id").fetchall()
    names = {row["id"]: row["name"] for row in content.graph.entities.to_pylist()}
    assert [row[0] for row in rows] == [names[one] for one in sorted(names)]


def test_parameters_for_neo4j_read_back_to_the_letter(content: ExportContent) -> None:
    files = neo4j_files(content)
    parameters = json.loads(files["parameters.json"])
    names = [row["properties"]["name"] for row in parameters["entities"]]
    assert names == content.graph.entities["name"].to_pylist()
    for name, data in files.items():
        if name.endswith(".csv"):
            rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
            assert {len(row) for row in rows} == {len(rows[0])}
            assert not any(cell.startswith(FORMULA_STARTS) for row in rows for cell in row)


def test_rdf_reads_back_to_the_letter(content: ExportContent) -> None:
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # rdflib's own
        found = rdflib.Graph().parse(data=json_ld(content), format="json-ld")
    names = {str(found.value(one, RDFS.label)) for one in found.subjects(RDF.type, ENTITY)}
    assert names == set(content.graph.entities["name"].to_pylist())
    quotes = {str(found.value(one, PROV.value)) for one in found.subjects(RDF.type, EVIDENCE)}
    assert quotes == set(content.graph.evidence["quote"].to_pylist())


def test_every_name_is_a_note_that_links_to_notes_only(content: ExportContent) -> None:
    notes = {name: data.decode() for name, data in obsidian_files(content).items()}
    assert len(notes) == len(content.graph.entities) + len(content.graph.documents) + 1
    assert len({name.casefold() for name in notes}) == len(notes)
    for name, note in notes.items():
        assert not any(part in ("", ".", "..") for part in name.split("/"))
        assert not set(name) & set('\\:*?"<>|#^[]')
        _, front, body = note.split("---\n", 2)
        assert isinstance(yaml.safe_load(front), dict)
        assert {f"{link}.md" for link in LINK.findall(note)} <= notes.keys()
        assert not ACTIVE.search(body)


def test_files_for_sift_kg_read_back_to_the_letter(content: ExportContent) -> None:
    files = sift_kg_files(content)
    assert set(files) == {"graph_data.json", "extractions/a.json"}
    nodes = json.loads(files["graph_data.json"])["nodes"]
    names = {one["id"]: one["name"] for one in nodes if not one["id"].startswith("doc:")}
    assert names == {row["id"]: row["name"] for row in content.graph.entities.to_pylist()}


def test_csv_reads_back_but_for_the_apostrophe(
    graph: KnowledgeGraph, content: ExportContent
) -> None:
    files = {name: data.decode() for name, data in csv_files(content).items()}
    rows = list(csv.DictReader(io.StringIO(files["entities.csv"], newline="")))
    for row, name in zip(rows, graph.entities["name"].to_pylist(), strict=True):
        assert row["name"] in (name, f"'{name}")
        assert row["id"] == entity_id("PERSON", name)
    for text in files.values():
        for cells in csv.reader(io.StringIO(text, newline="")):
            assert not any(cell.startswith(FORMULA_STARTS) for cell in cells)
