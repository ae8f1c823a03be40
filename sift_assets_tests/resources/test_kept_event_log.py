"""Our way of keeping Dagster's event log on SQLite, beside Dagster's own on the same files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from sqlalchemy import Engine, event

from sift_assets.resources.dagster_internals import (
    BATCH_VARIABLE,
    DATA_VERSION_TAG,
    RANGE_END_TAG,
    RANGE_START_TAG,
    SHARDS_KEPT,
    KeptEventLog,
    partition_heads,
    silent_output,
)

DOCUMENTS = dg.DynamicPartitionsDefinition(name="documents")
KEYS = [f"{number:02}" for number in range(12)]


@dg.multi_asset(
    specs=[dg.AssetSpec("texts", partitions_def=DOCUMENTS, skippable=True)],
    check_specs=[dg.AssetCheckSpec("all_read", asset="texts")],
    backfill_policy=dg.BackfillPolicy.single_run(),
)
def texts(context: dg.AssetExecutionContext) -> Iterator[Any]:
    for key in context.partition_keys:
        tags = {DATA_VERSION_TAG: f"version of {key}"}
        yield dg.AssetMaterialization("texts", partition=key, tags=tags)
    yield dg.AssetCheckResult(asset_key="texts", check_name="all_read", passed=True)
    yield silent_output("texts")


@contextmanager
def instance_on(folder: Path, *, kept: bool) -> Iterator[dg.DagsterInstance]:
    """Open an instance whose storage lies in a folder: with our event log, or with Dagster's."""
    config = {"base_dir": str(folder)}
    ours = {
        "module": "sift_assets.resources.dagster_internals",
        "class": "KeptSqliteStorage",
        "config": config,
    }
    storage = {"custom": ours} if kept else {"sqlite": config}
    with dg.instance_for_test(overrides={"storage": storage}) as instance:
        yield instance


def run_over_all(instance: dg.DagsterInstance) -> dg.ExecuteInProcessResult:
    instance.add_dynamic_partitions("documents", KEYS)
    tags = {RANGE_START_TAG: KEYS[0], RANGE_END_TAG: KEYS[-1]}
    quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    return dg.materialize([texts], instance=instance, tags=tags, run_config=quiet)


def told(instance: dg.DagsterInstance, run_id: str) -> list[Any]:
    """Return what the log of a run and the index of all runs say, without times and ids."""
    of_run = [
        (e.event_type_value, e.partition, str(e.asset_key))
        for entry in instance.all_logs(run_id)
        if (e := entry.dagster_event)
    ]
    heads = partition_heads(instance, "texts", KEYS)
    planned = instance.event_log_storage.get_event_records(
        dg.EventRecordsFilter(dg.DagsterEventType.ASSET_MATERIALIZATION_PLANNED), ascending=True
    )
    check = instance.event_log_storage.get_asset_check_execution_history(
        dg.AssetCheckKey(dg.AssetKey("texts"), "all_read"), limit=5
    )
    return [
        of_run,
        [(key, head.version, head.storage_id) for key, head in sorted(heads.items())],
        [(record.storage_id, record.partition_key) for record in planned],
        [record.status for record in check],
        instance.get_materialized_partitions(dg.AssetKey("texts")),
    ]


@pytest.mark.parametrize("batch", ["0", "5"])
def test_what_is_stored_is_what_dagsters_own_storage_stores(
    batch: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with instance_on(tmp_path / "plain", kept=False) as plain:
        expected = told(plain, run_over_all(plain).run_id)
    monkeypatch.setenv(BATCH_VARIABLE, batch)
    with instance_on(tmp_path / "kept", kept=True) as kept:
        run_id = run_over_all(kept).run_id
        assert told(kept, run_id) == expected
    with instance_on(tmp_path / "kept", kept=False) as plain:
        assert told(plain, run_id) == expected  # the files are Dagster's own


def test_another_process_sees_each_event_when_it_is_stored(tmp_path: Path) -> None:
    with (
        instance_on(tmp_path, kept=True) as writer,
        instance_on(tmp_path, kept=False) as reader,
    ):
        for version in ("1", "2", "3"):
            tags = {DATA_VERSION_TAG: version}
            found = dg.AssetMaterialization("texts", partition="a", tags=tags)
            writer.report_runless_asset_event(found)
            assert partition_heads(reader, "texts", ["a"])["a"].version == version
            reader.report_runless_asset_event(dg.AssetMaterialization("other", partition=version))
        assert set(partition_heads(writer, "other", ["1", "2", "3"])) == {"1", "2", "3"}


def test_planned_events_are_two_transactions_however_many_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed: list[str] = []

    def note(connection: Any) -> None:
        committed.append(Path(connection.engine.url.database).stem)

    monkeypatch.setenv(BATCH_VARIABLE, "500")
    with instance_on(tmp_path, kept=True) as instance:
        instance.add_dynamic_partitions("documents", KEYS)
        job = dg.Definitions(assets=[texts]).resolve_implicit_global_asset_job_def()
        tags = {RANGE_START_TAG: KEYS[0], RANGE_END_TAG: KEYS[-1]}
        event.listen(Engine, "commit", note)
        try:
            run = instance.create_run_for_job(job, tags=tags)
        finally:
            event.remove(Engine, "commit", note)
        logged = [entry.dagster_event_type for entry in instance.all_logs(run.run_id)]
    assert logged.count(dg.DagsterEventType.ASSET_MATERIALIZATION_PLANNED) == len(KEYS)
    assert committed[-2:] == [run.run_id, "index"]
    of_events = [name for name in committed if name in (run.run_id, "index")]
    assert len(of_events) < len(KEYS)  # with those that only look what there is


def test_a_batch_that_fails_half_way_is_stored_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain_store = KeptEventLog.store_event
    stored: list[Any] = []

    def store(self: KeptEventLog, entry: Any) -> None:
        stored.append(entry)
        if len(stored) == 7:
            raise OSError("the disk is full")
        plain_store(self, entry)

    monkeypatch.setattr(KeptEventLog, "store_event", store)
    monkeypatch.setenv(BATCH_VARIABLE, "500")
    with instance_on(tmp_path, kept=True) as instance:
        run_id = run_over_all(instance).run_id
        of_run, heads, planned, *_ = told(instance, run_id)
    assert sorted(partition for _, partition in planned) == KEYS
    assert [key for key, *_ in heads] == KEYS
    assert [row[0] for row in of_run].count("ASSET_MATERIALIZATION_PLANNED") == len(KEYS)
    assert "the disk is full" in capsys.readouterr().err


def test_few_files_stay_in_use_and_none_when_it_is_disposed(tmp_path: Path) -> None:
    with instance_on(tmp_path, kept=True) as instance:
        log = instance.event_log_storage
        assert isinstance(log, KeptEventLog)
        instance.report_runless_asset_event(dg.AssetMaterialization("texts", partition="a"))
        for number in range(SHARDS_KEPT + 3):
            assert instance.all_logs(f"run {number}") == []
        assert len(log._engines) == SHARDS_KEPT + 1  # and the index
        assert list(tmp_path.rglob("index.db-wal")) != []
    assert log._engines == {}
    assert list(tmp_path.rglob("*.db-wal")) == []
