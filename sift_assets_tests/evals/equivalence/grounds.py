"""Where the proofs take place: a scratch folder, a pattern of a project, one real reader."""

import itertools
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sift_assets.resources.readers.process import ReaderProcess
from sift_assets_tests.evals.equivalence.clean_builds import Built, CleanBuilds, believed, exported
from sift_assets_tests.evals.equivalence.dagster_subject import DagsterSubject
from sift_assets_tests.evals.equivalence.situation import Situation, write
from sift_assets_tests.evals.equivalence.subject import DirectSubject, Subject
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor

MEMORY = Path("/dev/shm")  # noqa: S108 - see `grounds`


@dataclass
class Grounds:
    """A scratch folder to make projects in.

    Attributes:
        folder: The scratch folder.
        pattern: A project as `sift init` makes it.
        reader: Reads for the projects that are edited.
        clean: Clean builds.
    """

    folder: Path
    pattern: Path
    reader: CountingReader
    clean: CleanBuilds
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def project(self, situation: Situation | None = None) -> Path:
        """Make a project that has not been run."""
        root = self.folder / f"project {next(self._numbers)}"
        shutil.copytree(self.pattern, root)
        if situation is not None:
            write(root, situation)
        return root

    def direct(self, situation: Situation | None = None) -> DirectSubject:
        """Make a project that runs without Dagster."""
        return DirectSubject(self.project(situation), self.reader, SteeredExtractor())

    def through_dagster(self, situation: Situation | None = None) -> DagsterSubject:
        """Make a project that runs through Dagster."""
        return DagsterSubject(self.project(situation), self.reader, SteeredExtractor())

    def equals_a_clean_build_through_dagster(self, subject: Subject, expected: Built) -> None:
        """Build what a project holds at once, with another store and another event log.

        An emptied project is left out: a new one without documents is refused, not built.

        Raises:
            AssertionError: It gives something else.
        """
        if not any(asset == "documents" for asset, _ in expected.values):
            return
        root = self.project()
        for name in ("domains", "decisions", "documents", "sift.yaml"):
            _copy(subject.root / name, root / name)
        clean = DagsterSubject(root, self.reader, SteeredExtractor())
        try:
            clean.run()
            assert believed(clean.standing()[1]) == expected.values
            assert exported(root) == expected.exports
        finally:
            clean.close()


@contextmanager
def grounds() -> Iterator[Grounds]:
    """Make the grounds in a scratch folder.

    In memory where the system has such a place: thousands of small projects are written, and
    forcing each file to a disk would take most of the time.
    """
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="sift-equivalence-", dir=memory) as folder:
        yield from _grounds(Path(folder).resolve())


def _grounds(folder: Path) -> Iterator[Grounds]:
    pattern = made_project(folder / "pattern", {})
    with ReaderProcess() as real:
        clean = CleanBuilds(folder, pattern, CountingReader(real))
        yield Grounds(folder, pattern, CountingReader(real), clean)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)
    elif source.exists():
        shutil.copy(source, target)
