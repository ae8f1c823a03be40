"""Commands that only look start at once: they import neither Dagster nor a model's library."""

import subprocess
import sys

from sift_assets_tests.fakes.project_folder import ProjectFolder

LOOKING = (
    "--help",
    "run --help",
    "narrate --help",
    "forget --help",
    "import",
    "status",
    "plan",
    "fsck",
    "gc",
    "budget",
    "domains",
    "explain corpus",
    "search Varga",
    "info",
    "topology",
    "view --no-open",
)
"""What needs no table either; the next needs those."""

WITH_TABLES = ("diff --list", "show corpus", "review --list", "decisions show", "decide")

SCRIPT = """
import contextlib, io, sys
from sift_assets.cli.main import main
for line in {lines!r}:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main(["-C", {project!r}, *line.split()])
    print(line, [name for name in {heavy!r} if name in sys.modules])
"""

ANY = ("dagster", "litellm", "spacy", "torch", "pandas", "matplotlib", "kreuzberg", "sklearn")
TABLES = (*ANY, "pyarrow", "numpy", "networkx")


def imported(project: ProjectFolder, lines: tuple[str, ...], heavy: tuple[str, ...]) -> list[str]:
    """Run commands one after the other; return each with what heavy is imported by then."""
    code = SCRIPT.format(lines=lines, project=str(project.root), heavy=heavy)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines()


def test_looking_at_a_project_imports_nothing_heavy(built: ProjectFolder) -> None:
    assert imported(built, LOOKING, TABLES) == [f"{line} []" for line in LOOKING]
    assert imported(built, WITH_TABLES, ANY) == [f"{line} []" for line in WITH_TABLES]


def test_importing_the_package_imports_nothing_of_it() -> None:
    code = (
        "import sys, sift_assets; sift_assets.__all__; print([name for name in sys.modules "
        "if name.startswith(('sift_assets.', 'pydantic', 'dagster', 'click'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
