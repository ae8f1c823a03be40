"""The command that runs the evaluations knows all of them, and tells how each ended."""

from pathlib import Path

from sift_assets_tests.evals import __main__ as evals
from sift_assets_tests.evals.__main__ import LONG, SHORT, Ended, summary


def test_every_evaluation_is_run_by_the_command() -> None:
    folders = {file.parent.name for file in Path(evals.__file__).parent.glob("*/__main__.py")}
    assert folders == set(SHORT)
    assert set(LONG) < set(SHORT)


def test_the_summary_says_which_evaluation_failed() -> None:
    told = summary([Ended("money", failed=False, seconds=3), Ended("parsers", True, 1200)])
    assert [line.split() for line in told.splitlines()] == [
        ["money", "ran", "to", "its", "end", "3", "s"],
        ["parsers", "FAILED", "1,200", "s"],
    ]
