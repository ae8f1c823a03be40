"""A project that was edited again and again equals one that was built at once."""

import random
import shutil
from pathlib import Path

import pytest

from sift_assets.resources.workspace import Workspace
from sift_assets_tests.fakes.project_folder import ProjectFolder, Versions

PEOPLE = ("Ada Varga", "Karl Meier", "Nina Olsen", "Rosa Lund")
FIRMS = ("Kestrel Ltd", "Pelagos Ltd", "Tidewell Ltd")
EDITS = 6
SEED = 20261129


def some_text(chance: random.Random) -> str:
    """Return two or three sentences."""
    lines = [
        f"{chance.choice(PEOPLE)} works for {chance.choice(FIRMS)}."
        for _ in range(chance.randint(2, 3))
    ]
    return "\n\n".join(lines) + "\n"


def edit_somehow(project: ProjectFolder, chance: random.Random, kind: str, number: int) -> None:
    """Make one edit of this kind."""
    files = sorted(file for file in (project.root / "documents").rglob("*") if file.is_file())
    file = chance.choice(files)
    new = project.document(f"new {number}.txt")
    if kind == "add":
        new.write_text(some_text(chance))
    elif kind == "edit":
        file.write_text(some_text(chance))
    elif kind == "delete":
        file.unlink()
    elif kind == "rename":
        file.rename(new)
    elif kind == "copy":
        shutil.copy(file, new)
    else:
        project.edit("domains/general.yaml", "llm: 0.", "llm: 0.0")


def values_of(project: ProjectFolder) -> tuple[Versions, dict[str, bytes], dict[str, bytes]]:
    """Return every version in Dagster, every stored value by name, every exported file."""
    workspace: Workspace = project.workspace
    versions = project.versions()
    unstored = ("documents", "decisions")
    stored = {
        name: workspace.store.get(version)
        for name, version in versions.items()
        if not name.startswith(unstored)
    }
    return versions, stored, project.exports()


def test_after_any_edits_versions_values_and_files_equal_those_of_a_clean_build(
    built: ProjectFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - a seeded sequence of edits
    kinds = ["add", "edit", "delete", "rename", "copy", "domain"]
    chance.shuffle(kinds)
    assert len(kinds) == EDITS
    for number, kind in enumerate(kinds):
        edit_somehow(built, chance, kind, number)
        assert built.run().succeeded
    incremental = values_of(built)

    clean_root = tmp_path / "clean"
    left_behind = shutil.ignore_patterns(".sift", ".dagster", "exports")
    shutil.copytree(built.root, clean_root, ignore=left_behind)
    monkeypatch.chdir(clean_root)
    with ProjectFolder(clean_root).opened() as clean:
        assert clean.run().succeeded
        assert values_of(clean) == incremental
