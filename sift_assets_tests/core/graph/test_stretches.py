"""Rows by stretches of their keys: all of them, each key whole, in the order of the keys."""

from itertools import pairwise

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.graph.stretches import sliced, stretches

KEYS = st.lists(st.text("abé\U0001f600|_", max_size=3), max_size=12)


def block(keys: list[str], first: int = 0) -> pa.Table:
    return pa.table(
        {"key": pa.array(keys, pa.string()), "row": list(range(first, first + len(keys)))},
        schema=pa.schema({"key": pa.string(), "row": pa.int64()}),
    )


@given(st.lists(KEYS, min_size=1, max_size=4), st.integers(1, 20))
def test_stretches_hold_every_row_once_and_each_key_in_one(
    keys: list[list[str]], rows: int
) -> None:
    blocks = [block(one, 100 * at) for at, one in enumerate(keys)]
    found = [part.to_pylist() for part in stretches(blocks, "key", rows)]
    every = [row for one in blocks for row in one.to_pylist()]
    assert sorted(row["row"] for part in found for row in part) == [row["row"] for row in every]
    filled = [[row["key"] for row in part] for part in found if part]
    assert all(max(before) < min(after) for before, after in pairwise(filled))


def test_what_is_small_is_one_stretch_and_nothing_is_one_too() -> None:
    assert [len(part) for part in stretches([block(["b", "a"])], "key", 2)] == [2]
    assert [len(part) for part in stretches([block([])], "key", 2)] == [0]


def test_stretches_have_about_the_rows_that_are_asked_for() -> None:
    blocks = [block([f"{at * 7919 % 5000:05}" for at in range(n, 5000, 3)]) for n in range(3)]
    sizes = [len(part) for part in stretches(blocks, "key", 500)]
    assert len(sizes) == 10
    assert max(sizes) < 2 * 500


def test_a_table_is_sliced_without_a_gap() -> None:
    table = block(["a", "b", "c"])
    assert [part["key"].to_pylist() for part in sliced(table, 2)] == [["a", "b"], ["c"]]
    assert [len(part) for part in sliced(block([]), 2)] == [0]
