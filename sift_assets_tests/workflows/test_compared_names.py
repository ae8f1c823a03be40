"""Comparisons of names are a cache: damaged, gone or of other code, it is as if there were none."""

from pathlib import Path

import pytest

from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.resolution.compared_names import ComparedNames
from sift_assets.core.resolution.proposing import propose
from sift_assets.core.resolution.settings import ResolutionStage
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.compared_names import FOLDER, keep_names, known_names
from sift_assets_tests.core.resolution.resolution_examples import FACET, part_of
from sift_assets_tests.fakes.project_folder import made_project


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setattr("sift_assets.workflows.compared_names.KEPT_FROM", 1)
    return Workspace.open(made_project(tmp_path / "project", {}), environment={})


@pytest.fixture
def names() -> ComparedNames:
    part = part_of("PERSON", "Ada Quillson", "Ada Quilson", "A. Quillson")
    return propose(part, FACET, ResolutionStage(), None)[1]


def kept_file(workspace: Workspace) -> Path:
    (found,) = (workspace.local_folder / FOLDER).iterdir()
    return found


def test_what_is_kept_of_a_type_is_known_of_that_type_only(
    workspace: Workspace, names: ComparedNames
) -> None:
    assert known_names(workspace, "PERSON") == ComparedNames.none()
    keep_names(workspace, "PERSON", names)
    assert known_names(workspace, "PERSON") == names
    assert known_names(workspace, "ORGANIZATION") == ComparedNames.none()


def test_a_damaged_file_or_one_of_other_code_is_none(
    workspace: Workspace, names: ComparedNames, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_names(workspace, "PERSON", names)
    whole = kept_file(workspace).read_bytes()
    for damaged in (whole[:-1], whole[:70] + b"?" + whole[71:], b"", b"\n"):
        kept_file(workspace).write_bytes(damaged)
        assert known_names(workspace, "PERSON") == ComparedNames.none()
    kept_file(workspace).write_bytes(whole)
    raised = SPINE["merge_proposals"].model_copy(update={"code_version": "raised"})
    monkeypatch.setitem(SPINE, "merge_proposals", raised)
    assert known_names(workspace, "PERSON") == ComparedNames.none()


def test_of_few_pairs_nothing_is_kept(
    workspace: Workspace, names: ComparedNames, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_names(workspace, "PERSON", names)
    monkeypatch.setattr("sift_assets.workflows.compared_names.KEPT_FROM", 1_000)
    keep_names(workspace, "PERSON", names)
    assert list((workspace.local_folder / FOLDER).iterdir()) == []
    keep_names(workspace, "ORGANIZATION", names)
