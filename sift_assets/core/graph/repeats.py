"""Repetitions in a fragment: rows that say the same become one, the best of them speaks."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Column, integers, numbered, starts_of_runs, whole
from sift_assets.core.graph.tables import ATTRIBUTES, table_of
from sift_assets.core.records.extraction import Alignment, MentionKind

ALIGNMENTS = (Alignment.EXACT, Alignment.NORMALISED, Alignment.ALIGNED)
"""Best first. `ungrounded` is not among them: it never reaches the graph."""

KINDS = (MentionKind.NAME, MentionKind.ALIAS, MentionKind.REFERENCE)
"""Strongest first; a kind is known by its place here."""

Row = dict[str, Any]


def distinct(table: pa.Table, columns: Sequence[Column]) -> pa.Table:
    """Merge the rows that are equal in some columns; attributes are united.

    Args:
        table: `FRAGMENT_MENTIONS` or `FRAGMENT_EVIDENCE`.
        columns: What makes two rows one, see `columns.numbered`.

    Returns:
        The rows, those that were merged last.
    """
    key, count = numbered(columns, len(table))
    if count == len(table):
        return table
    order = np.argsort(key, kind="stable")
    starts = starts_of_runs(key[order])
    lengths = np.diff(np.append(starts, len(order)))
    alone = np.sort(order[starts[lengths == 1]])
    repeated = [
        table.take(pa.array(order[start : start + length])).to_pylist()
        for start, length in zip(starts[lengths > 1], lengths[lengths > 1], strict=True)
    ]
    merged = table_of([_merged(rows) for rows in repeated], table.schema)
    return pa.concat_tables([table.take(pa.array(alone)), merged])


def with_sorted_items(attributes: pa.ChunkedArray) -> pa.ListArray:
    """Return lists of attributes sorted by key and value, each pair once."""
    lists = whole(attributes)
    items = pc.list_flatten(lists)
    owners = integers(pc.list_parent_indices(lists))
    if not len(items):
        return lists
    key, _ = numbered([owners, *(pc.struct_field(items, at) for at in (0, 1))], len(items))
    _, order = np.unique(key, return_index=True)
    offsets = np.searchsorted(owners[order], np.arange(len(lists) + 1))
    return pa.ListArray.from_arrays(
        pa.array(offsets, pa.int32()), items.take(pa.array(order)), type=ATTRIBUTES
    )


def _merged(rows: Sequence[Row]) -> Row:
    best = min(rows, key=_rank)
    pairs = {(item["key"], item["value"]) for row in rows for item in row["attributes"]}
    merged = best | {"attributes": [{"key": key, "value": value} for key, value in sorted(pairs)]}
    if "kind" in best:
        merged["kind"] = min((row["kind"] for row in rows), key=KINDS.index)
    return merged


def _rank(row: Row) -> tuple[Any, ...]:
    """Best evidence first; the rest only makes the choice independent of the order of records."""
    rest = sorted((name, repr(value)) for name, value in row.items())
    return -row["confidence"], ALIGNMENTS.index(row["alignment"]), row["chunk"], rest
