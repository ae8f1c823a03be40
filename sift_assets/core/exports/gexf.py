"""GEXF 1.3 for Gephi: a multigraph with places, sizes and colours.

Gephi keeps edges side by side that differ in `kind`, which is the relation's type.
"""

from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa

from sift_assets.core.exports.columns import relation_table
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.drawing import DRAWN, drawn_entities
from sift_assets.core.exports.writing import joined
from sift_assets.core.exports.xml_writing import (
    WEIGHT,
    edge_types,
    elements,
    node_types,
    with_weight,
)

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">
<graph defaultedgetype="directed" idtype="string" mode="static">"""

_KINDS = {"double": "double", "int32": "long", "int64": "long", "bool": "boolean"}

NODE_TYPES = node_types(_KINDS)
"""GEXF type of every column of a node."""

EDGE_TYPES = edge_types(_KINDS)
"""GEXF type of every column of an edge; its support is its weight as well."""

_VIZ = """<viz:size value=%s/>
<viz:position x=%s y=%s z="0.0"/>
<viz:color r=%s g=%s b=%s/>"""


def gexf(content: ExportContent) -> bytes:
    """Write a graph as GEXF.

    Args:
        content: What is exported.

    Returns:
        UTF-8 XML; edges have the ids of relations. Lists are JSON text.
    """
    parts = (
        _HEAD.encode("utf-8"),
        *(part.encode("utf-8") for part in _declared("node", NODE_TYPES)),
        *(part.encode("utf-8") for part in _declared("edge", EDGE_TYPES)),
        b"<nodes>",
        *_joined(_nodes(content)),
        b"</nodes>\n<edges>",
        *_joined(_edges(content)),
        b"</edges>\n</graph>\n</gexf>\n",
    )
    return b"\n".join(parts)


def _joined(texts: pa.Array) -> Iterator[memoryview]:
    if len(texts):
        yield joined(texts, "\n")


def _declared(kind: str, types: Mapping[str, str]) -> Iterator[str]:
    yield f'<attributes class="{kind}" mode="static">'
    for name, type_ in types.items():
        yield f'<attribute id="{kind}_{name}" title="{name}" type="{type_}"/>'
    yield "</attributes>"


def _nodes(content: ExportContent) -> pa.Array:
    template = "\n".join(("<node id=%s label=%s>", *_values("node", NODE_TYPES), _VIZ, "</node>"))
    drawn = ("size", *(name for name in DRAWN if name != "size"))
    attributes = ["id", "name", *NODE_TYPES, *drawn]
    return elements(template, drawn_entities(content), attributes, [])


def _edges(content: ExportContent) -> pa.Array:
    template = "\n".join(
        (
            "<edge id=%s source=%s target=%s label=%s kind=%s weight=%s>",
            *_values("edge", EDGE_TYPES),
            "</edge>",
        )
    )
    table = with_weight(relation_table(content.graph))
    ends = ["id", "source_id", "target_id", "type", "type", WEIGHT]
    return elements(template, table, [*ends, *EDGE_TYPES], [])


def _values(kind: str, names: Iterable[str]) -> tuple[str, ...]:
    rows = (f'<attvalue for="{kind}_{name}" value=%s/>' for name in names)
    return ("<attvalues>", *rows, "</attvalues>")
