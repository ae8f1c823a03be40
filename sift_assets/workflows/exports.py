"""The resolved graph as files for other tools."""

from pathlib import Path

from sift_assets.core.exports.formats import export_files
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.files import write_atomically
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import spine_outcome
from sift_assets.workflows.outcome import Outcome


def write_exports(workspace: Workspace, graph: KnowledgeGraph, inputs: dict[str, str]) -> Outcome:
    """Write every configured export into the exports folder, each file atomically.

    Args:
        workspace: The open project.
        graph: The resolved graph.
        inputs: Versions of everything that `graph_exports` reads.
    """
    files: dict[str, bytes] = {}
    for name in workspace.settings.export_formats:
        files |= export_files(graph, name)
    for name, data in files.items():
        write_atomically(workspace.exports_folder / name, data)
    hashes = {name: content_hash(data) for name, data in sorted(files.items())}
    return spine_outcome(
        "graph_exports",
        workspace.store.put(canonical_json(hashes)),
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


def missing_exports(workspace: Workspace, hashes: dict[str, str]) -> list[Path]:
    """Return the export files that are gone or no longer what was written."""
    files = {workspace.exports_folder / name: version for name, version in hashes.items()}
    return [file for file, version in files.items() if _hash(file) != version]


def _hash(file: Path) -> str:
    try:
        return content_hash(file.read_bytes())
    except OSError:
        return ""
