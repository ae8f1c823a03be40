"""Reading the review files back under kill -9, at chosen operations on files."""

import multiprocessing
import os
import random
import re
import signal
import sys
from pathlib import Path
from typing import Any

from sift_assets.core.decisions.log import read_log
from sift_assets.workflows.review_files import read_back
from sift_assets_tests.fakes.reviewed_project import opened, reviewed_project

KILLS = 10

TOUCHING = frozenset({"open", "os.rename", "os.remove", "os.truncate", "os.mkdir", "fcntl.flock"})
"""Events of Python's that come before a file is touched. The counted ones are those of a project's
own files: how many others there are depends on what has been imported."""


def read_back_until(root: str, at: int, count: Any) -> None:
    """Read back in a process of its own, and be killed before the n-th touch of a file."""

    def touched(event: str, arguments: tuple[Any, ...]) -> None:
        if event in TOUCHING and (event == "fcntl.flock" or root in str(arguments[0])):
            count.value += 1
            if count.value == at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(touched)
    read_back(opened(Path(root)))


def toggled(text: str, entry: int) -> str:
    """Confirm the n-th entry, or take its confirmation back."""
    found = list(re.finditer(r"status: (DRAFT|CONFIRMED)", text))[entry]
    word = "DRAFT" if found.group(1) == "CONFIRMED" else "CONFIRMED"
    return f"{text[: found.start()]}status: {word}{text[found.end() :]}"


def test_a_kill_anywhere_loses_no_decision_and_doubles_none(tmp_path: Path) -> None:
    root = reviewed_project(tmp_path / "project")
    file, log = root / "decisions" / "merge_proposals.yaml", root / "decisions" / "log.jsonl"
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["sift_assets_tests.fakes.reviewed_project"])
    chance, touches, killed = random.Random(5), 40, 0  # noqa: S311 - which operation, no secret
    for step in range(KILLS):
        file.write_text(toggled(file.read_text("utf-8"), step % 2), "utf-8")
        count = context.Value("i", 0)
        at = chance.randint(1, touches)
        process = context.Process(target=read_back_until, args=(str(root), at, count))
        process.start()
        process.join()
        assert process.exitcode in (0, -signal.SIGKILL)
        killed += process.exitcode != 0
        touches = touches if process.exitcode else count.value
        assert read_back(opened(root)).problems == ()
        assert read_back(opened(root)).decisions == ()
        written = read_log(log.read_bytes())
        assert (len(written.decisions), written.bad, written.torn) == (step + 1, (), b"")
        confirmed = len(re.findall("status: CONFIRMED", file.read_text("utf-8")))
        assert len(opened(root).decisions) == confirmed
    assert killed > KILLS // 2
