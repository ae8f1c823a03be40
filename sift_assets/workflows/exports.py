"""The resolved graph as files for other tools."""

from sift_assets.core.exports.formats import export_files
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import spine_outcome
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.written_files import write_files


def write_exports(workspace: Workspace, graph: KnowledgeGraph, inputs: dict[str, str]) -> Outcome:
    """Write every configured export into the exports folder; see `write_files`.

    Args:
        workspace: The open project.
        graph: The resolved graph.
        inputs: Versions of everything that `graph_exports` reads.
    """
    files: dict[str, bytes] = {}
    with collector_paused():
        for name in workspace.settings.export_formats:
            files |= export_files(graph, name)
    written = write_files(workspace, "graph_exports", files)
    return spine_outcome(
        "graph_exports",
        workspace.store.put(written),
        inputs,
        facts={"files": len(files)},
        files={"exports_folder": workspace.exports_folder},
        tables={
            "files": [
                {"file": str(workspace.exports_folder / name), "bytes": len(files[name])}
                for name in sorted(files)
            ]
        },
    )
