"""The graph as files for other tools."""

import dagster as dg

from sift_assets.defs.graph_run import run_exports
from sift_assets.defs.project import Project
from sift_assets.defs.specs import spec


@dg.multi_asset(
    name="graph_exports",
    specs=[
        spec(
            "graph_exports",
            group="results",
            kinds={"json", "csv"},
            description="The resolved graph as node-link JSON, GraphML and CSV files.",
        )
    ],
)
def graph_exports(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Write the export files."""
    return run_exports(context, project.open())
