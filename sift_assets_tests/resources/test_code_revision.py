"""The revision of the code is a hash of all its modules."""

from pathlib import Path

import pytest

from sift_assets.resources import code_revision as module


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "one.py").write_text("ONE = 1\n")
    monkeypatch.setattr(module, "_PACKAGE", tmp_path)
    return tmp_path


def revision() -> str:
    module.code_revision.cache_clear()
    try:
        return module.code_revision()
    finally:
        module.code_revision.cache_clear()


def test_it_changes_with_every_module_its_name_and_its_content(package: Path):
    seen = [revision()]
    (package / "core" / "one.py").write_text("ONE = 2\n")
    seen.append(revision())
    (package / "core" / "one.py").rename(package / "core" / "two.py")
    seen.append(revision())
    (package / "three.py").touch()
    seen.append(revision())
    assert len(set(seen)) == len(seen)
    assert revision() == seen[-1]


def test_what_is_no_module_shapes_nothing(package: Path):
    before = revision()
    (package / "notes.txt").write_text("words")
    assert revision() == before
