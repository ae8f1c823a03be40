"""Why a value is computed anew, and what a value was made from, back to the roots.

Pure functions over what the planner compares. When Dagster recorded a value, and where its object
lies, is for `workflows.explaining` to add.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sift_assets.core.planning.lineage import (
    BY_PARTS,
    CHAIN,
    LINEAGE,
    SPINE,
    Partitioning,
    below,
    input_name,
)
from sift_assets.core.planning.plan import Plan, Report
from sift_assets.core.planning.staleness import (
    ALL,
    GENERATION,
    Stale,
    chain_inputs,
    spine_inputs,
    stale_spine,
    whole_origin,
)
from sift_assets.core.planning.state import Facts, Observed, Provenance, Recorded
from sift_assets.core.records.record import Record

NEW = "new"
"""The reason of a value that there is none of yet; `staleness` calls it so."""

CODE = "code"
"""The reason of a value whose asset has another code version."""

WITH_MANIFEST = "graph_manifest"
"""Why the graph is looked up where only its manifest is stale: they come together."""

Name = tuple[str, str]
"""An asset and one of its partitions, empty for none."""


class Reason(Record):
    """One reason why a value is computed anew.

    Attributes:
        input: The input that moved, as in `lineage`; or `new`, `code`, `incomplete`, `partitions`.
        old: The version that the value was computed from; empty when there was none.
        new: The version that it is to be computed from; empty when that is computed first.
    """

    input: str
    old: str = ""
    new: str = ""


class Computation(Record):
    """A value that a plan computes, and why."""

    asset: str
    partition: str
    reasons: tuple[Reason, ...]


class ExplainedInput(Record):
    """One input of a value.

    Attributes:
        name: As in `lineage`, for example `domain[prompt]`, `extractions[*]`.
        version: The version that was read; for many partitions the hash of them all.
        moved: Whether it has another version by now.
        partitions: Of how many values it consists; 1 unless its name ends in `[*]`.
        values: The values behind it, stale ones first; fewer than `partitions` when there are
            many, none below the depth asked for or when it has moved.
    """

    name: str
    version: str
    moved: bool = False
    partitions: int = 1
    values: tuple["Explained", ...] = ()


class Explained(Record):
    """One recorded value.

    Attributes:
        asset: Its asset.
        partition: Its partition, empty for none.
        version: Its data version.
        code_version: Code version of the asset that computed it.
        confirmed: Whether Dagster's latest event has the same version.
        reasons: Why it is stale; none when it is fresh.
        facts: Counts and statuses, and which reader, extractor and model computed it.
        inputs: What it was computed from.
    """

    asset: str
    partition: str
    version: str
    code_version: str
    confirmed: bool = True
    reasons: tuple[Reason, ...] = ()
    facts: Facts = {}
    inputs: tuple[ExplainedInput, ...] = ()


def computations(todo: Plan, observed: Observed, recorded: Recorded) -> tuple[Computation, ...]:
    """Return every value that carrying out a plan computes, parents first, with the reasons.

    Args:
        todo: The plan made from the other two.
        observed: What should be.
        recorded: What is recorded.

    Returns:
        The stale documents, then the stale assets below them and all that hangs on these. Where a
        look is blocked, what would follow without the obstacle.
    """
    spine = {item.asset: item for item in stale_spine(observed, recorded)}
    reached = below(set(spine))
    to_come = {*todo.chain, *reached}
    stale = {(item.asset, item.partition) for item in todo.documents}
    documents = [_of_document(item, stale, observed, recorded) for item in todo.documents]
    return (
        *documents,
        *(_of_spine(asset, spine.get(asset), to_come, observed, recorded) for asset in reached),
    )


def moved_roots(todo: Plan, recorded: Recorded) -> tuple[Computation, ...]:
    """Return the roots whose version Dagster does not know yet: reported without a run."""
    return tuple(
        Computation(
            asset=report.asset,
            partition=report.partition,
            reasons=(_news(report, recorded),),
        )
        for report in todo.reports
    )


def explain(
    name: Name,
    todo: Plan,
    observed: Observed,
    recorded: Recorded,
    *,
    depth: int | None = None,
    members: int = 5,
) -> Explained | None:
    """Say what a recorded value was made from, back to the roots.

    Args:
        name: The asset, and the partition or nothing.
        todo: The plan made from the other two.
        observed: What should be.
        recorded: What is recorded.
        depth: Steps to go back; None goes to the roots, 0 names the inputs only.
        members: Of an input of many partitions, how many are told of; 0 for all.

    Returns:
        None when no value is recorded.
    """
    moved = (*moved_roots(todo, recorded), *computations(todo, observed, recorded))
    reasons = {(item.asset, item.partition): item.reasons for item in moved}
    explainer = _Explainer(recorded, reasons, tuple(observed.documents), members)
    return explainer.value(name, depth)


@dataclass(frozen=True)
class _Explainer:
    recorded: Recorded
    reasons: Mapping[Name, tuple[Reason, ...]]
    documents: tuple[str, ...]
    members: int

    def value(self, name: Name, depth: int | None) -> Explained | None:
        asset, partition = name
        entry = self.recorded.provenance.get(asset, {}).get(partition)
        if entry is None:
            return None
        whole = self._whole(asset)
        deeper = None if depth is None else depth - 1
        return Explained(
            asset=asset,
            partition=partition,
            version=entry.version,
            code_version=entry.code_version,
            confirmed=name == whole or entry.version == self.recorded.head(asset, partition),
            reasons=self.reasons.get(name) or self.reasons.get(whole or name, ()),
            facts=entry.facts,
            inputs=tuple(
                self._input(partition, input_, version, deeper)
                for input_, version in entry.inputs.items()
            ),
        )

    def _input(self, key: str, name: str, version: str, depth: int | None) -> ExplainedInput:
        asset, _, inside = name.partition("[")
        if name == GENERATION:  # a number that a person has raised: there is no value behind it
            reasons = self.reasons.get(("extractions", key), ())
            moved = any(reason.input == name for reason in reasons)
            return ExplainedInput(name=name, version=version, moved=moved)
        if inside != f"{ALL}]":
            source = (asset, key if self._has_same_keys(asset) else inside.removesuffix("]"))
            return self._single(name, source, version, depth)
        if self._whole(asset) is not None:
            found = self._single(name, (asset, ""), version, depth)
            count = sum(bool(partition) for partition in self.recorded.provenance.get(asset, {}))
            return found.model_copy(update={"partitions": count})
        keys = [key for key in self.documents if key in self.recorded.provenance.get(asset, {})]
        keys.sort(key=lambda key: (not self.reasons.get((asset, key)), key))
        told = keys[: self.members] if self.members else keys
        return ExplainedInput(
            name=name,
            version=version,
            moved=any(self.reasons.get((asset, key)) for key in keys),
            partitions=len(keys),
            values=self._values([(asset, key) for key in told], depth),
        )

    def _single(self, name: str, source: Name, version: str, depth: int | None) -> ExplainedInput:
        entry = self.recorded.provenance.get(source[0], {}).get(source[1])
        is_same = entry is not None and entry.version == version
        values = self._values([source], depth) if is_same else ()
        return ExplainedInput(name=name, version=version, moved=not is_same, values=values)

    def _values(self, names: Iterable[Name], depth: int | None) -> tuple[Explained, ...]:
        if depth is not None and depth < 0:
            return ()
        found = (self.value(name, depth) for name in names)
        return tuple(value for value in found if value is not None)

    def _has_same_keys(self, parent: str) -> bool:
        """Say whether a parent named without a partition is read by the key of its reader."""
        return LINEAGE[parent].partitioning in BY_PARTS | {Partitioning.DOCUMENT}

    def _whole(self, asset: str) -> Name | None:
        """Return the record of all parts at once, for an asset that is computed so."""
        return (asset, "") if LINEAGE[asset].partitioning in BY_PARTS else None


def _news(report: Report, recorded: Recorded) -> Reason:
    old = recorded.head(report.asset, report.partition)
    name = input_name(report.asset, report.partition) if old else NEW
    return Reason(input=name, old=old, new=report.version)


def _of_document(
    item: Stale, stale: set[Name], observed: Observed, recorded: Recorded
) -> Computation:
    origin = recorded.origin(item.asset, item.partition)
    expected = chain_inputs(item.asset, item.partition, observed, recorded)
    to_come = {name for name in expected if (name, item.partition) in stale}
    code = CHAIN[item.asset].code_version
    reasons = _reasons(item.because, origin, expected, code, to_come)
    return Computation(asset=item.asset, partition=item.partition, reasons=reasons)


def _of_spine(
    asset: str, item: Stale | None, to_come: set[str], observed: Observed, recorded: Recorded
) -> Computation:
    origin = whole_origin(asset, recorded)
    expected = spine_inputs(asset, observed, recorded)
    parents = tuple(name for name in expected if _asset_of(name) in to_come)
    because = item.because if item else parents or (WITH_MANIFEST,)
    code = SPINE[asset].code_version
    return Computation(
        asset=asset, partition="", reasons=_reasons(because, origin, expected, code, to_come)
    )


def _reasons(
    because: tuple[str, ...],
    origin: Provenance | None,
    expected: Mapping[str, str],
    code_version: str,
    to_come: set[str],
) -> tuple[Reason, ...]:
    found: list[Reason] = []
    for name in because:
        if name == CODE and origin is not None:
            found.append(Reason(input=name, old=origin.code_version, new=code_version))
        elif name in expected:
            old = origin.inputs.get(name, "") if origin else ""
            new = "" if _asset_of(name) in to_come else expected[name]
            found.append(Reason(input=name, old=old, new=new))
        else:
            found.append(Reason(input=name))
    return tuple(found)


def _asset_of(name: str) -> str:
    return name.partition("[")[0]
