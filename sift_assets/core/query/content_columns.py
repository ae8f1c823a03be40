"""Columns of a graph as an index has them: numbers in the place of ids, plain lists."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import whole


@dataclass(frozen=True)
class Numbers:
    """Ids by number, from 1 in the order of a sorted column; 0 stands for none."""

    values: pa.Array

    @classmethod
    def of(cls, column: pa.ChunkedArray) -> "Numbers":
        """Number the ids of a column."""
        return cls(whole(column))

    def of_column(self, column: pa.ChunkedArray) -> list[int]:
        """Return the numbers of many ids."""
        found = pc.fill_null(pc.index_in(whole(column), value_set=self.values), -1)
        return (found.to_numpy(zero_copy_only=False) + 1).tolist()

    def of_all(self, ids: Iterable[str]) -> list[int]:
        """Return the numbers of some ids."""
        return self.of_column(pa.chunked_array([pa.array(list(ids), pa.string())]))


def columns_of(table: pa.Table, *names: str) -> list[list[Any]]:
    """Return some columns of a table as lists."""
    return [whole(table[name]).to_pylist() for name in names]
