"""Node-link JSON: the whole graph with every mention and quote, readable by networkx.

`networkx.node_link_graph(json.loads(data), edges="links")` gives a MultiDiGraph.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.exports.columns import (
    Annotations,
    document_table,
    entity_table,
    evidence_table,
    mention_table,
    relation_table,
)
from sift_assets.core.exports.writing import COMPACT, grouped, joined, json_column, rows
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.summary import summarise

FORMAT = "sift-node-link"
FORMAT_VERSION = 1
"""Raised when a reader of the last version would misunderstand the new one."""

ENDS = {"source": "source_id", "target": "target_id", "key": "id"}
"""What networkx reads of a link, and the column that says it."""


def node_link_json(graph: KnowledgeGraph, annotations: Annotations | None = None) -> bytes:
    """Write a graph as one JSON object.

    Args:
        graph: With its status.
        annotations: Descriptions and communities to carry along.

    Returns:
        UTF-8 JSON: `metadata` (counts of what is written), `nodes` (entity columns and
        `mentions`), `links` (relation columns, `source`, `target`, `key` and `evidence`),
        `documents`, and networkx's `directed`, `multigraph`, `graph`.
    """
    nodes = entity_table(graph, annotations or Annotations())
    links = relation_table(graph)
    mentions, mention_count = _by_owner(nodes, mention_table(graph), "entity_id")
    evidence, evidence_count = _by_owner(links, evidence_table(graph), "relation_id")
    copies = {copy: json_column(links[name]) for copy, name in ENDS.items()}
    documents = document_table(graph)
    counts = {
        "entity_count": len(nodes),
        "relation_count": len(links),
        "document_count": len(documents),
        "mention_count": mention_count,
        "evidence_count": evidence_count,
    }
    parts = {
        "directed": b"true",
        "multigraph": b"true",
        "graph": b"{}",
        "metadata": COMPACT.encode(_metadata(graph, counts)).encode("utf-8"),
        "nodes": _array(_objects(nodes, {"mentions": mentions})),
        "links": _array(_objects(links, {**copies, "evidence": evidence})),
        "documents": _array(_objects(documents)),
    }
    named = (f'"{name}":'.encode() + data for name, data in sorted(parts.items()))
    return b"{" + b",".join(named) + b"}"


def _by_owner(owners: pa.Table, owned: pa.Table, key: str) -> tuple[pa.Array, int]:
    """Return, per owner, the JSON array of its rows without the key; and how many they are."""
    at = whole(pc.index_in(owned[key], value_set=whole(owners["id"])))
    has_owner = pc.is_valid(at)
    owner = at.filter(has_owner).to_numpy()
    order = pa.array(np.argsort(owner, kind="stable"))
    texts = _objects(owned.drop_columns(key)).filter(has_owner).take(order)
    counts = np.bincount(owner, minlength=len(owners))
    return rows("[%s]", [grouped(texts, counts, ",")]), len(texts)


def _objects(table: pa.Table, more: Mapping[str, pa.Array] | None = None) -> pa.Array:
    """Return each row as a JSON object, with further values that are JSON already."""
    values = {name: json_column(table[name]) for name in table.column_names} | dict(more or {})
    template = ",".join(f'"{name}":%s' for name in sorted(values))
    return rows(f"{{{template}}}", [values[name] for name in sorted(values)])


def _array(texts: pa.Array) -> bytes:
    return b"[" + joined(texts, ",") + b"]"


def _metadata(graph: KnowledgeGraph, counts: Mapping[str, int]) -> dict[str, Any]:
    summary = summarise(graph)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        **counts,
        "entities_by_type": summary.entities_by_type,
        "relations_by_type": summary.relations_by_type,
        "entities_by_status": summary.entities_by_status,
        "relations_by_status": summary.relations_by_status,
    }
