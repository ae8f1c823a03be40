"""A small project, built without Dagster, with something of every kind to decide about it."""

from pathlib import Path

from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets_tests.cli.planted_queue import plant
from sift_assets_tests.conftest import DOCUMENTS
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor


def planted_project(root: Path) -> Path:
    """Make the project, bring it up to date, and plant a queue; return its folder."""
    made_project(root, DOCUMENTS)
    with ReaderProcess(ReaderSettings()) as process:
        DirectProject(root, CountingReader(process), SteeredExtractor()).run()
    plant(root)
    return root
