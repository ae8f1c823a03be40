"""CSV and Cypher for Neo4j."""

import csv
import io
import json
import re
from typing import Any

from sift_assets.core.exports.neo4j import BETWEEN_ITEMS, CYPHER, neo4j_files
from sift_assets.core.exports.tables_csv import FORMULA_STARTS
from sift_assets_tests.core.exports.export_examples import example_content

CONTENT = example_content()
FILES = neo4j_files(CONTENT)
PARAMETERS: dict[str, list[dict[str, Any]]] = json.loads(FILES["parameters.json"])


def rows(name: str) -> list[dict[str, str]]:
    text = FILES[f"{name}.csv"].decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_headers_say_what_neo4j_makes_of_a_column() -> None:
    entity = next(row for row in rows("entities") if row["id:ID(Entity)"] == "person:ada")
    assert entity[":LABEL"].split(BETWEEN_ITEMS) == ["Entity", "PERSON"]
    assert (entity["name"], entity["confidence:double"], entity["support:long"]) == (
        *("Ada", "0.8"),
        "2",
    )
    assert entity["isolated:boolean"] == "false"
    assert entity["documents:string[]"].split(BETWEEN_ITEMS) == ["a, b.pdf", "c.txt"]
    (knows,) = [row for row in rows("relations") if row[":TYPE"] == "KNOWS"]
    assert knows["id"] == f"{knows[':START_ID(Entity)']}|KNOWS|{knows[':END_ID(Entity)']}"


def test_both_ends_of_every_relationship_are_nodes() -> None:
    nodes = {
        label: [row[f"id:ID({label})"] for row in rows(name)]
        for name, label in (
            ("entities", "Entity"),
            ("documents", "Document"),
            ("evidence", "Evidence"),
        )
    }
    assert all(len(set(ids)) == len(ids) for ids in nodes.values())
    assert {label: len(ids) for label, ids in nodes.items()} == {
        "Entity": 4,
        "Document": 2,
        "Evidence": 4,
    }
    for name in ("relations", "mentions", "evidence_documents"):
        found = rows(name)
        assert found
        for row in found:
            for field, value in row.items():
                if end := re.fullmatch(r":(?:START|END)_ID\((\w+)\)", field):
                    assert value in nodes[end[1]]


def test_no_cell_starts_a_formula() -> None:  # G18
    for name, data in FILES.items():
        if name.endswith(".csv"):
            for cells in csv.reader(io.StringIO(data.decode(), newline="")):
                assert not any(cell.startswith(FORMULA_STARTS) for cell in cells)
    assert "'=Acme()" in {row["name"] for row in rows("entities")}


def test_cypher_is_the_same_for_every_graph_and_its_parameters_hold_every_text() -> None:
    assert FILES["load.cypher"].decode() == CYPHER
    used = set(re.findall(r"\$(\w+) AS row", CYPHER))
    assert used == set(PARAMETERS) == {name[:-4] for name in FILES if name.endswith(".csv")}
    assert CYPHER.count("UNWIND") == len(used)
    names = [row["properties"]["name"] for row in PARAMETERS["entities"]]
    assert names == CONTENT.graph.entities["name"].to_pylist()
    quotes = [row["properties"]["quote"] for row in PARAMETERS["evidence"]]
    assert quotes == CONTENT.graph.evidence["quote"].to_pylist()


def test_parameters_hold_what_a_property_can_be() -> None:
    for part in PARAMETERS.values():
        for row in part:
            for value in row["properties"].values():
                items = value if isinstance(value, list) else [value]
                assert all(isinstance(one, str | int | float) for one in items)
    ids = {row["id"] for row in PARAMETERS["entities"]}
    assert {row[end] for row in PARAMETERS["relations"] for end in ("start", "end")} <= ids
    assert {row["type"] for row in PARAMETERS["relations"]} == {"KNOWS", "LED_BY", "WORKS_FOR"}
    assert {row["label"] for row in PARAMETERS["entities"]} == {
        *("PERSON", "ORGANIZATION"),
        "LOCATION",
    }
