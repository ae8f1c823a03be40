"""What people, programs and agents read: the index, the viewer, files for other tools."""

import dagster as dg

from sift_assets.defs.project import Project
from sift_assets.defs.results_run import run_writing
from sift_assets.defs.specs import spec
from sift_assets.workflows.agent_index import build_agent_index
from sift_assets.workflows.exports import write_exports
from sift_assets.workflows.viewer import write_viewer


@dg.multi_asset(
    name="agent_index",
    specs=[
        spec(
            "agent_index",
            group="results",
            kinds={"sqlite"},
            description="What agents and the commands that answer questions search, in SQLite.",
        )
    ],
)
def agent_index(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Write the index."""
    return run_writing(context, project.open(), "agent_index", build_agent_index)


@dg.multi_asset(
    name="viewer",
    specs=[
        spec(
            "viewer",
            group="results",
            kinds={"html"},
            description="The graph to look at: one page in which every fact opens its passage.",
        )
    ],
)
def viewer(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Write the viewer."""
    return run_writing(context, project.open(), "viewer", write_viewer)


@dg.multi_asset(
    name="graph_exports",
    specs=[
        spec(
            "graph_exports",
            group="results",
            kinds={"json", "csv"},
            description="The resolved graph as files for other tools, as node-link JSON and more.",
        )
    ],
)
def graph_exports(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Write the export files."""
    return run_writing(context, project.open(), "graph_exports", write_exports)
