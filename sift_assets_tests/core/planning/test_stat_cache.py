"""The stat cache: what is trusted, and that its bytes come back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.stat_cache import (
    RACY_NS,
    CachedHash,
    FileStat,
    StatCache,
    cached,
)

HASH = "ab" * 32
NOW = 1_700_000_000_000_000_000
OLD = FileStat(size=10, mtime_ns=NOW - 10 * RACY_NS, ctime_ns=NOW - 10 * RACY_NS, inode=7)


def cache(stat: FileStat, now: int = NOW) -> StatCache:
    return StatCache({"a": cached(stat, HASH, now)}, device=1)


def test_an_untouched_old_file_keeps_its_hash():
    assert cache(OLD).trusted("a", OLD) == CachedHash(OLD, HASH, trusted=True)


@pytest.mark.parametrize("field", ["size", "mtime_ns", "ctime_ns", "inode"])
def test_any_difference_in_the_stat_asks_for_reading(field: str):
    assert cache(OLD).trusted("a", OLD._replace(**{field: 1})) is None


def test_an_unknown_file_asks_for_reading():
    assert cache(OLD).trusted("b", OLD) is None


@pytest.mark.parametrize(
    ("mtime_ago", "ctime_ago", "trusted"),
    [
        (RACY_NS, 10 * RACY_NS, False),
        (RACY_NS + 1, RACY_NS + 1, True),
        (0, 10 * RACY_NS, False),
        (10 * RACY_NS, RACY_NS, False),
        (-RACY_NS, 10 * RACY_NS, False),
        (-10 * RACY_NS, 10 * RACY_NS, True),
        (10 * RACY_NS, -10 * RACY_NS, False),
    ],
)
def test_a_file_modified_just_before_it_was_hashed_is_not_trusted(
    mtime_ago: int, ctime_ago: int, trusted: bool
):
    stat = OLD._replace(mtime_ns=NOW - mtime_ago, ctime_ns=NOW - ctime_ago)
    assert cached(stat, HASH, NOW).trusted is trusted
    assert (cache(stat).trusted("a", stat) is not None) is trusted


numbers = st.integers(min_value=-(2**63), max_value=2**64)
entries = st.builds(
    CachedHash,
    stat=st.builds(FileStat, numbers, numbers, numbers, numbers),
    hash=st.text("0123456789abcdef", min_size=64, max_size=64),
    trusted=st.booleans(),
)


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), entries), numbers)
def test_a_cache_comes_back_from_its_bytes(given_entries: dict[str, CachedHash], device: int):
    value = StatCache(given_entries, device)
    assert StatCache.from_bytes(value.to_bytes()) == value


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"format": 0, "device": 1, "entries": {}}',
        b'{"format": 1, "device": 1}',
        b'{"format": 1, "device": 1, "entries": {"a": [1, 2]}}',
        b'{"format": 1, "device": 1, "entries": {"a": [1, 2, 3, 4, "short", true]}}',
        b'{"format": 1, "device": 1, "entries": {"a": 3}}',
        b'{"format": 1, "device": "x", "entries": {}}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_cache_is_an_empty_one(data: bytes):
    assert StatCache.from_bytes(data) == StatCache()


@given(st.binary(max_size=100))
def test_any_bytes_are_read_as_some_cache(data: bytes):
    assert isinstance(StatCache.from_bytes(data), StatCache)


def test_equal_caches_have_equal_bytes_whatever_the_order():
    one = StatCache({"a": cached(OLD, HASH, NOW), "b": cached(OLD, HASH, 0)})
    other = StatCache(dict(reversed(list(one.entries.items()))))
    assert one.to_bytes() == other.to_bytes()
