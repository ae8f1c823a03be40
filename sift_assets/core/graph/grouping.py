"""Column-wise grouping: what `build` does to all rows of one key at once.

Tables are sorted by the key, so that a group is a run of rows and everything about it is one
operation on numbers. No loop over rows in Python: a million mentions take seconds.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import (
    Mask,
    Numbers,
    mask,
    numbered,
    paired,
    ranked,
    steps,
    whole,
)

CONFIDENCE_DIGITS = 6
"""Combined confidences are rounded: differences in the seventh digit mean nothing, and rounding
hides the order in which floating-point factors were multiplied."""

Shares = npt.NDArray[np.float64]


class Groups:
    """The runs of equal keys of a table.

    Args:
        table: Sorted by the key.
        column: The key's column.

    Attributes:
        table: As given.
        keys: The distinct keys, sorted.
        starts: First row of each group.
        group: Index of the group of each row.
    """

    def __init__(self, table: pa.Table, column: str) -> None:
        ids = whole(table[column])
        is_first = np.ones(len(ids), np.bool_)
        if len(ids):
            is_first[1:] = mask(pc.not_equal(ids[1:], ids[:-1]))
        self.table = table
        self.starts: Numbers = np.flatnonzero(is_first)
        self.group: Numbers = np.cumsum(is_first) - 1
        self.keys = ids.take(pa.array(self.starts))

    def __len__(self) -> int:
        """Return the number of groups."""
        return len(self.starts)

    def first(self, column: str) -> pa.Array:
        """Return the value of each group's first row."""
        return whole(self.table[column]).take(pa.array(self.starts))

    def counts(self) -> pa.Array:
        """Return the number of rows of each group."""
        return pa.array(np.bincount(self.group, minlength=len(self)), pa.int64())

    def any(self, rows: Mask) -> Mask:
        """Say which groups have one of some rows."""
        found = np.zeros(len(self), np.bool_)
        found[self.group[rows]] = True
        return found

    def lists(self, column: str) -> pa.ListArray:
        """Gather the distinct values of each group into a sorted list."""
        return lists_of(self.group, len(self), {column: whole(self.table[column])})

    def highest(self, column: str) -> Shares:
        """Return the largest number of each group."""
        values = self.table[column].to_numpy()
        return np.maximum.reduceat(values, self.starts) if len(self) else values

    def extreme(self, column: str, which: str) -> pa.Array:
        """Return the `min` or `max` of the non-empty texts of each group, else empty."""
        ranks, distinct = ranked(self.table[column])
        if not len(self):
            return distinct
        is_stated = mask(pc.not_equal(distinct, ""))[ranks]
        if which == "min":
            found = np.minimum.reduceat(np.where(is_stated, ranks, len(distinct)), self.starts)
        else:
            found = np.maximum.reduceat(np.where(is_stated, ranks, -1), self.starts)
        is_found = (found >= 0) & (found < len(distinct))
        texts = distinct.take(pa.array(np.where(is_found, found, 0)))
        return pc.if_else(pa.array(is_found), texts, "")

    def seen(self) -> tuple[pa.Array, pa.Array]:
        """Return the earliest and latest document date per group, empty where none is dated.

        ISO dates of reduced precision compare as texts: `2024` is before `2024-03`.
        """
        return self.extreme("document_date", "min"), self.extreme("document_date", "max")

    def noisy_or(self, rows: Mask | None = None) -> Shares:
        """Combine confidences over documents: 1 - prod(1 - c), c the best of each document.

        Documents are taken as independent sources, mentions within one document are not: repeating
        a sentence must not raise confidence. The formula is the noisy-or of Pearl, Probabilistic
        Reasoning in Intelligent Systems (1988), section 4.3.2, without a leak term. Rounded to
        `CONFIDENCE_DIGITS`. Factors are multiplied in order of size, so that neither the order nor
        the names of documents can change the last digit.

        Args:
            rows: Which rows count; None for all. A group without any has 0.
        """
        at = np.arange(len(self.group)) if rows is None else np.flatnonzero(rows)
        if not len(at):
            return np.zeros(len(self))
        document = ranked(self.table["document"])[0][at]
        group, confidence = self.group[at], self.table["confidence"].to_numpy()[at]
        order = np.lexsort((-confidence, paired(group, document)))
        key = paired(group, document)[order]
        best = order[np.flatnonzero(np.diff(key, prepend=-1))]
        order = np.lexsort((confidence[best], group[best]))
        group, doubt = group[best][order], 1.0 - confidence[best][order]
        starts = np.flatnonzero(np.diff(group, prepend=-1))
        combined = np.zeros(len(self))
        combined[group[starts]] = 1.0 - np.multiply.reduceat(doubt, starts)
        return np.round(combined, CONFIDENCE_DIGITS)


def lists_of(group: Numbers, groups: int, values: Mapping[str, pa.Array]) -> pa.ListArray:
    """Gather distinct values into a sorted list per group.

    Args:
        group: Index of the group of each item, in any order, also repeated ones.
        groups: How many there are; those without items get an empty list.
        values: The items: one column gives lists of its values, several give lists of structs.
    """
    columns = list(values.values())
    order = _distinct_in_order(group, columns)
    if order is not None:
        group, columns = group[order], [column.take(pa.array(order)) for column in columns]
    items = columns[0] if len(columns) == 1 else pa.StructArray.from_arrays(columns, list(values))
    offsets = np.searchsorted(group, np.arange(groups + 1))
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), items)


def _distinct_in_order(group: Numbers, values: Sequence[pa.Array]) -> Numbers | None:
    """Return a row of each distinct item, in order of group and value; None for all as they are.

    Most groups are in order already: their items come from one place, or were sorted there.
    """
    if len(group) < 2:
        return None
    step = steps([pa.array(group), *values])
    if (step > 0).all():
        return None
    if (np.diff(group) < 0).any():
        return _sorted_items(group, values, np.arange(len(group)))
    is_unsettled = np.zeros(int(group[-1]) + 1, np.bool_)
    is_unsettled[group[1:][step < 0]] = True
    is_new = np.append(True, step > 0) & ~is_unsettled[group]
    others = _sorted_items(group, values, np.flatnonzero(is_unsettled[group]))
    order = np.concatenate([np.flatnonzero(is_new), others])
    return order[np.argsort(group[order], kind="stable")]


def _sorted_items(group: Numbers, values: Sequence[pa.Array], rows: Numbers) -> Numbers:
    """Return, of some rows, one of each distinct item, in order of group and value."""
    key, _ = numbered([group[rows], *(column.take(pa.array(rows)) for column in values)], len(rows))
    _, first = np.unique(key, return_index=True)
    return rows[first]


def sizes(lists: pa.ListArray) -> pa.Array:
    """Return the length of each list."""
    return pc.list_value_length(lists).cast(pa.int64())
