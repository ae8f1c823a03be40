"""The knowledge graph: all documents' fragments joined into entities and relations.

A pure function of fragments, domain and document facts; nothing depends on the order of documents.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.domain.facets import GraphFacet
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.conflicts import conflicting
from sift_assets.core.graph.entities import entity_table, with_isolation
from sift_assets.core.graph.fragment import Fragment
from sift_assets.core.graph.relations import (
    ends_of,
    relation_ids,
    relation_table,
    replaced,
    with_ends,
)
from sift_assets.core.graph.stretches import IN_MEMORY, Room, sliced, stretches
from sift_assets.core.graph.tables import (
    DOCUMENTS,
    EVIDENCE,
    EVIDENCE_ORDER,
    MENTION_ORDER,
    MENTIONS,
    QUARANTINE,
    QUARANTINE_ORDER,
    TableBundle,
    only,
    ordered,
    table_of,
)
from sift_assets.core.graph.type_map import TypeMap, type_map
from sift_assets.core.records.record import Record

_ROWS = {
    "mentions": (MENTIONS, MENTION_ORDER),
    "evidence": (EVIDENCE, EVIDENCE_ORDER),
    "quarantine": (QUARANTINE, QUARANTINE_ORDER),
}
"""Tables that hold rows of documents, and the order of their rows."""

_FACTS = frozenset(DOCUMENTS.names) - {"document"}
"""What tables repeat of documents: no order looks at it."""


class DocumentFacts(Record):
    """What the graph must know of a document beside its fragment.

    Attributes:
        title: As the document states it.
        document_date: ISO 8601 with reduced precision, or empty.
        collection: The collection it belongs to.
        folder: Its folder below the root, empty for the root itself.
        tags: Free labels that readers may filter by.
    """

    title: str = ""
    document_date: str = ""
    collection: str = ""
    folder: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class KnowledgeGraph(TableBundle):
    """Entities and relations with everything that speaks for them.

    Attributes:
        entities: `ENTITIES`, sorted by id.
        mentions: `MENTIONS`, sorted by entity, document and place.
        relations: `RELATIONS`, sorted by id; one row per (source, type, target).
        evidence: `EVIDENCE`, sorted by relation, document and place.
        quarantine: `QUARANTINE`: what was read and kept out, with the reason.
        documents: `DOCUMENTS`, sorted; also those without any mention.
    """

    entities: pa.Table
    mentions: pa.Table
    relations: pa.Table
    evidence: pa.Table
    quarantine: pa.Table
    documents: pa.Table


def build_graph(
    fragments: Iterable[Fragment],
    facet: GraphFacet,
    documents: Mapping[str, DocumentFacts],
    room: Room = IN_MEMORY,
) -> KnowledgeGraph:
    """Join fragments into one graph, for all types at once.

    Args:
        fragments: Of distinct documents, in any order; taken one after the other.
        facet: The domain as the graph reads it; the same that made the fragments.
        documents: Facts by document key, of every document; those without a row are listed too.
        room: How much of it is in memory at once.

    Returns:
        The graph with empty `status` and `flags`; see `review.with_status`.
    """
    return rebuilt(None, (), fragments, facet, documents, room)


def rebuilt(
    earlier: KnowledgeGraph | None,
    staying: Collection[str],
    fragments: Iterable[Fragment],
    facet: GraphFacet,
    documents: Mapping[str, DocumentFacts],
    room: Room = IN_MEMORY,
) -> KnowledgeGraph:
    """Build a graph from an earlier one, where only some documents have changed since.

    The same, byte for byte, as building from all fragments: a document's rows depend on nothing
    but its own fragment and facts, and all else is computed anew.

    Args:
        earlier: A graph of the same facet; None for none.
        staying: Documents whose rows are taken from it: their facts are what they were then.
        fragments: Of every other document.
        facet: As for `build_graph`.
        documents: As for `build_graph`, also those of the staying documents.
        room: Likewise.
    """
    facts = _documents_table(documents)
    kept = pa.array(sorted(staying), pa.string())
    made = _made(fragments, room)

    def in_order(name: str) -> list[pa.Table]:
        # taken out of `made`: neither what was made nor the unordered rows, each as large as the
        # graph, are needed while the rest is computed
        schema, order = _ROWS[name]
        rows = _own_rows(getattr(earlier, name, schema.empty_table()), kept, made.pop(name), room)
        parts = stretches(rows, order[0], room.rows)
        return [room.keep(_with_facts(ordered(part, order), facts, schema)) for part in parts]

    mentions, evidence, quarantine = map(in_order, ("mentions", "evidence", "quarantine"))
    return _whole_graph(
        mentions, evidence, pa.concat_tables(quarantine), facts, type_map(facet), room
    )


def assembled(
    mentions: pa.Table,
    evidence: pa.Table,
    quarantine: pa.Table,
    documents: pa.Table,
    types: TypeMap,
) -> KnowledgeGraph:
    """Compute entities and relations from what speaks for them.

    For a build, and for whoever moves mentions and evidence to other entities or takes some away:
    everything else follows from them.

    Args:
        mentions: `MENTIONS` in any order; `type` is the same for all of one entity.
        evidence: `EVIDENCE` in any order; `relation_id` is computed anew from ends and type.
        quarantine: `QUARANTINE` in any order.
        documents: `DOCUMENTS`, sorted.
        types: The domain, compiled.

    Returns:
        The graph with empty `status` and `flags`.
    """
    evidence = replaced(evidence, "relation_id", relation_ids(evidence))
    return _whole_graph(
        [ordered(mentions, MENTION_ORDER)],
        [ordered(evidence, EVIDENCE_ORDER)],
        ordered(quarantine, QUARANTINE_ORDER),
        documents,
        types,
        IN_MEMORY,
    )


def _whole_graph(
    mentions: Sequence[pa.Table],
    evidence: Sequence[pa.Table],
    quarantine: pa.Table,
    documents: pa.Table,
    types: TypeMap,
    room: Room,
) -> KnowledgeGraph:
    """Compute the rest of a graph from tables in their order; see `stretches` of two of them."""
    relations = pa.concat_tables([room.keep(relation_table(rows)) for rows in evidence])
    entities = pa.concat_tables([room.keep(entity_table(rows)) for rows in mentions])
    relations = replaced(relations, "conflict", conflicting(relations, types))
    ends = ends_of(relations, entities)
    return KnowledgeGraph(
        entities=with_isolation(entities, ends),
        mentions=pa.concat_tables(mentions),
        relations=with_ends(relations, entities, ends),
        evidence=pa.concat_tables(evidence),
        quarantine=quarantine,
        documents=documents,
    )


def _documents_table(facts: Mapping[str, DocumentFacts]) -> pa.Table:
    rows = [
        {"document": key} | one.model_dump() | {"tags": sorted(set(one.tags))}
        for key, one in sorted(facts.items())
    ]
    return table_of(rows, DOCUMENTS)


def _made(fragments: Iterable[Fragment], room: Room) -> dict[str, list[pa.Table]]:
    """Put away what fragments hold, in blocks of so many rows as are put in order at once."""
    made: dict[str, list[pa.Table]] = {name: [] for name in _ROWS}
    parts: dict[str, list[pa.Table]] = {name: [] for name in _ROWS}
    for fragment in fragments:
        for name, tables in parts.items():
            tables.append(_with_ids(getattr(fragment, name)))
            if sum(map(len, tables)) >= room.rows:
                made[name].append(room.keep(pa.concat_tables(tables)))
                tables.clear()
    return {name: [*blocks, *parts[name]] for name, blocks in made.items()}


def _with_ids(rows: pa.Table) -> pa.Table:
    """Name the relation of each piece of evidence; other rows are as they were."""
    if rows.schema.get_field_index("source_id") < 0:
        return rows
    return rows.append_column("relation_id", relation_ids(rows))


def _own_rows(
    earlier: pa.Table, staying: pa.Array, made: Iterable[pa.Table], room: Room
) -> list[pa.Table]:
    """Put the rows of the staying documents before those of fragments, without facts."""
    own = [name for name in earlier.column_names if name not in _FACTS]
    stayed = (
        room.keep(only(rows, pc.is_in(rows["document"], staying)))
        for rows in sliced(earlier.select(own), room.rows)
    )
    return [*stayed, *(rows.select(own) for rows in made)]


def _with_facts(table: pa.Table, facts: pa.Table, schema: pa.Schema) -> pa.Table:
    """Add what a schema repeats of documents; after the rows are in order, it need not be moved."""
    rows = pc.index_in(whole(table["document"]), whole(facts["document"]))
    repeated = {name: whole(facts[name]).take(rows) for name in schema.names if name in _FACTS}
    columns = [repeated[name] if name in repeated else table[name] for name in schema.names]
    return pa.table(columns, schema=schema)
