"""Column-wise grouping."""

import math

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.graph.grouping import (
    CONFIDENCE_DIGITS,
    counts_of,
    extreme,
    keys_of,
    lists_of,
    noisy_or,
)

ROWS = st.lists(
    st.tuples(st.sampled_from("xyz"), st.sampled_from("abcd"), st.floats(0, 1)), min_size=1
)


def combined(rows: list[tuple[str, str, float]]) -> dict[str, float]:
    keys, documents, confidences = zip(*rows, strict=True)
    table = pa.table({"k": keys, "document": documents, "confidence": confidences})
    found = keys_of(table, "k")
    return dict(zip(found.to_pylist(), noisy_or(table, "k", found).to_pylist(), strict=True))


def test_documents_combine_and_mentions_of_one_document_do_not() -> None:  # A27
    assert combined([("x", "a", 0.5), ("x", "a", 0.5), ("x", "a", 0.3)]) == {"x": 0.5}
    assert combined([("x", "a", 0.5), ("x", "b", 0.5), ("y", "b", 0.9)]) == {"x": 0.75, "y": 0.9}


@settings(deadline=None)
@given(ROWS)
def test_noisy_or_is_what_its_formula_says(rows: list[tuple[str, str, float]]) -> None:
    best: dict[str, dict[str, float]] = {}
    for key, document, confidence in rows:
        mine = best.setdefault(key, {})
        mine[document] = max(confidence, mine.get(document, 0))
    expected = {key: 1 - math.prod(1 - c for c in mine.values()) for key, mine in best.items()}
    assert combined(rows) == pytest.approx(expected, abs=10**-CONFIDENCE_DIGITS)


@settings(deadline=None)
@given(ROWS, st.permutations("abcd"))
def test_noisy_or_is_bounded_and_blind_to_order_and_names_of_documents(
    rows: list[tuple[str, str, float]], names: list[str]
) -> None:
    found = combined(rows)
    assert all(0 <= confidence <= 1 for confidence in found.values())
    renamed = [(key, names["abcd".index(document)], c) for key, document, c in reversed(rows)]
    assert combined(renamed) == found


@settings(deadline=None)
@given(ROWS, st.sampled_from("abcd"), st.floats(0, 1))
def test_further_evidence_never_lowers_confidence(
    rows: list[tuple[str, str, float]], document: str, confidence: float
) -> None:
    key = rows[0][0]
    after = combined([*rows, (key, document, confidence)])[key]
    assert after >= combined(rows)[key]
    assert after >= round(confidence, CONFIDENCE_DIGITS)


def test_lists_are_distinct_and_sorted_and_empty_where_there_is_nothing() -> None:
    table = pa.table({"k": ["b", "a", "b", "b"], "v": ["2", "1", "1", "2"]})
    keys = pa.array(["a", "b", "c"])
    assert lists_of(table, "k", keys, ("v",)).to_pylist() == [["1"], ["1", "2"], []]
    assert counts_of(table, "k", keys).to_pylist() == [1, 3, 0]


def test_extremes_leave_out_what_is_not_stated() -> None:
    table = pa.table({"k": ["a", "a", "a", "b"], "d": ["", "2024-03", "2024", ""]})
    keys = keys_of(table, "k")
    assert extreme(table, "k", keys, "d", "min").to_pylist() == ["2024", ""]
    assert extreme(table, "k", keys, "d", "max").to_pylist() == ["2024-03", ""]
