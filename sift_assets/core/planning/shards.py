"""Partition and documents: the one mapping between what Dagster counts and what we compute.

A document is a partition of its own, or lies in a shard that a hash of its key chooses. Inside a
shard everything stays per document (records, attempts, stored results), and only what Dagster sees
is told of the whole: one event, whose version is the hash of all its documents' versions. Where
that is what our records come to, all of them are believed; else none, and they are looked up.

0 shards stands for a partition each, so that all callers take one way.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from sift_assets.core.planning.lineage import LINEAGE, Partitioning
from sift_assets.core.planning.staleness import merkle
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.records.record import content_hash

DIGITS = 3
"""Hexadecimal digits of a shard's name and of the hash that chooses it: for up to 4,096 shards."""

KNOWN_SHARDS = 100_000
"""Documents whose shard is remembered, a few hundred bytes each: every look asks for all."""

COST_DIGITS = 6
"""Of dollars, as the facts of a document have them."""

_NAME = re.compile(r"[0-9a-f]{3}")

BY_DOCUMENT = tuple(
    asset for asset, lineage in LINEAGE.items() if lineage.partitioning is Partitioning.DOCUMENT
)
"""The assets that have a record for each document."""


def shard_names(shards: int) -> tuple[str, ...]:
    """Return the partitions that there are, in Dagster's order; none for a partition each."""
    return tuple(f"{number:0{DIGITS}x}" for number in range(shards))


def is_shard(partition: str) -> bool:
    """Return whether a partition may be a shard, of however many; a document may be called so."""
    return _NAME.fullmatch(partition) is not None


def partition_of(key: str, shards: int) -> str:
    """Return the partition that a document lies in.

    By the leading digits of the hash: with twice as many shards each is cut in two.
    """
    return _shard_of(key, shards) if shards else key


@lru_cache(maxsize=KNOWN_SHARDS)
def _shard_of(key: str, shards: int) -> str:
    chosen = int(content_hash(key.encode())[:DIGITS], 16) * shards // 16**DIGITS
    return f"{chosen:0{DIGITS}x}"


def documents_of(
    partitions: Iterable[str], documents: Iterable[str], shards: int
) -> dict[str, tuple[str, ...]]:
    """Return partition to its documents, in the order given.

    Args:
        partitions: Those asked for.
        documents: All that there are. A partition each is its document, whatever there is.
        shards: How many shards there are.
    """
    if not shards:
        return {partition: (partition,) for partition in partitions}
    found: dict[str, list[str]] = {partition: [] for partition in partitions}
    for key in documents:
        if (shard := partition_of(key, shards)) in found:
            found[shard].append(key)
    return {partition: tuple(keys) for partition, keys in found.items()}


def document_heads(
    heads: Mapping[str, str], records: Mapping[str, Provenance], shards: int
) -> dict[str, str]:
    """Return document to the version that Dagster vouches for.

    Args:
        heads: Partition to the latest version in Dagster.
        records: Document to our record of an asset.
        shards: How many shards there are.
    """
    if not shards:
        return dict(heads)
    held = documents_of(heads, records, shards)
    return {
        key: records[key].version
        for shard, keys in held.items()
        if heads[shard] == version_of({key: records[key] for key in keys})
        for key in keys
    }


def emptied(
    heads: Mapping[str, str], records: Mapping[str, Provenance], shards: int
) -> tuple[str, ...]:
    """Return the shards that Dagster takes for filled, and that have no record any more.

    No run over documents would ever tell it otherwise.
    """
    if not shards:
        return ()
    held = documents_of(heads, records, shards)
    nothing = version_of({})
    return tuple(shard for shard, keys in held.items() if not keys and heads[shard] != nothing)


def version_of(records: Mapping[str, Provenance]) -> str:
    """Return the version of a shard: the hash of its documents with their versions."""
    return merkle({key: record.version for key, record in records.items()})


def shard_provenance(asset: str, records: Mapping[str, Provenance]) -> Provenance:
    """Return what Dagster is told of a shard.

    Args:
        asset: One of `BY_DOCUMENT`.
        records: Document to our record of it, of all documents of the shard.
    """
    names = sorted({name for record in records.values() for name in record.inputs})
    return Provenance(
        version=version_of(records),
        code_version=LINEAGE[asset].code_version,
        inputs={name: _input_of(name, records) for name in names},
        facts=_facts_of(records),
    )


def _input_of(name: str, records: Mapping[str, Provenance]) -> str:
    """Return one version for what the documents of a shard have read of an input.

    What each has of its own is hashed, what all share is as it is while it is the same for all.
    """
    read = {key: record.inputs.get(name, "") for key, record in records.items()}
    is_own = name in BY_DOCUMENT
    return merkle(read) if is_own or len(set(read.values())) > 1 else next(iter(read.values()))


def _facts_of(records: Mapping[str, Provenance]) -> Facts:
    """Return counts: documents, documents of each status, and the sum of every figure."""
    statuses = Counter(str(found.facts["status"]) for found in records.values() if found.facts)
    sums: dict[str, int | float] = {}
    for _key, record in sorted(records.items()):
        for name, value in record.facts.items():
            if isinstance(value, int | float):
                sums[name] = sums.get(name, 0) + value
    return {
        "documents": len(records),
        **dict(sorted(statuses.items())),
        **{name: round(value, COST_DIGITS) for name, value in sums.items()},
    }
