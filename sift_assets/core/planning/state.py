"""What the planner compares: what should be, and what is recorded.

Values only. Who looks at the folder and at Dagster's storage is in `resources`; what follows from
the comparison is in `plan`.
"""

from collections.abc import Iterable

from sift_assets.core.records.record import Record

Facts = dict[str, str | int | float | bool]
"""Counts and statuses for people and for checks; never document text."""


class Provenance(Record):
    """How the latest value of one asset, or of one of its partitions, came to be.

    Attributes:
        version: Data version: the hash of the value.
        code_version: Code version of the asset that computed it.
        inputs: Input name, as in `lineage`, to the version that was really read.
        facts: Counts and statuses for people and for checks; never document text.
    """

    version: str
    code_version: str
    inputs: dict[str, str] = {}
    facts: Facts = {}


class Attempt(Record):
    """A key that could not be computed, so that it is not asked for again and again.

    Attributes:
        fingerprint: Hash of the inputs it was tried on; other inputs start a new count.
        count: How often it failed on them.
        reason: For people; no document text.
        waits: Whether nothing failed, but calls were held back for lack of a budget; then the
            fingerprint holds what may be spent, and more of it is another try.
    """

    fingerprint: str
    count: int
    reason: str
    waits: bool = False


class Observed(Record):
    """What should be: the world outside, as it is now.

    Attributes:
        documents: Partition key to content hash of every document in the folder.
        domain: Facet to version.
        settings: Stage to version.
        decisions: Kind to version.
        generations: Document to how often a person has asked a language model anew about it,
            where that is not never.
        limits: What may be spent on language models, as one version.
        blocked: Why nothing can be computed now (a domain file that does not parse, a folder
            that has vanished); reports still happen, runs do not.
        shards: How many shards documents are partitioned into, see `shards`; shapes no value.
    """

    documents: dict[str, str]
    domain: dict[str, str]
    settings: dict[str, str]
    decisions: dict[str, str]
    generations: dict[str, int] = {}
    limits: str = ""
    blocked: tuple[str, ...] = ()
    shards: int = 0


class Recorded(Record):
    """What is recorded: Dagster's events and our own provenance beside them.

    Attributes:
        partitions: Document keys registered with Dagster, in its order; with shards, which are
            all registered once and for all, those that Dagster has been told of.
        heads: Asset to partition (empty for none) to the latest data version in Dagster; of what
            is computed per document by document, see `shards.document_heads`.
        provenance: Asset to partition to the record of the latest value.
        attempts: Document key to its failed attempts.
    """

    partitions: tuple[str, ...] = ()
    heads: dict[str, dict[str, str]] = {}
    provenance: dict[str, dict[str, Provenance]] = {}
    attempts: dict[str, Attempt] = {}

    def head(self, asset: str, partition: str = "") -> str:
        """Return the latest data version of an asset or partition, empty when there is none."""
        return self.heads.get(asset, {}).get(partition, "")

    def by_our_records(self, assets: Iterable[str]) -> "Recorded":
        """Return the same as if Dagster had an event of every value of some assets that we have."""
        ours = {
            asset: {key: entry.version for key, entry in self.provenance.get(asset, {}).items()}
            for asset in assets
        }
        return self.model_copy(update={"heads": {**self.heads, **ours}})

    def origin(self, asset: str, partition: str = "") -> Provenance | None:
        """Return the provenance of the latest value when Dagster's latest event agrees with it.

        A process may die between the two writes; then neither is believed.
        """
        found = self.provenance.get(asset, {}).get(partition)
        if found is None or found.version != self.head(asset, partition):
            return None
        return found

    def origins(self, asset: str) -> dict[str, Provenance]:
        """Return `origin` of every partition of an asset that has one."""
        heads = self.heads.get(asset, {})
        return {
            partition: found
            for partition, found in self.provenance.get(asset, {}).items()
            if found.version == heads.get(partition, "")
        }
