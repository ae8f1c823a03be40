"""What no linter knows of how this house is built."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from dagster import AssetsDefinition

from sift_assets.core.planning.lineage import LINEAGE, PROMOTION, AssetLineage

REPOSITORY = Path(__file__).parent.parent
PACKAGE = REPOSITORY / "sift_assets"
MODULES = sorted(PACKAGE.rglob("*.py"))

MAX_ASSET_BODY = 15
"""Lines of an asset's body: it takes inputs, calls one function, returns value and metadata."""

HEAVY = ("litellm", "torch", "spacy", "sentence_transformers", "kreuzberg", "pdfplumber")
"""Packages that loading the code location must not import: Dagster loads it often."""

OUTSIDE = {"os", "time", "random", "socket", "subprocess", "sqlite3", "http", "urllib.request"}
"""Standard modules by which core would reach files, the clock, chance or the network."""


def parsed(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def declared(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions that a decorator of Dagster's turns into a definition."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(
            ast.unparse(decorator).startswith("dg.") for decorator in node.decorator_list
        ):
            yield node


def body_lines(function: ast.FunctionDef) -> int:
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0  # type: ignore[operator]


def test_an_asset_body_is_short() -> None:
    found = [
        (f.name, body_lines(f))
        for m in sorted((PACKAGE / "defs").glob("*.py"))
        for f in declared(parsed(m))
    ]
    assert len(found) >= 5
    assert [row for row in found if row[1] > MAX_ASSET_BODY] == []


def test_loading_the_code_location_imports_nothing_heavy() -> None:
    code = (
        "import sys; from sift_assets.definitions import defs; defs().get_repository_def();"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("word", ["utils", "helpers", "common", "misc"])
def test_no_module_is_a_drawer(word: str) -> None:
    assert [m for m in MODULES if word in m.relative_to(PACKAGE).with_suffix("").parts] == []


def test_core_reaches_nothing_outside() -> None:
    found = {
        (str(module.relative_to(PACKAGE)), name)
        for module in (PACKAGE / "core").rglob("*.py")
        for name in imported(parsed(module))
        if name in OUTSIDE
    }
    assert found == set()


def test_private_dagster_is_imported_in_one_module_only() -> None:
    found = {
        module.relative_to(PACKAGE).as_posix()
        for module in MODULES
        for name in imported(parsed(module))
        if name.startswith(("dagster._", "dagster_shared"))
    }
    assert found == {"resources/dagster_internals.py"}


def test_litellm_is_imported_in_one_module_only() -> None:
    found = {
        module.relative_to(PACKAGE).as_posix()
        for module in MODULES
        for name in imported(parsed(module))
        if name.split(".")[0] == "litellm"
    }
    assert found == {"resources/language_model.py"}


def test_annotations_are_real_where_dagster_reads_them() -> None:
    found = [
        module
        for folder in ("defs", "resources")
        for module in (PACKAGE / folder).rglob("*.py")
        if "__future__.annotations" in set(imported(parsed(module)))
    ]
    assert found == []


def test_the_suite_uses_no_mocks() -> None:
    tests = sorted((REPOSITORY / "sift_assets_tests").rglob("*.py"))
    found = [t for t in tests if any(n.startswith("unittest.mock") for n in imported(parsed(t)))]
    assert found == []


def test_packages_re_export_nothing() -> None:
    found = [
        init.relative_to(PACKAGE).as_posix()
        for init in PACKAGE.rglob("__init__.py")
        if init != PACKAGE / "__init__.py"
        and any(name.startswith("sift_assets") for name in imported(parsed(init)))
    ]
    assert found == []


def test_all_dagster_packages_are_pinned_to_one_version() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(r for extra in optional for r in extra)]
    versions = {r.partition("==")[2] for r in wanted if r.startswith("dagster")}
    (core,) = (version for version in versions if version.startswith("1."))
    _, minor, patch = core.split(".")
    # Dagster's own rule: libraries of 1.x have the version 0.(16 + x)
    assert versions <= {core, f"0.{16 + int(minor)}.{patch}"}


def test_the_malicious_versions_of_litellm_are_refused() -> None:
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    assert "!=1.82.7" in text
    assert "!=1.82.8" in text


def test_top_level_holds_what_the_project_names_and_no_more() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout, so what is committed cannot be listed")
    top = {line.split("/")[0] for line in listed.stdout.split("\0") if line}
    assert top <= {
        ".ci", ".gitignore", "LICENSE", "Makefile", "README.md", "constraints.txt", "dagster.yaml",
        "deploy", "docs", "domains", "pyproject.toml", "sift.yaml", "sift_assets",
        "sift_assets_tests", "workspace.yaml",
    }  # fmt: skip


def asset_table(lineages: Mapping[str, AssetLineage], told: Mapping[str, str]) -> str:
    """Return a table of assets as the definitions have it.

    Args:
        lineages: The assets.
        told: Asset to its description.
    """
    rows = ["| asset | partitions | made of | what it is |", "|---|---|---|---|"]
    for name, lineage in lineages.items():
        made_of = ", ".join(
            parent.asset + (f"[{', '.join(parent.partitions)}]" if parent.partitions else "")
            for parent in lineage.inputs
        )
        partitions = "" if lineage.partitioning == "none" else f"by {lineage.partitioning}"
        rows.append(f"| `{name}` | {partitions} | {made_of or 'people'} | {told[name]} |")
    return "\n".join(rows)


def test_the_readme_shows_the_asset_table_as_it_is() -> None:
    from sift_assets.definitions import defs

    graph = defs().resolve_asset_graph()
    told = {
        key.to_user_string(): str(graph.get(key).description) for key in graph.get_all_asset_keys()
    }
    shown = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert asset_table(LINEAGE, told) in shown


def test_the_assets_of_promotion_are_shown_as_they_are() -> None:
    from sift_assets.defs.promotion import promotion_assets

    specs = [
        spec
        for found in promotion_assets()
        for spec in (found.specs if isinstance(found, AssetsDefinition) else [found])
    ]
    told = {spec.key.to_user_string(): str(spec.description) for spec in specs}
    shown = (REPOSITORY / "docs/promotion.md").read_text(encoding="utf-8")
    assert asset_table(PROMOTION, told) in shown
