"""Recording a value twice, in our provenance and as a Dagster event, in this order.

Whoever dies between the two leaves a record that no event confirms; the planner then believes
neither and has the value looked up again.
"""

from collections.abc import Iterable, Iterator

import dagster as dg

from sift_assets.defs.emission import ParentHeads, event, result
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome


def recorded_events(
    workspace: Workspace, outcomes: Iterable[Outcome], parents: ParentHeads
) -> Iterator[dg.AssetMaterialization]:
    """Record outcomes one by one and yield the event of each."""
    for outcome in outcomes:
        workspace.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})
        yield event(outcome, parents)


def recorded_result(workspace: Workspace, outcome: Outcome) -> dg.MaterializeResult:
    """Record the outcome of an unpartitioned asset and return its result."""
    workspace.provenance.record(outcome.asset, {"": outcome.provenance})
    return result(outcome)
