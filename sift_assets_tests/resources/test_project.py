"""Finding and entering a project."""

from pathlib import Path

import pytest

from sift_assets.core.errors import ProjectError
from sift_assets.resources.project import enter_project, find_project


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = (tmp_path / "project").resolve()
    (folder / "documents" / "deep").mkdir(parents=True)
    (folder / "sift.yaml").write_text("")
    (folder / "dagster.yaml").write_text("")
    return folder


def test_a_sub_folder_finds_the_project_above_it(root: Path) -> None:
    assert find_project(root / "documents" / "deep") == root


def test_a_relative_start_finds_it_too(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "documents")
    assert find_project(Path()) == root


def test_the_nearest_project_counts(root: Path) -> None:
    inner = root / "documents" / "deep"
    (inner / "sift.yaml").write_text("")
    assert find_project(inner) == inner


def test_no_project_anywhere_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match=r"no sift\.yaml") as raised:
        find_project(tmp_path)
    assert "sift init" in raised.value.fix
    assert raised.value.exit_code == 2


def test_entering_makes_the_project_the_working_directory(root: Path) -> None:
    enter_project(root, {})
    assert Path.cwd() == root


def test_a_dagster_home_elsewhere_is_refused_with_the_fix(root: Path, tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="DAGSTER_HOME") as raised:
        enter_project(root, {"DAGSTER_HOME": str(tmp_path / "elsewhere")})
    assert "unset DAGSTER_HOME" in raised.value.fix
    assert Path.cwd() == tmp_path


@pytest.mark.parametrize("home", ["{root}", "{root}/documents/..", ""])
def test_a_dagster_home_that_is_the_project_is_fine(root: Path, home: str) -> None:
    enter_project(root, {"DAGSTER_HOME": home.format(root=root)})
    assert Path.cwd() == root


def test_a_project_without_dagster_yaml_says_how_to_add_it(root: Path) -> None:
    (root / "dagster.yaml").unlink()
    with pytest.raises(ProjectError, match=r"dagster\.yaml: is missing") as raised:
        enter_project(root, {})
    assert "sift init" in raised.value.fix
