"""A project that was edited equals one that was built at once by another process elsewhere.

Any edits in any order, one after the other, are in `test_equivalence`; here all kinds are made at
once, and the clean build has another order of sets, another time zone and another language.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sift_assets.resources.workspace import Workspace
from sift_assets_tests.fakes.project_folder import ProjectFolder, Versions

PEOPLE = ("Ada Varga", "Karl Meier", "Nina Olsen", "Rosa Lund")
FIRMS = ("Kestrel Ltd", "Pelagos Ltd", "Tidewell Ltd")
KINDS = ("add", "edit", "delete", "rename", "copy", "domain")
SEED = 20261129

CLEAN_BUILD = """
import sys
from pathlib import Path
import sift_assets.defs.document_run as document_run
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder
document_run.open_extractor = lambda *_: NameExtractor()
with ProjectFolder(Path(sys.argv[1])).opened() as folder:
    assert folder.run().succeeded
"""

REPOSITORY = Path(__file__).parents[2]
ELSEWHERE = {
    "PATH": os.environ["PATH"],
    "PYTHONPATH": str(REPOSITORY),
    "PYTHONHASHSEED": "7",
    "TZ": "Pacific/Kiritimati",
    "LC_ALL": "C",
}
"""Another process with another order of sets, another time zone and another language."""


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


def test_after_any_edits_versions_values_and_files_equal_those_of_a_clean_build_elsewhere(
    built: ProjectFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - a seeded sequence of edits
    for number, kind in enumerate(chance.sample(KINDS, len(KINDS))):
        edit_somehow(built, chance, kind, number)
    assert built.run().succeeded
    incremental = values_of(built)

    clean_root = tmp_path / "clean"
    left_behind = shutil.ignore_patterns(".sift", ".dagster", "exports")
    shutil.copytree(built.root, clean_root, ignore=left_behind)
    subprocess.run([sys.executable, "-c", CLEAN_BUILD, str(clean_root)], env=ELSEWHERE, check=True)
    monkeypatch.chdir(clean_root)
    with ProjectFolder(clean_root).opened() as clean:
        assert values_of(clean) == incremental
        assert clean.plan().nothing_to_do
