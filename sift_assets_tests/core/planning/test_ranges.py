"""Ranges cover just what is asked for, in few runs of bounded length."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.ranges import KeyRange, ranges_over

ORDER = tuple("abcdefghijklmnop")


def spans(found: tuple[KeyRange, ...]) -> list[str]:
    return [f"{piece.first}-{piece.last}" for piece in found]


@given(
    keys=st.sets(st.sampled_from(ORDER)),
    max_ranges=st.integers(1, 6),
    max_documents=st.integers(1, 20),
)
def test_every_key_is_in_exactly_one_range_and_the_bounds_hold(
    keys: set[str], max_ranges: int, max_documents: int
) -> None:
    found = ranges_over(ORDER, keys, max_ranges, max_documents)
    assert [key for piece in found for key in piece.keys] == sorted(keys)
    for piece in found:
        first, last = ORDER.index(piece.first), ORDER.index(piece.last)
        assert last - first + 1 <= max_documents
        assert set(piece.keys) == keys & set(ORDER[first : last + 1])
    ends = [(ORDER.index(p.first), ORDER.index(p.last)) for p in found]
    assert all(before[1] < after[0] for before, after in pairwise(ends))


@given(keys=st.sets(st.sampled_from(ORDER), min_size=1), max_ranges=st.integers(1, 6))
def test_without_the_limit_of_length_there_are_no_more_ranges_than_allowed(
    keys: set[str], max_ranges: int
) -> None:
    assert 1 <= len(ranges_over(ORDER, keys, max_ranges, len(ORDER))) <= max_ranges


@given(keys=st.sets(st.sampled_from(ORDER)))
def test_few_natural_ranges_touch_no_other_document(keys: set[str]) -> None:
    found = ranges_over(ORDER, keys, max_ranges=len(ORDER))
    touched = [k for p in found for k in ORDER[ORDER.index(p.first) : ORDER.index(p.last) + 1]]
    assert touched == sorted(keys)


def test_the_widest_gaps_stay_open() -> None:
    assert spans(ranges_over(ORDER, "acgp", max_ranges=3)) == ["a-c", "g-g", "p-p"]
    assert spans(ranges_over(ORDER, "acgp", max_ranges=2)) == ["a-g", "p-p"]
    assert spans(ranges_over(ORDER, "acgp", max_ranges=1)) == ["a-p"]


def test_a_long_range_is_cut_and_a_piece_without_keys_is_left_out() -> None:
    assert spans(ranges_over(ORDER, "abcde", max_documents=2)) == ["a-b", "c-d", "e-e"]
    assert spans(ranges_over(ORDER, "ap", max_ranges=1, max_documents=4)) == ["a-a", "p-p"]


@pytest.mark.parametrize("keys", [(), ("not registered",)])
def test_nothing_to_do_needs_no_range(keys: tuple[str, ...]) -> None:
    assert ranges_over(ORDER, keys) == ()


def test_the_order_of_registration_counts_not_the_alphabet() -> None:
    assert spans(ranges_over(("z", "a", "m"), {"z", "a"})) == ["z-a"]
