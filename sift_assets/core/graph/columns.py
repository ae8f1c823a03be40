"""Columns as numbers: ranks, order and repetition of rows, without a loop over rows in Python.

A text column becomes the rank of each text among the distinct ones. To sort, group or compare
numbers is some ten times as fast as to do it with the texts themselves.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Column = Numbers | pa.Array | pa.ChunkedArray


def whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Return a column as one array."""
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def mask(column: pa.Array | pa.ChunkedArray) -> Mask:
    """Return a column of truth values."""
    return whole(column).to_numpy(zero_copy_only=False)


def integers(column: pa.Array | pa.ChunkedArray) -> Numbers:
    """Return a column of whole numbers."""
    return column.to_numpy().astype(np.int64)


def coded(column: pa.Array | pa.ChunkedArray) -> tuple[Numbers, pa.Array]:
    """Return, per row, the index into the distinct values, and these in order of appearance."""
    encoded = pc.dictionary_encode(whole(column))
    return encoded.indices.to_numpy().astype(np.int64), encoded.dictionary


def ranked(column: pa.Array | pa.ChunkedArray) -> tuple[Numbers, pa.Array]:
    """Return, per row, the rank of its value among the distinct ones, and these in order.

    Texts are in order of code points, and an empty one has the rank 0.
    """
    codes, distinct = coded(column)
    order = pc.array_sort_indices(distinct)
    rank = np.empty(len(order), np.int64)
    rank[order.to_numpy()] = np.arange(len(order))
    return rank[codes], distinct.take(order)


def paired(first: Numbers, second: Numbers) -> Numbers:
    """Return one number per pair, in the order of the pairs; both from 0 up to some million."""
    return first * (second.max(initial=0) + 1) + second


def numbered(columns: Sequence[Column], size: int) -> tuple[Numbers, int]:
    """Return a number per row in the order of some columns, and how many numbers there are.

    A column is looked at only as long as those before it leave rows equal: most orders are
    settled by the first few, and to rank a column of quotes is dear.

    Args:
        columns: Numbers from 0, or values to be ranked.
        size: How many rows there are.
    """
    key, count = np.zeros(size, np.int64), min(size, 1)
    for column in columns:
        if count == size:
            break
        numbers = column if isinstance(column, np.ndarray) else ranked(column)[0]
        distinct, key = np.unique(paired(key, numbers), return_inverse=True)
        count = len(distinct)
    return key, count


def is_ascending(columns: Sequence[pa.Array]) -> bool:
    """Say whether rows are in ascending order of some columns; none of them may be empty."""
    above = pa.array(np.arange(len(columns[0]) - 1))
    for column in columns:
        before, after = column.take(above), column.take(pc.add(above, 1))
        if pc.any(pc.greater(before, after)).as_py():
            return False
        above = above.filter(pc.equal(before, after))
        if not len(above):
            return True
    return True


def starts_of_runs(*columns: Numbers) -> Numbers:
    """Return the first row of each run of equal rows; columns are at least one."""
    changes = np.zeros(len(columns[0]), np.bool_)
    changes[:1] = True
    for column in columns:
        changes[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(changes)


def by_pair(first: Numbers, second: Numbers, value: Callable[[int, int], str]) -> pa.Array:
    """Return a text per row that depends on two numbers only; asked for once per distinct pair."""
    keys, where, back = np.unique(paired(first, second), return_index=True, return_inverse=True)
    del keys
    texts = [value(int(first[at]), int(second[at])) for at in where]
    return pa.array(texts, pa.string()).take(pa.array(back))
