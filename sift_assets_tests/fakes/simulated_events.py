"""Dagster's event log in a dictionary: what it would know of documents, each or by shard."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from sift_assets.core.planning.lineage import LINEAGE
from sift_assets.core.planning.shards import (
    BY_DOCUMENT,
    document_heads,
    documents_of,
    emptied,
    partition_of,
    version_of,
)
from sift_assets.core.planning.state import Provenance

Records = dict[str, dict[str, Provenance]]
"""Asset to partition to our record of it."""


@dataclass
class SimulatedEvents:
    """The latest versions of everything, as Dagster would have them.

    Attributes:
        heads: Asset to partition to latest version; by shard where documents lie in shards.
        before_event: Called between a record and its event.
    """

    heads: dict[str, dict[str, str]] = field(default_factory=lambda: {a: {} for a in LINEAGE})
    before_event: Callable[[], None] = lambda: None

    def tell(self, asset: str, partition: str, version: str) -> None:
        """Store an event."""
        self.before_event()
        self.heads[asset][partition] = version

    def tell_shards(
        self, asset: str, shards: Iterable[str], records: dict[str, Provenance], count: int
    ) -> None:
        """Store an event of each shard, as its records are."""
        for shard, keys in documents_of(shards, records, count).items():
            self.tell(asset, shard, version_of({key: records[key] for key in keys}))

    def tell_of_lost(
        self, lost: Collection[str], before: Records, now: Records, count: int
    ) -> None:
        """Store an event of each shard that has lost documents, where its records are believed."""
        for asset in BY_DOCUMENT:
            known = document_heads(self.heads[asset], before[asset], count)
            doubted = {partition_of(key, count) for key in now[asset] if key not in known}
            told = {partition_of(key, count) for key in lost} & self.heads[asset].keys()
            told = (told | set(emptied(self.heads[asset], now[asset], count))) - doubted
            self.tell_shards(asset, sorted(told), now[asset], count)
