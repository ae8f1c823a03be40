"""The viewer as an asset: one page in the exports folder, and no older page beside it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.errors import ProjectError
from sift_assets.core.records.record import content_hash
from sift_assets.core.viewing.choice import Choice
from sift_assets.core.viewing.naming import ChoiceError
from sift_assets.workflows.known import latest
from sift_assets.workflows.viewer import (
    viewer_page,
    write_page,
    write_viewer,
)
from sift_assets.workflows.written_viewer import VIEWER_FILE, existing_page
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.reviewed_project import copied, opened, reviewed_project

INPUTS = {"resolved_graph": "replaced", "corpus": "kept"}


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reviewed_project(tmp_path_factory.mktemp("viewed") / "project")


@pytest.fixture
def root(pattern: Path, tmp_path: Path) -> Path:
    return copied(pattern, tmp_path / "project")


def data_of(page: bytes) -> Any:
    (block,) = re.findall(rb'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    return json.loads(block)


def test_the_page_is_written_and_its_hash_is_the_value(root: Path) -> None:
    workspace = opened(root)
    outcome = write_viewer(workspace, INPUTS)
    page = existing_page(workspace).read_bytes()
    value = json.loads(workspace.store.get(outcome.provenance.version))
    assert value == {VIEWER_FILE: content_hash(page)}
    version = latest(workspace, "community_map").inputs["resolved_graph"]
    assert outcome.provenance.inputs == {"resolved_graph": version, "corpus": "kept"}
    assert outcome.files == {"viewer": workspace.exports_folder / VIEWER_FILE}
    data = data_of(page)
    assert outcome.provenance.facts == {
        "entities": len(data["entities"]["id"]),
        "relations": len(data["relations"]["id"]),
        "documents": 3,
        "passages": len(data["passages"]),
        "left_out": 0,
        "bytes": len(page),
    }
    assert write_viewer(opened(root), INPUTS).provenance == outcome.provenance


def test_every_passage_is_found_in_the_text_that_was_extracted_from(root: Path) -> None:
    data = data_of(viewer_page(opened(root)).data)
    texts = {
        document[1]: (root / "documents" / document[1]).read_text("utf-8").strip()
        for document in data["documents"]
    }
    assert {d[1]: "".join(part[0] for part in d[4]).strip() for d in data["documents"]} == texts
    assert all(part == 0 for _, _, part, _, _ in data["passages"])


def test_pages_of_parts_go_when_the_viewer_is_written_anew(root: Path) -> None:
    workspace = opened(root)
    path, counts = write_page(workspace, Choice(neighborhood="Pelagos Ltd"), None)
    assert path.parent == workspace.exports_folder
    assert counts["entities"] == len(data_of(path.read_bytes())["entities"]["id"]) == 2
    elsewhere, _ = write_page(workspace, Choice(top=1), root / "mine" / "part.html")
    assert path.is_file()
    write_viewer(workspace, INPUTS)
    assert sorted(file.name for file in workspace.exports_folder.glob("viewer*")) == [VIEWER_FILE]
    assert elsewhere.is_file()


def test_a_name_that_is_not_there_writes_nothing(root: Path) -> None:
    with pytest.raises(ChoiceError, match="Is it 'Nina Olsen'"):
        write_page(opened(root), Choice(neighborhood="Nina Olson"), root / "part.html")
    assert not (root / "part.html").exists()


def test_before_the_first_run_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    workspace = opened(made_project(tmp_path / "project", {}))
    with pytest.raises(ProjectError, match="no viewer yet"):
        existing_page(workspace)
    with pytest.raises(ProjectError, match="There is no community_map yet"):
        viewer_page(workspace)
