"""The page of threats names tests that exist, and commands that can be run."""

import ast
import importlib.util
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "threat-model.md").read_text("utf-8")

NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(test_\w+)`", PAGE)))

BOUNDARIES = (
    "Documents", "Language models", "Files of people and of other programs",
    "The review page, agents, the terminal", "Exports", "Seats, Dagster, secrets", "Supply chain",
    "Not defended against",
)  # fmt: skip


@cache
def functions_of(module: str) -> set[str]:
    file = TESTS / module
    tree = ast.parse(file.read_text("utf-8")) if file.is_file() else ast.Module([], [])
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_test_that_is_named_exists() -> None:
    assert len(NAMED) > 90
    assert [one for one in NAMED if one[1] not in functions_of(one[0])] == []


def test_every_boundary_has_its_threats_and_every_threat_a_test() -> None:
    parts = dict(re.findall(r"^## (.+?)\n(.+?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
    assert set(BOUNDARIES) <= parts.keys()
    for boundary in BOUNDARIES[:-1]:
        rows = [row for row in parts[boundary].splitlines() if row.startswith("| ")][1:]
        assert rows, boundary
        assert [row for row in rows if "::test_" not in row] == []


def test_every_test_of_this_room_is_named() -> None:
    here = {
        (f"security/{file.name}", test)
        for file in Path(__file__).parent.glob("test_hostile_*.py")
        for test in functions_of(f"security/{file.name}")
        if test.startswith("test_")
    }
    unnamed = {test for _, test in here - set(NAMED)}
    assert unnamed == {"test_every_name_is_an_entity_or_was_cleaned_and_all_readers_have_the_same"}


def test_every_evaluation_that_is_named_can_be_run() -> None:
    for module in re.findall(r"`python -m ([\w.]+)", PAGE):
        assert importlib.util.find_spec(f"{module}.__main__"), module
