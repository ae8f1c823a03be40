"""Documents and shards: an even and stable mapping, and what a shard's version vouches for."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.planning.lineage import LINEAGE
from sift_assets.core.planning.shards import (
    BY_DOCUMENT,
    document_heads,
    documents_of,
    emptied,
    is_shard,
    partition_of,
    shard_names,
    shard_provenance,
    version_of,
)
from sift_assets.core.planning.staleness import merkle
from sift_assets.core.planning.state import Provenance

COUNTS = st.sampled_from([1, 2, 8, 256, 4096])
KEYS = st.text("abc/é.%20", min_size=1, max_size=12)
VERSIONS = st.dictionaries(KEYS, st.sampled_from(["1", "2"]), max_size=12)


def records(versions: dict[str, str]) -> dict[str, Provenance]:
    return {key: Provenance(version=v, code_version="1") for key, v in versions.items()}


def heads_of(versions: dict[str, str], shards: int) -> dict[str, str]:
    """Return what Dagster knows once it has been told of all."""
    inside = documents_of(shard_names(shards), versions, shards)
    return {s: version_of(records({k: versions[k] for k in keys})) for s, keys in inside.items()}


def test_names_are_of_one_length_sorted_and_what_dagster_takes() -> None:
    assert shard_names(0) == ()
    assert shard_names(2) == ("000", "001")
    names = shard_names(4096)
    assert (names[10], names[-1], len(set(names))) == ("00a", "fff", 4096)
    assert list(names) == sorted(names)
    assert all(map(is_shard, names))
    assert not is_shard("notes.md")


@given(keys=st.sets(KEYS), shards=COUNTS)
def test_every_document_lies_in_the_one_shard_that_is_its_partition(
    keys: set[str], shards: int
) -> None:
    inside = documents_of(shard_names(shards), sorted(keys), shards)
    assert list(inside) == list(shard_names(shards))
    assert sorted(key for those in inside.values() for key in those) == sorted(keys)
    assert all(partition_of(key, shards) == s for s, those in inside.items() for key in those)


@given(key=KEYS, shards=st.sampled_from([1, 2, 8, 2048]))
def test_with_twice_as_many_shards_each_is_cut_in_two(key: str, shards: int) -> None:
    coarse, fine = (int(partition_of(key, count), 16) for count in (shards, 2 * shards))
    assert fine // 2 == coarse


@given(partitions=st.lists(KEYS, unique=True), documents=st.sets(KEYS))
def test_without_shards_each_partition_is_its_document(
    partitions: list[str], documents: set[str]
) -> None:
    assert documents_of(partitions, documents, 0) == {key: (key,) for key in partitions}
    assert all(partition_of(key, 0) == key for key in documents)
    told = dict.fromkeys(documents, "1")
    assert document_heads(told, {}, 0) == told
    assert emptied(told, {}, 0) == ()


def test_where_a_document_lies_is_told_by_its_key_alone_on_every_machine() -> None:
    keys = ("notes.md", "sub%20dir/a%2C%20b.pdf", "naïve/文書.md")
    assert [partition_of(key, 256) for key in keys] == ["075", "00d", "093"]


@pytest.mark.parametrize("named", ["{:05}.txt", "letters/{}/page.html", "{}"])
def test_ten_thousand_documents_are_spread_evenly(named: str) -> None:
    counts = Counter(partition_of(named.format(number), 256) for number in range(10_000))
    assert len(counts) == 256
    assert max(counts.values()) < 2 * 10_000 / 256  # six standard deviations are 76


@given(versions=VERSIONS, shards=COUNTS)
def test_dagster_vouches_for_every_document_of_what_it_was_told(
    versions: dict[str, str], shards: int
) -> None:
    told = heads_of(versions, shards)
    assert document_heads(told, records(versions), shards) == versions
    assert emptied(told, records(versions), shards) == ()


@given(before=VERSIONS, now=VERSIONS, shards=COUNTS)
def test_of_a_shard_whose_records_are_others_than_it_was_told_none_is_vouched_for(
    before: dict[str, str], now: dict[str, str], shards: int
) -> None:
    believed = document_heads(heads_of(before, shards), records(now), shards)
    for shard, keys in documents_of(shard_names(shards), now, shards).items():
        was = {k: v for k, v in before.items() if partition_of(k, shards) == shard}
        is_same = was == {key: now[key] for key in keys}
        assert {k for k in believed if partition_of(k, shards) == shard} == (
            set(keys) if is_same else set()
        )


@given(versions=VERSIONS, shards=COUNTS)
def test_a_shard_that_lost_its_last_document_is_to_be_told_of_until_it_is_known_as_empty(
    versions: dict[str, str], shards: int
) -> None:
    told = heads_of(versions, shards)
    assert set(emptied(told, {}, shards)) == {partition_of(key, shards) for key in versions}
    assert emptied(heads_of({}, shards), {}, shards) == ()


def test_a_shard_is_told_of_by_hashes_of_what_documents_have_of_their_own_and_by_sums() -> None:
    shared = {"domain[prompt]": "d", "settings[extraction]": "s"}
    found = {
        "b.md": Provenance(
            version="2",
            code_version="1",
            inputs={"document_texts": "t2", **shared},
            facts={"status": "partial", "mentions": 1, "incomplete": True, "cost_usd": 0.1},
        ),
        "a.md": Provenance(
            version="1",
            code_version="1",
            inputs={"document_texts": "t1", **shared},
            facts={"status": "complete", "mentions": 3, "model": "m", "cost_usd": 0.2},
        ),
    }
    told = shard_provenance("extractions", found)
    assert told.version == merkle({"a.md": "1", "b.md": "2"})
    assert told.code_version == LINEAGE["extractions"].code_version
    assert told.inputs == {"document_texts": merkle({"a.md": "t1", "b.md": "t2"}), **shared}
    assert told.facts == {
        "documents": 2,
        "complete": 1,
        "partial": 1,
        "mentions": 4,
        "incomplete": 1,
        "cost_usd": 0.3,
    }
    one_is_old = found | {
        "b.md": found["b.md"].model_copy(update={"inputs": {"domain[prompt]": "c"}})
    }
    moved = shard_provenance("extractions", one_is_old).inputs["domain[prompt]"]
    assert moved == merkle({"a.md": "d", "b.md": "c"})


def test_an_empty_shard_has_a_version_and_no_inputs() -> None:
    for asset in BY_DOCUMENT:
        told = shard_provenance(asset, {})
        assert (told.version, told.inputs, told.facts) == (merkle({}), {}, {"documents": 0})
