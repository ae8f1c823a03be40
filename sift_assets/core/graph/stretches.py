"""Rows of very many documents, a stretch of keys at a time, so that few are in memory at once.

A graph of some million mentions takes gigabytes. Whoever gives it `Room` says how many rows are put
in order at once, and where those lie that nothing is done with: in memory, or on a disk. What comes
of it is the same, byte for byte. Rows are divided by ranges of their keys and not by hashes of
them: stretches then follow each other in the order of the whole, and need not be merged.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.tables import TableBundle, only

Keep = Callable[[pa.Table], pa.Table]
"""Takes a table, and gives one of the same rows back."""

Bundle = TypeVar("Bundle", bound=TableBundle)

ROWS = 2**18
"""Rows that are put in order at once. Mentions take some 300 bytes each, and to put them in order
takes three times that: a quarter of a gigabyte, whatever the graph has."""

SAMPLES = 64
"""Keys that are looked at for each stretch: its size is then off by an eighth, which costs nothing
but memory."""


def in_memory(table: pa.Table) -> pa.Table:
    """Keep a table as it is."""
    return table


@dataclass(frozen=True)
class Room:
    """How much of a graph may be in memory at once; shapes no byte of it.

    Attributes:
        rows: Rows that are put in order at once.
        keep: Puts away a table until it is read.
    """

    rows: int = ROWS
    keep: Keep = in_memory

    def put_away(self, value: Bundle) -> Bundle:
        """Return the same value, its tables put away."""
        values = {field.name: getattr(value, field.name) for field in fields(value)}
        tables = {n: self.keep(one) for n, one in values.items() if isinstance(one, pa.Table)}
        return replace(value, **tables)


IN_MEMORY = Room()
"""For graphs that are small beside the memory."""


def sliced(table: pa.Table, rows: int) -> Iterator[pa.Table]:
    """Yield so many rows of a table at a time; at least one part, which may be empty."""
    for first in range(0, max(1, len(table)), rows):
        yield table.slice(first, rows)


def stretches(blocks: Sequence[pa.Table], key: str, rows: int) -> Iterator[pa.Table]:
    """Yield the rows of blocks by stretches of their keys.

    Args:
        blocks: At least one, of one schema, rows in any order.
        key: A column of texts.
        rows: About how many rows a stretch has; all of one key are in one, however many.

    Yields:
        At least one table. Its keys are behind those of the one before it, its rows are in any
        order.
    """
    wanted = -(-sum(map(len, blocks)) // rows)
    if wanted < 2:
        yield pa.concat_tables(blocks)
        return
    bounds = _bounds(blocks, key, wanted)
    for low, high in zip(("", *bounds), (*bounds, None), strict=True):
        yield pa.concat_tables([_between(block, key, low, high) for block in blocks])


def _bounds(blocks: Sequence[pa.Table], key: str, wanted: int) -> list[str]:
    """Return the first keys of all stretches but the first, by a sample of the keys."""
    step = max(1, sum(map(len, blocks)) // (wanted * SAMPLES))
    rows = (pa.array(np.arange(0, len(block), step)) for block in blocks)
    taken = (block[key].take(at) for block, at in zip(blocks, rows, strict=True))
    sample = sorted(one for column in taken for one in column.to_pylist())
    chosen = (sample[len(sample) * at // wanted] for at in range(1, wanted))
    return [bound for bound in dict.fromkeys(chosen) if bound]


def _between(block: pa.Table, key: str, low: str, high: str | None) -> pa.Table:
    """Return the rows from a key on and before another, None for the end."""
    wanted = pc.greater_equal(block[key], low)
    if high is not None:
        wanted = pc.and_(wanted, pc.less(block[key], high))
    return only(block, wanted)
