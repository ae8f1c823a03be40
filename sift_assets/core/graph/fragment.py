"""Some documents' part of the graph: their extractions in the domain's terms.

A fragment reads extractions and the domain's graph facet, nothing else, and each of its rows comes
from one document alone: how documents are put together changes none. It is made anew whenever it
is needed, since that takes no longer than to read it back would.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sift_assets.core.domain.facets import GraphFacet
from sift_assets.core.graph.columns import integers
from sift_assets.core.graph.endpoints import Called, NameIndex
from sift_assets.core.graph.joining import Domain
from sift_assets.core.graph.names import Names, TypeNumbers, as_types, unlike
from sift_assets.core.graph.reading import Extracted, read
from sift_assets.core.graph.refusals import quarantine_table
from sift_assets.core.graph.repeats import KINDS, distinct, with_sorted_items
from sift_assets.core.graph.settling import REFERENCE, Settled, settle
from sift_assets.core.graph.stating import evidence_rows, relate
from sift_assets.core.graph.tables import FRAGMENT_MENTIONS, TableBundle
from sift_assets.core.graph.type_map import TypeMap, type_map

BLOCK_BYTES = 2**23
"""Extractions read at once, by their stored size. Large enough for the fixed cost of some hundred
column operations, small enough that a block's columns weigh little beside the graph."""


@dataclass(frozen=True, eq=False)
class Fragment(TableBundle):
    """Some documents' rows, in any order.

    Attributes:
        mentions: `FRAGMENT_MENTIONS`; one row per document, entity, span and surface.
        evidence: `FRAGMENT_EVIDENCE`; one row per document, relation, span, period and original
            type.
        quarantine: `FRAGMENT_QUARANTINE`; distinct rows.
    """

    mentions: pa.Table
    evidence: pa.Table
    quarantine: pa.Table


def fragments(extractions: Iterable[tuple[str, bytes]], facet: GraphFacet) -> Iterator[Fragment]:
    """Bring extractions into the domain's terms, a block of documents at a time.

    Args:
        extractions: Document and its stored extraction, in any order, each document once.
        facet: The domain as the graph reads it.

    Yields:
        Rows de-duplicated by document: the same sentence read in two chunks counts once.
    """
    types = type_map(facet)
    block: dict[str, bytes] = {}
    size = 0
    for document, stored in extractions:
        block[document] = stored
        size += len(stored)
        if size >= BLOCK_BYTES:
            yield _fragment(read(block), types)
            block, size = {}, 0
    if block:
        yield _fragment(read(block), types)


def _fragment(extracted: Extracted, types: TypeMap) -> Fragment:
    mentions, relations = extracted.mentions, extracted.relations
    names = Names([mentions["name"], mentions["surface"], relations["source"], relations["target"]])
    numbers = TypeNumbers()
    settled, unsettled = settle(mentions, names, types, numbers)
    index = NameIndex(_called(settled, mentions, names), len(extracted.documents))
    domain = Domain(types, numbers, settled.places.entity_types)
    stated, unrelated = relate(relations, names, index, settled.places, domain)
    documents = pa.array(extracted.documents, pa.string())
    return Fragment(
        mentions=_mention_rows(settled, mentions, names, numbers, documents),
        evidence=evidence_rows(stated, relations, settled.places, numbers, documents),
        quarantine=quarantine_table(extracted, [*unsettled, *unrelated]),
    )


def _called(settled: Settled, mentions: pa.Table, names: Names) -> Called:
    """Gather under which names each mention may be meant: its own, its entity's, its surface."""
    named, surfaces = (names.forms[codes[settled.rows]] for codes in names.codes[:2])
    joined = settled.places.forms[settled.place]
    moved = np.flatnonzero(joined != named)
    every = np.arange(len(settled.rows))
    is_reference = (settled.kind == REFERENCE).astype(np.int64)
    at = np.concatenate([every, moved, every])
    no = np.zeros_like(every)
    return Called(
        row=integers(mentions["row"])[settled.rows][at],
        chunk=integers(mentions["chunk"])[settled.rows][at],
        form=np.concatenate([named, joined[moved], surfaces]),
        is_reference=np.concatenate([no, no[moved], is_reference]),
        entity=settled.places.entities[settled.place][at],
        type=settled.places.types[settled.place][at],
        stated_type=settled.stated[at],
    )


def _mention_rows(
    settled: Settled, mentions: pa.Table, names: Names, numbers: TypeNumbers, documents: pa.Array
) -> pa.Table:
    places, place = settled.places, settled.place
    rows = mentions.take(pa.array(settled.rows))
    types = places.types[place]
    surfaces = names.squeezed.take(pa.array(names.codes[1][settled.rows]))
    columns = {
        "entity_id": places.entity_ids.take(pa.array(places.entities[place])),
        "type": pa.array(numbers.names, pa.string()).take(pa.array(types)),
        "name": places.names.take(pa.array(place)),
        "surface": surfaces,
        "kind": pa.array([str(kind) for kind in KINDS]).take(pa.array(settled.kind)),
        "attributes": with_sorted_items(rows["attributes"]),
        "original_type": unlike(as_types(rows["type"]), types, numbers),
        "document": documents.take(rows["row"].combine_chunks()),
    }
    table = pa.table(
        {
            name: columns[name] if name in columns else rows[name]
            for name in FRAGMENT_MENTIONS.names
        },
        schema=FRAGMENT_MENTIONS,
    )
    keys = (integers(rows["row"]), places.entities[place], *(table[n] for n in ("start", "end")))
    return distinct(table, (*keys, table["surface"]))
