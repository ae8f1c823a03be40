"""No data becomes code: what could turn one into the other is nowhere in the package."""

import ast
import re
from functools import cache
from pathlib import Path

import sift_assets

PACKAGE = Path(sift_assets.__file__).parent
MODULES = [one for one in sorted(PACKAGE.rglob("*.py")) if "node_modules" not in one.parts]

CONCERNED = (ast.Import, ast.ImportFrom, ast.keyword, ast.Attribute, ast.Call)
"""Kinds of syntax by which data could be run."""

UNPICKLING = {"pickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "jsonpickle"}
"""Modules whose reading runs what it reads."""

RUNNING = {"eval", "exec", "compile", "__import__"}

ALLOWED_YAML = {"SafeLoader", "SafeDumper", "safe_load", "dump"}
"""Of the library: what builds no objects. `dump` is given a safe dumper of ours."""


@cache
def nodes() -> list[tuple[str, ast.AST]]:
    return [
        (module.relative_to(PACKAGE).as_posix(), node)
        for module in MODULES
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, CONCERNED)
    ]


def test_nothing_is_unpickled() -> None:
    found = [
        (name, ast.unparse(node))
        for name, node in nodes()
        if (
            isinstance(node, ast.Import) and {a.name.split(".")[0] for a in node.names} & UNPICKLING
        )
        or (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in UNPICKLING)
        or (isinstance(node, ast.keyword) and node.arg == "allow_pickle")
        or (
            isinstance(node, ast.Attribute)
            and ast.unparse(node) in ("torch.load", "pd.read_pickle")
        )
    ]
    assert found == []


def test_no_text_is_run() -> None:
    found: list[tuple[str, str]] = []
    for name, node in nodes():
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            shell = any(one.arg == "shell" for one in node.keywords)
            if called in RUNNING or called in ("os.system", "os.popen") or shell:
                found.append((name, called))
    assert found == []


def test_yaml_builds_no_objects() -> None:
    used = {
        node.attr
        for _, node in nodes()
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "yaml"
    }
    loading = {one for one in used if "load" in one.lower() or "dump" in one.lower()}
    assert loading <= ALLOWED_YAML


def test_no_archive_is_unpacked_to_where_its_members_say() -> None:
    called = {
        (name, node.func.attr)
        for name, node in nodes()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert {one for one in called if one[1] in ("extractall", "unpack_archive")} == set()


def test_no_script_of_ours_makes_markup_of_text() -> None:
    turns = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function|"
        r"srcdoc|setAttribute\(\s*[\"']on"
    )
    scripts = sorted((PACKAGE / "review" / "page").glob("*.js"))
    assert len(scripts) > 10
    assert [one.name for one in scripts if turns.search(one.read_text("utf-8"))] == []
