"""Column-wise grouping: what `build` does to all rows of one key at once.

All functions take *keys*, the sorted distinct values of a key column, and give one item per key in
that order. No loop over rows in Python: a graph of a million mentions is built in seconds.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.tables import only, ordered

CONFIDENCE_DIGITS = 6
"""Combined confidences are rounded: differences in the seventh digit mean nothing, and rounding
hides the order in which floating-point factors were multiplied."""

Positions = npt.NDArray[np.int64]


def keys_of(table: pa.Table, column: str) -> pa.Array:
    """Return the sorted distinct values of a column."""
    distinct = pc.unique(table[column])
    return distinct.take(pc.array_sort_indices(distinct))


def starts_of(table: pa.Table, column: str, keys: pa.Array) -> Positions:
    """Return the first row of each key in a table sorted by it; every key must occur."""
    return _offsets(table, column, keys)[:-1]


def lists_of(table: pa.Table, column: str, keys: pa.Array, values: Sequence[str]) -> pa.ListArray:
    """Gather the distinct values of each key into a sorted list.

    Args:
        table: Rows in any order, also repeated ones.
        column: The key's column; keys without rows get an empty list.
        keys: See the module.
        values: One column gives lists of its values, several give lists of structs.
    """
    distinct = table.select([column, *values]).group_by([column, *values]).aggregate([])
    rows = ordered(distinct, (column, *values))
    columns = [rows[name].combine_chunks() for name in values]
    items = columns[0] if len(values) == 1 else pa.StructArray.from_arrays(columns, list(values))
    offsets = pa.array(_offsets(rows, column, keys), pa.int32())
    return pa.ListArray.from_arrays(offsets, items)


def seen_dates(table: pa.Table, column: str, keys: pa.Array) -> tuple[pa.Array, pa.Array]:
    """Return the earliest and latest document date per key, empty where none is dated.

    ISO dates of reduced precision compare as texts: `2024` is before `2024-03`.
    """
    return (
        extreme(table, column, keys, "document_date", "min"),
        extreme(table, column, keys, "document_date", "max"),
    )


def extreme(table: pa.Table, column: str, keys: pa.Array, value: str, which: str) -> pa.Array:
    """Return the `min` or `max` of the non-empty texts of a column per key, else empty."""
    stated = only(table, pc.not_equal(table[value], ""))
    best = stated.group_by(column).aggregate([(value, which)])
    found = best[f"{value}_{which}"].take(pc.index_in(keys, best[column].combine_chunks()))
    return pc.fill_null(found, "").combine_chunks()


def noisy_or(table: pa.Table, column: str, keys: pa.Array) -> pa.Array:
    """Combine confidences over documents: 1 - prod(1 - c), c the best mention of each document.

    Documents are taken as independent sources, mentions within one document are not: repeating
    a sentence must not raise confidence. The formula is the noisy-or of Pearl, Probabilistic
    Reasoning in Intelligent Systems (1988), section 4.3.2, without a leak term. Rounded to
    `CONFIDENCE_DIGITS`. Factors are multiplied in order of size, so that neither the order nor
    the names of documents can change the last digit.
    """
    best = table.group_by([column, "document"]).aggregate([("confidence", "max")])
    rows = ordered(best, (column, "confidence_max"))
    doubts = 1.0 - rows["confidence_max"].to_numpy()
    product = np.multiply.reduceat(doubts, starts_of(rows, column, keys))
    return pa.array(np.round(1.0 - product, CONFIDENCE_DIGITS), pa.float64())


def documents_of(table: pa.Table, column: str, keys: pa.Array) -> pa.ListArray:
    """Return the sorted distinct documents of each key."""
    return lists_of(table, column, keys, ("document",))


def counts_of(table: pa.Table, column: str, keys: pa.Array) -> pa.Array:
    """Return the number of rows of each key."""
    return pa.array(np.diff(_offsets(table, column, keys)), pa.int64())


def sizes(lists: pa.ListArray) -> pa.Array:
    """Return the length of each list."""
    return pc.list_value_length(lists).cast(pa.int64())


def _offsets(table: pa.Table, column: str, keys: pa.Array) -> Positions:
    positions = pc.index_in(table[column], keys).to_numpy()
    counts = np.bincount(positions, minlength=len(keys))
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
