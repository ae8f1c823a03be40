"""A click on "Materialize all" in Dagster's UI: one backfill over all assets and partitions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sift_assets.core.planning.lineage import LINEAGE
from sift_assets_tests.fakes.dagster_ui import DagsterUi, dagster_ui, launching_here
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder

pytestmark = pytest.mark.filterwarnings("ignore:Function `AssetSelection.sources`")
"""Dagster's daemon calls it."""

DONE = "COMPLETED_SUCCESS"


@contextmanager
def pages(root: Path) -> Iterator[DagsterUi]:
    """Serve the pages of a project; what they launch is run here."""
    with launching_here(root) as instance, dagster_ui(instance) as ui:
        yield ui


def test_materialize_all_of_what_is_up_to_date_runs_everything_once_and_changes_nothing(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    before, exports, runs = built.versions(), built.exports(), built.runs()
    with pages(built.root) as ui:
        assert ui.finish(ui.materialize_all()) == DONE
        assert ui.stale() == {}
    assert extractor.seen == []
    assert built.versions() == before
    assert built.exports() == exports
    assert built.plan().nothing_to_do
    launched = built.instance.get_runs()[: built.runs() - runs]
    assert {run.status.value for run in launched} == {"SUCCESS"}
    ran = [key.to_user_string() for run in launched for key in run.asset_selection or ()]
    assert sorted(ran) == sorted(LINEAGE)  # each in one run, whatever its partitions


def test_materialize_all_of_a_new_project_does_no_harm_and_a_run_does_the_rest(
    project: ProjectFolder,
) -> None:
    with pages(project.root) as ui:
        ui.finish(ui.materialize_all())
        assert project.run().succeeded
        assert ui.stale() == {}
    assert project.plan().nothing_to_do
