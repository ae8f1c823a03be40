"""What the state machine edits and runs: a project, with or without Dagster."""

from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from sift_assets.core.planning.plan import Plan
from sift_assets.core.planning.state import Recorded
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DiedError, DirectProject
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor


class Subject(Protocol):
    """A project that is edited, disturbed and brought up to date."""

    root: Path
    reader: CountingReader
    extractor: SteeredExtractor

    @property
    def workspace(self) -> Workspace:
        """The project as its files say now."""
        ...

    def run(self) -> None:
        """Do what `sift run` does."""
        ...

    def run_and_die(self, at_event: int) -> None:
        """Do the same, and die between a record and its event, if there are so many."""
        ...

    def materialize(self, asset: str, keys: Collection[str] = ()) -> None:
        """Do what a click on "Materialize" does."""
        ...

    def plan(self) -> Plan:
        """Return what there is to do."""
        ...

    def recorded(self) -> Recorded:
        """Return what is recorded."""
        ...

    def lose_events(self) -> bool:
        """Lose everything that Dagster knows; say whether that could be done."""
        ...

    def close(self) -> None:
        """Come to the end."""
        ...


class DirectSubject(DirectProject):
    """A project without Dagster."""

    def run_and_die(self, at_event: int) -> None:
        """Bring it up to date, and die between a record and its event."""
        left = at_event

        def die() -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise DiedError

        self.before_event = die
        try:
            self.run()
        except DiedError:
            pass
        finally:
            self.before_event = lambda: None

    def recorded(self) -> Recorded:
        """Return what is recorded."""
        return self.compared()[1]

    def lose_events(self) -> bool:
        """Lose the event log."""
        for versions in self.heads.values():
            versions.clear()
        self.partitions.clear()
        self.types.clear()
        return True

    def close(self) -> None:
        """Nothing is open."""
