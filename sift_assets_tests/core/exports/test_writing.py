"""Rows as text: Arrow's joining gives what Python's own writers give, byte for byte."""

import csv
import io
import json
from typing import Any

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.exports.columns import (
    document_table,
    entity_table,
    evidence_table,
    mention_table,
    relation_table,
)
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.node_link import node_link_json
from sift_assets.core.exports.tables_csv import CELL, csv_files, safe_cell
from sift_assets.core.exports.writing import Notation, grouped, joined, json_column, rows, written
from sift_assets.core.exports.xml_writing import ATTRIBUTE, CONTENT
from sift_assets.core.graph.tables import ATTRIBUTES, TEXTS
from sift_assets.core.records.record import canonical_json
from sift_assets_tests.core.exports.export_examples import example_content

EXAMPLE = example_content()
GRAPH = EXAMPLE.graph

marks = st.sampled_from("&<>\"'\\\r\n\t=-＠\x00\x0c\ufffe")
texts = st.text(st.characters(exclude_categories=["Cs"]) | marks, max_size=6)
attributes = st.fixed_dictionaries({"key": texts, "value": texts})
columns = st.sampled_from(
    [
        (pa.string(), texts),
        (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
        (pa.float64(), st.floats(allow_nan=False, allow_infinity=False)),
        (pa.bool_(), st.booleans()),
        (TEXTS, st.lists(texts, max_size=3)),
        (ATTRIBUTES, st.lists(attributes, max_size=2)),
    ]
).flatmap(lambda kind: st.lists(kind[1], max_size=6).map(lambda v: pa.array(v, kind[0])))


@given(columns, st.integers(0, 3))
def test_values_are_json_as_the_standard_library_writes_it(column: pa.Array, cut: int) -> None:
    column = column[cut:]  # a stretch of a longer column has its own offsets
    found = json_column(pa.chunked_array([column], column.type)).to_pylist()
    assert found == [canonical_json(value).decode() for value in column.to_pylist()]


@given(columns)
def test_formats_without_lists_are_given_their_json_text(column: pa.Array) -> None:
    column_of = pa.chunked_array([column], column.type)
    is_list = pa.types.is_list(column.type)
    said = [
        json.dumps(value, ensure_ascii=False, sort_keys=True) if is_list else value
        for value in column.to_pylist()
    ]
    for notation in (Notation(repr, "(?s).|^$"), CONTENT, ATTRIBUTE, CELL):
        assert written(column_of, notation).to_pylist() == [notation.write(v) for v in said]


@given(st.lists(st.tuples(texts, texts), max_size=5))
def test_a_template_has_a_place_for_each_column(pairs: list[tuple[str, str]]) -> None:
    first, second = ([pair[at] for pair in pairs] for at in (0, 1))
    found = rows("<%s|%s>", [pa.array(one, pa.large_string()) for one in (first, second)])
    assert found.to_pylist() == [f"<{one}|{other}>" for one, other in pairs]
    assert joined(found, ", ") == ", ".join(found.to_pylist()).encode()


@given(st.lists(st.lists(texts, max_size=3), max_size=4))
def test_groups_follow_each_other_and_may_be_empty(groups: list[list[str]]) -> None:
    every = pa.array([text for group in groups for text in group], pa.large_string())
    counts = np.array([len(group) for group in groups], np.int64)
    assert grouped(every, counts, "+").to_pylist() == ["+".join(group) for group in groups]


def test_the_json_export_is_canonical_json() -> None:
    data = node_link_json(EXAMPLE)
    nodes = entity_table(GRAPH, EXAMPLE.annotations).to_pylist()
    links = relation_table(GRAPH).to_pylist()
    for owners, name, owned, key in (
        (nodes, "mentions", mention_table(GRAPH), "entity_id"),
        (links, "evidence", evidence_table(GRAPH), "relation_id"),
    ):
        for owner in owners:
            owner[name] = [
                _without(key, row) for row in owned.to_pylist() if row[key] == owner["id"]
            ]
    for link in links:
        link |= {"source": link["source_id"], "target": link["target_id"], "key": link["id"]}
    said = json.loads(data)
    more = {
        "documents": document_table(GRAPH).to_pylist(),
        "communities": EXAMPLE.communities.to_pylist(),
        "decisions": EXAMPLE.decisions.to_pylist(),
        "identities": EXAMPLE.identities.to_pylist(),
    }
    assert data == canonical_json(said | more | {"nodes": nodes, "links": links})


def test_the_csv_export_is_what_the_csv_module_writes() -> None:
    table = mention_table(GRAPH)
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(table.column_names)
    for row in table.to_pylist():
        writer.writerow([_cell(value) for value in row.values()])
    assert csv_files(EXAMPLE)["mentions.csv"] == buffer.getvalue().encode()


def test_a_graph_of_nothing_is_written_whole() -> None:
    nothing = type(GRAPH)(*(table.slice(0, 0) for table in vars(GRAPH).values()))
    said = json.loads(node_link_json(ExportContent(nothing)))
    assert (said["nodes"], said["links"], said["documents"]) == ([], [], [])
    assert all(data.count(b"\n") == 1 for data in csv_files(ExportContent(nothing)).values())


def _without(key: str, row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != key}


def _cell(value: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return safe_cell(value) if isinstance(value, str) else value
