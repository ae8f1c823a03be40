"""When the graph was last seen to be of today's folder: the asset that has a freshness policy.

It is there only where the settings want a policy. See `core.operations.freshness` for what the
policy is about, and why it is about no other asset.
"""

from datetime import UTC, datetime

import dagster as dg

from sift_assets.core.operations.freshness import FreshnessSettings
from sift_assets.defs.specs import OWNERS
from sift_assets.resources.dagster_internals import (
    CODE_VERSION_TAG,
    DATA_VERSION_TAG,
    INPUT_POINTER_TAG,
    INPUT_VERSION_TAG,
    USER_VERSION_TAG,
    head,
)
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison

CURRENT_GRAPH = "current_graph"

SHOWN_GRAPH = "resolved_graph"
"""The graph that is looked at."""

CODE_VERSION = "1"


def freshness_assets(settings: FreshnessSettings) -> list[dg.AssetSpec]:
    """Declare the asset, where the settings want a policy."""
    fail_window = settings.fail_window
    if fail_window is None:
        return []
    return [
        dg.AssetSpec(
            CURRENT_GRAPH,
            deps=[SHOWN_GRAPH],
            group_name="operations",
            code_version=CODE_VERSION,
            owners=OWNERS,
            description="The resolved graph as a look last found it when nothing was left to do. "
            "It is recorded anew from time to time although nothing changes, so its age tells "
            "whether anybody looks, and whether the graph follows the folder.",
            freshness_policy=dg.FreshnessPolicy.time_window(
                fail_window=fail_window, warn_window=settings.warn_window
            ),
        )
    ]


def report_current_graph(
    instance: dg.DagsterInstance, workspace: Workspace, comparison: Comparison, now: datetime
) -> None:
    """Record that nothing is left to do, where that is so, is wanted, and was not just recorded."""
    version = comparison.recorded.head(SHOWN_GRAPH)
    if not (workspace.settings.freshness.fail_after and version and _is_done(comparison)):
        return
    records = instance.fetch_materializations(dg.AssetKey(CURRENT_GRAPH), limit=1).records
    last = datetime.fromtimestamp(records[0].timestamp, tz=UTC) if records else None
    known = head(instance, CURRENT_GRAPH)
    is_new = known is None or known.version != version
    if is_new or workspace.settings.freshness.is_due(last, now):
        instance.report_runless_asset_event(_event(instance, version))


def _is_done(comparison: Comparison) -> bool:
    """Say whether the graph is of what there is, but for what waits for people or was given up.

    That has checks of its own, which say for how many documents and why. What hides the folder
    or most of it (files that cannot be read, a mass deletion) is not passed over.
    """
    observation = comparison.observation
    todo = comparison.while_waiting().plan
    is_seen = observation.complete and not observation.held_back
    return is_seen and todo.nothing_to_do and not todo.blocked


def _event(instance: dg.DagsterInstance, version: str) -> dg.AssetMaterialization:
    seen = head(instance, SHOWN_GRAPH)
    return dg.AssetMaterialization(
        CURRENT_GRAPH,
        tags={
            DATA_VERSION_TAG: version,
            CODE_VERSION_TAG: CODE_VERSION,
            USER_VERSION_TAG: "true",
            f"{INPUT_VERSION_TAG}{SHOWN_GRAPH}": version,
            f"{INPUT_POINTER_TAG}{SHOWN_GRAPH}": str(seen.storage_id) if seen else "NULL",
        },
    )
