"""What is stale, and why: what a value should have been computed from, against what it was.

Pure functions. What follows from staleness, and in which order, is in `plan`.
"""

from collections.abc import Callable, Mapping

from sift_assets.core.planning.lineage import (
    BY_PARTS,
    CHAIN,
    LINEAGE,
    ROOTS,
    SPINE,
    Partitioning,
    input_name,
)
from sift_assets.core.planning.state import Facts, Observed, Provenance, Recorded
from sift_assets.core.records.record import Record, canonical_json, content_hash, key_of

ALL = "*"
"""Stands for all partitions in the name of an input."""

GENERATION = "generation"
"""Name of the input that says how often a person has asked a language model anew."""

INCOMPLETE = "incomplete"
"""A fact of an extraction with chunks that failed or wait: what it has counts, the rest is tried
again."""


WAITING = "waiting"
"""A fact of a value that lacks what waits for a budget: how much of it."""

FAILED = "failed"
"""A fact of a value that lacks what a language model failed to say: how much of it. A person's run
asks once more, and so does the next look while the value is `INCOMPLETE`."""

LIMITS = "limits"
"""Name of the input that says what may be spent, of a value with something `WAITING`: more of it is
another try."""


Current = Mapping[str, Mapping[str, str]]
"""Asset of the chain to document to the version that counts, see `current_documents`."""

Chain = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Asset of the chain to document to the inputs that moved, see `stale_chain`."""


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
    return _expected_by_document(asset, observed, recorded)(key)


def generation_input(generation: int) -> dict[str, str]:
    """Return how a generation stands among the inputs of an extraction; the first one does not."""
    return {GENERATION: str(generation)} if generation else {}


def spine_inputs(
    asset: str, observed: Observed, recorded: Recorded, current: Current | None = None
) -> dict[str, str]:
    """Return the versions that an asset of the spine should have been computed from.

    Args:
        asset: The asset.
        observed: What should be.
        recorded: What is.
        current: What `current_documents` says of both, where it is known already.
    """
    inputs: dict[str, str] = {}
    for parent in SPINE[asset].inputs:
        if parent.asset == "document_set":
            inputs["document_set"] = document_set_version(observed.documents)
        elif parent.asset in CHAIN:
            current = current or current_documents(observed, recorded)
            inputs[input_name(parent.asset, ALL)] = merkle(current[parent.asset])
        elif LINEAGE[parent.asset].partitioning in BY_PARTS:
            inputs[input_name(parent.asset, ALL)] = merkle(_believed(parent.asset, recorded))
        elif parent.asset in SPINE:
            inputs[parent.asset] = recorded.head(parent.asset)
        else:
            inputs |= static_inputs(parent.asset, parent.partitions, observed)
    origin = whole_origin(asset, recorded)
    return waiting_inputs(inputs, origin.facts if origin else {}, observed.limits)


def whole_origin(asset: str, recorded: Recorded) -> Provenance | None:
    """Return the provenance of an asset of the spine; of one in parts, the record of the whole.

    That one has no event in Dagster, so it is believed as it stands.
    """
    if LINEAGE[asset].partitioning in BY_PARTS:
        return recorded.provenance.get(asset, {}).get("")
    return recorded.origin(asset)


def waiting_inputs(inputs: Mapping[str, str], facts: Facts, limits: str) -> dict[str, str]:
    """Return the inputs of a value, with what may be spent where that is what it waits for."""
    own = {name: version for name, version in inputs.items() if name != LIMITS}
    return own | ({LIMITS: limits} if facts.get(WAITING) else {})


def current_documents(
    observed: Observed, recorded: Recorded, chain: Chain | None = None
) -> Current:
    """Return asset of the chain to document to version, empty where what it has is not of today.

    A document whose new content has not been extracted contributes nothing of its old content, and
    nothing of its new text either.

    Our own records alone are asked, because a run asks no others. What Dagster has beside them
    (an event of a document that was deleted and came back, or none where events were lost) makes
    the extraction stale; it must not make the corpus stale for as long as extracting fails.

    Args:
        observed: What should be.
        recorded: What is.
        chain: What `stale_chain` says of both, where it is known already.
    """
    ours = recorded.by_our_records(CHAIN)
    if chain is None or any(ours.heads[asset] != recorded.heads.get(asset) for asset in CHAIN):
        chain = stale_chain(observed, ours)
    outdated = _but_for_incomplete(chain["extractions"])
    return {
        asset: {
            key: "" if key in outdated else ours.heads.get(asset, {}).get(key, "")
            for key in observed.documents
        }
        for asset in CHAIN
    }


def stale_chain(observed: Observed, recorded: Recorded) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return asset to document to the inputs that moved since; what is fresh is left out.

    Of all documents at once: what they share is looked up once, and most are fresh.
    """
    stale: dict[str, dict[str, tuple[str, ...]]] = {}
    for asset, lineage in CHAIN.items():
        because: dict[str, tuple[str, ...]] = {}
        for parent in lineage.inputs:
            outdated = _but_for_incomplete(stale.get(parent.asset, {}))
            because |= {key: (parent.asset,) for key in outdated if key not in because}
        origins = recorded.origins(asset)
        expected = _expected_by_document(asset, observed, recorded)
        for key in observed.documents:
            if key in because:
                continue
            if moved := _moved(origins.get(key), lineage.code_version, expected(key)):
                because[key] = moved
        stale[asset] = because
    return stale


def stale_spine(
    observed: Observed, recorded: Recorded, chain: Chain | None = None
) -> tuple[Stale, ...]:
    """Return the assets of the spine whose own inputs moved, in order.

    Args:
        observed: What should be.
        recorded: What is.
        chain: What `stale_chain` says of both, where it is known already.
    """
    stale: list[Stale] = []
    current = current_documents(observed, recorded, chain)
    for asset, lineage in SPINE.items():
        expected = spine_inputs(asset, observed, recorded, current)
        if lineage.partitioning in BY_PARTS:
            because = _why_parts_stale(asset, expected, recorded)
        else:
            because = _moved(recorded.origin(asset), lineage.code_version, expected)
        if because:
            stale.append(Stale(asset=asset, partition="", because=because))
    return tuple(stale)


def stale_parts(asset: str, observed: Observed, recorded: Recorded) -> dict[str, tuple[str, ...]]:
    """Return the partitions of an asset in parts that are stale, with the inputs that moved.

    One that is computed partition by partition from an asset in the same parts is compared so; of
    another every partition is stale when the whole is. A partition that is to come has no reason
    but `new`.
    """
    lineage = SPINE[asset]
    alike = [p.asset for p in lineage.inputs if _is_alike(p.asset, lineage.partitioning)]
    expected = spine_inputs(asset, observed, recorded)
    if not alike:
        because = _why_parts_stale(asset, expected, recorded)
        return dict.fromkeys(sorted(_believed(asset, recorded)), because) if because else {}
    shared = {n: v for n, v in expected.items() if n not in {input_name(p, ALL) for p in alike}}
    parts = sorted({part for parent in alike for part in _believed(parent, recorded)})
    found = {
        part: _moved(
            recorded.origin(asset, part),
            lineage.code_version,
            {parent: recorded.head(parent, part) for parent in alike} | shared,
        )
        for part in parts
    }
    return {part: because for part, because in found.items() if because}


def _is_alike(parent: str, partitioning: Partitioning) -> bool:
    return LINEAGE[parent].partitioning is partitioning


def static_inputs(asset: str, partitions: tuple[str, ...], observed: Observed) -> dict[str, str]:
    """Return the versions of some partitions of a root that has a fixed set of them."""
    versions: dict[str, str] = getattr(observed, asset)
    return {input_name(asset, name): versions.get(name, "") for name in partitions}


def _expected_by_document(
    asset: str, observed: Observed, recorded: Recorded
) -> Callable[[str], dict[str, str]]:
    """Return what gives the inputs that a document's asset should have been computed from."""
    shared: dict[str, str] = {}
    own: dict[str, Mapping[str, str]] = {}
    for parent in CHAIN[asset].inputs:
        if LINEAGE[parent.asset].partitioning is Partitioning.DOCUMENT:
            heads = recorded.heads.get(parent.asset, {})
            own[parent.asset] = observed.documents if parent.asset in ROOTS else heads
            shared[parent.asset] = ""  # its place in the order
        else:
            shared |= static_inputs(parent.asset, parent.partitions, observed)
    generations = observed.generations if asset == "extractions" else {}

    def expected(key: str) -> dict[str, str]:
        inputs = shared.copy()
        for name, versions in own.items():
            inputs[name] = versions.get(key, "")
        if key in generations:
            inputs |= generation_input(generations[key])
        return inputs

    return expected


def _but_for_incomplete(stale: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return those that are not merely to be tried again: what they have counts no more."""
    return {key for key, because in stale.items() if set(because) - {INCOMPLETE}}


def _believed(asset: str, recorded: Recorded) -> dict[str, str]:
    return {partition: found.version for partition, found in recorded.origins(asset).items()}


def _why_parts_stale(asset: str, expected: dict[str, str], recorded: Recorded) -> tuple[str, ...]:
    """Compare an asset that is computed for all partitions at once, see `BY_PARTS`.

    A part that Dagster lost, or one too many, makes the hash of all parts another one.
    """
    whole = whole_origin(asset, recorded)
    if whole is not None and whole.version != merkle(_believed(asset, recorded)):
        return ("partitions",)
    return _moved(whole, SPINE[asset].code_version, expected)


def _moved(
    origin: Provenance | None, code_version: str, expected: Mapping[str, str]
) -> tuple[str, ...]:
    if origin is None:
        return ("new",)
    if _is_as_expected(origin, code_version, expected):
        return ()
    names = {**origin.inputs, **expected}
    moved = [name for name in names if origin.inputs.get(name) != expected.get(name)]
    if origin.code_version != code_version:
        moved.append("code")
    if origin.facts.get(INCOMPLETE):
        moved.append(INCOMPLETE)
    return tuple(sorted(moved))


def _is_as_expected(origin: Provenance, code_version: str, expected: Mapping[str, str]) -> bool:
    """Say in the time of a comparison what is true of nearly every value of a look."""
    is_complete = not origin.facts.get(INCOMPLETE)
    return is_complete and origin.code_version == code_version and origin.inputs == expected
