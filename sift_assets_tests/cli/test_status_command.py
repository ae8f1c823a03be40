"""`sift status` is asked often and answers at once."""

import subprocess
import sys

import pytest

from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.project_folder import ProjectFolder

LOOKS = """
import sys
from sift_assets.cli.main import main
try:
    main([*sys.argv[1:], "--json"])
except SystemExit as left:
    slow = {"dagster", "sqlalchemy", "pandas", "pyarrow", "spacy", "litellm"} & set(sys.modules)
    print(left.code, sorted(slow), file=sys.stderr)
"""


def test_looking_imports_neither_dagster_nor_anything_else_that_takes_long(
    built: ProjectFolder,
) -> None:
    command = [sys.executable, "-c", LOOKS, "-C", str(built.root), "status"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    code, _, imported = done.stderr.strip().partition(" ")
    assert (code, imported) == ("0", "[]")


def test_it_says_the_same_where_dagster_has_to_be_asked(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    built.write("new.txt", "Ada Varga works for Pelagos Ltd.\n")
    from_tables = call("-C", built.root, "status", "--json")
    monkeypatch.setenv("SIFT_TEST_STORAGE", ".dagster")
    built.edit("dagster.yaml", "base_dir: .dagster", "base_dir: {env: SIFT_TEST_STORAGE}")
    assert "SIFT_TEST_STORAGE" in (built.root / "dagster.yaml").read_text(encoding="utf-8")
    from_dagster = call("-C", built.root, "status", "--json")
    assert (from_dagster.code, from_dagster.json) == (from_tables.code, from_tables.json)
    assert from_tables.json["new"] == ["new.txt"]
