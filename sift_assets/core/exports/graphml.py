"""GraphML for Gephi, yEd, Cytoscape and networkx: one edge per relation, typed columns."""

from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa

from sift_assets.core.exports.columns import entity_table, relation_table
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.writing import joined
from sift_assets.core.exports.xml_writing import (
    EDGE_LABEL,
    NODE_LABEL,
    WEIGHT,
    edge_types,
    elements,
    node_types,
    with_weight,
)

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns\
 http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">"""

_KINDS = {"double": "double", "int32": "long", "int64": "long", "bool": "boolean"}

NODE_TYPES = {"label": "string"} | node_types(_KINDS)
"""GraphML type of every column of a node."""

EDGE_TYPES = {"label": "string", WEIGHT: "long"} | edge_types(_KINDS)
"""GraphML type of every column of an edge."""


def graphml(content: ExportContent) -> bytes:
    """Write a graph as GraphML.

    Args:
        content: What is exported.

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
    facts = (_nodes(content), _edges(content))
    parts = (
        "\n".join(head).encode("utf-8"),
        *(joined(texts, "\n") for texts in facts if len(texts)),
        b"</graph>\n</graphml>\n",
    )
    return b"\n".join(parts)


def _keys(kind: str, types: Mapping[str, str]) -> Iterator[str]:
    for name, type_ in types.items():
        attributes = f'id="{kind}_{name}" for="{kind}" attr.name="{name}" attr.type="{type_}"'
        yield f"<key {attributes}/>"


def _nodes(content: ExportContent) -> pa.Array:
    table = entity_table(content.graph, content.annotations)
    columns = [NODE_LABEL.get(name, name) for name in NODE_TYPES]
    return elements(_template("node", ["id"], NODE_TYPES), table, ["id"], columns)


def _edges(content: ExportContent) -> pa.Array:
    table = with_weight(relation_table(content.graph))
    columns = [EDGE_LABEL.get(name, name) for name in EDGE_TYPES]
    template = _template("edge", ["id", "source", "target"], EDGE_TYPES)
    return elements(template, table, ["id", "source_id", "target_id"], columns)


def _template(kind: str, attributes: Iterable[str], values: Iterable[str]) -> str:
    """Return an element with a place (`%s`) for each attribute and each value, in their order."""
    return "\n".join(
        (
            f"<{kind} {' '.join(f'{name}=%s' for name in attributes)}>",
            *(f'<data key="{kind}_{name}">%s</data>' for name in values),
            f"</{kind}>",
        )
    )
