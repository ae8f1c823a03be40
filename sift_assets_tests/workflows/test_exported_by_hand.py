"""Exports that a person asks for: what is somebody else's stays, what is ours can be removed."""

import json
import shutil
from pathlib import Path

import pytest

from sift_assets.core.planning.state import Provenance
from sift_assets.core.settings.model import ExportFormat
from sift_assets.resources.listed_folder import LIST
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.exported_by_hand import remove_left, write_by_hand
from sift_assets.workflows.exports import current_content, files_of
from sift_assets.workflows.known import latest
from sift_assets.workflows.written_files import write_files
from sift_assets_tests.cli.calling import files_below


@pytest.fixture
def workspace(tmp_path: Path, built_once: Path) -> Workspace:
    root = shutil.copytree(built_once, tmp_path / "project")
    return Workspace.open(root, environment={})


def there(folder: Path) -> dict[str, bytes]:
    found = files_below(folder)
    return {name: data for name, data in found.items() if data is not None}


def test_what_was_exported_by_hand_is_removed_when_it_has_to_go(workspace: Workspace) -> None:
    everything = files_below(workspace.exports_folder)
    before = there(workspace.exports_folder)
    for form in ExportFormat:
        content = current_content(workspace, form)
        write_by_hand(workspace, form, files_of(workspace, content, form), None)
    written = there(workspace.exports_folder)
    assert {"graph.duckdb", "graph_data.json", "neo4j/load.cypher"} <= written.keys()
    assert before.items() <= written.items()
    assert remove_left(workspace) > len(ExportFormat)
    assert files_below(workspace.exports_folder) == everything


def test_what_a_damaged_value_listed_is_removed_too(workspace: Workspace) -> None:
    version = latest(workspace, "graph_exports").version
    workspace.store.path_of(version).write_bytes(b"damaged")
    assert (workspace.exports_folder / "graph.json").exists()
    assert remove_left(workspace) > 0
    assert not (workspace.exports_folder / "graph.json").exists()
    assert (workspace.exports_folder / "narrative.md").exists()


def test_the_whole_output_folder_of_sift_kg_is_written_elsewhere(
    workspace: Workspace, tmp_path: Path
) -> None:
    content = current_content(workspace, ExportFormat.SIFT_KG)
    files = files_of(workspace, content, ExportFormat.SIFT_KG)
    write_by_hand(workspace, ExportFormat.SIFT_KG, files, tmp_path / "output")
    found = there(tmp_path / "output")
    told = {"communities.json", "entity_descriptions.json", "narrative.md"}
    assert found.keys() == files.keys() | told | {LIST}
    nodes = {one["id"] for one in json.loads(found["graph_data.json"])["nodes"]}
    assert json.loads(found["communities.json"]).keys() <= nodes
    assert json.loads(found["entity_descriptions.json"]).keys() <= nodes


def test_what_a_run_has_written_meanwhile_is_not_somebody_elses(workspace: Workspace) -> None:
    content = current_content(workspace, ExportFormat.OBSIDIAN)
    files = files_of(workspace, content, ExportFormat.OBSIDIAN)
    write_by_hand(workspace, ExportFormat.OBSIDIAN, files, None)
    edited = {f"obsidian/{name}": data + b" " for name, data in files.items()}
    value = write_files(workspace, "graph_exports", edited)
    written = Provenance(version=workspace.store.put(value), code_version="1")
    workspace.provenance.record("graph_exports", {"": written})
    for to in (None, workspace.exports_folder / "obsidian"):
        write_by_hand(workspace, ExportFormat.OBSIDIAN, files, to)
    assert (workspace.exports_folder / "obsidian" / "Index.md").read_bytes() == files["Index.md"]
