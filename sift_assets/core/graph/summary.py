"""A graph in numbers, for people at a terminal and for asset metadata.

Counts say nothing of any document; `top_entities` names names, so it is for the terminal only.
"""

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.review import Status
from sift_assets.core.graph.tables import only
from sift_assets.core.records.record import Record

TOP_ENTITIES = 10
"""As many as fit on a terminal without scrolling."""


class TopEntity(Record):
    """An entity that much hangs on.

    Attributes:
        id: Its id.
        type: Its type.
        name: Its display name.
        degree: Sum of the support of its relations, each counted once per end.
        support: Number of documents that mention it.
    """

    id: str
    type: str
    name: str
    degree: int
    support: int


class GraphSummary(Record):
    """A graph in numbers.

    Attributes:
        documents: Number of source documents, with or without mentions.
        entities: Number of entities.
        mentions: Number of mentions.
        relations: Number of relations.
        evidence: Number of statements of relations.
        entities_by_type: Sorted by type.
        relations_by_type: Sorted by type.
        entities_by_status: Sorted by status.
        relations_by_status: Sorted by status.
        pending: Number of entities and relations that wait for a person.
        conflicts: Number of relations in conflict.
        isolated: Number of entities in no relation.
        top_entities: By degree, then support, then id.
        quarantine_by_reason: Number of records kept out, by reason.
    """

    documents: int
    entities: int
    mentions: int
    relations: int
    evidence: int
    entities_by_type: dict[str, int]
    relations_by_type: dict[str, int]
    entities_by_status: dict[str, int]
    relations_by_status: dict[str, int]
    pending: int
    conflicts: int
    isolated: int
    top_entities: tuple[TopEntity, ...]
    quarantine_by_reason: dict[str, int]


def summarise(graph: KnowledgeGraph, top: int = TOP_ENTITIES) -> GraphSummary:
    """Count what a graph holds.

    Args:
        graph: With or without status; without, all stand under the empty status.
        top: How many top entities to name.
    """
    entity_status = _counts(graph.entities["status"])
    relation_status = _counts(graph.relations["status"])
    pending = str(Status.PENDING)
    return GraphSummary(
        documents=len(graph.documents),
        entities=len(graph.entities),
        mentions=len(graph.mentions),
        relations=len(graph.relations),
        evidence=len(graph.evidence),
        entities_by_type=_counts(graph.entities["type"]),
        relations_by_type=_counts(graph.relations["type"]),
        entities_by_status=entity_status,
        relations_by_status=relation_status,
        pending=entity_status.get(pending, 0) + relation_status.get(pending, 0),
        conflicts=len(only(graph.relations, graph.relations["conflict"])),
        isolated=len(only(graph.entities, graph.entities["isolated"])),
        top_entities=_top(graph, top),
        quarantine_by_reason=_counts(graph.quarantine["reason"]),
    )


def weighted_degrees(graph: KnowledgeGraph) -> dict[str, int]:
    """Return the sum of the support of its relations per entity id; 0 for isolated ones.

    Source documents are no part of it: a name in many documents is not thereby connected.
    """
    degrees = dict.fromkeys(graph.entities["id"].to_pylist(), 0)
    for end in ("source_id", "target_id"):
        sums = graph.relations.group_by(end).aggregate([("support", "sum")])
        for entity, support in zip(
            *(sums[n].to_pylist() for n in (end, "support_sum")), strict=True
        ):
            degrees[entity] = degrees.get(entity, 0) + support
    return degrees


def _top(graph: KnowledgeGraph, top: int) -> tuple[TopEntity, ...]:
    degrees = weighted_degrees(graph)
    rows = graph.entities.select(["id", "type", "name", "support"]).to_pylist()
    ranked = sorted(rows, key=lambda row: (-degrees[row["id"]], -row["support"], row["id"]))
    return tuple(TopEntity(**row, degree=degrees[row["id"]]) for row in ranked[:top])


def _counts(column: pa.ChunkedArray) -> dict[str, int]:
    counted = pc.value_counts(column).to_pylist()
    return dict(sorted((each["values"], each["counts"]) for each in counted))
