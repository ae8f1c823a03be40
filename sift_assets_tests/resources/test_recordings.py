"""When Dagster recorded a value, by which run, and who started that."""

from collections.abc import Iterator

import dagster as dg
import pytest

from sift_assets.resources.dagster_internals import DATA_VERSION_TAG
from sift_assets.resources.instance import process_tags
from sift_assets.resources.moments import SENSOR_TAG, moment, recording_of
from sift_assets.resources.recordings import InstancePast


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as instance:
        yield instance


def materialized(instance: dg.DagsterInstance, version: str, tags: dict[str, str]) -> str:
    @dg.asset
    def corpus() -> dg.MaterializeResult:
        return dg.MaterializeResult(data_version=dg.DataVersion(version))

    return dg.materialize([corpus], instance=instance, tags=tags).run_id


def reported(instance: dg.DagsterInstance, partition: str, version: str) -> None:
    event = dg.AssetMaterialization("domain", partition=partition, tags={DATA_VERSION_TAG: version})
    instance.report_runless_asset_event(event)


@pytest.mark.parametrize(
    ("tags", "starter"),
    [
        (process_tags(), "sift run"),
        ({SENSOR_TAG: "reconcile"}, "the sensor reconcile"),
        ({}, "the Dagster UI"),
    ],
)
def test_a_run_is_told_by_who_started_it(
    tags: dict[str, str], starter: str, instance: dg.DagsterInstance
) -> None:
    run_id = materialized(instance, "v1", tags)
    found = recording_of(InstancePast(instance), "corpus", "", "v1")
    assert found is not None
    assert (found.run_id, found.started_by) == (run_id, starter)
    assert found.recorded_at.endswith("+00:00")


def test_the_newest_event_of_just_this_version_counts(instance: dg.DagsterInstance) -> None:
    first, _, third = (materialized(instance, version, {}) for version in ("v1", "v2", "v1"))
    found = recording_of(InstancePast(instance), "corpus", "", "v1")
    assert found is not None
    assert found.run_id == third != first
    assert recording_of(InstancePast(instance), "corpus", "", "v3") is None


def test_a_report_is_found_by_its_partition_and_names_no_run(instance: dg.DagsterInstance) -> None:
    reported(instance, "prompt", "p1")
    reported(instance, "graph", "g1")
    found = recording_of(InstancePast(instance), "domain", "prompt", "p1")
    assert found is not None
    assert (found.run_id, found.started_by) == ("", "a report without a run")
    assert recording_of(InstancePast(instance), "domain", "prompt", "g1") is None
    assert recording_of(InstancePast(instance), "domain", "narrative", "n1") is None


def test_a_moment_is_written_in_utc() -> None:
    assert moment(0) == "1970-01-01T00:00:00+00:00"
