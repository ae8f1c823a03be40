"""The relation table: one row per (source, type, target), computed from all evidence at once."""

from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Numbers, coded, whole
from sift_assets.core.graph.grouping import Groups, sizes
from sift_assets.core.graph.identity import RELATION_MARK
from sift_assets.core.graph.repeats import ALIGNMENTS
from sift_assets.core.graph.tables import RELATIONS, empty_lists, taken
from sift_assets.core.records.extraction import Alignment

KEY = "relation_id"

_PLACE = ("document", "page", "start", "end", "quote")
_OF_THE_BEST = ["source_id", "type", "target_id", *_PLACE]


class Ends(NamedTuple):
    """The ends of relations, each as a row of the entities.

    Attributes:
        source: Per relation, where it goes from.
        target: Where it goes to.
    """

    source: pa.Array
    target: pa.Array


def relation_table(evidence: pa.Table) -> pa.Table:
    """Gather evidence into relations.

    Args:
        evidence: `EVIDENCE` in its order, all of each relation.

    Returns:
        `RELATIONS`, sorted by id, names and types of endpoints still empty (see `with_ends`), none
        in conflict (see `conflicting`).
        `confidence` is the noisy-or over documents; `valid_from` the earliest and `valid_to` the
        latest stated; `best_…` is the evidence with the highest confidence, then the closest
        alignment, then the first by document and place.
    """
    groups = Groups(evidence, KEY)
    size = len(groups)
    best = taken(evidence.select(_OF_THE_BEST), _best_evidence(groups))
    documents = groups.lists("document")
    first_seen, last_seen = groups.seen()
    columns = {
        "id": groups.keys,
        "source_id": best["source_id"],
        "type": best["type"],
        "target_id": best["target_id"],
        "source_name": pa.repeat("", size),
        "source_type": pa.repeat("", size),
        "target_name": pa.repeat("", size),
        "target_type": pa.repeat("", size),
        "confidence": groups.noisy_or(),
        "support": sizes(documents),
        "mention_count": groups.counts(),
        "documents": documents,
        "extractors": groups.lists("extractor"),
        "first_seen": first_seen,
        "last_seen": last_seen,
        "valid_from": groups.extreme("valid_from", "min"),
        "valid_to": groups.extreme("valid_to", "max"),
        "conflict": pa.repeat(False, size),
        "status": pa.repeat("", size),
        "flags": empty_lists(size),
    } | {f"best_{name}": best[name] for name in _PLACE}
    return pa.table({name: columns[name] for name in RELATIONS.names}, schema=RELATIONS)


def ends_of(relations: pa.Table, entities: pa.Table) -> Ends:
    """Find the ends of relations; every end is an entity."""
    ids = whole(entities["id"])
    return Ends(*(pc.index_in(whole(relations[f"{end}_id"]), ids) for end in Ends._fields))


def with_ends(relations: pa.Table, entities: pa.Table, ends: Ends) -> pa.Table:
    """Fill in the types of both ends and the names under which they are shown."""
    for end, rows in ends._asdict().items():
        for column in ("name", "type"):
            values = whole(entities[column]).take(rows)
            relations = replaced(relations, f"{end}_{column}", values)
    return relations


def with_endpoint_names(relations: pa.Table, entities: pa.Table) -> pa.Table:
    """Fill in the ends of relations whose entities are shown under other names."""
    return with_ends(relations, entities, ends_of(relations, entities))


def relation_ids(evidence: pa.Table) -> pa.ChunkedArray:
    """Return the ids of relations by their ends and types: column-wise `identity.relation_id`."""
    columns = (evidence[name] for name in ("source_id", "type", "target_id"))
    return pc.binary_join_element_wise(*columns, RELATION_MARK)


def replaced(table: pa.Table, column: str, values: pa.Array) -> pa.Table:
    """Return a table with one column's values exchanged, in its place and type."""
    position = table.schema.get_field_index(column)
    return table.set_column(position, table.schema.field(column), values)


def _best_evidence(groups: Groups) -> Numbers:
    """Return a row per group: the surest, then the closest, then the first in order."""
    codes, alignments = coded(groups.table["alignment"])
    closeness = np.array(
        [ALIGNMENTS.index(Alignment(one)) for one in alignments.to_pylist()], np.int64
    )
    confidence = groups.table["confidence"].to_numpy()
    order = np.lexsort((closeness[codes], -confidence, groups.group))
    return order[groups.starts]
