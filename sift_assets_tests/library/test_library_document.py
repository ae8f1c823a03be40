"""The example of docs/library.md runs as it stands, in a running event loop like a notebook's."""

import asyncio
import os
import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "library.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)


def surroundings() -> dict[str, str]:
    """Return what a call could leave behind in the environment; other packages set their own."""
    return {name: os.environ[name] for name in os.environ if name.startswith(("SIFT_", "DAGSTER_"))}


def test_the_examples_run_in_an_event_loop_and_leave_the_process_as_it_was(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - the folder is the working directory
    capsys: pytest.CaptureFixture[str],
) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "one.txt").write_text("Ada Varga works for Kestrel Ltd in Lisbon.\n", "utf-8")
    (letters / "two.txt").write_text("Tom Brandt works for Kestrel Ltd.\n", "utf-8")
    before = surroundings()

    async def notebook() -> None:
        names: dict[str, object] = {}
        for example in examples():
            exec(example, names)  # noqa: S102 - the documented example

    asyncio.run(notebook())
    assert Path.cwd() == tmp_path
    assert surroundings() == before
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [
        ["one.txt", "complete"],
        ["two.txt", "complete"],
    ]
    assert re.fullmatch(r"\d+ entities, \d+ relations", lines[2])
    assert lines[3].endswith("may be one thing")
    assert lines[4].startswith("#")
    assert lines[5].startswith("query of revision ")
    assert lines[6].endswith(" entities of the domain general")
    assert lines[7] == "viewer.html entities.csv"
    assert lines[8] == "{'LOCATION': 1, 'ORGANIZATION': 3, 'PERSON': 1}"
    assert "('Marta Lindqvist', 'PERSON', 'Marta Lindqvist')" in lines[9]
    assert "documents: " in (tmp_path / "project" / "sift.yaml").read_text("utf-8")
