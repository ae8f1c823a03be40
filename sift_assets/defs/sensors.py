"""The sensor that keeps the graph equal to the folder, the domain and the settings."""

import dagster as dg

from sift_assets.core.errors import ConfigError
from sift_assets.core.planning.lineage import CHAIN, SPINE
from sift_assets.defs.partitions import refuse_other_partitions
from sift_assets.defs.project import Project
from sift_assets.defs.watching import look

SECONDS_BETWEEN_LOOKS = 1
"""Dagster's daemon comes by every five seconds and looks then. With five here it found every other
time that a few milliseconds were missing, and looked every ten (measured)."""


@dg.sensor(
    name="watch_documents",
    asset_selection=dg.AssetSelection.assets(*CHAIN, *SPINE),
    minimum_interval_seconds=SECONDS_BETWEEN_LOOKS,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Compares the folder, the domain and the settings with what is recorded, and asks "
    "for exactly the difference.",
)
def watch_documents(
    context: dg.SensorEvaluationContext, project: Project
) -> dg.SensorResult | dg.SkipReason:
    """Look at the world and ask for what is stale."""
    workspace = project.open()
    if context.repository_def is not None:  # a run over partitions of other settings would fail
        declared = context.repository_def.asset_graph.get(dg.AssetKey("documents"))
        try:
            refuse_other_partitions(declared.partitions_def, workspace.settings)
        except ConfigError as error:
            return dg.SkipReason(str(error))
    return look(context.instance, workspace, context.log)
