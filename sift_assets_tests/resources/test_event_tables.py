"""Dagster's tables read without Dagster: held to what Dagster's instance answers."""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from sift_assets.core.errors import StoreError
from sift_assets.defs.reconciling import InstanceEvents
from sift_assets.resources import dagster_internals
from sift_assets.resources.event_tables import (
    OPEN_STATUSES,
    OUR_STORAGE,
    VERSION_TAG,
    EventTables,
    index_file,
    opened_tables,
)
from sift_assets.resources.instance import OPEN
from sift_assets.resources.moments import recording_of
from sift_assets.resources.recordings import InstancePast
from sift_assets.workflows.comparing import Events, compared, versions
from sift_assets_tests.fakes.project_folder import ProjectFolder

OTHER_STORAGES = {
    "Postgres": "storage: {postgres: {postgres_url: postgresql://localhost/dagster}}",
    "a class of someone else": (
        "storage: {custom: {module: theirs, class: Storage, config: {base_dir: .dagster}}}"
    ),
    "a folder from the environment": "storage: {sqlite: {base_dir: {env: SOMEWHERE}}}",
    "none": "telemetry: {enabled: false}",
    "not YAML": "storage: [",
}


@dg.job
def idle() -> None:
    """A job that is never run."""


@pytest.fixture
def tables(built: ProjectFolder) -> Iterator[EventTables]:
    file = index_file(built.root)
    assert file is not None
    with opened_tables(file) as opened:
        yield opened


def told(
    events: Events, project: ProjectFolder
) -> tuple[list[str], list[str], dict[str, dict[str, str]]]:
    documents, types = (events.partitions(name) for name in ("documents", "entity_types"))
    return documents, types, versions(events, project.workspace)


def test_the_tables_and_the_instance_say_the_same(
    built: ProjectFolder, tables: EventTables
) -> None:
    of_instance = InstanceEvents(built.instance)
    assert told(tables, built) == told(of_instance, built)
    assert all(
        told(tables, built)[2][asset] for asset in ("documents", "extractions", "graph_exports")
    )
    assert compared(tables, built.workspace) == built.compare()


def test_they_agree_on_when_a_value_was_recorded_and_by_whom(
    built: ProjectFolder, tables: EventTables
) -> None:
    built.instance.report_runless_asset_event(dg.AssetMaterialization("corpus"))
    past = InstancePast(built.instance)
    for asset, partition in (("resolved_graph", ""), ("corpus", ""), ("extractions", "notes.md")):
        happened = list(past.happened(asset, partition))
        assert [one._replace(recorded_at=0) for one in tables.happened(asset, partition)] == [
            one._replace(recorded_at=0) for one in happened
        ]
        for one in happened:
            found = recording_of(tables, asset, partition, one.version)
            assert found is not None
            assert found == recording_of(past, asset, partition, one.version)
    assert list(tables.happened("corpus", "never")) == []
    assert tables.run_tags("never") == {}


def test_they_agree_on_whether_a_run_is_open(built: ProjectFolder, tables: EventTables) -> None:
    past = InstancePast(built.instance)
    assert sorted(OPEN_STATUSES) == sorted(status.value for status in OPEN)
    assert (tables.has_open_run(), past.has_open_run()) == (False, False)
    run = built.instance.create_run_for_job(idle, status=dg.DagsterRunStatus.STARTED)
    assert (tables.has_open_run(), past.has_open_run()) == (True, True)
    assert (tables.failed_runs(), past.failed_runs()) == (0, 0)
    built.instance.report_run_failed(run)
    assert (tables.has_open_run(), past.has_open_run()) == (False, False)
    assert (tables.failed_runs(), past.failed_runs()) == (1, 1)


def test_they_agree_on_what_was_removed_reported_anew_or_wiped(
    built: ProjectFolder, tables: EventTables
) -> None:
    instance, of_instance = built.instance, InstanceEvents(built.instance)
    instance.delete_dynamic_partition("documents", "notes.md")
    instance.add_dynamic_partitions("documents", ["a new one", "notes.md"])
    for version, key in (("1", "twice.txt"), ("2", "twice.txt"), ("", "a new one")):
        tags = {VERSION_TAG: version} if version else {}
        event = dg.AssetMaterialization("extractions", partition=key, tags=tags)
        instance.report_runless_asset_event(event)
    instance.report_runless_asset_event(dg.AssetMaterialization("corpus"))
    assert told(tables, built) == told(of_instance, built)
    assert tables.versions("extractions", ["a new one", "never"]) == {"a new one": ""}
    assert tables.versions("extractions", []) == {}
    assert tables.version("corpus") == ""
    instance.wipe_assets([dg.AssetKey("document_texts"), dg.AssetKey("resolved_graph")])
    assert told(tables, built) == told(of_instance, built)
    assert tables.version("resolved_graph") is None


def test_without_a_file_nothing_is_known_and_none_is_made(tmp_path: Path) -> None:
    file = tmp_path / "history" / "runs" / "index.db"
    with opened_tables(file) as tables:
        assert (tables.partitions("documents"), tables.partitions("entity_types")) == ([], [])
        assert tables.version("corpus") is None
        assert not tables.has_open_run()
        assert tables.failed_runs() == 0
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_an_error_that_names_the_folder(tmp_path: Path) -> None:
    file = tmp_path / ".dagster" / "history" / "runs" / "index.db"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"no database, and longer than the header of one" * 30)
    with (
        opened_tables(file) as tables,
        pytest.raises(StoreError, match=r"\.dagster: Dagster's storage cannot be used"),
    ):
        tables.partitions("documents")


@pytest.mark.parametrize("storage", OTHER_STORAGES)
def test_any_other_storage_is_left_to_dagster(storage: str, tmp_path: Path) -> None:
    (tmp_path / "dagster.yaml").write_text(OTHER_STORAGES[storage], encoding="utf-8")
    assert index_file(tmp_path) is None


def test_dagsters_own_class_for_sqlite_is_understood_as_well(tmp_path: Path) -> None:
    said = "storage: {sqlite: {base_dir: .dagster}}"
    (tmp_path / "dagster.yaml").write_text(said, encoding="utf-8")
    assert index_file(tmp_path) == tmp_path / ".dagster" / "history" / "runs" / "index.db"


def test_names_are_those_of_the_module_that_knows_dagster() -> None:
    assert VERSION_TAG == dagster_internals.DATA_VERSION_TAG
    assert dagster_internals.KeptSqliteStorage.__name__ == OUR_STORAGE
