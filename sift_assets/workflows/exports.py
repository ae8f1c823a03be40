"""The resolved graph as files for other tools."""

import json
from pathlib import Path

from sift_assets.core.errors import CorruptObjectError
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


def missing_exports(workspace: Workspace) -> list[Path]:
    """Return the files of the latest export that are gone, or not in the folder set now.

    Only their presence is looked at, at every look: an edited file is the user's own affair.
    """
    written = workspace.provenance.read("graph_exports").get("")
    if written is None:
        return []
    try:
        hashes: dict[str, str] = json.loads(workspace.store.get(written.version))
    except CorruptObjectError:
        return [workspace.exports_folder]
    files = [workspace.exports_folder / name for name in sorted(hashes)]
    return [file for file in files if not file.is_file()]
