"""A project to review, built once and copied for each test, and a client of its page."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets_tests.conftest import set_apart
from sift_assets_tests.fakes.planted_project import planted_project
from sift_assets_tests.review.page_client import PageClient


@pytest.fixture(scope="session")
def planted_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the project that the tests copy."""
    folder = tmp_path_factory.mktemp("planted")
    with set_apart(folder):
        return planted_project(folder / "project")


@pytest.fixture
def root(tmp_path: Path, own_surroundings: None, planted_once: Path) -> Path:  # noqa: ARG001
    """Return a project of the test's own."""
    return Path(shutil.copytree(planted_once, tmp_path / "project"))


@pytest.fixture
def page(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageClient]:
    """Return the browser of Marta, who sits at the machine."""
    monkeypatch.setenv("SIFT_ACTOR", "Marta")
    with PageClient.of(root) as client:
        yield client
