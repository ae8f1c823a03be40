"""What every export says of entities and relations: explicit columns, in one order, no hidden ones.

A fact that is refused, retracted or quarantined is not in the graph that is given here, so no
format can leak it. Every format carries `status` and `flags`, so that its readers can filter.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

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

Row = dict[str, Any]

_LISTS = json.JSONEncoder(ensure_ascii=False, sort_keys=True)
"""Made once: `json.dumps` makes one for each of some hundred thousand lists."""


@dataclass(frozen=True)
class Annotations:
    """What later steps say of entities; an export without them has empty columns.

    Attributes:
        descriptions: Text by entity id.
        communities: Community key by entity id.
    """

    descriptions: Mapping[str, str] = field(default_factory=dict[str, str])
    communities: Mapping[str, str] = field(default_factory=dict[str, str])


def entity_rows(graph: KnowledgeGraph, annotations: Annotations) -> Iterator[Row]:
    """Yield `ENTITY_COLUMNS` per entity, in order of id."""
    degrees = weighted_degrees(graph)
    for row in graph.entities.to_pylist():
        entity = row["id"]
        row["degree"] = degrees[entity]
        row["community"] = annotations.communities.get(entity, "")
        row["description"] = annotations.descriptions.get(entity, "")
        yield {name: row[name] for name in ENTITY_COLUMNS}


def relation_rows(graph: KnowledgeGraph) -> Iterator[Row]:
    """Yield `RELATION_COLUMNS` per relation, in order of id."""
    yield from graph.relations.select(list(RELATION_COLUMNS)).to_pylist()


def mention_rows(graph: KnowledgeGraph) -> Iterator[Row]:
    """Yield `MENTION_COLUMNS` per mention, in order of entity, document and place."""
    yield from graph.mentions.select(list(MENTION_COLUMNS)).to_pylist()


def evidence_rows(graph: KnowledgeGraph) -> Iterator[Row]:
    """Yield `EVIDENCE_COLUMNS` per statement, in order of relation, document and place."""
    yield from graph.evidence.select(list(EVIDENCE_COLUMNS)).to_pylist()


def document_rows(graph: KnowledgeGraph) -> Iterator[Row]:
    """Yield `DOCUMENT_COLUMNS` per document, in order of key."""
    yield from graph.documents.select(list(DOCUMENT_COLUMNS)).to_pylist()


def flat(value: Any) -> Any:
    """Return a value for formats without lists: lists as JSON text, scalars as they are.

    JSON rather than a separator: names and quotes hold commas and semicolons.
    """
    if isinstance(value, list):
        return _LISTS.encode(value) if value else "[]"
    return value
