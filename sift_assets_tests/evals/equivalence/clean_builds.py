"""What a clean build of a situation gives: an empty store, an empty event log, one run."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sift_assets.core.planning.lineage import LINEAGE, ROOTS
from sift_assets.core.planning.state import Provenance, Recorded
from sift_assets.core.records.record import key_of
from sift_assets_tests.evals.equivalence.situation import Situation, write
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DirectProject
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor

Name = tuple[str, str]
"""Asset and partition (empty for none)."""


@dataclass(frozen=True)
class Built:
    """A project that is up to date.

    Attributes:
        values: Every value that exists, with its version, its inputs and its facts; what Dagster
            and our provenance agree on.
        exports: Name to content of every exported file.
    """

    values: Mapping[Name, Provenance]
    exports: Mapping[str, bytes]

    def version(self, asset: str, partition: str = "") -> str:
        """Return the version of a value."""
        return self.values[asset, partition].version

    @property
    def types(self) -> list[str]:
        """The entity types that occur."""
        return [partition for asset, partition in self.values if asset == "knowledge_graph"]

    @property
    def communities(self) -> list[str]:
        """The communities that occur, as partitions."""
        return [partition for asset, partition in self.values if asset == "communities"]


def believed(recorded: Recorded) -> dict[Name, Provenance]:
    """Return every value that both records agree on, without what roots are shown with."""
    found = {
        (asset, partition): origin
        for asset in LINEAGE
        for partition in recorded.heads.get(asset, {})
        if (origin := recorded.origin(asset, partition)) is not None
    }
    return {
        name: origin.model_copy(update={"facts": {}}) if name[0] in ROOTS else origin
        for name, origin in found.items()
    }


def exported(root: Path) -> dict[str, bytes]:
    """Return name to content of every exported file of a project."""
    folder = root / "exports"
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


class CleanBuilds:
    """Clean builds, each made once.

    Args:
        folder: Where they are made; each is removed when it has been looked at.
        pattern: A project as `sift init` makes it.
        reader: Asked for the texts; what it has seen is of no interest here.
    """

    def __init__(self, folder: Path, pattern: Path, reader: CountingReader) -> None:
        self._folder = folder
        self._pattern = pattern
        self._reader = reader
        self._built: dict[str, Built] = {}

    def __len__(self) -> int:
        """Return how many situations have been built."""
        return len(self._built)

    def of(self, situation: Situation) -> Built:
        """Build a situation, or return the build that was made of it before.

        With a partition for each document, which every other partitioning is held against.
        """
        by_document = situation.edited(shards=0)
        key = key_of(by_document.model_dump())
        if key not in self._built:
            self._built[key] = self._build(by_document)
        return self._built[key]

    def _build(self, situation: Situation) -> Built:
        root = self._folder / "clean"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(self._pattern, root)
        write(root, situation)
        project = DirectProject(root, self._reader, SteeredExtractor())
        project.run()
        _, recorded = project.compared()
        return Built(believed(recorded), exported(root))
