"""Files that an asset writes into the exports folder: each atomically, and none left behind."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.files import WRITING, make_durable, remove_below, write_atomically
from sift_assets.resources.workspace import Workspace

_MEMORIES = {
    "graph_exports": "exported.json",
    "report": "exported_report.json",
    "agent_index": "exported_agent_index.json",
    "viewer": "exported_viewer.json",
}
"""Asset to the file in which it remembers what it has written, in the project's local folder."""

WRITERS = tuple(_MEMORIES)
"""Assets whose value is a set of files in the exports folder."""


def write_files(
    workspace: Workspace, asset: str, files: Mapping[str, bytes], own: str = ""
) -> bytes:
    """Write an asset's files, and remove those that it wrote earlier and no more.

    What an old file says would never change again, however much is refused or deleted. Whoever
    writes holds the lock of the results: what a killed writer left is removed.

    Args:
        workspace: The open project.
        asset: One of `WRITERS`.
        files: Name below the exports folder to content.
        own: Pattern of names that only this asset uses: such files are its own also where what it
            remembers of them has been lost with the store.

    Returns:
        The value of the asset: file name to content hash.
    """
    earlier = _written_names(workspace, asset) | _named(workspace.exports_folder, own)
    _remember(workspace, asset, earlier | files.keys())  # before the first: a crash may follow any
    _remove_unfinished(
        {(workspace.exports_folder / name).parent for name in earlier | files.keys()}
    )
    _write_what_differs(workspace.exports_folder, files)
    for name in sorted(earlier - files.keys()):
        remove_below(workspace.exports_folder, name)
    _remember(workspace, asset, files.keys())
    return canonical_json({name: content_hash(data) for name, data in sorted(files.items())})


def missing_files(workspace: Workspace, asset: str) -> list[Path]:
    """Return an asset's files that are gone, or not in the folder set now.

    Only their presence is looked at, at every look: an edited file is the user's own affair.
    """
    try:
        hashes = recorded_files(workspace, asset)
    except CorruptObjectError:
        return [workspace.exports_folder]
    files = [workspace.exports_folder / name for name in sorted(hashes)]
    return [file for file in files if not file.is_file()]


def recorded_files(workspace: Workspace, asset: str) -> dict[str, str]:
    """Return the files of an asset's latest value, with the hash of each; none before the first.

    Raises:
        CorruptObjectError: The value is damaged; the next run makes it anew.
    """
    written = workspace.provenance.read(asset).get("")
    return json.loads(workspace.store.get(written.version)) if written else {}


def _write_what_differs(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files that do not have these bytes: of hundreds an edit changes a few.

    What they have is read and not remembered, for somebody may have edited one. New ones are made
    durable together: where nothing was, a power cut leaves nothing to be missed.
    """
    new: list[Path] = []
    for name, data in files.items():
        path = folder / name
        is_new = not path.exists()
        if is_new or not _holds(path, data):
            write_atomically(path, data, durable=not is_new)
        new += [path] if is_new else []
    make_durable(folder, new)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False  # writing says what is wrong with it


def _remove_unfinished(folders: Collection[Path]) -> None:
    for folder in folders:
        for left in sorted(folder.glob(f"{WRITING}*")):
            left.unlink(missing_ok=True)


def _named(folder: Path, own: str) -> set[str]:
    found = folder.glob(own) if own else ()
    return {file.relative_to(folder).as_posix() for file in found}


def _written_names(workspace: Workspace, asset: str) -> set[str]:
    """Return the files that lie in the exports folder because an asset wrote them.

    A file of its own and not the provenance: a lost index must not leave old exports behind.
    """
    try:
        written = json.loads(_memory(workspace, asset).read_bytes())
        is_here = written["folder"] == _folder(workspace)
        return set(written["files"]) if is_here else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _remember(workspace: Workspace, asset: str, names: Collection[str]) -> None:
    written = {"folder": _folder(workspace), "files": sorted(names)}
    data = canonical_json(written)
    file = _memory(workspace, asset)
    if not file.exists() or file.read_bytes() != data:
        write_atomically(file, data)


def _folder(workspace: Workspace) -> str:
    """Return the exports folder as it is called also when the project has been moved or copied."""
    folder, root = workspace.exports_folder, workspace.root
    return str(folder.relative_to(root) if folder.is_relative_to(root) else folder)


def _memory(workspace: Workspace, asset: str) -> Path:
    return workspace.local_folder / _MEMORIES[asset]
