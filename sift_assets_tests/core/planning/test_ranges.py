"""Ranges cover just what is asked for, in few runs of bounded length."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.ranges import (
    MAX_RANGES,
    MAX_SHARDS_PER_RUN,
    KeyRange,
    narrowed,
    ranges_over,
    shard_ranges,
)
from sift_assets.core.planning.shards import documents_of, partition_of, shard_names

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


DOCUMENTS = tuple(f"{number}.txt" for number in range(60))
SHARDS = 32


def shards_in(piece: KeyRange) -> tuple[str, ...]:
    order = shard_names(SHARDS)
    return order[order.index(piece.first) : order.index(piece.last) + 1]


@given(
    stale=st.sets(st.sampled_from(DOCUMENTS)),
    busy=st.sets(st.sampled_from(shard_names(SHARDS)), max_size=6),
    max_documents=st.integers(1, 70),
)
def test_every_stale_document_of_an_idle_shard_is_in_one_range_and_no_range_holds_a_busy_one(
    stale: set[str], busy: set[str], max_documents: int
) -> None:
    found = shard_ranges(DOCUMENTS, stale, SHARDS, busy, max_documents)
    computed = [key for piece in found for key in piece.keys]
    assert len(computed) == len(set(computed))
    assert set(computed) == {key for key in stale if partition_of(key, SHARDS) not in busy}
    inside = documents_of(shard_names(SHARDS), DOCUMENTS, SHARDS)
    for piece in found:
        shards = shards_in(piece)
        assert not busy & set(shards)
        assert len(shards) <= MAX_SHARDS_PER_RUN
        assert len(shards) == 1 or sum(len(inside[s]) for s in shards) <= max_documents
    covered = [shard for piece in found for shard in shards_in(piece)]
    assert covered == sorted(set(covered))


@given(stale=st.sets(st.sampled_from(DOCUMENTS), min_size=1, max_size=8))
def test_a_few_stale_documents_among_idle_shards_take_few_runs(stale: set[str]) -> None:
    spans = 1 + (SHARDS - 1) // MAX_SHARDS_PER_RUN
    assert len(shard_ranges(DOCUMENTS, stale, SHARDS)) <= MAX_RANGES + spans


@given(stale=st.sets(st.sampled_from(DOCUMENTS), min_size=1), data=st.data())
def test_a_range_is_narrowed_to_some_of_its_documents(stale: set[str], data: st.DataObject) -> None:
    for piece in shard_ranges(DOCUMENTS, stale, SHARDS):
        kept = data.draw(st.sets(st.sampled_from(piece.keys)))
        found = narrowed(piece, kept, SHARDS)
        if not kept:
            assert found is None
            continue
        assert found is not None
        assert set(found.keys) == kept
        assert set(shards_in(found)) <= set(shards_in(piece))
        assert {partition_of(key, SHARDS) for key in kept} >= {found.first, found.last}
