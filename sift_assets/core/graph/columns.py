"""Columns as numbers: ranks, order and repetition of rows, without a loop over rows in Python.

A text column becomes the rank of each text among the distinct ones. To sort, group or compare
numbers is some ten times as fast as to do it with the texts themselves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Column = Numbers | pa.Array | pa.ChunkedArray


def whole(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Return a column as one array; without a copy where it is one already."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


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
    return _inverse(order.to_numpy())[codes], distinct.take(order)


def _ranks(column: pa.Array | pa.ChunkedArray) -> tuple[Numbers, int]:
    """Return what `ranked` does, and instead of the distinct values how many there are."""
    codes, distinct = coded(column)
    return _inverse(pc.array_sort_indices(distinct).to_numpy())[codes], len(distinct)


def _inverse(order: npt.NDArray[np.integer]) -> Numbers:
    """Return where each row comes in an order."""
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return places


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
        if isinstance(column, np.ndarray):
            numbers = column
        else:
            numbers, ranks = _ranks(column)
            if count == 1:  # nothing came before: they are what is asked for
                key, count = numbers, ranks
                continue
        distinct, key = np.unique(paired(key, numbers), return_inverse=True)
        count = len(distinct)
    return key, count


def order_of(columns: Sequence[Column], size: int) -> Numbers:
    """Return the rows in the order of some columns, equal ones as they are; see `numbered`."""
    key, count = numbered(columns, size)
    return _inverse(key) if count == size else np.argsort(key, kind="stable")


def is_ascending(columns: Iterable[pa.Array]) -> bool:
    """Say whether rows are in ascending order of some columns; none of them may be empty.

    Columns are taken one after the other, as long as those before them leave rows equal.
    """
    return not any(falls.any() for _, _, falls in _steps(columns))


def steps(columns: Sequence[pa.Array]) -> Numbers:
    """Compare each row but the first with the one above: 1 is after it, 0 equal, -1 before it."""
    found = np.zeros(len(columns[0]) - 1, np.int64)
    for above, rises, falls in _steps(columns):
        found[above] = rises.astype(np.int64) - falls
    return found


def _steps(columns: Iterable[pa.Array]) -> Iterator[tuple[Numbers, Mask, Mask]]:
    """Yield for each column the rows that those before it leave equal to the next, see `steps`."""
    above: Numbers | None = None
    for column in columns:
        if above is None:
            above = np.arange(len(column) - 1)
        is_most = 2 * len(above) > len(column)  # then all are compared, without copies of texts
        if is_most:
            upper, lower = column[:-1], column[1:]
        else:
            upper, lower = (column.take(pa.array(rows)) for rows in (above, above + 1))
        rises, falls = mask(pc.less(upper, lower)), mask(pc.greater(upper, lower))
        if is_most:
            rises, falls = rises[above], falls[above]
        yield above, rises, falls
        above = above[~(rises | falls)]
        if not len(above):
            return


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
