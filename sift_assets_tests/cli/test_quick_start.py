"""Commands that answer begin at once: they import neither Dagster nor what only writing needs."""

import subprocess
import sys
from pathlib import Path

from sift_assets_tests.fakes.project_folder import ProjectFolder

DEAR = ("dagster", "pyarrow", "pandas", "networkx", "spacy", "litellm", "mcp")
"""Packages of which each takes a tenth of a second and more."""


def test_a_question_imports_nothing_dear(built: ProjectFolder) -> None:
    code = (
        "import sys; from sift_assets.cli.main import sift\n"
        f"arguments = ['-C', {str(built.root)!r}, 'search', 'varga', '--json']\n"
        "sift.main(arguments, standalone_mode=False)\n"
        f"print([name for name in {DEAR!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path.home()
    )
    answer, imported = done.stdout.splitlines()
    assert '"person:ada_varga"' in answer
    assert imported == "[]"
