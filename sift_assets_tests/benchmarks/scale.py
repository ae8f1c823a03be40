"""What many documents cost beside what the models cost: a look, an edit, a document's own share.

With an extractor of a few lines, in this process, so that start-up and models do not count, and
with Python's collector set as the command `sift` sets it. `SIFT_SCALE_DOCUMENTS` says how many
documents, by default 500; 10,000 take about half an hour.
"""

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sift_assets.cli.main import OBJECTS_BEFORE_COLLECTING
from sift_assets.core.planning.lineage import CHAIN, LINEAGE
from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure, own_process
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

WRITES = 200
"""Objects that are written to find what one costs."""

_LETTERS = "abcdefghij"


def looks_and_edits(scratch: Path) -> list[Figure]:
    """A first run, a look cold and warm, one edit, everything anew; Dagster's cost taken off."""
    count = int(os.environ.get("SIFT_SCALE_DOCUMENTS", "500"))
    with collecting_as_the_command_does(), pytest.MonkeyPatch.context() as patch:
        patch.chdir(scratch)
        patch.setattr("sift_assets.defs.document_run.open_extractor", lambda *_: NameExtractor())
        root = made_project(scratch / "project", dict(map(document, range(count))))
        with ProjectFolder(root).opened() as project:
            figures = [*_first_run(project, scratch, count), *_looks(project, count)]
            figures += [*_edit(project, count), *_everything_anew(project, count)]
            return [*figures, *_writing(project)]


@contextmanager
def collecting_as_the_command_does() -> Iterator[None]:
    """Set Python's collector as the command `sift` sets it."""
    before = gc.get_threshold()
    gc.set_threshold(OBJECTS_BEFORE_COLLECTING)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def document(number: int) -> tuple[str, str]:
    """Return path and text of a document by its number."""
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
    began, cpu_began = time.perf_counter(), time.process_time()
    assert project.compare().plan.nothing_to_do
    warm, cpu = time.perf_counter() - began, time.process_time() - cpu_began
    return [
        Figure(f"comparison of {count} documents, all files read", cold, 5, "s"),
        Figure(f"comparison of {count} documents, no file read", warm, 1, "s"),
        Figure("CPU of it", cpu, 1, "s"),
    ]


def _edit(project: ProjectFolder, count: int) -> list[Figure]:
    path, text = document(count // 2)
    project.write(path, text + "\nNina Olsen works for Pelagos Ltd.\n")
    began = time.process_time()
    assert project.run().succeeded
    seconds = time.process_time() - began
    return [Figure(f"one edit among {count} documents, CPU", seconds, 2, "s")]


def _everything_anew(project: ProjectFolder, count: int) -> list[Figure]:
    """Another model, then a raised code version: every document is named with just that reason."""
    (project.root / "play.yaml").write_text("rules: []", encoding="utf-8")
    project.edit("sift.yaml", "model: local", "model: scripted/play.yaml")
    model = _replanned(project, count, "settings[extraction]")
    raised = CHAIN["extractions"].model_copy(update={"code_version": "raised"})
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project.root)
        for table in (CHAIN, LINEAGE):
            patch.setitem(table, "extractions", raised)
        code = _replanned(project, count, "code")
    return [
        Figure(f"CPU of a document of {count} after a change of the model", model, NO_LIMIT, "ms"),
        Figure(f"CPU of a document of {count} after new code", code, NO_LIMIT, "ms"),
    ]


def _replanned(project: ProjectFolder, count: int, because: str) -> float:
    stale = project.plan().documents
    assert {(item.asset, item.because) for item in stale} == {("extractions", (because,))}
    assert len(stale) == count
    began = time.process_time()
    assert project.run().succeeded
    seconds = time.process_time() - began
    assert project.plan().nothing_to_do
    return seconds / count * 1000


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
    return own_process("dagster_alone", folder, count)["cpu_seconds"] / count * 1000


def _original(name: str) -> Callable[..., None]:
    module, _, function = name.rpartition(".")
    return getattr(sys.modules[module], function)


def _clocked(function: Callable[..., None], spent: list[float]) -> Callable[..., None]:
    def timed(*arguments: object) -> None:
        began = time.process_time()
        function(*arguments)
        spent.append(time.process_time() - began)

    return timed
