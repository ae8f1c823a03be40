"""Recording a value twice, in our provenance and as a Dagster event, in this order.

Whoever dies between the two leaves a record that no event confirms; the planner then believes
neither and has the value looked up again.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import dagster as dg

from sift_assets.defs.emission import ParentHeads, event, result
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome, Parts, recorded_whole


class Timed(NamedTuple):
    """An outcome and how many seconds it took, if that was measured."""

    outcome: Outcome
    seconds: float | None = None


def recorded_events(
    workspace: Workspace, done: Sequence[Timed], parents: ParentHeads
) -> Iterator[dg.AssetMaterialization]:
    """Record outcomes together and yield the event of each.

    Args:
        workspace: The open project.
        done: Partitions of one asset, each once.
        parents: The asset's parents, as they were before its inputs were read.
    """
    entries = {outcome.partition: outcome.provenance for outcome, _ in done}
    if done:
        workspace.provenance.record(done[0].outcome.asset, entries)
    for outcome, seconds in done:
        yield event(_with_file(workspace, outcome), parents, seconds)


def recorded_parts(
    workspace: Workspace,
    asset: str,
    made: Parts,
    parents: ParentHeads,
    started: float,
) -> Iterator[dg.AssetMaterialization]:
    """Record an asset that is computed for all its partitions at once, and yield their events.

    Args:
        workspace: The open project.
        asset: The asset.
        made: What was computed; records of other partitions are dropped.
        parents: As for `recorded_events`.
        started: When the computation began.
    """
    seconds = time.perf_counter() - started
    timed = [Timed(part, seconds) for part in made.parts]
    with recorded_whole(workspace, asset, made):
        yield from recorded_events(workspace, timed, parents)


def recorded_result(workspace: Workspace, compute: Callable[[], Outcome]) -> dg.MaterializeResult:
    """Compute and record an unpartitioned asset and return its result."""
    started = time.perf_counter()
    return recorded_outcome(workspace, compute(), started)


def recorded_outcome(
    workspace: Workspace, outcome: Outcome, started: float
) -> dg.MaterializeResult:
    """Record an unpartitioned asset that was computed since a moment, and return its result."""
    workspace.provenance.record(outcome.asset, {"": outcome.provenance})
    return result(_with_file(workspace, outcome), time.perf_counter() - started)


def _with_file(workspace: Workspace, outcome: Outcome) -> Outcome:
    """Add the place of the stored value to what people are shown, but not where a seat keeps its.

    Where seats are strictly apart that is in a folder of theirs, and no page of Central's names it.
    """
    if workspace.seat:
        return outcome
    stored = workspace.store.path_of(outcome.provenance.version)
    return replace(outcome, files={**outcome.files, "stored_value": stored})
