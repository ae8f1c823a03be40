"""The graph as a networkx multigraph, for algorithms and for other programs."""

import networkx as nx

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.identity import document_node_id

ENTITY_NODE = "entity"
DOCUMENT_NODE = "document"
RELATION_EDGE = "relation"
MENTION_EDGE = "mention"


def to_networkx(graph: KnowledgeGraph, *, with_documents: bool = False) -> "nx.MultiDiGraph[str]":
    """Convert a graph; nothing is folded, dropped or renamed.

    Args:
        graph: Any.
        with_documents: Whether source documents become nodes too, with one edge per entity and
            document that mentions it.

    Returns:
        Nodes by entity id with the entity's columns and `node_kind`; edges keyed by relation id
        with the relation's columns and `edge_kind`. Source documents and mentions are kinds of
        their own, never types: a domain's type DOCUMENT is an entity type like any other.
    """
    network: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for row in graph.entities.to_pylist():
        network.add_node(row.pop("id"), node_kind=ENTITY_NODE, **row)
    for row in graph.relations.to_pylist():
        ends = row.pop("source_id"), row.pop("target_id")
        network.add_edge(*ends, key=row.pop("id"), edge_kind=RELATION_EDGE, **row)
    if with_documents:
        _add_documents(network, graph)
    return network


def _add_documents(network: "nx.MultiDiGraph[str]", graph: KnowledgeGraph) -> None:
    for row in graph.documents.to_pylist():
        network.add_node(document_node_id(row["document"]), node_kind=DOCUMENT_NODE, **row)
    pairs = graph.mentions.group_by(["entity_id", "document"]).aggregate([([], "count_all")])
    for row in sorted(pairs.to_pylist(), key=lambda row: (row["entity_id"], row["document"])):
        target = document_node_id(row["document"])
        network.add_edge(
            row["entity_id"],
            target,
            key=target,
            edge_kind=MENTION_EDGE,
            mention_count=row["count_all"],
        )
