"""The resolved graph as files for other tools."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.files import WRITING, write_atomically
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import spine_outcome
from sift_assets.workflows.outcome import Outcome

if TYPE_CHECKING:
    from sift_assets.core.graph.build import KnowledgeGraph


def write_exports(workspace: Workspace, graph: "KnowledgeGraph", inputs: dict[str, str]) -> Outcome:
    """Write every configured export into the exports folder, each file atomically.

    Files of formats that are configured no more are removed: what they say would never change
    again, however much is refused or deleted.

    Args:
        workspace: The open project.
        graph: The resolved graph.
        inputs: Versions of everything that `graph_exports` reads.
    """
    # Here, not above: every look asks for missing exports, and the formats import pyarrow.
    from sift_assets.core.exports.formats import export_files

    files: dict[str, bytes] = {}
    with collector_paused():
        for name in workspace.settings.export_formats:
            files |= export_files(graph, name)
    earlier = _exported_names(workspace)
    _remember(workspace, earlier | files.keys())  # before the first: a crash may follow any
    _remove_unfinished(
        {(workspace.exports_folder / name).parent for name in earlier | files.keys()}
    )
    for name, data in files.items():
        write_atomically(workspace.exports_folder / name, data)
    for name in sorted(earlier - files.keys()):
        (workspace.exports_folder / name).unlink(missing_ok=True)
    _remember(workspace, files.keys())
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


def _remove_unfinished(folders: Collection[Path]) -> None:
    """Remove what a killed writer left; whoever writes exports holds the graph's lock."""
    for folder in folders:
        for left in sorted(folder.glob(f"{WRITING}*")):
            left.unlink(missing_ok=True)


def _exported_names(workspace: Workspace) -> set[str]:
    """Return the files that lie in the exports folder because we wrote them.

    A file of its own and not the provenance: a lost index must not leave old exports behind.
    """
    try:
        written = json.loads(_exported_file(workspace).read_bytes())
        is_here = written["folder"] == str(workspace.exports_folder)
        return set(written["files"]) if is_here else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _remember(workspace: Workspace, names: Collection[str]) -> None:
    written = {"folder": str(workspace.exports_folder), "files": sorted(names)}
    data = canonical_json(written)
    file = _exported_file(workspace)
    if not file.exists() or file.read_bytes() != data:
        write_atomically(file, data)


def _exported_file(workspace: Workspace) -> Path:
    return workspace.local_folder / "exported.json"


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
