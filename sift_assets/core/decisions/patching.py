"""Exchanging a few values of a long column, without a loop over the others."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from sift_assets.core.graph.columns import Numbers, whole
from sift_assets.core.graph.relations import replaced


def patched(table: pa.Table, column: str, rows: Numbers, values: Sequence[Any]) -> pa.Table:
    """Return a table with some rows' values of one column exchanged.

    Args:
        table: Of any length; columns of lists may be long.
        column: Its name.
        rows: Indices of the rows, each once.
        values: What they get, as Python values.
    """
    if not len(rows):
        return table
    old = whole(table[column])
    at = np.arange(len(old))
    at[rows] = len(old) + np.arange(len(rows))
    joined = pa.concat_arrays([old, pa.array(values, old.type)])
    return replaced(table, column, joined.take(pa.array(at)))
