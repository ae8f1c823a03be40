"""The plan: everything that differs between what should be and what is recorded, and why.

A pure function. The sensor turns a plan into requests, `sift run` carries it out in process, and
`sift status` prints it. Over-asking is harmless, because every result is stored under its inputs;
under-asking cannot last, because the same comparison is made at the next look.
"""

from collections.abc import Collection, Iterable, Set

from sift_assets.core.planning.lineage import (
    CHAIN,
    LAYERS,
    LINEAGE,
    ROOTS,
    Partitioning,
    below,
)
from sift_assets.core.planning.ranges import KeyRange, ranges_over, shard_ranges
from sift_assets.core.planning.staleness import (
    Chain,
    Stale,
    document_set_version,
    generation_input,
    root_versions,
    stale_chain,
    stale_spine,
    static_inputs,
)
from sift_assets.core.planning.state import Attempt, Observed, Provenance, Recorded
from sift_assets.core.records.record import Record, key_of

MAX_ATTEMPTS = 2
"""Tries of a failing document on the same inputs; then it stays failed until something changes."""


class Report(Record):
    """A version of a root that Dagster does not know yet; reported without a run."""

    asset: str
    partition: str
    version: str


class Plan(Record):
    """What to do next.

    Attributes:
        add: Documents that Dagster does not know: to be registered, where each is a partition.
        remove: Documents that are gone, whose partitions and records are to be removed.
        reports: Versions of roots to report.
        documents: Stale documents with reasons, sorted by key then asset.
        ranges: Runs over the document chain.
        chain: Assets of the chain those runs select.
        spine: Stale assets of the spine with reasons, in order.
        spine_assets: Everything to run below the documents: stale assets and what hangs on them;
            in a run for each layer, see `layer_assets`.
        given_up: Documents that failed too often on the same inputs, with the reason.
        waiting: Documents with chunks that wait for a budget, with the reason.
        blocked: Why nothing can run.
        shards: How many shards documents are partitioned into; 0 for a partition each.
    """

    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    reports: tuple[Report, ...] = ()
    documents: tuple[Stale, ...] = ()
    ranges: tuple[KeyRange, ...] = ()
    chain: tuple[str, ...] = ()
    spine: tuple[Stale, ...] = ()
    spine_assets: tuple[str, ...] = ()
    given_up: dict[str, str] = {}
    waiting: dict[str, str] = {}
    blocked: tuple[str, ...] = ()
    shards: int = 0

    def layer_assets(self, layer: str) -> tuple[str, ...]:
        """Return what of the spine is computed in the run of a layer, see `LAYERS`."""
        return tuple(asset for asset in self.spine_assets if asset in LAYERS[layer])

    def without(self, assets: Collection[str]) -> "Plan":
        """Return the same without some assets of the spine, and without what only hangs on them."""
        if not assets:
            return self
        spine = tuple(item for item in self.spine if item.asset not in assets)
        reached = set(below({item.asset for item in spine})) - set(assets)
        names = tuple(name for name in self.spine_assets if name in reached)
        return self.model_copy(update={"spine": spine, "spine_assets": names})

    @property
    def next_layer(self) -> str:
        """The first layer with something to compute, empty for none."""
        return next((layer for layer in LAYERS if self.layer_assets(layer)), "")

    @property
    def nothing_to_do(self) -> bool:
        """Whether the recorded state equals the observed one, but for documents given up."""
        return not (self.add or self.remove or self.reports or self.ranges or self.spine_assets)


def plan(observed: Observed, recorded: Recorded) -> Plan:
    """Compare what should be with what is recorded.

    Args:
        observed: The folder, the domain, the settings and the decisions as they are.
        recorded: Dagster's latest versions and our provenance.

    Returns:
        The whole difference. Ranges and spine are both given; whoever carries out the plan runs
        the documents first and looks again before the spine.
    """
    add = tuple(sorted(set(observed.documents) - set(recorded.partitions)))
    remove = tuple(sorted(_documents_on_record(recorded) - set(observed.documents)))
    chain = stale_chain(observed, recorded)
    stale, given_up, waiting = _stale_documents(observed, recorded, chain)
    spine = () if observed.blocked else stale_spine(observed, recorded, chain)
    return Plan(
        add=add,
        remove=remove,
        reports=_reports(observed, recorded),
        documents=stale,
        ranges=() if observed.blocked else _ranges(observed, recorded, add, stale),
        chain=_chain_of(stale),
        spine=spine,
        spine_assets=below({item.asset for item in spine}),
        given_up=given_up,
        waiting=waiting,
        blocked=observed.blocked,
        shards=observed.shards,
    )


def ranges_beside(todo: Plan, observed: Observed, busy: Set[str]) -> tuple[KeyRange, ...]:
    """Return the runs over documents that may begin while others are at work on some shards.

    None where each document is a partition: there runs over documents wait for one another.

    Args:
        todo: The plan.
        observed: What it was made from.
        busy: The shards that runs are at work on; none where nothing is.
    """
    if not busy:
        return todo.ranges
    if not (todo.shards and todo.ranges):
        return ()
    stale = {key for piece in todo.ranges for key in piece.keys}
    return shard_ranges(observed.documents, stale, todo.shards, busy)


def _ranges(
    observed: Observed, recorded: Recorded, add: Iterable[str], stale: Iterable[Stale]
) -> tuple[KeyRange, ...]:
    keys = {item.partition for item in stale}
    if observed.shards:
        return shard_ranges(observed.documents, keys, observed.shards)
    order = [key for key in recorded.partitions if key in observed.documents]
    return ranges_over([*order, *add], keys)


def _documents_on_record(recorded: Recorded) -> set[str]:
    """Return every document that Dagster or our own records know.

    Not Dagster's partitions alone: when those are lost, or a process dies after it has removed
    them, our records of a document that is gone would stay for ever and be counted.
    """
    ours = (
        recorded.provenance.get(asset, {}).keys()
        for asset, lineage in LINEAGE.items()
        if lineage.partitioning is Partitioning.DOCUMENT
    )
    return set(recorded.partitions).union(*ours)


def _reports(observed: Observed, recorded: Recorded) -> tuple[Report, ...]:
    origins = {asset: recorded.origins(asset) for asset in ROOTS}
    return tuple(
        Report(asset=asset, partition=partition, version=version)
        for asset, versions in sorted(root_versions(observed).items())
        for partition, version in sorted(versions.items())
        if _is_news(origins[asset].get(partition), version)
    )


def _is_news(origin: Provenance | None, version: str) -> bool:
    """Compare with what both records agree on: our own may be lost, and is then written anew."""
    return origin is None or origin.version != version


def _stale_documents(
    observed: Observed, recorded: Recorded, chain: Chain
) -> tuple[tuple[Stale, ...], dict[str, str], dict[str, str]]:
    """Return what is stale, and of which documents that is left: failed too often, or waiting."""
    stale: list[Stale] = []
    given_up: dict[str, str] = {}
    waiting: dict[str, str] = {}
    for key in sorted({key for because in chain.values() for key in because}):
        attempt = recorded.attempts.get(key)
        if attempt is not None and is_left(attempt, key, observed):
            (waiting if attempt.waits else given_up)[key] = attempt.reason
            continue
        stale += [
            Stale(asset=asset, partition=key, because=because[key])
            for asset, because in chain.items()
            if key in because
        ]
    return tuple(stale), given_up, waiting


def is_left(attempt: Attempt, key: str, observed: Observed) -> bool:
    """Say whether nothing has changed since an attempt that would make another one worth it."""
    if attempt.waits:
        return attempt.fingerprint == waiting_fingerprint(key, observed)
    is_same = attempt.fingerprint == attempt_fingerprint(key, observed)
    return is_same and attempt.count >= MAX_ATTEMPTS


def waiting_fingerprint(key: str, observed: Observed) -> str:
    """Return the hash of what a document depends on and of what may be spent on it."""
    return key_of(attempt_fingerprint(key, observed), observed.limits)


def attempt_fingerprint(key: str, observed: Observed) -> str:
    """Return the hash of everything that a document's chain depends on, for counting failures."""
    names = {
        parent.asset: parent.partitions
        for lineage in CHAIN.values()
        for parent in lineage.inputs
        if parent.partitions
    }
    static = [
        static_inputs(asset, partitions, observed) for asset, partitions in sorted(names.items())
    ]
    codes = [lineage.code_version for lineage in CHAIN.values()]
    generation = generation_input(observed.generations.get(key, 0))
    return key_of(observed.documents.get(key, ""), static, codes, generation)


def work_fingerprint(
    todo: Plan, observed: Observed, keys: Iterable[str] = (), layer: str = ""
) -> str:
    """Return the hash of a piece of work: what is computed, from what, and why.

    Runs that fail before they reach any document leave no attempt behind; by this they are told
    apart from runs over something new.

    Args:
        todo: The plan it is part of.
        observed: What the plan was made from.
        keys: The documents of a run over documents; none for a run below them.
        layer: The layer of a run below them.
    """
    documents = {key: attempt_fingerprint(key, observed) for key in keys}
    reasons = todo.documents if documents else todo.spine
    own = set(todo.layer_assets(layer)) if layer else set(LINEAGE)
    about = [
        r.model_dump(mode="json")
        for r in reasons
        if (r.partition in documents if documents else r.asset in own)
    ]
    static = [observed.domain, observed.settings, observed.decisions]
    everything = [document_set_version(observed.documents), *static]
    return key_of("work", layer, documents, about, [] if documents else everything)


def _chain_of(stale: tuple[Stale, ...]) -> tuple[str, ...]:
    assets = {item.asset for item in stale}
    return tuple(name for name in CHAIN if name in assets)
