"""The entity table: one row per entity, computed from all mentions at once."""

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.grouping import (
    counts_of,
    documents_of,
    keys_of,
    lists_of,
    seen_dates,
    sizes,
    starts_of,
)
from sift_assets.core.graph.tables import ENTITIES, only, ordered
from sift_assets.core.records.extraction import MentionKind

KEY = "entity_id"

ALIAS_LENGTH = 120
"""Longest surface that counts as another name, in characters: a sentence that an extractor gives
as a surface is no name. The longest names of institutions and statutes fit."""


def entity_table(mentions: pa.Table, relations: pa.Table) -> pa.Table:
    """Gather mentions into entities.

    Args:
        mentions: `MENTIONS`, all of them.
        relations: `RELATIONS`; an entity in none is marked isolated, never dropped.

    Returns:
        `ENTITIES`, sorted by id. `name` is the most frequent full name (ties: the longest, then
        the first by code point); `aliases` all its other names and named surfaces; `attributes`
        every stated value with its document; `confidence` the highest of a mention, since several
        mentions of a name do not make it more of a name; `support` counts documents.
    """
    keys = keys_of(mentions, KEY)
    names = _display_names(mentions, keys)
    documents = documents_of(mentions, KEY, keys)
    first_seen, last_seen = seen_dates(mentions, KEY, keys)
    best = ordered(
        mentions.group_by(KEY).aggregate([("type", "min"), ("confidence", "max")]), [KEY]
    )
    joined = pc.unique(pa.chunked_array([*_chunks(relations, "source_id", "target_id")]))
    columns = {
        "id": keys,
        "type": best["type_min"],
        "name": names,
        "aliases": _aliases(mentions, keys, names),
        "attributes": _attributes(mentions, keys),
        "confidence": best["confidence_max"],
        "support": sizes(documents),
        "mention_count": counts_of(mentions, KEY, keys),
        "documents": documents,
        "extractors": lists_of(mentions, KEY, keys, ("extractor",)),
        "first_seen": first_seen,
        "last_seen": last_seen,
        "isolated": pc.invert(pc.is_in(keys, joined)),
        "status": pa.array([""] * len(keys), pa.string()),
        "flags": pa.array([[]] * len(keys), pa.list_(pa.string())),
    }
    return pa.table(columns, schema=ENTITIES)


def _chunks(table: pa.Table, *columns: str) -> list[pa.Array]:
    return [chunk for name in columns for chunk in table[name].chunks] or [
        pa.array([], pa.string())
    ]


def _display_names(mentions: pa.Table, keys: pa.Array) -> pa.Array:
    counts = mentions.group_by([KEY, "name"]).aggregate([([], "count_all")])
    counts = counts.append_column("length", pc.utf8_length(counts["name"]))
    rows = counts.sort_by(
        [
            (KEY, "ascending"),
            ("count_all", "descending"),
            ("length", "descending"),
            ("name", "ascending"),
        ]
    )
    return rows["name"].take(starts_of(rows, KEY, keys)).combine_chunks()


def _aliases(mentions: pa.Table, keys: pa.Array, names: pa.Array) -> pa.ListArray:
    is_named = pc.not_equal(mentions["kind"], str(MentionKind.REFERENCE))
    is_short = pc.less_equal(pc.utf8_length(mentions["surface"]), ALIAS_LENGTH)
    surfaces = only(mentions, pc.and_(is_named, is_short)).select([KEY, "surface"])
    all_names = pa.concat_tables(
        [
            surfaces.rename_columns([KEY, "alias"]),
            mentions.select([KEY, "name"]).rename_columns([KEY, "alias"]),
        ]
    )
    shown = names.take(pc.index_in(all_names[KEY], keys))
    others = only(all_names, pc.not_equal(all_names["alias"], shown))
    return lists_of(only(others, pc.not_equal(others["alias"], "")), KEY, keys, ("alias",))


def _attributes(mentions: pa.Table, keys: pa.Array) -> pa.ListArray:
    stated = mentions["attributes"].combine_chunks()
    rows = mentions.select([KEY, "document", "document_date"]).take(pc.list_parent_indices(stated))
    items = pc.list_flatten(stated)
    for position, name in enumerate(("key", "value")):
        rows = rows.append_column(name, pc.struct_field(items, position))
    return lists_of(rows, KEY, keys, ("key", "value", "document", "document_date"))
