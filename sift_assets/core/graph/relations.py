"""The relation table: one row per (source, type, target), computed from all evidence at once."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Numbers, coded, whole
from sift_assets.core.graph.conflicts import conflicting
from sift_assets.core.graph.grouping import Groups, sizes
from sift_assets.core.graph.repeats import ALIGNMENTS
from sift_assets.core.graph.tables import RELATIONS, empty_lists
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.records.extraction import Alignment

KEY = "relation_id"


def relation_table(evidence: pa.Table, mentions: pa.Table, types: TypeMap) -> pa.Table:
    """Gather evidence into relations.

    Args:
        evidence: `EVIDENCE`, all of it, in its order.
        mentions: `MENTIONS`, sorted by entity; every endpoint has one.
        types: The domain, for functional relation types.

    Returns:
        `RELATIONS`, sorted by id, endpoint names still empty (see `with_endpoint_names`).
        `confidence` is the noisy-or over documents; `valid_from` the earliest and `valid_to` the
        latest stated; `best_…` is the evidence with the highest confidence, then the closest
        alignment, then the first by document and place.
    """
    groups = Groups(evidence, KEY)
    size = len(groups)
    best = evidence.take(pa.array(_best_evidence(groups)))
    documents = groups.lists("document")
    first_seen, last_seen = groups.seen()
    entities = Groups(mentions, "entity_id")
    ids, entity_types = entities.keys, entities.first("type")
    columns = {
        "id": groups.keys,
        "source_id": best["source_id"],
        "type": best["type"],
        "target_id": best["target_id"],
        "source_name": pa.repeat("", size),
        "source_type": _looked_up(best["source_id"], ids, entity_types),
        "target_name": pa.repeat("", size),
        "target_type": _looked_up(best["target_id"], ids, entity_types),
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
    } | {f"best_{name}": best[name] for name in ("document", "page", "start", "end", "quote")}
    ordered_columns = {name: columns[name] for name in RELATIONS.names}
    table = pa.table(ordered_columns, schema=RELATIONS)
    return replaced(table, "conflict", conflicting(table, types))


def with_endpoint_names(relations: pa.Table, entities: pa.Table) -> pa.Table:
    """Fill in the names under which both endpoints are shown."""
    for end in ("source", "target"):
        names = _looked_up(relations[f"{end}_id"], whole(entities["id"]), whole(entities["name"]))
        relations = replaced(relations, f"{end}_name", names)
    return relations


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


def _looked_up(wanted: pa.ChunkedArray, ids: pa.Array, values: pa.Array) -> pa.Array:
    return values.take(pc.index_in(whole(wanted), ids))
