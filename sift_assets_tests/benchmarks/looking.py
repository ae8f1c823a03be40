"""A look at a project that is up to date: what it costs, and how that grows with the documents.

One project grows, so that every document is read but once. With the extractor of a few lines and
Python's collector set as in `scale`. `SIFT_LOOKED_DOCUMENTS` says at which sizes, by default
`500 1000 2000`.
"""

import os
import time
from pathlib import Path

import pytest

from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure
from sift_assets_tests.benchmarks.growth import LEAST_SIZES, growth
from sift_assets_tests.benchmarks.scale import collecting_as_the_command_does, document
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

SIZES = "500 1000 2000"

TRIES = 3
"""The quickest counts: whatever else the machine does only makes it slower."""

LIMIT_GROWTH = 1.1
"""A look asks for the state of every document once."""

FOLDERS = {"Dagster's storage": ".dagster", "the store": ".sift"}


def looks_at_growing_projects(scratch: Path) -> list[Figure]:
    """Look at a project of more and more documents when nothing has changed."""
    sizes = sorted(map(int, os.environ.get("SIFT_LOOKED_DOCUMENTS", SIZES).split()))
    with collecting_as_the_command_does(), pytest.MonkeyPatch.context() as patch:
        patch.chdir(scratch)
        patch.setattr("sift_assets.defs.document_run.open_extractor", lambda *_: NameExtractor())
        root = made_project(scratch / "project", {})
        with ProjectFolder(root).opened() as project:
            costs = {size: _look(project, size) for size in sizes}
    figures = [
        Figure(f"CPU of a look at {size:,} documents", cost, NO_LIMIT, "s")
        for size, cost in costs.items()
    ]
    if len(costs) >= LEAST_SIZES:
        figures.append(growth("CPU of a look, documents", costs, LIMIT_GROWTH))
    return [
        *figures,
        *(
            Figure(f"{what}, for each document", _kib(root / folder) / sizes[-1], NO_LIMIT, "KiB")
            for what, folder in FOLDERS.items()
        ),
    ]


def _look(project: ProjectFolder, size: int) -> float:
    """Let a project grow to so many documents, bring it up to date, look."""
    for path, text in map(document, range(size)):
        if not project.document(path).exists():
            project.write(path, text)
    assert project.run().succeeded
    return min(_cpu(project) for _ in range(TRIES))


def _cpu(project: ProjectFolder) -> float:
    began = time.process_time()
    assert project.compare().plan.nothing_to_do
    return time.process_time() - began


def _kib(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1024
