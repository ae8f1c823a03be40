"""The knowledge graph: all documents' fragments joined into entities and relations.

A pure function of fragments, domain and document facts; nothing depends on the order of documents.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.domain.facets import GraphFacet
from sift_assets.core.graph.entities import entity_table
from sift_assets.core.graph.fragment import Fragment
from sift_assets.core.graph.identity import RELATION_MARK
from sift_assets.core.graph.relations import relation_table, replaced, with_endpoint_names
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
    fragments: Iterable[Fragment], facet: GraphFacet, documents: Mapping[str, DocumentFacts]
) -> KnowledgeGraph:
    """Join fragments into one graph, for all types at once.

    Args:
        fragments: Of distinct documents, in any order; taken one after the other.
        facet: The domain as the graph reads it; the same that made the fragments.
        documents: Facts by document key, of every document; those without a row are listed too.

    Returns:
        The graph with empty `status` and `flags`; see `review.with_status`.
    """
    return rebuilt(None, (), fragments, facet, documents)


def rebuilt(
    earlier: KnowledgeGraph | None,
    staying: Collection[str],
    fragments: Iterable[Fragment],
    facet: GraphFacet,
    documents: Mapping[str, DocumentFacts],
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
    """
    facts = _documents_table(documents)
    kept = pa.array(sorted(staying), pa.string())
    parts: dict[str, list[pa.Table]] = {name: [] for name in _ROWS}
    for fragment in fragments:
        for name, tables in parts.items():
            tables.append(getattr(fragment, name))
    # in order at once, and taken out of `parts`: neither the parts nor the unordered rows, each as
    # large as the graph, are needed while it is assembled
    mentions, evidence, quarantine = (
        ordered(
            _with_staying(
                getattr(earlier, name, schema.empty_table()),
                kept,
                _with_facts(parts.pop(name), facts, schema),
            ),
            order,
        )
        for name, (schema, order) in _ROWS.items()
    )
    return assembled(mentions, evidence, quarantine, facts, type_map(facet))


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
    mentions = ordered(mentions, MENTION_ORDER)
    evidence = ordered(replaced(evidence, "relation_id", _relation_ids(evidence)), EVIDENCE_ORDER)
    relations = relation_table(evidence, mentions, types)
    entities = entity_table(mentions, relations)
    return KnowledgeGraph(
        entities=entities,
        mentions=mentions,
        relations=with_endpoint_names(relations, entities),
        evidence=evidence,
        quarantine=ordered(quarantine, QUARANTINE_ORDER),
        documents=documents,
    )


def _relation_ids(evidence: pa.Table) -> pa.Array:
    """Column-wise `identity.relation_id`."""
    columns = (evidence[name] for name in ("source_id", "type", "target_id"))
    return pc.binary_join_element_wise(*columns, RELATION_MARK)


def _documents_table(facts: Mapping[str, DocumentFacts]) -> pa.Table:
    rows = [
        {"document": key} | one.model_dump() | {"tags": sorted(set(one.tags))}
        for key, one in sorted(facts.items())
    ]
    return table_of(rows, DOCUMENTS)


def _with_staying(earlier: pa.Table, staying: pa.Array, table: pa.Table) -> pa.Table:
    """Put the rows of the staying documents above the others; the order is made later."""
    return pa.concat_tables([only(earlier, pc.is_in(earlier["document"], staying)), table])


def _with_facts(parts: Sequence[pa.Table], facts: pa.Table, schema: pa.Schema) -> pa.Table:
    """Put fragments' tables below each other and add what a schema names beside."""
    if not parts:
        return schema.empty_table()
    own = pa.concat_tables(parts)
    rows = pc.index_in(own["document"], facts["document"].combine_chunks())
    missing = [name for name in schema.names if name not in own.column_names]
    added = {name: facts[name].take(rows) for name in missing if name in facts.column_names}
    columns = {name: own[name] for name in own.column_names} | added
    if "relation_id" in schema.names:
        columns["relation_id"] = _relation_ids(own)
    return pa.table({name: columns[name] for name in schema.names}, schema=schema)
