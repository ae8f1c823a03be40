"""What the state machine edits and runs: a project, with or without Dagster."""

import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from sift_assets.core.planning.plan import Plan, plan
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

    def run_in_vain(self) -> None:
        """Do the same, though some documents fail."""
        ...

    def run_and_die(self, at_event: int) -> None:
        """Do the same, and die between a record and its event, if there are so many."""
        ...

    def look(self) -> None:
        """Do what the sensor does when it cannot run anything."""
        ...

    def materialize(self, asset: str, keys: Collection[str] = ()) -> None:
        """Do what a click on "Materialize" does."""
        ...

    def standing(self) -> tuple[Plan, Recorded]:
        """Return what there is to do, and what is recorded."""
        ...

    def lose_events(self) -> None:
        """Lose everything that Dagster knows."""
        ...

    def lose_store(self) -> None:
        """Lose everything that has been computed and our own records."""
        ...

    def close(self) -> None:
        """Come to the end."""
        ...


class DirectSubject(DirectProject):
    """A project without Dagster."""

    def run(self) -> None:
        """Do what `sift run` does."""
        super().run()
        assert not self.workspace.provenance.attempts()

    def run_in_vain(self) -> None:
        """Do the same, though some documents fail."""
        super().run()

    def run_and_die(self, at_event: int) -> None:
        """Bring it up to date, and die between a record and its event."""
        left = at_event

        def die() -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise DiedError

        self.events.before_event = die
        try:
            self.run()
        except DiedError:
            pass
        finally:
            self.events.before_event = lambda: None

    def standing(self) -> tuple[Plan, Recorded]:
        """Return what there is to do, and what is recorded."""
        observed, recorded = self.compared()
        return plan(observed, recorded), recorded

    def lose_events(self) -> None:
        """Lose the event log."""
        for versions in self.heads.values():
            versions.clear()
        self.partitions.clear()
        self.types.clear()

    def lose_store(self) -> None:
        """Lose the store with our own records in it."""
        shutil.rmtree(self.root / self.workspace.settings.store)
        self.forget_opened()

    def close(self) -> None:
        """Nothing is open."""
