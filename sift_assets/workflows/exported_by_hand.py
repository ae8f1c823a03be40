"""Exports that a person asks for: written once, kept up to date by nobody, removed when told to."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.exports.formats import (
    FIXED_FILES,
    FOLDERS,
    NAMED_BY_CONTENT,
    Files,
    among_exports,
)
from sift_assets.core.settings.model import ExportFormat
from sift_assets.resources.duckdb_tables import remove_scratch
from sift_assets.resources.files import remove_below, write_atomically
from sift_assets.resources.listed_folder import LIST, ListedFolder
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.exports import duckdb_scratch
from sift_assets.workflows.known import latest
from sift_assets.workflows.report import REPORT_FILE
from sift_assets.workflows.written_files import recorded_files

PEER_REPORT = ("communities.json", "entity_descriptions.json", REPORT_FILE)
"""What the report has of sift-kg's output folder."""


def write_by_hand(
    workspace: Workspace, form: ExportFormat, files: Files, to: Path | None
) -> tuple[Path, ...]:
    """Write the files of a format.

    Args:
        workspace: The open project.
        form: The format.
        files: File name to content.
        to: A file, or a folder; None for the exports folder.

    Returns:
        Where the files are now.

    Raises:
        StoreError: One cannot be written, or would replace what somebody else has put there.
    """
    if form not in FOLDERS:
        ((name, data),) = files.items()
        path = _target(workspace, to, name)
        write_atomically(path, data)
        return (path,)
    return _write_folder(workspace, form, files, to)


def remove_left(workspace: Workspace) -> int:
    """Remove exports of formats that are not kept up to date, as `sift export` writes them.

    Returns:
        How many files were removed.
    """
    current = _current(workspace)
    names = {name for form in ExportFormat for name in _left_names(workspace, form)}
    left = [one for one in names - current if (workspace.exports_folder / one).is_file()]
    for name in left:
        remove_below(workspace.exports_folder, name)
    remove_scratch(duckdb_scratch(workspace))
    return len(left)


def _current(workspace: Workspace) -> set[str]:
    """Return the files that runs keep up to date; those of a damaged value are written again."""
    found: set[str] = set()
    for asset in ("graph_exports", "report"):
        with contextlib.suppress(CorruptObjectError):
            found |= recorded_files(workspace, asset).keys()
    return found


def _write_folder(
    workspace: Workspace, form: ExportFormat, files: Files, to: Path | None
) -> tuple[Path, ...]:
    among = workspace.exports_folder / FOLDERS[form]
    folder = to if to is not None else among
    is_among = folder.resolve() == among.resolve()
    if form is ExportFormat.SIFT_KG and not is_among:
        files = {**files, **_report_files(workspace)}
    if form in NAMED_BY_CONTENT:
        known = _known(workspace, form) if is_among else {}
        ListedFolder(folder, form).write(files, known)
    else:
        for name, data in files.items():
            write_atomically(folder / name, data)
    return tuple(folder / name for name in files)


def _left_names(workspace: Workspace, form: ExportFormat) -> Iterator[str]:
    names = FIXED_FILES.get(form, ())
    if form in NAMED_BY_CONTENT:
        names = ListedFolder(workspace.exports_folder / FOLDERS[form], form).names()
        yield among_exports(form, LIST)
    yield from (among_exports(form, name) for name in names)


def _target(workspace: Workspace, to: Path | None, name: str) -> Path:
    if to is None:
        return workspace.exports_folder / name
    return to / name if to.is_dir() else to


def _known(workspace: Workspace, form: ExportFormat) -> dict[str, str]:
    """Return the files of a format that a run has written into the exports folder."""
    start = among_exports(form, "")
    files = {**recorded_files(workspace, "graph_exports"), **recorded_files(workspace, "report")}
    return {name[len(start) :]: one for name, one in files.items() if name.startswith(start)}


def _report_files(workspace: Workspace) -> dict[str, bytes]:
    """Return the report's part of the folder, if it tells of the latest graph."""
    entry = workspace.provenance.read("report").get("")
    graph = latest(workspace, "resolved_graph").version
    if entry is None or entry.inputs.get("resolved_graph") != graph:
        return {}
    files = {name: workspace.exports_folder / name for name in PEER_REPORT}
    return {name: file.read_bytes() for name, file in files.items() if file.is_file()}
