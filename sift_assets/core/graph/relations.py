"""The relation table: one row per (source, type, target), computed from all evidence at once."""

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.conflicts import conflicting
from sift_assets.core.graph.fragment import ALIGNMENTS
from sift_assets.core.graph.grouping import (
    counts_of,
    documents_of,
    extreme,
    keys_of,
    lists_of,
    noisy_or,
    seen_dates,
    sizes,
    starts_of,
)
from sift_assets.core.graph.tables import RELATIONS
from sift_assets.core.graph.type_map import TypeMap

KEY = "relation_id"


def relation_table(evidence: pa.Table, mentions: pa.Table, types: TypeMap) -> pa.Table:
    """Gather evidence into relations.

    Args:
        evidence: `EVIDENCE`, all of it.
        mentions: `MENTIONS`; every endpoint has one.
        types: The domain, for functional relation types.

    Returns:
        `RELATIONS`, sorted by id, endpoint names still empty (see `with_endpoint_names`).
        `confidence` is the noisy-or over documents; `valid_from` the earliest and `valid_to` the
        latest stated; `best_…` is the evidence with the highest confidence, then the closest
        alignment, then the first by document and place.
    """
    keys = keys_of(evidence, KEY)
    best = _best_evidence(evidence, keys)
    documents = documents_of(evidence, KEY, keys)
    first_seen, last_seen = seen_dates(evidence, KEY, keys)
    type_of = mentions.group_by("entity_id").aggregate([("type", "min")])
    columns = {
        "id": keys,
        "source_id": best["source_id"],
        "type": best["type"],
        "target_id": best["target_id"],
        "source_name": _texts(len(keys)),
        "source_type": _looked_up(best["source_id"], type_of["entity_id"], type_of["type_min"]),
        "target_name": _texts(len(keys)),
        "target_type": _looked_up(best["target_id"], type_of["entity_id"], type_of["type_min"]),
        "confidence": noisy_or(evidence, KEY, keys),
        "support": sizes(documents),
        "mention_count": counts_of(evidence, KEY, keys),
        "documents": documents,
        "extractors": lists_of(evidence, KEY, keys, ("extractor",)),
        "first_seen": first_seen,
        "last_seen": last_seen,
        "valid_from": extreme(evidence, KEY, keys, "valid_from", "min"),
        "valid_to": extreme(evidence, KEY, keys, "valid_to", "max"),
        "conflict": pa.array([False] * len(keys), pa.bool_()),
        "status": _texts(len(keys)),
        "flags": pa.array([[]] * len(keys), pa.list_(pa.string())),
    } | {f"best_{name}": best[name] for name in ("document", "page", "start", "end", "quote")}
    ordered_columns = {name: columns[name] for name in RELATIONS.names}
    table = pa.table(ordered_columns, schema=RELATIONS)
    return replaced(table, "conflict", conflicting(table, types))


def with_endpoint_names(relations: pa.Table, entities: pa.Table) -> pa.Table:
    """Fill in the names under which both endpoints are shown."""
    for end in ("source", "target"):
        names = _looked_up(relations[f"{end}_id"], entities["id"], entities["name"])
        relations = replaced(relations, f"{end}_name", names)
    return relations


def replaced(table: pa.Table, column: str, values: pa.Array) -> pa.Table:
    """Return a table with one column's values exchanged, in its place and type."""
    position = table.schema.get_field_index(column)
    return table.set_column(position, table.schema.field(column), values)


def _best_evidence(evidence: pa.Table, keys: pa.Array) -> pa.Table:
    ranks = pc.index_in(evidence["alignment"], pa.array([str(each) for each in ALIGNMENTS]))
    rows = evidence.append_column("rank", ranks).sort_by(
        [
            (KEY, "ascending"),
            ("confidence", "descending"),
            *((name, "ascending") for name in ("rank", "document", "start", "end")),
            *((name, "ascending") for name in ("valid_from", "valid_to", "original_type")),
        ]
    )
    return rows.take(starts_of(rows, KEY, keys))


def _looked_up(wanted: pa.ChunkedArray, ids: pa.ChunkedArray, values: pa.ChunkedArray) -> pa.Array:
    return values.take(pc.index_in(wanted, ids.combine_chunks()))


def _texts(length: int) -> pa.Array:
    return pa.array([""] * length, pa.string())
