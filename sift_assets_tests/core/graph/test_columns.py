"""Columns as numbers."""

from itertools import pairwise

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.graph.columns import (
    by_pair,
    is_ascending,
    numbered,
    ranked,
    starts_of_runs,
    steps,
)
from sift_assets.core.graph.tables import only, ordered

QUICK = settings(max_examples=50)

TEXTS = st.sampled_from(("", "a", "B", "ä", "😀", "\ufb01", "aa"))
ROWS = st.lists(st.tuples(TEXTS, st.integers(0, 3), TEXTS), min_size=1, max_size=12)
"""With characters whose order by code point is not that by 16-bit units."""


def columns_of(rows: list[tuple[str, int, str]]) -> list[pa.Array]:
    first, second, third = zip(*rows, strict=True)
    return [pa.array(first, pa.string()), pa.array(second), pa.array(third, pa.string())]


def table_of_rows(rows: list[tuple[str, int, str]]) -> pa.Table:
    return pa.table(dict(zip("abc", columns_of(rows), strict=True)))


@QUICK
@given(ROWS)
def test_numbers_are_ordered_as_the_rows_are(rows: list[tuple[str, int, str]]) -> None:
    key, count = numbered(columns_of(rows), len(rows))
    assert [rows[at] for at in np.argsort(key, kind="stable")] == sorted(rows)
    assert len(set(key.tolist())) == count == len(set(rows))


@QUICK
@given(ROWS)
def test_a_table_is_ordered_as_python_orders_its_rows(rows: list[tuple[str, int, str]]) -> None:
    table = ordered(table_of_rows(rows), ("a", "b", "c"))
    assert [tuple(row.values()) for row in table.to_pylist()] == sorted(rows)


@QUICK
@given(ROWS)
def test_rows_are_ascending_exactly_when_sorting_moves_none(
    rows: list[tuple[str, int, str]],
) -> None:
    assert is_ascending(columns_of(rows)) == (rows == sorted(rows))
    assert is_ascending(columns_of(sorted(rows)))


@QUICK
@given(ROWS)
def test_each_row_is_compared_with_the_one_above(rows: list[tuple[str, int, str]]) -> None:
    compared = [(low > high) - (low < high) for high, low in pairwise(rows)]
    assert steps(columns_of(rows)).tolist() == compared


@QUICK
@given(st.lists(TEXTS))
def test_a_rank_is_the_place_among_the_distinct_values(texts: list[str]) -> None:
    ranks, distinct = ranked(pa.array(texts, pa.string()))
    assert distinct.to_pylist() == sorted(set(texts))
    assert [distinct[rank].as_py() for rank in ranks.tolist()] == texts


@QUICK
@given(ROWS, st.sets(st.integers(0, 11)))
def test_only_the_wanted_rows_are_left(rows: list[tuple[str, int, str]], wanted: set[int]) -> None:
    found = only(table_of_rows(rows), pa.array([at in wanted for at in range(len(rows))]))
    left = [row for at, row in enumerate(rows) if at in wanted]
    assert [tuple(row.values()) for row in found.to_pylist()] == left


def test_runs_start_where_any_column_changes() -> None:
    first, second = np.array([1, 1, 1, 2]), np.array([5, 5, 6, 6])
    assert starts_of_runs(first, second).tolist() == [0, 2, 3]
    assert starts_of_runs(np.array([], np.int64)).tolist() == []


def test_a_pair_is_asked_for_once() -> None:
    asked: list[tuple[int, int]] = []

    def value(first: int, second: int) -> str:
        asked.append((first, second))
        return f"{first}/{second}"

    texts = by_pair(np.array([0, 1, 0]), np.array([2, 0, 2]), value)
    assert texts.to_pylist() == ["0/2", "1/0", "0/2"]
    assert sorted(asked) == [(0, 2), (1, 0)]
