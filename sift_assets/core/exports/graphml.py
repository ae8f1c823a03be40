"""GraphML for Gephi, yEd, Cytoscape and networkx: one edge per relation, typed columns.

Quotes come from any document, so characters that XML cannot say (form feeds of PDF pages) are
taken out; the JSON and table exports keep them. Written line by line rather than by networkx, which
takes several times as long and declares only the columns that some row has.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pyarrow as pa

from sift_assets.core.exports.columns import (
    ENTITY_COLUMNS,
    RELATION_COLUMNS,
    Annotations,
    entity_table,
    relation_table,
)
from sift_assets.core.exports.writing import joined, rows, written
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import ENTITIES, RELATIONS

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The complement of production 2, Char, of XML 1.0 (fifth edition)."""

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns\
 http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">"""


def graphml(graph: KnowledgeGraph, annotations: Annotations | None = None) -> bytes:
    """Write a graph as GraphML.

    Args:
        graph: With its status.
        annotations: Descriptions and communities to carry along.

    Returns:
        UTF-8 XML; `networkx.read_graphml` gives a MultiDiGraph with as many edges as there are
        relations, keyed by relation id. Lists are JSON text. `label` is the entity's name or the
        relation's type, which is what viewers show; `weight` is the relation's support.
    """
    head = (
        _HEAD,
        *_keys("node", NODE_TYPES),
        *_keys("edge", EDGE_TYPES),
        '<graph edgedefault="directed">',
    )
    facts = (_nodes(graph, annotations or Annotations()), _edges(graph))
    parts = (
        "\n".join(head).encode("utf-8"),
        *(joined(texts, "\n") for texts in facts if len(texts)),
        b"</graph>\n</graphml>\n",
    )
    return b"\n".join(parts)


def xml_text(text: str) -> str:
    """Return a text without what XML cannot say; all line ends become newlines, as parsers do."""
    return _NOT_XML.sub("", text).replace("\r\n", "\n").replace("\r", "\n")


def _types(columns: tuple[str, ...], schema: pa.Schema, left_out: set[str]) -> dict[str, str]:
    kinds = {"double": "double", "int32": "long", "int64": "long", "bool": "boolean"}
    stored = {field.name: kinds.get(str(field.type), "string") for field in schema}
    return {name: stored.get(name, "string") for name in columns if name not in left_out}


NODE_TYPES = {"label": "string"} | _types(ENTITY_COLUMNS, ENTITIES, {"id"}) | {"degree": "long"}
"""GraphML type of every column of a node."""

EDGE_TYPES = {"label": "string", "weight": "long"} | _types(
    RELATION_COLUMNS, RELATIONS, {"id", "source_id", "target_id"}
)
"""GraphML type of every column of an edge."""

NODE_LABEL = {"label": "name"}
EDGE_LABEL = {"label": "type", "weight": "support"}
"""Columns that repeat another under the name by which viewers look for it."""


def _keys(kind: str, types: Mapping[str, str]) -> Iterator[str]:
    for name, type_ in types.items():
        attributes = f'id="{kind}_{name}" for="{kind}" attr.name="{name}" attr.type="{type_}"'
        yield f"<key {attributes}/>"


def _nodes(graph: KnowledgeGraph, annotations: Annotations) -> pa.Array:
    table = entity_table(graph, annotations)
    columns = [NODE_LABEL.get(name, name) for name in NODE_TYPES]
    return _elements("node", table, {"id": "id"}, dict(zip(NODE_TYPES, columns, strict=True)))


def _edges(graph: KnowledgeGraph) -> pa.Array:
    ends = {"id": "id", "source": "source_id", "target": "target_id"}
    columns = [EDGE_LABEL.get(name, name) for name in EDGE_TYPES]
    values = dict(zip(EDGE_TYPES, columns, strict=True))
    return _elements("edge", relation_table(graph), ends, values)


def _elements(
    kind: str, table: pa.Table, attributes: Mapping[str, str], values: Mapping[str, str]
) -> pa.Array:
    """Return an element per row; attributes and values are given with their columns."""
    own = [written(table[column], quoteattr) for column in attributes.values()]
    within = [written(table[column], _value) for column in values.values()]
    return rows(_template(kind, attributes, values), [*own, *within])


def _template(kind: str, attributes: Iterable[str], values: Iterable[str]) -> str:
    """Return an element with a place (`%s`) for each attribute and each value, in their order."""
    return "\n".join(
        (
            f"<{kind} {' '.join(f'{name}=%s' for name in attributes)}>",
            *(f'<data key="{kind}_{name}">%s</data>' for name in values),
            f"</{kind}>",
        )
    )


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return escape(xml_text(str(value)))
