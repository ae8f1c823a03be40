"""Neo4j: CSV for `neo4j-admin database import`, and Cypher whose every value is a parameter.

Labels and types of relationships are the domain's; names, quotes and paths are properties. In the
CSV, which people open in spreadsheets too, a text that begins like a formula has an apostrophe
before it, as in the CSV export; the parameters have every text to the letter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.exports.columns import (
    document_table,
    entity_table,
    evidence_table,
    mention_table,
    relation_table,
)
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.tables_csv import csv_table
from sift_assets.core.exports.writing import READABLE, joined, json_column, rows
from sift_assets.core.graph.columns import starts_of_runs, whole
from sift_assets.core.graph.tables import NO_DOCUMENT, only

BETWEEN_ITEMS = "\u001f"
"""Between items of a list; `--array-delimiter=U+001F`. ASCII's unit separator, which is in no
name: there is no way to escape a delimiter."""

ENTITY, DOCUMENT, EVIDENCE = "Entity", "Document", "Evidence"
"""Labels of nodes and, in CSV, spaces of ids: a document and an entity may have the same one."""

CYPHER = """\
// Run one statement after the other with the parameters of parameters.json. Neo4j 5.26 or later.
CREATE CONSTRAINT sift_entity IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT sift_document IF NOT EXISTS FOR (n:Document) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT sift_evidence IF NOT EXISTS FOR (n:Evidence) REQUIRE n.id IS UNIQUE;
UNWIND $documents AS row
MERGE (n:Document {id: row.id}) SET n = row.properties;
UNWIND $entities AS row
MERGE (n:Entity {id: row.id}) SET n = row.properties SET n:$(row.label);
UNWIND $relations AS row
MATCH (a:Entity {id: row.start}) MATCH (b:Entity {id: row.end})
MERGE (a)-[r:$(row.type) {id: row.id}]->(b) SET r = row.properties;
UNWIND $mentions AS row
MATCH (a:Entity {id: row.start}) MATCH (b:Document {id: row.end})
MERGE (a)-[r:MENTIONED_IN {start: row.properties.start, surface: row.properties.surface}]->(b)
SET r = row.properties;
UNWIND $evidence AS row
MERGE (n:Evidence {id: row.id}) SET n = row.properties;
UNWIND $evidence_documents AS row
MATCH (a:Evidence {id: row.start}) MATCH (b:Document {id: row.end})
MERGE (a)-[:STATED_IN]->(b);
"""
"""The same for every graph: no text of ours or of a document is ever part of a statement."""


@dataclass(frozen=True)
class _Part:
    """A kind of nodes or relationships.

    Attributes:
        name: Of its parameter, and of its file.
        ends: What Neo4j reads of a row beside properties: header field of CSV to column.
        keys: The same for Cypher: key of a row to column.
        table: All columns.
        properties: Columns that become properties.
    """

    name: str
    ends: Mapping[str, str]
    keys: Mapping[str, str]
    table: pa.Table
    properties: Sequence[str]


def neo4j_files(content: ExportContent) -> dict[str, bytes]:
    """Write a graph for Neo4j.

    Args:
        content: What is exported.

    Returns:
        By file name: a CSV file for each kind of nodes and relationships, `load.cypher`, and its
        `parameters.json`.
    """
    parts = _parts(content)
    parameters = [piece for part in parts for piece in (b",", *_parameter(part))][1:]
    return {
        **{f"{part.name}.csv": _csv(part) for part in parts},
        "load.cypher": CYPHER.encode(),
        "parameters.json": b"".join([b"{", *parameters, b"}"]),
    }


def _parts(content: ExportContent) -> tuple[_Part, ...]:
    documents = _with_id(document_table(content.graph), "document")
    entities = entity_table(content.graph, content.annotations)
    evidence = _numbered(evidence_table(content.graph))
    return (
        _nodes("documents", DOCUMENT, documents),
        _nodes("entities", ENTITY, entities, type_column="type"),
        _relationships(
            "relations", relation_table(content.graph), ("source_id", "target_id"), "type"
        ),
        _relationships("mentions", mention_table(content.graph), ("entity_id", "document")),
        _nodes("evidence", EVIDENCE, evidence),
        _relationships(
            "evidence_documents",
            only(evidence, pc.not_equal(evidence["document"], NO_DOCUMENT)).select(
                ["id", "document"]
            ),
            ("id", "document"),
        ),
    )


_SPACES = {
    "source_id": ENTITY,
    "target_id": ENTITY,
    "entity_id": ENTITY,
    "document": DOCUMENT,
    "id": EVIDENCE,
}
"""What a column that ends a relationship is the id of."""

_FIXED_TYPES = {"mentions": "MENTIONED_IN", "evidence_documents": "STATED_IN"}
"""Types of relationships that are no relations of the domain's."""


def _nodes(name: str, label: str, table: pa.Table, type_column: str = "") -> _Part:
    labels = pa.array([label] * len(table), pa.string())
    if type_column:
        types = whole(table[type_column])
        labels = pc.binary_join_element_wise(labels, types, BETWEEN_ITEMS)
    return _Part(
        name,
        {f"id:ID({label})": "id", ":LABEL": ":LABEL"},
        {"id": "id"} | ({"label": type_column} if type_column else {}),
        table.append_column(":LABEL", labels),
        table.column_names,
    )


def _relationships(
    name: str, table: pa.Table, ends: tuple[str, str], type_column: str = ""
) -> _Part:
    start, end = ends
    if not type_column:
        types = pa.array([_FIXED_TYPES[name]] * len(table), pa.string())
        table = table.append_column(":TYPE", types)
    fields = {
        f":START_ID({_SPACES[start]})": start,
        f":END_ID({_SPACES[end]})": end,
        ":TYPE": type_column or ":TYPE",
    }
    keys = {"start": start, "end": end}
    keys |= {"id": "id", "type": type_column} if type_column else {}
    left_out = {*ends, ":TYPE"}
    properties = [column for column in table.column_names if column not in left_out]
    return _Part(name, fields, keys, table, properties)


def _with_id(table: pa.Table, column: str) -> pa.Table:
    return table.append_column("id", table[column])


def _numbered(evidence: pa.Table) -> pa.Table:
    """Return statements with an id: the relation's, and which of its statements it is."""
    owners = whole(evidence["relation_id"])
    codes = pc.dictionary_encode(owners).indices.to_numpy().astype(np.int64)
    places = np.arange(len(codes))
    if len(codes):
        starts = starts_of_runs(codes)
        lengths = np.diff(np.append(starts, len(codes)))
        places = places - np.repeat(starts, lengths)
    number = pa.array(places, pa.int64()).cast(pa.string())
    return evidence.append_column("id", pc.binary_join_element_wise(owners, number, "#"))


def _csv(part: _Part) -> bytes:
    fields = dict(part.ends)
    fields |= {_header(part.table, name): name for name in part.properties if name != "id"}
    if "id" in part.properties and "id" not in part.ends.values():
        fields["id"] = "id"
    columns = [_cells(part.table[column]) for column in fields.values()]
    return csv_table(pa.table(columns, names=list(fields)))


_TYPES = {"double": "double", "int32": "long", "int64": "long", "bool": "boolean"}


def _header(table: pa.Table, name: str) -> str:
    kind = table.schema.field(name).type
    if _is_texts(kind):
        return f"{name}:string[]"
    return f"{name}:{_TYPES[str(kind)]}" if str(kind) in _TYPES else name


def _is_texts(kind: pa.DataType) -> bool:
    return pa.types.is_list(kind) and pa.types.is_string(kind.value_type)


def _cells(column: pa.ChunkedArray) -> pa.Array:
    """Return a column as Neo4j reads it: lists of texts in one cell, other lists as JSON."""
    array = whole(column)
    if not pa.types.is_list(array.type):
        return array
    if not _is_texts(array.type):
        return pa.array([READABLE.encode(one) for one in array.to_pylist()], pa.string())
    items = pc.replace_substring(array.flatten(), BETWEEN_ITEMS, " ")
    lengths = pc.list_value_length(array).to_numpy()
    ends = pa.array(np.concatenate(([0], np.cumsum(lengths))), pa.int32())
    return pc.binary_join(pa.ListArray.from_arrays(ends, items), BETWEEN_ITEMS)


def _parameter(part: _Part) -> tuple[bytes | memoryview, ...]:
    """Return the rows of a part as a JSON array of maps; Neo4j keeps lists of texts as such."""
    own = {key: json_column(part.table[column]) for key, column in part.keys.items()}
    names = sorted(part.properties)
    inner = ",".join(f'"{name}":%s' for name in names)
    template = "".join(f'"{key}":%s,' for key in own) + f'"properties":{{{inner}}}'
    values = [_property(part.table[name]) for name in names]
    texts = rows(f"{{{template}}}", [*own.values(), *values])
    return f'"{part.name}":['.encode(), joined(texts, ","), b"]"


def _property(column: pa.ChunkedArray) -> pa.Array:
    kind = column.type
    if pa.types.is_list(kind) and not _is_texts(kind):  # a property holds no maps
        return json_column(pa.chunked_array([_cells(column)], pa.string()))
    return json_column(column)
