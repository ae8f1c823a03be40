"""The graph cut by entity type, and joined again: joining the cuts gives the graph back.

One type's part holds its entities, their mentions and every relation that touches them. So a fact
about people only leaves the part of organizations as it was, byte for byte, and what hangs on that
part stays fresh.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.grouping import Groups
from sift_assets.core.graph.identity import entity_id
from sift_assets.core.graph.stretches import IN_MEMORY, Room
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


def cut(graph: KnowledgeGraph, room: Room = IN_MEMORY) -> Iterator[TypeGraph]:
    """Cut a graph into one part per entity type that occurs, in order of type, one at a time.

    Args:
        graph: The whole graph.
        room: How much of a part is in memory.
    """
    evidence = Groups(graph.evidence, "relation_id")
    relation = pc.index_in(evidence.keys, whole(graph.relations["id"]))
    relation = relation.take(pa.array(evidence.group))
    for name in sorted(pc.unique(graph.entities["type"]).to_pylist()):
        yield _part(graph, relation, name, room)


def by_type(graph: KnowledgeGraph) -> dict[str, TypeGraph]:
    """Return all parts of a graph by their types."""
    return {part.type: part for part in cut(graph)}


def joined(
    parts: Mapping[str, TypeGraph],
    quarantine: pa.Table,
    documents: pa.Table,
    room: Room = IN_MEMORY,
) -> KnowledgeGraph:
    """Join parts into a graph; a relation that two parts hold is taken once.

    Args:
        parts: As `by_type` cuts them, in any order.
        quarantine: Of the whole graph; it belongs to no type.
        documents: Likewise.
        room: How much of it is in memory.
    """
    in_order = [parts[name] for name in sorted(parts, key=_id_prefix)]
    owned = [tuple(map(room.keep, _owned(part))) for part in in_order]
    return KnowledgeGraph(
        entities=ordered(_all((part.entities for part in in_order), ENTITIES), ("id",)),
        mentions=ordered(_all((part.mentions for part in in_order), MENTIONS), MENTION_ORDER),
        relations=ordered(_all((relations for relations, _ in owned), RELATIONS), ("id",)),
        evidence=ordered(_all((evidence for _, evidence in owned), EVIDENCE), EVIDENCE_ORDER),
        quarantine=quarantine,
        documents=documents,
    )


def _id_prefix(type_name: str) -> str:
    """Put parts in the order of their entities' ids, so that nothing is left to be sorted."""
    return entity_id(type_name, "")


def _part(graph: KnowledgeGraph, relation: pa.Array, name: str, room: Room) -> TypeGraph:
    """Cut out one type; `relation` is the row of the relation that each piece of evidence has."""
    ends = (graph.relations[f"{end}_type"] for end in ("source", "target"))
    touching = whole(pc.or_(*(pc.equal(types, name) for types in ends)))
    return TypeGraph(
        type=name,
        entities=only(graph.entities, pc.equal(graph.entities["type"], name)),
        mentions=only(graph.mentions, pc.equal(graph.mentions["type"], name)),
        relations=room.keep(only(graph.relations, touching)),
        evidence=room.keep(only(graph.evidence, touching.take(relation))),
    )


def _owned(part: TypeGraph) -> tuple[pa.Table, pa.Table]:
    """Return the relations that go from a part's type, and their evidence: each is in one part."""
    relations = only(part.relations, pc.equal(part.relations["source_type"], part.type))
    ids = relations["id"].combine_chunks()
    return relations, only(part.evidence, pc.is_in(part.evidence["relation_id"], ids))


def _all(tables: Iterable[pa.Table], schema: pa.Schema) -> pa.Table:
    return pa.concat_tables([schema.empty_table(), *tables])
