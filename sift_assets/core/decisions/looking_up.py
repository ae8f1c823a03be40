"""Looking up ids in tables that are sorted by them, without an index of all of them."""

from bisect import bisect_left, bisect_right

import pyarrow as pa


def rows_of(one: str, table: pa.Table, key: str) -> pa.Table:
    """Return the rows of an id; none where it is not there.

    Args:
        one: The id.
        table: Sorted by the id, as the tables of a graph are.
        key: The column of the id.
    """
    ids = table[key]  # in its chunks: to join them for one look would copy the whole column

    def at(row: int) -> str:
        return str(ids[row].as_py())

    first = bisect_left(range(len(ids)), one, key=at)
    after = bisect_right(range(len(ids)), one, lo=first, key=at)
    return table.slice(first, after - first)
