"""Dagster's policy of freshness: what it tells, and that no alarm of it is false."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import dagster as dg
import pytest
from dagster._core.test_utils import freeze_time
from dagster._daemon.freshness import FreshnessDaemon

from sift_assets.definitions import defs
from sift_assets.defs.freshness import CURRENT_GRAPH, report_current_graph
from sift_assets_tests.defs.looking import looked
from sift_assets_tests.fakes.dagster_ui import DagsterUi, dagster_ui
from sift_assets_tests.fakes.project_folder import ProjectFolder

DAY = timedelta(hours=24)

STANDING = """
query AssetFreshness($key: AssetKeyInput!) {
  assetNodeOrError(assetKey: $key) {
    ... on AssetNode {
      freshnessStatusInfo { freshnessStatus }
      staleStatus
    }
  }
}"""
"""Of the page of an asset."""


@pytest.fixture
def watched(built: ProjectFolder) -> ProjectFolder:
    """Return a built project with a policy."""
    built.edit(
        "sift.yaml", "model: local", "freshness: {fail_after: 24h, warn_after: 12h}\nmodel: local"
    )
    return built


def recorded(project: ProjectFolder) -> list[str]:
    """Return the versions that were recorded, newest first."""
    records = project.instance.fetch_materializations(dg.AssetKey(CURRENT_GRAPH), limit=10).records
    found = [record.asset_materialization for record in records]
    return [(one.tags or {})["dagster/data_version"] for one in found if one]


def in_force(project: ProjectFolder) -> str:
    return project.workspace.provenance.read("resolved_graph")[""].version


@contextmanager
def pages(project: ProjectFolder) -> Iterator[DagsterUi]:
    with dagster_ui(project.instance) as ui:
        yield ui


def standing(ui: DagsterUi, after: timedelta) -> str:
    """Let Dagster's daemon look some time from now; return what the asset's page says then."""
    with freeze_time(datetime.now(tz=UTC) + after):
        list(FreshnessDaemon().run_iteration(ui._context))
        node = ui.ask(STANDING, key={"path": [CURRENT_GRAPH]})["assetNodeOrError"]
    assert node["staleStatus"] == "FRESH"
    return node["freshnessStatusInfo"]["freshnessStatus"]


def test_without_a_setting_there_is_no_such_asset_and_nothing_is_recorded(
    built: ProjectFolder,
) -> None:
    looked(built)
    assert recorded(built) == []
    assert dg.AssetKey(CURRENT_GRAPH) not in defs().resolve_asset_graph().get_all_asset_keys()


def test_a_folder_in_which_nothing_happens_is_fresh_and_a_sensor_that_stops_is_found(
    watched: ProjectFolder,
) -> None:
    for _ in range(3):
        looked(watched)
    assert recorded(watched) == [in_force(watched)]  # once in three hours
    comparison = watched.compare()
    with pages(watched) as ui:
        assert standing(ui, timedelta()) == "HEALTHY"
        assert standing(ui, DAY / 2) == "WARNING"
        assert standing(ui, DAY) == "DEGRADED"
        later = datetime.now(tz=UTC) + DAY
        with freeze_time(later):
            report_current_graph(watched.instance, watched.workspace, comparison, later)
        assert standing(ui, DAY) == "HEALTHY"
    assert recorded(watched) == [in_force(watched)] * 2


def test_a_new_graph_is_recorded_when_all_is_done_and_an_unfinished_one_is_not(
    watched: ProjectFolder,
) -> None:
    looked(watched)
    watched.write("new.txt", "Ada Varga works for Pelagos Ltd.\n")
    looked(watched)
    looked(watched)
    assert len(recorded(watched)) == 1  # the look has found something to do
    watched.run()
    assert recorded(watched)[0] == in_force(watched) != recorded(watched)[1]


@pytest.mark.parametrize(
    ("plan", "seen", "recorded_anew"),
    [
        ({"given_up": {"a.txt": "it fell over"}}, {}, True),
        ({"waiting": {"a.txt": "waits for a budget"}}, {}, True),
        ({"blocked": ("domains/general.yaml:1: is wrong.",)}, {}, False),
        ({"add": ("a.txt",)}, {}, False),
        ({}, {"held_back": ("a.txt",)}, False),
        ({}, {"complete": False}, False),
    ],
)
def test_what_waits_for_people_is_no_alarm_and_what_hides_the_folder_is(
    watched: ProjectFolder, plan: dict[str, Any], seen: dict[str, Any], recorded_anew: bool
) -> None:
    found = watched.compare()
    assert found.plan.nothing_to_do
    comparison = replace(
        found,
        plan=found.plan.model_copy(update=plan),
        observation=replace(found.observation, **seen),
    )
    now = datetime.now(tz=UTC)
    report_current_graph(watched.instance, watched.workspace, comparison, now)
    assert len(recorded(watched)) == recorded_anew
