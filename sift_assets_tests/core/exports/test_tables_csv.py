"""CSV tables."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.exports.columns import (
    ENTITY_COLUMNS,
    EVIDENCE_COLUMNS,
    MENTION_COLUMNS,
    RELATION_COLUMNS,
)
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.tables_csv import FORMULA_STARTS, csv_files, safe_cell
from sift_assets_tests.core.exports.export_examples import example_content
from sift_assets_tests.core.graph.graph_examples import graph_of

CONTENT = example_content()
GRAPH = CONTENT.graph


def read(name: str) -> list[dict[str, str]]:
    data = csv_files(CONTENT)[name].decode("utf-8")
    return list(csv.DictReader(io.StringIO(data, newline="")))


@pytest.mark.parametrize(
    ("name", "columns", "rows"),
    [
        ("entities.csv", ENTITY_COLUMNS, 4),
        ("relations.csv", RELATION_COLUMNS, 3),
        ("mentions.csv", MENTION_COLUMNS, 6),
        ("evidence.csv", EVIDENCE_COLUMNS, 4),
    ],
)
def test_each_table_has_its_columns_and_all_rows(  # G12, G14, G16
    name: str, columns: tuple[str, ...], rows: int
) -> None:
    found = read(name)
    assert len(found) == rows
    assert all(tuple(row) == columns for row in found)


@pytest.mark.parametrize("text", [f"{start}1+1" for start in FORMULA_STARTS])
def test_formulas_are_neutralised(text: str) -> None:  # G18
    assert safe_cell(text) == f"'{text}"


def test_formulas_from_documents_are_neutralised_in_every_table() -> None:  # G18
    assert "'=Acme()" in {row["name"] for row in read("entities.csv")}
    assert "'=Acme()" in {row["target_name"] for row in read("relations.csv")}
    assert "'=Acme()" in {row["surface"] for row in read("mentions.csv")}
    assert {"'@them", "'-1+2 | <b>&amp;"} <= {row["quote"] for row in read("evidence.csv")}


@given(st.text())
def test_no_cell_starts_a_formula_and_none_loses_a_character(text: str) -> None:
    safe = safe_cell(text)
    assert not safe.startswith(FORMULA_STARTS)
    assert safe in (text, f"'{text}")


def test_lists_read_back_whatever_is_in_them() -> None:  # G9
    (knows,) = [row for row in read("relations.csv") if row["type"] == "KNOWS"]
    assert json.loads(knows["documents"]) == ["a, b.pdf", "c.txt"]
    (acme,) = [row for row in read("entities.csv") if row["type"] == "ORGANIZATION"]
    assert json.loads(acme["attributes"])[0]["value"] == "a; b, c"


def test_line_breaks_and_control_characters_read_back() -> None:
    assert "page one\f\x00page two\r\nend" in {row["quote"] for row in read("evidence.csv")}


def test_status_and_annotations_are_there() -> None:  # C24, G17
    ada = next(row for row in read("entities.csv") if row["id"] == "person:ada")
    assert (ada["status"], ada["community"]) == ("supported", "c1")
    assert ada["description"] == "Ada, first of her name."
    assert {row["status"] for row in read("relations.csv")} == {
        "pending",
        "single_source",
        "supported",
    }


def test_the_same_graph_gives_the_same_bytes() -> None:
    assert csv_files(CONTENT) == csv_files(example_content())


def test_an_empty_graph_gives_headers_only() -> None:
    assert all(
        len(data.splitlines()) == 1 for data in csv_files(ExportContent(graph_of({}))).values()
    )
