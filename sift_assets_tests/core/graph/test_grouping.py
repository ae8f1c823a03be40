"""Column-wise grouping."""

import math

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.graph.grouping import CONFIDENCE_DIGITS, Groups, lists_of

ROWS = st.lists(
    st.tuples(st.sampled_from("xyz"), st.sampled_from("abcd"), st.floats(0, 1)), min_size=1
)

ANYHOW = st.lists(st.tuples(st.integers(0, 3), *[st.sampled_from("ab")] * 2), min_size=1)
ITEMS = ANYHOW | ANYHOW.map(sorted) | ANYHOW.map(lambda rows: sorted(rows, key=lambda r: r[0]))
"""Of groups in any order, all in order, and groups in order with items in any."""


def combined(rows: list[tuple[str, str, float]]) -> dict[str, float]:
    keys, documents, confidences = zip(*sorted(rows, key=lambda row: row[0]), strict=True)
    groups = Groups(pa.table({"k": keys, "document": documents, "confidence": confidences}), "k")
    return dict(zip(groups.keys.to_pylist(), groups.noisy_or().tolist(), strict=True))


def test_documents_combine_and_mentions_of_one_document_do_not() -> None:  # A27
    assert combined([("x", "a", 0.5), ("x", "a", 0.5), ("x", "a", 0.3)]) == {"x": 0.5}
    assert combined([("x", "a", 0.5), ("x", "b", 0.5), ("y", "b", 0.9)]) == {"x": 0.75, "y": 0.9}


@given(ROWS)
def test_noisy_or_is_what_its_formula_says(rows: list[tuple[str, str, float]]) -> None:
    best: dict[str, dict[str, float]] = {}
    for key, document, confidence in rows:
        mine = best.setdefault(key, {})
        mine[document] = max(confidence, mine.get(document, 0))
    expected = {key: 1 - math.prod(1 - c for c in mine.values()) for key, mine in best.items()}
    assert combined(rows) == pytest.approx(expected, abs=10**-CONFIDENCE_DIGITS)


@given(ROWS, st.permutations("abcd"))
def test_noisy_or_is_bounded_and_blind_to_order_and_names_of_documents(
    rows: list[tuple[str, str, float]], names: list[str]
) -> None:
    found = combined(rows)
    assert all(0 <= confidence <= 1 for confidence in found.values())
    renamed = [(key, names["abcd".index(document)], c) for key, document, c in reversed(rows)]
    assert combined(renamed) == found


@given(ROWS, st.sampled_from("abcd"), st.floats(0, 1))
def test_further_evidence_never_lowers_confidence(
    rows: list[tuple[str, str, float]], document: str, confidence: float
) -> None:
    key = rows[0][0]
    after = combined([*rows, (key, document, confidence)])[key]
    assert after >= combined(rows)[key]
    assert after >= round(confidence, CONFIDENCE_DIGITS)


def test_lists_are_distinct_and_sorted_and_empty_where_there_is_nothing() -> None:
    group = np.array([1, 0, 1, 1])
    values = pa.array(["2", "1", "1", "2"])
    assert lists_of(group, 3, {"v": values}).to_pylist() == [["1"], ["1", "2"], []]


@given(ITEMS)
def test_lists_gather_what_plain_python_gathers(items: list[tuple[int, str, str]]) -> None:
    group, keys, values = zip(*items, strict=True)
    columns = {"k": pa.array(keys), "v": pa.array(values)}
    found = lists_of(np.array(group), 5, columns).to_pylist()
    wanted = [sorted({(k, v) for at, k, v in items if at == one}) for one in range(5)]
    assert [[(item["k"], item["v"]) for item in one] for one in found] == wanted


def test_groups_are_the_runs_of_equal_keys() -> None:
    groups = Groups(pa.table({"k": ["a", "b", "b"], "n": [1.0, 3.0, 2.0]}), "k")
    assert groups.keys.to_pylist() == ["a", "b"]
    assert groups.counts().to_pylist() == [1, 2]
    assert groups.first("n").to_pylist() == [1.0, 3.0]
    assert groups.highest("n").tolist() == [1.0, 3.0]
    assert groups.any(np.array([False, False, True])).tolist() == [False, True]


def test_only_the_rows_that_count_speak_for_a_group() -> None:
    rows = {"k": ["a", "b"], "document": ["d", "d"], "confidence": [0.5, 0.5]}
    groups = Groups(pa.table(rows), "k")
    assert groups.noisy_or(np.array([False, True])).tolist() == [0.0, 0.5]
    assert groups.noisy_or(np.array([False, False])).tolist() == [0.0, 0.0]


def test_extremes_leave_out_what_is_not_stated() -> None:
    groups = Groups(pa.table({"k": ["a", "a", "a", "b"], "d": ["", "2024-03", "2024", ""]}), "k")
    assert groups.extreme("d", "min").to_pylist() == ["2024", ""]
    assert groups.extreme("d", "max").to_pylist() == ["2024-03", ""]
