"""Node-link JSON: the whole graph with every mention and quote, readable by networkx.

`networkx.node_link_graph(json.loads(data), edges="links")` gives a MultiDiGraph.
"""

from collections.abc import Iterable
from typing import Any

from sift_assets.core.exports.columns import (
    Annotations,
    document_table,
    entity_table,
    evidence_table,
    mention_table,
    relation_table,
)
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.summary import summarise
from sift_assets.core.records.record import canonical_json

Row = dict[str, Any]

FORMAT = "sift-node-link"
FORMAT_VERSION = 1
"""Raised when a reader of the last version would misunderstand the new one."""


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
    nodes: list[Row] = entity_table(graph, annotations or Annotations()).to_pylist()
    links: list[Row] = relation_table(graph).to_pylist()
    _attach(nodes, "mentions", mention_table(graph).to_pylist(), "entity_id")
    _attach(links, "evidence", evidence_table(graph).to_pylist(), "relation_id")
    for link in links:
        link |= {"source": link["source_id"], "target": link["target_id"], "key": link["id"]}
    documents: list[Row] = document_table(graph).to_pylist()
    return canonical_json(
        {
            "directed": True,
            "multigraph": True,
            "graph": {},
            "metadata": _metadata(graph, nodes, links, documents),
            "nodes": nodes,
            "links": links,
            "documents": documents,
        }
    )


def _attach(owners: Iterable[Row], field: str, rows: Iterable[Row], key: str) -> None:
    by_owner: dict[str, list[Row]] = {}
    for row in rows:
        by_owner.setdefault(row.pop(key), []).append(row)
    for owner in owners:
        owner[field] = by_owner.get(owner["id"], [])


def _metadata(
    graph: KnowledgeGraph, nodes: list[Row], links: list[Row], documents: list[Row]
) -> Row:
    summary = summarise(graph)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "entity_count": len(nodes),
        "relation_count": len(links),
        "document_count": len(documents),
        "mention_count": sum(len(node["mentions"]) for node in nodes),
        "evidence_count": sum(len(link["evidence"]) for link in links),
        "entities_by_type": summary.entities_by_type,
        "relations_by_type": summary.relations_by_type,
        "entities_by_status": summary.entities_by_status,
        "relations_by_status": summary.relations_by_status,
    }
