"""Files in the exports folder: what counts is that a file has the bytes."""

import json
from pathlib import Path

import pytest

from sift_assets.core.records.record import content_hash
from sift_assets.resources.files import WRITING
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.written_files import write_files
from sift_assets_tests.fakes.project_folder import made_project

FILES = {"narrative.md": b"# All", "narratives/one.md": b"One.", "narratives/two.md": b"Two."}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.open(made_project(tmp_path / "project", {}), environment={})


def written(workspace: Workspace) -> dict[str, bytes]:
    folder = workspace.exports_folder
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def inodes(workspace: Workspace) -> dict[str, int]:
    return {name: (workspace.exports_folder / name).stat().st_ino for name in FILES}


def test_the_value_is_the_hash_of_each_file(workspace: Workspace) -> None:
    value = json.loads(write_files(workspace, "report", FILES))
    assert value == {name: content_hash(data) for name, data in FILES.items()}
    assert written(workspace) == FILES


def test_a_file_that_has_the_bytes_is_left_alone(workspace: Workspace) -> None:
    value = write_files(workspace, "report", FILES)
    before = inodes(workspace)
    assert write_files(workspace, "report", FILES) == value
    assert inodes(workspace) == before
    write_files(workspace, "report", FILES | {"narrative.md": b"# Two"})
    after = inodes(workspace)
    assert {name for name in FILES if after[name] != before[name]} == {"narrative.md"}
    assert written(workspace) == FILES | {"narrative.md": b"# Two"}


@pytest.mark.parametrize("edit", [b"Ten.", b"", b"One. Or more."])
def test_an_edited_or_deleted_file_is_written_again(workspace: Workspace, edit: bytes) -> None:
    write_files(workspace, "report", FILES)
    (workspace.exports_folder / "narratives/one.md").write_bytes(edit)
    (workspace.exports_folder / "narratives/two.md").unlink()
    write_files(workspace, "report", FILES)
    assert written(workspace) == FILES


def test_a_file_that_is_written_no_more_goes_and_so_does_what_a_killed_writer_left(
    workspace: Workspace,
) -> None:
    write_files(workspace, "report", FILES)
    (workspace.exports_folder / f"{WRITING}1").write_bytes(b"# A")
    (workspace.exports_folder / "mine.md").write_bytes(b"A note of my own.")
    fewer = {"narrative.md": FILES["narrative.md"]}
    write_files(workspace, "report", fewer)
    assert written(workspace) == fewer | {"mine.md": b"A note of my own."}


def test_what_only_this_asset_is_called_goes_also_when_what_was_written_is_forgotten(
    workspace: Workspace,
) -> None:
    write_files(workspace, "report", FILES)
    (workspace.exports_folder / "narratives" / "notes.txt").write_text("mine", encoding="utf-8")
    (workspace.local_folder / "exported_report.json").unlink()
    write_files(workspace, "report", {"narrative.md": b"# All"}, "narratives/*.md")
    assert written(workspace) == {"narrative.md": b"# All", "narratives/notes.txt": b"mine"}
