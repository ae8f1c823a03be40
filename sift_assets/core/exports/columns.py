"""What every export says of entities and relations: explicit columns, in one order, no hidden ones.

A fact that is refused, retracted or quarantined is not in the graph that is given here, so no
format can leak it. Every format carries `status` and `flags`, so that its readers can filter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pyarrow as pa

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.summary import weighted_degrees

ENTITY_COLUMNS = (
    "id",
    "name",
    "type",
    "status",
    "flags",
    "confidence",
    "support",
    "mention_count",
    "degree",
    "isolated",
    "aliases",
    "attributes",
    "documents",
    "extractors",
    "first_seen",
    "last_seen",
    "community",
    "community_label",
    "description",
)

RELATION_COLUMNS = (
    "id",
    "source_id",
    "source_name",
    "source_type",
    "type",
    "target_id",
    "target_name",
    "target_type",
    "status",
    "flags",
    "confidence",
    "support",
    "mention_count",
    "conflict",
    "documents",
    "extractors",
    "first_seen",
    "last_seen",
    "valid_from",
    "valid_to",
    "best_document",
    "best_page",
    "best_start",
    "best_end",
    "best_quote",
)

MENTION_COLUMNS = (
    "entity_id",
    "document",
    "page",
    "chunk",
    "start",
    "end",
    "type",
    "original_type",
    "name",
    "surface",
    "kind",
    "alignment",
    "confidence",
    "attributes",
    "extractor",
    "document_date",
    "collection",
    "folder",
    "tags",
)

EVIDENCE_COLUMNS = (
    "relation_id",
    "document",
    "page",
    "chunk",
    "start",
    "end",
    "quote",
    "alignment",
    "confidence",
    "tier",
    "extractor",
    "original_type",
    "valid_from",
    "valid_to",
    "attributes",
    "document_date",
)

DOCUMENT_COLUMNS = ("document", "title", "document_date", "collection", "folder", "tags")


@dataclass(frozen=True)
class Annotations:
    """What later steps say of entities; an export without them has empty columns.

    Attributes:
        descriptions: Text by entity id.
        communities: Community key by entity id.
        labels: Label by community key.
    """

    descriptions: Mapping[str, str] = field(default_factory=dict[str, str])
    communities: Mapping[str, str] = field(default_factory=dict[str, str])
    labels: Mapping[str, str] = field(default_factory=dict[str, str])


def entity_table(graph: KnowledgeGraph, annotations: Annotations) -> pa.Table:
    """Return `ENTITY_COLUMNS`, one row per entity in order of id."""
    ids = graph.entities["id"].to_pylist()
    degrees = weighted_degrees(graph)
    communities = [annotations.communities.get(entity, "") for entity in ids]
    labels = [annotations.labels.get(community, "") for community in communities]
    descriptions = [annotations.descriptions.get(entity, "") for entity in ids]
    more = {
        "degree": pa.array([degrees[entity] for entity in ids], pa.int64()),
        "community": pa.array(communities, pa.string()),
        "community_label": pa.array(labels, pa.string()),
        "description": pa.array(descriptions, pa.string()),
    }
    table = graph.entities
    for name, values in more.items():
        table = table.append_column(name, values)
    return table.select(list(ENTITY_COLUMNS))


def relation_table(graph: KnowledgeGraph) -> pa.Table:
    """Return `RELATION_COLUMNS`, one row per relation in order of id."""
    return graph.relations.select(list(RELATION_COLUMNS))


def mention_table(graph: KnowledgeGraph) -> pa.Table:
    """Return `MENTION_COLUMNS`, one row per mention in order of entity, document and place."""
    return graph.mentions.select(list(MENTION_COLUMNS))


def evidence_table(graph: KnowledgeGraph) -> pa.Table:
    """Return `EVIDENCE_COLUMNS`, one row per statement in order of relation, document and place."""
    return graph.evidence.select(list(EVIDENCE_COLUMNS))


def document_table(graph: KnowledgeGraph) -> pa.Table:
    """Return `DOCUMENT_COLUMNS`, one row per document in order of key."""
    return graph.documents.select(list(DOCUMENT_COLUMNS))
