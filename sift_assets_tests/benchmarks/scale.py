"""What many documents cost beside what the models cost: a look, an edit, a document's own share.

With an extractor of a few lines, in this process, so that start-up and models do not count.
`SIFT_SCALE_DOCUMENTS` says how many documents, by default 500; 10,000 take about half an hour.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sift_assets_tests.benchmarks.figures import NO_LIMIT, REPOSITORY, Figure
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

WRITES = 200
"""Objects that are written to find what one costs."""

_LETTERS = "abcdefghij"


def looks_and_edits(scratch: Path) -> list[Figure]:
    """A first run, a look cold and warm, one edit, and Dagster's own cost taken off."""
    count = int(os.environ.get("SIFT_SCALE_DOCUMENTS", "500"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(scratch)
        patch.setattr("sift_assets.defs.document_run.open_extractor", lambda *_: NameExtractor())
        root = made_project(scratch / "project", dict(map(_document, range(count))))
        with ProjectFolder(root).opened() as project:
            figures = [*_first_run(project, scratch, count), *_looks(project, count)]
            return [*figures, *_edit(project, count), *_writing(project)]


def _document(number: int) -> tuple[str, str]:
    word = "".join(_LETTERS[int(digit)] for digit in f"{number:05}").title()
    text = f"Ana Silva works for {word} Ltd.\n\nTom Berg works for Harbour Ltd.\n"
    return f"{number // 100:03}/{number:05}.txt", text


def _first_run(project: ProjectFolder, scratch: Path, count: int) -> list[Figure]:
    """CPU of a document in its two assets, over what Dagster takes for two events of its own."""
    spent: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        name = "sift_assets.cli.running._run_documents"
        patch.setattr(name, _clocked(_original(name), spent))
        assert project.run().succeeded
    own = sum(spent) / count * 1000
    bare = _dagster_alone(scratch, min(count, 500))
    return [
        Figure(f"CPU of a document, {count} documents", own, NO_LIMIT, "ms"),
        Figure("of that Dagster's own two events", bare, NO_LIMIT, "ms"),
        Figure("of that ours", own - bare, 5, "ms"),
    ]


def _looks(project: ProjectFolder, count: int) -> list[Figure]:
    (project.workspace.store.root / "stat_cache.json").unlink()
    cold = 0.0
    complete = False
    while not complete:  # a cold look reads a bounded number of files, the next goes on
        began = time.perf_counter()
        complete = project.compare().observation.complete
        cold += time.perf_counter() - began
    began = time.perf_counter()
    assert project.compare().plan.nothing_to_do
    warm = time.perf_counter() - began
    return [
        Figure(f"comparison of {count} documents, all files read", cold, 5, "s"),
        Figure(f"comparison of {count} documents, no file read", warm, 1, "s"),
    ]


def _edit(project: ProjectFolder, count: int) -> list[Figure]:
    path, text = _document(count // 2)
    project.write(path, text + "\nNina Olsen works for Pelagos Ltd.\n")
    began = time.process_time()
    assert project.run().succeeded
    seconds = time.process_time() - began
    return [Figure(f"one edit among {count} documents, CPU", seconds, 10, "s")]


def _writing(project: ProjectFolder) -> list[Figure]:
    """The price of durability: an object is synced, and so is its folder."""
    began = time.perf_counter()
    for number in range(WRITES):
        project.workspace.store.put(f"written by a benchmark: {number}".encode())
    seconds = time.perf_counter() - began
    return [Figure("writing an object, synced", seconds / WRITES * 1000, 50, "ms")]


def _dagster_alone(scratch: Path, count: int) -> float:
    folder = scratch / "dagster_alone"
    folder.mkdir()
    module = "sift_assets_tests.benchmarks.dagster_alone"
    command = [sys.executable, "-m", module, str(folder), str(count)]
    ended = subprocess.run(
        command, cwd=REPOSITORY, check=True, capture_output=True, encoding="utf-8"
    )
    return json.loads(ended.stdout.splitlines()[-1])["cpu_seconds"] / count * 1000


def _original(name: str) -> Callable[..., None]:
    module, _, function = name.rpartition(".")
    return getattr(sys.modules[module], function)


def _clocked(function: Callable[..., None], spent: list[float]) -> Callable[..., None]:
    def timed(*arguments: object) -> None:
        began = time.process_time()
        function(*arguments)
        spent.append(time.process_time() - began)

    return timed
