"""What must hold of a graph, checked after the fact: for asset checks and tests.

Each function returns findings, an empty list for a sound graph; none raises.
"""

from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.domain.facets import GraphFacet
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.identity import (
    PART_MARK,
    entity_id,
    is_blank,
    normal_form,
    relation_id,
)
from sift_assets.core.graph.tables import NO_DOCUMENT, only
from sift_assets.core.graph.type_map import TypeMap, type_map
from sift_assets.core.records.record import Record


class Finding(Record):
    """Something that does not hold.

    Attributes:
        check: Which rule, one of the names in this module.
        subject: Id of the entity, relation or document concerned.
        detail: One sentence for people, without document text.
    """

    check: str
    subject: str
    detail: str


def schema_violations(graph: KnowledgeGraph, facet: GraphFacet) -> list[Finding]:
    """Return what the domain does not allow: unknown types, wrong endpoints, foreign names."""
    types = type_map(facet)
    entities = graph.entities.select(["id", "type", "name"]).to_pylist()
    relations = graph.relations.to_pylist()
    return [
        *_unknown_types(entities, set(facet.entity_types), facet, "entity_type"),
        *_unknown_types(relations, set(types.relations), facet, "relation_type"),
        *_misplaced(entities, types),
        *_misjoined(relations, types),
    ]


def inconsistencies(graph: KnowledgeGraph) -> list[Finding]:
    """Return where the tables of a graph contradict each other or the rules of identity."""
    entities, relations = graph.entities, graph.relations
    ends = [(end, relations[f"{end}_id"]) for end in ("source", "target")]
    stated = only(graph.evidence, pc.not_equal(graph.evidence["document"], NO_DOCUMENT))
    return [
        *_repeated(entities["id"], "duplicate_entity"),
        *_repeated(relations["id"], "duplicate_relation"),
        *(f for end, ids in ends for f in _missing(ids, entities["id"], f"dangling_{end}")),
        *_missing(graph.mentions["entity_id"], entities["id"], "mention_without_entity"),
        *_missing(entities["id"], graph.mentions["entity_id"], "entity_without_mention"),
        *_missing(graph.evidence["relation_id"], relations["id"], "evidence_without_relation"),
        *_missing(relations["id"], graph.evidence["relation_id"], "relation_without_evidence"),
        *_missing(graph.mentions["document"], graph.documents["document"], "unknown_document"),
        *_missing(stated["document"], graph.documents["document"], "unknown_document"),
        *_wrong_support(entities, graph.mentions, "entity_id"),
        *_wrong_support(relations, stated, "relation_id"),
        *_wrong_entity_ids(entities),
        *_wrong_relation_ids(relations),
    ]


def _unknown_types(
    rows: Iterable[dict[str, str]], known: set[str], facet: GraphFacet, check: str
) -> Iterable[Finding]:
    if facet.schema_free:
        return
    for row in rows:
        if row["type"] not in known:
            detail = f"The domain has no {check.replace('_', ' ')} {row['type']}."
            yield Finding(check=check, subject=row["id"], detail=detail)


def _misplaced(entities: Iterable[dict[str, str]], types: TypeMap) -> Iterable[Finding]:
    for row in entities:
        place = types.place(row["type"], row["name"])
        if place.type != row["type"] or normal_form(place.name) != normal_form(row["name"]):
            detail = f"By the domain's vocabularies it is a {place.type}."
            yield Finding(check="vocabulary", subject=row["id"], detail=detail)


def _misjoined(relations: Iterable[dict[str, str]], types: TypeMap) -> Iterable[Finding]:
    for row in relations:
        source_type, target_type = row["source_type"], row["target_type"]
        if row["source_id"] == row["target_id"]:
            detail = "It joins an entity with itself."
            yield Finding(check="self_relation", subject=row["id"], detail=detail)
        if not types.fits(row["type"], source_type, target_type):
            detail = f"{row['type']} may not go from {source_type} to {target_type}."
            yield Finding(check="endpoint_types", subject=row["id"], detail=detail)
        if types.is_symmetric(row["type"]) and row["source_id"] > row["target_id"]:
            detail = "A symmetric relation has its ends in order of id."
            yield Finding(check="symmetric_order", subject=row["id"], detail=detail)


def _repeated(ids: pa.ChunkedArray, check: str) -> list[Finding]:
    counts = pc.value_counts(ids).to_pylist()
    repeated = sorted((each["values"], each["counts"]) for each in counts if each["counts"] > 1)
    return [
        Finding(check=check, subject=one, detail=f"It occurs {count} times.")
        for one, count in repeated
    ]


def _missing(ids: pa.ChunkedArray, known: pa.ChunkedArray, check: str) -> list[Finding]:
    lost = pc.unique(ids.filter(pc.invert(pc.is_in(ids, known.combine_chunks()))))
    detail = f"{check.replace('_', ' ').capitalize()}."
    return [Finding(check=check, subject=one, detail=detail) for one in sorted(lost.to_pylist())]


def _wrong_support(table: pa.Table, rows: pa.Table, key: str) -> list[Finding]:
    counts = rows.group_by(key).aggregate([("document", "count_distinct")])
    positions = pc.index_in(table["id"], counts[key].combine_chunks())
    documents = pc.fill_null(counts["document_count_distinct"].take(positions), 0)
    wrong = only(table, pc.not_equal(table["support"], documents))
    detail = "Its support is not the number of documents that speak for it."
    return [Finding(check="support", subject=one, detail=detail) for one in wrong["id"].to_pylist()]


def _wrong_entity_ids(entities: pa.Table) -> Iterable[Finding]:
    """An id may come from any of an entity's names: a merge shows another one.

    That of a part begins with the id of what was split.
    """
    for row in entities.select(["id", "type", "name", "aliases"]).to_pylist():
        if is_blank(row["name"]):
            yield Finding(check="empty_name", subject=row["id"], detail="Its name shows nothing.")
        names = (row["name"], *row["aliases"])
        own = row["id"].partition(PART_MARK)[0]
        if own not in {entity_id(row["type"], name) for name in names}:
            detail = "Its id is that of none of its names."
            yield Finding(check="entity_id", subject=row["id"], detail=detail)


def _wrong_relation_ids(relations: pa.Table) -> Iterable[Finding]:
    for row in relations.select(["id", "source_id", "type", "target_id"]).to_pylist():
        if row["id"] != relation_id(row["source_id"], row["type"], row["target_id"]):
            detail = "Its id is not made of its ends and its type."
            yield Finding(check="relation_id", subject=row["id"], detail=detail)
