"""Tombstones: what was forgotten stays out until it is lifted; a damaged line says nothing."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.tombstones import (
    Act,
    Tombstone,
    barred,
    barred_of,
    document_hash,
)

STONES = st.builds(
    Tombstone,
    act=st.sampled_from(Act),
    document=st.sampled_from([document_hash("a"), document_hash("b")]),
    content=st.sampled_from(["1", "2", "3"]),
    at=st.just("2026-01-01T00:00:00+00:00"),
)


@given(stone=STONES)
def test_a_line_is_read_back_and_holds_one_line_feed(stone: Tombstone) -> None:
    line = stone.to_line()
    assert Tombstone.from_line(line) == stone
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")


@given(stone=STONES, data=st.data())
def test_no_flipped_bit_gives_another_tombstone(stone: Tombstone, data: st.DataObject) -> None:
    line = bytearray(stone.to_line().rstrip())
    line[data.draw(st.integers(0, len(line) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert Tombstone.from_line(bytes(line)) in (None, stone)


@given(log=st.lists(STONES))
def test_the_last_line_about_a_content_counts(log: list[Tombstone]) -> None:
    for content in ("1", "2", "3"):
        acts = [stone.act for stone in log if stone.content == content]
        assert (content in barred(log)) == (acts[-1:] == [Act.FORGET])
    of_both = barred_of(log, "a") | barred_of(log, "b")
    assert of_both == barred(log)


def test_a_content_is_found_by_the_document_it_was_forgotten_with() -> None:
    stones = [
        Tombstone(act=Act.FORGET, document=document_hash(key), content=content, at="")
        for key, content in (("a", "1"), ("a", "2"), ("b", "3"))
    ]
    assert barred_of(stones, "a") == {"1", "2"}
    assert barred_of(stones, "never") == frozenset()
