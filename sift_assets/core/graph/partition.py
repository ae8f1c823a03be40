"""The graph cut by entity type, and joined again: joining the cuts gives the graph back.

One type's part holds its entities, their mentions and every relation that touches them. So a fact
about people only leaves the part of organizations as it was, byte for byte, and what hangs on that
part stays fresh.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import (
    ENTITIES,
    EVIDENCE,
    EVIDENCE_ORDER,
    MENTION_ORDER,
    MENTIONS,
    RELATIONS,
    TableBundle,
    only,
    ordered,
)


@dataclass(frozen=True, eq=False)
class TypeGraph(TableBundle):
    """One entity type's part of the graph.

    Attributes:
        type: The entity type.
        entities: Those of the type.
        mentions: Theirs.
        relations: Every relation with at least one end of the type.
        evidence: Theirs.
    """

    type: str
    entities: pa.Table
    mentions: pa.Table
    relations: pa.Table
    evidence: pa.Table


def by_type(graph: KnowledgeGraph) -> dict[str, TypeGraph]:
    """Cut a graph into one part per entity type that occurs, in order of type."""
    types = sorted(pc.unique(graph.entities["type"]).to_pylist())
    return {name: _part(graph, name) for name in types}


def joined(
    parts: Mapping[str, TypeGraph], quarantine: pa.Table, documents: pa.Table
) -> KnowledgeGraph:
    """Join parts into a graph; a relation that two parts hold is taken once.

    Args:
        parts: As `by_type` cuts them, in any order.
        quarantine: Of the whole graph; it belongs to no type.
        documents: Likewise.
    """
    ordered_parts = [parts[name] for name in sorted(parts)]
    relations, evidence = _distinct_relations(ordered_parts)
    return KnowledgeGraph(
        entities=ordered(_all((p.entities for p in ordered_parts), ENTITIES), ("id",)),
        mentions=ordered(_all((p.mentions for p in ordered_parts), MENTIONS), MENTION_ORDER),
        relations=ordered(relations, ("id",)),
        evidence=ordered(evidence, EVIDENCE_ORDER),
        quarantine=quarantine,
        documents=documents,
    )


def _part(graph: KnowledgeGraph, name: str) -> TypeGraph:
    touching = pc.or_(
        pc.equal(graph.relations["source_type"], name),
        pc.equal(graph.relations["target_type"], name),
    )
    relations = only(graph.relations, touching)
    is_theirs = pc.is_in(graph.evidence["relation_id"], relations["id"].combine_chunks())
    return TypeGraph(
        type=name,
        entities=only(graph.entities, pc.equal(graph.entities["type"], name)),
        mentions=only(graph.mentions, pc.equal(graph.mentions["type"], name)),
        relations=relations,
        evidence=only(graph.evidence, is_theirs),
    )


def _distinct_relations(parts: Iterable[TypeGraph]) -> tuple[pa.Table, pa.Table]:
    relations: list[pa.Table] = []
    evidence: list[pa.Table] = []
    seen = pa.array([], pa.string())
    for part in parts:
        is_new = pc.invert(pc.is_in(part.relations["id"], seen))
        fresh = only(part.relations, is_new)
        ids = fresh["id"].combine_chunks()
        relations.append(fresh)
        evidence.append(only(part.evidence, pc.is_in(part.evidence["relation_id"], ids)))
        seen = pa.concat_arrays([seen, ids])
    return _all(relations, RELATIONS), _all(evidence, EVIDENCE)


def _all(tables: Iterable[pa.Table], schema: pa.Schema) -> pa.Table:
    return pa.concat_tables([schema.empty_table(), *tables])
