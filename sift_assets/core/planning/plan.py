"""The plan: everything that differs between what should be and what is recorded, and why.

A pure function. The sensor turns a plan into requests, `sift run` carries it out in process, and
`sift status` prints it. Over-asking is harmless, because every result is stored under its inputs;
under-asking cannot last, because the same comparison is made at the next look.
"""

from collections.abc import Iterable, Mapping

from sift_assets.core.planning.lineage import (
    CHAIN,
    LINEAGE,
    SPINE,
    Partitioning,
    below,
    input_name,
)
from sift_assets.core.planning.ranges import KeyRange, ranges_over
from sift_assets.core.planning.state import Observed, Provenance, Recorded
from sift_assets.core.records.record import Record, canonical_json, content_hash, key_of

MAX_ATTEMPTS = 2
"""Tries of a failing document on the same inputs; then it stays failed until something changes."""

ALL = "*"
"""Stands for all partitions in the name of an input."""

INCOMPLETE = "incomplete"
"""A fact of an extraction with chunks that failed or wait: what it has counts, the rest is tried
again."""


class Report(Record):
    """A version of a root that Dagster does not know yet; reported without a run."""

    asset: str
    partition: str
    version: str


class Stale(Record):
    """Something to compute, and the inputs that moved (`new` when there was no value)."""

    asset: str
    partition: str
    because: tuple[str, ...]


class Plan(Record):
    """What to do next.

    Attributes:
        add: Documents to register as partitions.
        remove: Documents whose partitions are to be removed.
        reports: Versions of roots to report.
        documents: Stale documents with reasons, sorted by key then asset.
        ranges: Runs over the document chain.
        chain: Assets of the chain those runs select.
        spine: Stale assets of the spine with reasons, in order.
        spine_assets: Everything to run below the documents: stale assets and what hangs on them.
        given_up: Documents that failed too often on the same inputs, with the reason.
        blocked: Why nothing can run.
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
    blocked: tuple[str, ...] = ()

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
    remove = tuple(sorted(set(recorded.partitions) - set(observed.documents)))
    stale, given_up = _stale_documents(observed, recorded)
    order = [key for key in recorded.partitions if key in observed.documents] + list(add)
    spine = () if observed.blocked else _stale_spine(observed, recorded)
    return Plan(
        add=add,
        remove=remove,
        reports=_reports(observed, recorded),
        documents=stale,
        ranges=() if observed.blocked else ranges_over(order, {item.partition for item in stale}),
        chain=_chain_of(stale),
        spine=spine,
        spine_assets=below({item.asset for item in spine}),
        given_up=given_up,
        blocked=observed.blocked,
    )


def root_versions(observed: Observed) -> dict[str, dict[str, str]]:
    """Return root to partition (empty for none) to the version it should have."""
    return {
        "documents": observed.documents,
        "domain": observed.domain,
        "settings": observed.settings,
        "decisions": observed.decisions,
        "document_set": {"": document_set_version(observed.documents)},
    }


def document_set_version(documents: Mapping[str, str]) -> str:
    """Return the version of the set of documents: the hash of its value, key to content hash."""
    return content_hash(canonical_json(dict(documents)))


def merkle(versions: Mapping[str, str]) -> str:
    """Return one version for many: the hash of every key with its version."""
    return key_of("merkle", dict(versions))


def chain_inputs(asset: str, key: str, observed: Observed, recorded: Recorded) -> dict[str, str]:
    """Return the versions that a document's asset should have been computed from."""
    inputs: dict[str, str] = {}
    for parent in CHAIN[asset].inputs:
        if parent.asset == "documents":
            inputs["documents"] = observed.documents[key]
        elif parent.asset in CHAIN:
            inputs[parent.asset] = recorded.head(parent.asset, key)
        else:
            inputs |= _static(parent.asset, parent.partitions, observed)
    return inputs


def spine_inputs(asset: str, observed: Observed, recorded: Recorded) -> dict[str, str]:
    """Return the versions that an asset of the spine should have been computed from."""
    inputs: dict[str, str] = {}
    for parent in SPINE[asset].inputs:
        if parent.asset == "document_set":
            inputs["document_set"] = document_set_version(observed.documents)
        elif parent.asset == "extractions":
            inputs[input_name(parent.asset, ALL)] = merkle(current_extractions(observed, recorded))
        elif LINEAGE[parent.asset].partitioning is Partitioning.TYPE:
            inputs[input_name(parent.asset, ALL)] = merkle(_believed(parent.asset, recorded))
        elif parent.asset in SPINE:
            inputs[parent.asset] = recorded.head(parent.asset)
        else:
            inputs |= _static(parent.asset, parent.partitions, observed)
    return inputs


def current_extractions(observed: Observed, recorded: Recorded) -> dict[str, str]:
    """Return key to extraction version, empty where the extraction is not of today's inputs.

    A document whose new content has not been extracted contributes nothing of its old content.
    """
    return {
        key: "" if set(_why_stale("extractions", key, observed, recorded)) - {INCOMPLETE} else v
        for key in observed.documents
        if (v := recorded.head("extractions", key))
    }


def _static(asset: str, partitions: tuple[str, ...], observed: Observed) -> dict[str, str]:
    versions: dict[str, str] = getattr(observed, asset)
    return {input_name(asset, name): versions.get(name, "") for name in partitions}


def _believed(asset: str, recorded: Recorded) -> dict[str, str]:
    partitions = recorded.provenance.get(asset, {})
    return {p: found.version for p in partitions if (found := recorded.origin(asset, p))}


def _reports(observed: Observed, recorded: Recorded) -> tuple[Report, ...]:
    return tuple(
        Report(asset=asset, partition=partition, version=version)
        for asset, versions in sorted(root_versions(observed).items())
        for partition, version in sorted(versions.items())
        if _is_news(recorded.origin(asset, partition), version)
    )


def _is_news(origin: Provenance | None, version: str) -> bool:
    """Compare with what both records agree on: our own may be lost, and is then written anew."""
    return origin is None or origin.version != version


def _stale_documents(
    observed: Observed, recorded: Recorded
) -> tuple[tuple[Stale, ...], dict[str, str]]:
    stale: list[Stale] = []
    given_up: dict[str, str] = {}
    for key in sorted(observed.documents):
        reasons = {asset: _why_stale(asset, key, observed, recorded) for asset in CHAIN}
        attempt = recorded.attempts.get(key)
        if (
            any(reasons.values())
            and attempt is not None
            and attempt.count >= MAX_ATTEMPTS
            and attempt.fingerprint == attempt_fingerprint(key, observed)
        ):
            given_up[key] = attempt.reason
            continue
        stale += [
            Stale(asset=asset, partition=key, because=because)
            for asset, because in reasons.items()
            if because
        ]
    return tuple(stale), given_up


def attempt_fingerprint(key: str, observed: Observed) -> str:
    """Return the hash of everything that a document's chain depends on, for counting failures."""
    names = {
        parent.asset: parent.partitions
        for lineage in CHAIN.values()
        for parent in lineage.inputs
        if parent.partitions
    }
    static = [_static(asset, partitions, observed) for asset, partitions in sorted(names.items())]
    codes = [lineage.code_version for lineage in CHAIN.values()]
    return key_of(observed.documents.get(key, ""), static, codes)


def work_fingerprint(todo: Plan, observed: Observed, keys: Iterable[str] = ()) -> str:
    """Return the hash of a piece of work: what is computed, from what, and why.

    Runs that fail before they reach any document leave no attempt behind; by this they are told
    apart from runs over something new.

    Args:
        todo: The plan it is part of.
        observed: What the plan was made from.
        keys: The documents of a run over documents; none for a run over the graph.
    """
    documents = {key: attempt_fingerprint(key, observed) for key in keys}
    reasons = todo.documents if documents else todo.spine
    about = [
        r.model_dump(mode="json") for r in reasons if not documents or r.partition in documents
    ]
    static = [observed.domain, observed.settings, observed.decisions]
    everything = [document_set_version(observed.documents), *static]
    return key_of("work", documents, about, [] if documents else everything)


def _why_stale(asset: str, key: str, observed: Observed, recorded: Recorded) -> tuple[str, ...]:
    for parent in CHAIN[asset].inputs:
        if parent.asset in CHAIN:
            because = _why_stale(parent.asset, key, observed, recorded)
            if set(because) - {INCOMPLETE}:
                return (parent.asset,)
    origin = recorded.origin(asset, key)
    return _moved(origin, CHAIN[asset].code_version, chain_inputs(asset, key, observed, recorded))


def _stale_spine(observed: Observed, recorded: Recorded) -> tuple[Stale, ...]:
    stale: list[Stale] = []
    for asset, lineage in SPINE.items():
        expected = spine_inputs(asset, observed, recorded)
        if lineage.partitioning is Partitioning.TYPE:
            because = _why_types_stale(asset, expected, recorded)
        else:
            because = _moved(recorded.origin(asset), lineage.code_version, expected)
        if because:
            stale.append(Stale(asset=asset, partition="", because=because))
    return tuple(stale)


def _why_types_stale(asset: str, expected: dict[str, str], recorded: Recorded) -> tuple[str, ...]:
    """Compare an asset that is computed for all types at once.

    Beside its partitions it has one record for the whole (partition empty), whose version is the
    hash of all types; a type that Dagster lost, or one too many, makes them differ.
    """
    whole = recorded.provenance.get(asset, {}).get("")
    if whole is not None and whole.version != merkle(_believed(asset, recorded)):
        return ("partitions",)
    return _moved(whole, SPINE[asset].code_version, expected)


def _moved(
    origin: Provenance | None, code_version: str, expected: Mapping[str, str]
) -> tuple[str, ...]:
    if origin is None:
        return ("new",)
    moved = [name for name, version in expected.items() if origin.inputs.get(name) != version]
    if origin.code_version != code_version:
        moved.append("code")
    if origin.facts.get(INCOMPLETE):
        moved.append(INCOMPLETE)
    return tuple(sorted(moved))


def _chain_of(stale: tuple[Stale, ...]) -> tuple[str, ...]:
    assets = {item.asset for item in stale}
    return tuple(name for name in CHAIN if name in assets)
