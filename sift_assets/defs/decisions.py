"""The graph with what people decided: every fact has a status."""

import dagster as dg

from sift_assets.defs.graph_run import run_resolved
from sift_assets.defs.project import Project
from sift_assets.defs.specs import spec


@dg.multi_asset(
    name="resolved_graph",
    specs=[
        spec(
            "resolved_graph",
            group="graph",
            kinds={"pyarrow"},
            description="The graph with verdicts applied: each fact is pending, confirmed, "
            "supported by several documents, or from a single source.",
        )
    ],
)
def resolved_graph(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Apply verdicts and flags."""
    return run_resolved(context, project.open())
