"""A project with something to decide: names that look alike, and a relation that is not sure."""

import shutil
from pathlib import Path

from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.resolution import load_queue
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.review_files import Refreshed, refresh
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor

ALIKE = {
    "one.txt": "Wilhelmina Kestrelmann works for Pelagos Ltd.\n",
    "two.txt": "Wilhelmina Kestrelman met Karl Meier in the harbour.\n",
    "three.txt": "Karl Meyer met Nina Olsen.\n",
}


def reviewed_project(root: Path) -> Path:
    """Make a project, bring it up to date without Dagster and write its review files."""
    made_project(root, ALIKE)
    with ReaderProcess(ReaderSettings()) as process:
        DirectProject(root, CountingReader(process), SteeredExtractor()).run()
    write_review_files(opened(root))
    return root


def opened(root: Path) -> Workspace:
    """Open a project as its files say now."""
    return Workspace.open(root, environment={})


def write_review_files(workspace: Workspace) -> Refreshed:
    """Write the files from the latest queue."""
    return refresh(workspace, load_queue(workspace), load_resolved(workspace))


def copied(root: Path, to: Path) -> Path:
    """Copy a project, so that a test may do with it what it likes."""
    return Path(shutil.copytree(root, to))
