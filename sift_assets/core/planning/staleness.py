"""What is stale, and why: what a value should have been computed from, against what it was.

Pure functions. What follows from staleness, and in which order, is in `plan`.
"""

from collections.abc import Mapping

from sift_assets.core.planning.lineage import CHAIN, LINEAGE, SPINE, Partitioning, input_name
from sift_assets.core.planning.state import Observed, Provenance, Recorded
from sift_assets.core.records.record import Record, canonical_json, content_hash, key_of

ALL = "*"
"""Stands for all partitions in the name of an input."""

GENERATION = "generation"
"""Name of the input that says how often a person has asked a language model anew."""

INCOMPLETE = "incomplete"
"""A fact of an extraction with chunks that failed or wait: what it has counts, the rest is tried
again."""


class Stale(Record):
    """Something to compute, and the inputs that moved (`new` when there was no value)."""

    asset: str
    partition: str
    because: tuple[str, ...]


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
            inputs |= static_inputs(parent.asset, parent.partitions, observed)
    if asset == "extractions":
        inputs |= generation_input(observed.generations.get(key, 0))
    return inputs


def generation_input(generation: int) -> dict[str, str]:
    """Return how a generation stands among the inputs of an extraction; the first one does not."""
    return {GENERATION: str(generation)} if generation else {}


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
            inputs |= static_inputs(parent.asset, parent.partitions, observed)
    return inputs


def current_extractions(observed: Observed, recorded: Recorded) -> dict[str, str]:
    """Return document to extraction version, empty where there is none of today's inputs.

    A document whose new content has not been extracted contributes nothing of its old content.

    Our own records alone are asked, because a run asks no others. What Dagster has beside them
    (an event of a document that was deleted and came back, or none where events were lost) makes
    the extraction stale; it must not make the corpus stale for as long as extracting fails.
    """
    ours = recorded.by_our_records(CHAIN)
    return {
        key: "" if set(why_stale("extractions", key, observed, ours)) - {INCOMPLETE} else version
        for key in observed.documents
        for version in [ours.head("extractions", key)]
    }


def why_stale(asset: str, key: str, observed: Observed, recorded: Recorded) -> tuple[str, ...]:
    """Return the inputs that moved since a document's asset was computed; none when it is fresh."""
    for parent in CHAIN[asset].inputs:
        if parent.asset in CHAIN:
            because = why_stale(parent.asset, key, observed, recorded)
            if set(because) - {INCOMPLETE}:
                return (parent.asset,)
    origin = recorded.origin(asset, key)
    return _moved(origin, CHAIN[asset].code_version, chain_inputs(asset, key, observed, recorded))


def stale_spine(observed: Observed, recorded: Recorded) -> tuple[Stale, ...]:
    """Return the assets of the spine whose own inputs moved, in order."""
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


def static_inputs(asset: str, partitions: tuple[str, ...], observed: Observed) -> dict[str, str]:
    """Return the versions of some partitions of a root that has a fixed set of them."""
    versions: dict[str, str] = getattr(observed, asset)
    return {input_name(asset, name): versions.get(name, "") for name in partitions}


def _believed(asset: str, recorded: Recorded) -> dict[str, str]:
    partitions = recorded.provenance.get(asset, {})
    return {p: found.version for p in partitions if (found := recorded.origin(asset, p))}


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
    names = {**origin.inputs, **expected}
    moved = [name for name in names if origin.inputs.get(name) != expected.get(name)]
    if origin.code_version != code_version:
        moved.append("code")
    if origin.facts.get(INCOMPLETE):
        moved.append(INCOMPLETE)
    return tuple(sorted(moved))
