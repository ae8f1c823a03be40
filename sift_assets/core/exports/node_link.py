"""Node-link JSON: all that is exported in one file, readable by networkx.

`networkx.node_link_graph(json.loads(data), edges="links")` gives a MultiDiGraph.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any

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
from sift_assets.core.exports.writing import COMPACT, grouped, joined, json_column, rows
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.summary import summarise

FORMAT = "sift-node-link"
FORMAT_VERSION = 1
"""Raised when a reader of the last version would misunderstand the new one."""

Pieces = tuple[bytes | memoryview, ...]
"""What is put together only once: to add up hundreds of megabytes copies them each time."""

ENDS = {"source": "source_id", "target": "target_id", "key": "id"}
"""What networkx reads of a link, and the column that says it."""


def node_link_json(content: ExportContent) -> bytes:
    """Write a graph as one JSON object.

    Args:
        content: What is exported.

    Returns:
        UTF-8 JSON: `metadata` (counts of what is written), `nodes` (entity columns and
        `mentions`), `links` (relation columns, `source`, `target`, `key` and `evidence`),
        `documents`, `communities`, `decisions`, `identities`, and networkx's `directed`,
        `multigraph`, `graph`.
    """
    graph = content.graph
    nodes = entity_table(graph, content.annotations)
    links = relation_table(graph)
    mentions, mention_count = _by_owner(nodes, mention_table(graph), "entity_id")
    evidence, evidence_count = _by_owner(links, evidence_table(graph), "relation_id")
    copies = {copy: json_column(links[name]) for copy, name in ENDS.items()}
    counts = {"mention_count": mention_count, "evidence_count": evidence_count}
    parts: dict[str, Pieces] = {
        "directed": (b"true",),
        "multigraph": (b"true",),
        "graph": (b"{}",),
        "metadata": (COMPACT.encode(_metadata(graph, counts)).encode("utf-8"),),
        "nodes": _array(_objects(nodes, {"mentions": mentions})),
        "links": _array(_objects(links, {**copies, "evidence": evidence})),
        "documents": _array(_objects(document_table(graph))),
        "communities": _array(_objects(content.communities)),
        "decisions": _array(_objects(content.decisions)),
        "identities": _array(_objects(content.identities)),
    }
    named = ((f',"{name}":'.encode(), *data) for name, data in sorted(parts.items()))
    first, *others = chain.from_iterable(named)
    return b"".join((b"{", first[1:], *others, b"}"))


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


def _array(texts: pa.Array) -> Pieces:
    return b"[", joined(texts, ","), b"]"


def _metadata(graph: KnowledgeGraph, counts: Mapping[str, int]) -> dict[str, Any]:
    summary = summarise(graph)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "entity_count": summary.entities,
        "relation_count": summary.relations,
        "document_count": summary.documents,
        **counts,
        "entities_by_type": summary.entities_by_type,
        "relations_by_type": summary.relations_by_type,
        "entities_by_status": summary.entities_by_status,
        "relations_by_status": summary.relations_by_status,
    }
