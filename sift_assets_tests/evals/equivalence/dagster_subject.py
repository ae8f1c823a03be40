"""A project of the state machine that runs through Dagster, in process, as `sift run` does."""

import contextlib
import logging
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from sift_assets.core.planning.lineage import CHAIN, LAYERS
from sift_assets.core.planning.plan import Plan
from sift_assets.core.planning.shards import partition_of
from sift_assets.core.planning.state import Recorded
from sift_assets.definitions import defs
from sift_assets.defs.run_tags import layer_tags, range_tags
from sift_assets.defs.watching import look
from sift_assets.resources.project import DAGSTER_FOLDER
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.direct_project import DiedError
from sift_assets_tests.fakes.project_folder import ProjectFolder
from sift_assets_tests.fakes.steered_extractor import SteeredExtractor

EVENTS = (
    "recording.event",
    "recording.result",
    "reporting.event",
    "document_recording.event",
    "shard_reporting.event",
)
"""Where an event is made after its record has been written."""


class DagsterSubject:
    """A project with a real Dagster instance.

    Args:
        root: Its folder.
        reader: Reads in the place of a reader process.
        extractor: Extracts in the place of the configured one.
    """

    def __init__(self, root: Path, reader: CountingReader, extractor: SteeredExtractor) -> None:
        self.root, self.reader, self.extractor = root, reader, extractor
        self._open, self._instance = contextlib.ExitStack(), contextlib.ExitStack()
        patch = self._open.enter_context(pytest.MonkeyPatch.context())
        patch.setattr("sift_assets.defs.document_run.open_extractor", extractor.opened)
        patch.setattr("sift_assets.defs.document_run.ReaderProcess", reader.opened)
        patch.chdir(root)
        self._folder = self._instance.enter_context(ProjectFolder(root).opened())

    @property
    def workspace(self) -> Workspace:
        """The project as its files say now."""
        return self._folder.workspace

    def run(self) -> None:
        """Do what `sift run` does."""
        report = self._folder.run(allow_mass_deletion=True)
        assert report.succeeded, report

    def run_in_vain(self) -> None:
        """Do the same, though some documents fail."""
        self._folder.run(allow_mass_deletion=True)

    def run_and_die(self, at_event: int) -> None:
        """Bring it up to date, and fail between a record and its event."""
        left = at_event

        def dying(make: Any) -> Any:
            def made(*arguments: Any) -> Any:
                nonlocal left
                left -= 1
                if left == 0:
                    raise DiedError
                return make(*arguments)

            return made

        with pytest.MonkeyPatch.context() as patch, contextlib.suppress(DiedError):
            for name in EVENTS:
                module, _, function = name.partition(".")
                target = __import__(f"sift_assets.defs.{module}", fromlist=[function])
                patch.setattr(target, function, dying(getattr(target, function)))
            self.run()

    def materialize(self, asset: str, keys: Collection[str] = ()) -> None:
        """Do what a click on "Materialize" does."""
        together = ("knowledge_graph", "graph_manifest")
        assets = together if asset in together else (asset,)
        if asset in CHAIN:
            (key,) = keys
            partition = partition_of(key, self.workspace.settings.shards)
            tags = range_tags(partition, partition)
        else:
            layer = next(name for name, assets_of in LAYERS.items() if asset in assets_of)
            tags = layer_tags(self._folder.instance, self.workspace, layer, assets)
        defs().resolve_implicit_global_asset_job_def().execute_in_process(
            instance=self._folder.instance,
            asset_selection=[dg.AssetKey(name) for name in assets],
            tags=tags,
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        )

    def look(self) -> None:
        """Do what the sensor does when it cannot run anything."""
        found = look(self._folder.instance, self.workspace, logging.getLogger(__name__))
        assert isinstance(found, dg.SkipReason), found

    def standing(self) -> tuple[Plan, Recorded]:
        """Return what there is to do, and what is recorded."""
        found = self._folder.compare()
        return found.plan, found.recorded

    def lose_events(self) -> None:
        """Delete Dagster's storage; it cannot be lost while it is open."""
        self._instance.close()
        shutil.rmtree(self.root / DAGSTER_FOLDER)
        self._folder = self._instance.enter_context(ProjectFolder(self.root).opened())

    def lose_store(self) -> None:
        """Delete the store with our own records in it."""
        shutil.rmtree(self.root / self.workspace.settings.store)

    def close(self) -> None:
        """Close the instance."""
        self._instance.close()
        self._open.close()
