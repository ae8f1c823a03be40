"""The entity table: one row per entity, computed from all mentions at once."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import (
    Numbers,
    coded,
    integers,
    mask,
    order_of,
    paired,
    starts_of_runs,
    whole,
)
from sift_assets.core.graph.grouping import Groups, lists_of, sizes
from sift_assets.core.graph.relations import Ends, replaced
from sift_assets.core.graph.tables import ENTITIES, empty_lists
from sift_assets.core.records.extraction import MentionKind

KEY = "entity_id"

ALIAS_LENGTH = 120
"""Longest surface that counts as another name, in characters: a sentence that an extractor gives
as a surface is no name. The longest names of institutions and statutes fit."""


def entity_table(mentions: pa.Table) -> pa.Table:
    """Gather mentions into entities.

    Args:
        mentions: `MENTIONS` in their order, all of each entity.

    Returns:
        `ENTITIES`, sorted by id. `name` is the most frequent full name (ties: the longest, then
        the first by code point); `aliases` all its other names and named surfaces; `attributes`
        every stated value with its document; `confidence` the highest of a mention, since several
        mentions of a name do not make it more of a name; `support` counts documents. All are
        still isolated, see `with_isolation`.
    """
    groups = Groups(mentions, KEY)
    names = _display_names(groups)
    documents = groups.lists("document")
    first_seen, last_seen = groups.seen()
    columns = {
        "id": groups.keys,
        "type": groups.first("type"),
        "name": names,
        "aliases": _aliases(groups, names),
        "attributes": _attributes(groups),
        "confidence": groups.highest("confidence"),
        "support": sizes(documents),
        "mention_count": groups.counts(),
        "documents": documents,
        "extractors": groups.lists("extractor"),
        "first_seen": first_seen,
        "last_seen": last_seen,
        "isolated": pa.repeat(True, len(groups)),
        "status": pa.repeat("", len(groups)),
        "flags": empty_lists(len(groups)),
    }
    return pa.table(columns, schema=ENTITIES)


def with_isolation(entities: pa.Table, ends: Ends) -> pa.Table:
    """Mark the entities that are in no relation; none is dropped."""
    is_isolated = np.ones(len(entities), np.bool_)
    for rows in ends:
        is_isolated[integers(rows)] = False
    return replaced(entities, "isolated", pa.array(is_isolated))


def _display_names(groups: Groups) -> pa.Array:
    """Choose among the names of each entity; most have but one."""
    column, group = whole(groups.table["name"]), groups.group
    is_other = mask(pc.not_equal(column[1:], column[:-1])) & (group[1:] == group[:-1])
    has_choice = np.zeros(len(groups), np.bool_)
    has_choice[group[1:][is_other]] = True
    rows = np.flatnonzero(has_choice[group])
    shown = groups.starts.copy()
    shown[has_choice] = rows[_dearest(group[rows], column.take(pa.array(rows)))]
    return column.take(pa.array(shown))


def _dearest(group: Numbers, names: pa.Array) -> Numbers:
    """Return for each group, in order, a row with its most frequent name, see `entity_table`."""
    codes, distinct = coded(names)
    _, where, counts = np.unique(paired(group, codes), return_index=True, return_counts=True)
    lengths = integers(pc.utf8_length(distinct))[codes[where]]
    dearest = (counts.max(initial=0) - counts, lengths.max(initial=0) - lengths)
    columns = (group[where], *dearest, distinct.take(pa.array(codes[where])))
    order = order_of(columns, len(where))
    return where[order[starts_of_runs(group[where][order])]]


def _aliases(groups: Groups, names: pa.Array) -> pa.ListArray:
    """Gather the named surfaces of fitting length and the names, without the one shown."""
    table = groups.table
    shown = names.take(pa.array(groups.group))
    surface, name = whole(table["surface"]), whole(table["name"])
    is_named = pc.not_equal(table["kind"], str(MentionKind.REFERENCE))
    is_short = pc.less_equal(pc.utf8_length(surface), ALIAS_LENGTH)
    is_other = pc.and_(pc.not_equal(surface, shown), pc.not_equal(surface, ""))
    surfaces = pc.and_(pc.and_(whole(is_named), is_short), is_other)
    others = pc.and_(pc.not_equal(name, shown), pc.not_equal(name, ""))
    found = pa.concat_arrays([surface.filter(surfaces), name.filter(others)])
    rows = [np.flatnonzero(mask(chosen)) for chosen in (surfaces, others)]
    return lists_of(groups.group[np.concatenate(rows)], len(groups), {"alias": found})


def _attributes(groups: Groups) -> pa.ListArray:
    stated = whole(groups.table["attributes"])
    items, rows = pc.list_flatten(stated), pc.list_parent_indices(stated)
    values = {name: pc.struct_field(items, at) for at, name in enumerate(("key", "value"))}
    for name in ("document", "document_date"):
        values[name] = whole(groups.table[name]).take(rows)
    return lists_of(groups.group[rows.to_numpy()], len(groups), values)
