"""Output goes where it is sent, whatever the terminal can show and whether or not anybody reads."""

import json
import subprocess
from pathlib import Path

import pytest

from sift_assets_tests.whole.sift_process import SIFT, answer, made, sift, surroundings

NAME = "Ωmega – naïve 文書.txt"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a project whose document has a name beyond most encodings."""
    folder = tmp_path_factory.mktemp("streams")
    root = made(folder / "project", {NAME: "Ada Varga lives in Kraków.\n"})
    answer(sift(root, "run", "--json"))
    return root


@pytest.mark.parametrize(("command", "encoding"), [("run", "ascii"), ("status", "latin-1")])
def test_a_terminal_of_any_encoding_can_show_any_name(
    command: str, encoding: str, root: Path
) -> None:
    shown = subprocess.run(
        [SIFT, command],
        cwd=root,
        env=surroundings({"PYTHONIOENCODING": encoding}),
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in shown.stderr
    assert (shown.returncode, bool(shown.stdout)) == (0, True)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_says_the_same_in_any_encoding(encoding: str, root: Path) -> None:
    printed = sift(root, "show", "documents", "--json", environment={"PYTHONIOENCODING": encoding})
    assert json.loads(printed.stdout).keys() == {"Ωmega%20–%20naïve%20文書.txt"}
    assert printed.stdout.isascii() == (encoding != "utf-8")


def test_a_reader_that_goes_away_is_no_fault_to_speak_of(root: Path) -> None:
    process = subprocess.Popen(
        [SIFT, "domains"],
        cwd=root,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate(timeout=60)
    assert said == ""
    assert process.returncode == 1
