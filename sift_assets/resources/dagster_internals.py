"""The only module that uses Dagster's private API; each use has a test, Dagster is pinned.

What is missing from the public API: the latest data versions of many partitions at once, reports
of many that belong to no run, an output that does not overwrite the versions of a range run, an
instance that captures no output, which process a run was started in, which runs hold pool slots,
and freeing those, and a SQLite storage that writes events without starting anew for each.
"""

import json
import re
import threading
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self, cast

import dagster as dg
from dagster._core.definitions.asset_checks.asset_check_evaluation import (
    AssetCheckEvaluationTargetMaterializationData,
)
from dagster._core.definitions.source_asset import SYSTEM_METADATA_KEY_SOURCE_ASSET_OBSERVATION
from dagster._core.events import (
    DagsterEvent,
    DagsterEventBatchMetadata,
    StepMaterializationData,
)
from dagster._core.instance.ref import InstanceRef
from dagster._core.instance.utils import RUNLESS_JOB_NAME, RUNLESS_RUN_ID
from dagster._core.storage.event_log.schema import AssetEventTagsTable
from dagster._core.storage.event_log.sql_event_log import SqlEventLogStorage
from dagster._core.storage.event_log.sqlite.sqlite_event_log import (
    INDEX_SHARD_NAME,
    SqliteEventLogStorage,
)
from dagster._core.storage.runs.sql_run_storage import SqlRunStorage
from dagster._core.storage.sqlite import SQLITE_BUSY_TIMEOUT_SECONDS
from dagster._core.storage.sqlite_storage import DagsterSqliteStorage
from dagster._core.storage.tags import GRPC_INFO_TAG
from sqlalchemy import Connection, Engine, NullPool, QueuePool, and_, create_engine, select, text

DATA_VERSION_TAG = "dagster/data_version"
CODE_VERSION_TAG = "dagster/code_version"
USER_VERSION_TAG = "dagster/data_version_is_user_provided"
INPUT_VERSION_TAG = "dagster/input_data_version/"
INPUT_POINTER_TAG = "dagster/input_event_pointer/"

RANGE_START_TAG = "dagster/asset_partition_range_start"
RANGE_END_TAG = "dagster/asset_partition_range_end"

BATCH_VARIABLE = "DAGSTER_EVENT_BATCH_SIZE"
EVENTS_AT_ONCE = "500"
"""Dagster's own switch and how far we turn it: so many events of one kind, which belong together
and come one after the other, are given to the storage at once. A transaction of 500 takes less
than a second; whoever else wants to write waits up to 30."""

NAMED_PARTITIONS = 500
"""Partitions that a query names; of more it asks for all. Each costs 13 µs to name, a row 4 µs."""

SHARDS_KEPT = 4
"""Files of runs whose statements stay compiled; in one process few runs are at work at once."""

_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_STARTED = re.compile(r"Started process for run \(pid: (\d+)\)")


class Head(NamedTuple):
    """The latest materialization of an asset or partition.

    Attributes:
        version: Its data version.
        storage_id: Its place in the event log, to which provenance tags point.
    """

    version: str
    storage_id: int


def partition_heads(
    instance: dg.DagsterInstance, asset: str, partitions: Collection[str]
) -> dict[str, Head]:
    """Return the latest materialization of each partition that has one, in one query.

    Dagster's own functions take two, and a list of 10,000 partitions costs more than all rows.
    """
    if not partitions:
        return {}
    storage = cast("SqlEventLogStorage", instance.event_log_storage)  # every storage there is
    latest = storage._latest_event_ids_by_partition_subquery(  # noqa: SLF001 - see the module
        dg.AssetKey(asset),
        [dg.DagsterEventType.ASSET_MATERIALIZATION],
        asset_partitions=list(partitions) if len(partitions) <= NAMED_PARTITIONS else None,
    )
    tag = AssetEventTagsTable.c
    version = and_(tag.event_id == latest.c.id, tag.key == DATA_VERSION_TAG)
    query = select(latest.c.partition, latest.c.id, tag.value).select_from(
        latest.outerjoin(AssetEventTagsTable, version)
    )
    with storage.index_connection() as connection:
        rows = connection.execute(query).fetchall()
    wanted = set(partitions)
    return {key: Head(found or "", place) for key, place, found in rows if key in wanted}


def event_rows(instance: dg.DagsterInstance, query: str, values: Mapping[str, Any]) -> list[Any]:
    """Return what a query of ours gives of the tables of Dagster's events, in any SQL storage."""
    storage = cast("SqlEventLogStorage", instance.event_log_storage)  # every storage there is
    with storage.index_connection() as connection:
        return list(connection.execute(text(query), values).fetchall())


def run_rows(instance: dg.DagsterInstance, query: str, values: Mapping[str, Any]) -> list[Any]:
    """Return what a query of ours gives of the table of Dagster's runs, likewise."""
    storage = cast("SqlRunStorage", instance.run_storage)  # every storage there is
    with storage.connect() as connection:
        return list(connection.execute(text(query), values).fetchall())


def head(instance: dg.DagsterInstance, asset: str) -> Head | None:
    """Return the latest materialization of an unpartitioned asset, None when there is none."""
    records = instance.fetch_materializations(dg.AssetKey(asset), limit=1).records
    if not records:
        return None
    materialization = records[0].asset_materialization
    tags = (materialization.tags if materialization else None) or {}
    return Head(tags.get(DATA_VERSION_TAG, ""), records[0].storage_id)


def check_target(
    instance: dg.DagsterInstance, asset: str
) -> AssetCheckEvaluationTargetMaterializationData | None:
    """Return what a check of an asset is of: its latest materialization, None when there is none.

    Without it Dagster goes by time, to the second, and takes a check that is reported right after
    a materialization for one of the materialization before.
    """
    records = instance.fetch_materializations(dg.AssetKey(asset), limit=1).records
    if not records:
        return None
    (record,) = records
    return AssetCheckEvaluationTargetMaterializationData(
        storage_id=record.storage_id, run_id=record.run_id, timestamp=record.timestamp
    )


def report_together(instance: dg.DagsterInstance, found: Sequence[dg.AssetMaterialization]) -> None:
    """Report materializations that belong to no run, in few transactions; see `EVENTS_AT_ONCE`.

    As `report_runless_asset_event` does for one; stored alone each costs 4 ms. Where batches are
    off, they are.
    """
    batch = uuid.uuid4().hex
    for number, materialization in enumerate(found, start=1):
        event = DagsterEvent(
            event_type_value=dg.DagsterEventType.ASSET_MATERIALIZATION.value,
            job_name=RUNLESS_JOB_NAME,
            event_specific_data=StepMaterializationData(materialization),
        )
        place = DagsterEventBatchMetadata(batch, is_end=number == len(found))
        instance.report_dagster_event(event, RUNLESS_RUN_ID, batch_metadata=place)


def silent_output(asset: str) -> dg.Output[None]:
    """Return an output that lets the steps below run and records no event of its own.

    A step without an output makes every step below it skip; an ordinary output of a range run
    gives one data version to all its partitions, over the ones that were recorded by hand. The
    metadata key is how Dagster itself marks observations that have been recorded already.
    """
    metadata = {SYSTEM_METADATA_KEY_SOURCE_ASSET_OBSERVATION: True}
    return dg.Output(None, output_name=asset, metadata=metadata)


def instance_of(folder: str) -> dg.DagsterInstance:
    """Open the instance that a folder's `dagster.yaml` describes, without capturing output.

    Dagster captures what a step prints by two helper processes and a watcher for each. In a
    command's own process nothing is printed, they cost a second a run, and on Ctrl-C they die
    noisily.
    """
    overrides = {
        "compute_logs": {
            "module": "dagster._core.storage.noop_compute_log_manager",
            "class": "NoOpComputeLogManager",
        }
    }
    return dg.DagsterInstance.from_ref(InstanceRef.from_dir(folder, overrides=overrides))


def driver_of(instance: dg.DagsterInstance) -> str:
    """Return the name of the package by which Dagster's events are stored; empty without any."""
    engine = getattr(instance.event_log_storage, "_engine", None)
    return engine.dialect.driver if isinstance(engine, Engine) else ""


def free_pool_slots(instance: dg.DagsterInstance, run_id: str) -> None:
    """Free the pool slots that a dead run still holds; the next run would wait for ever."""
    if instance.event_log_storage.supports_global_concurrency_limits:
        instance.event_log_storage.free_concurrency_slots_for_run(run_id)


def runs_with_pool_slots(instance: dg.DagsterInstance) -> set[str]:
    """Return the ids of the runs that hold a pool slot or wait for one."""
    if not instance.event_log_storage.supports_global_concurrency_limits:
        return set()
    return instance.event_log_storage.get_concurrency_run_ids()


def worker_of(instance: dg.DagsterInstance, run: dg.DagsterRun) -> int | None:
    """Return the process that a code server of this machine started for a run.

    Returns:
        Its process id; None while it has not started, and when the run was launched elsewhere.
    """
    server = json.loads(run.tags.get(GRPC_INFO_TAG, "{}"))
    if not ("socket" in server or server.get("host") in _THIS_MACHINE):
        return None
    for entry in instance.all_logs(run.run_id, of_type=dg.DagsterEventType.ENGINE_EVENT):
        if found := _STARTED.match(entry.message):
            return int(found[1])
    return None


class KeptEventLog(SqliteEventLogStorage):
    """Dagster's event log on SQLite, the same files, without starting anew at every write.

    Dagster makes an engine, compiles its statements and opens the file for each of the eleven
    visits that one document costs, and SQLite writes its log back whenever the last connection
    closes. Here engines are kept, the index of all runs stays open, tables that are there are not
    looked for again, and events that come in a batch are one transaction. Three fifths of the CPU
    time of writing events go with that, and more of the waiting. Each event or batch is on the
    disk when it is stored, as before.
    """

    def __init__(self, base_dir: str, inst_data: Any = None) -> None:
        self._engines: dict[str, Engine] = {}
        self._batch: dict[str, Connection] | None = None
        self._opened = ExitStack()
        self._tables: set[str] = set()
        self._asset_columns: set[str] = set()
        super().__init__(base_dir, inst_data)
        # again by the thread that holds it: within a batch every event asks for its connections
        self._db_lock = threading.RLock()  # type: ignore[assignment]

    def store_event_batch(self, events: Sequence[Any]) -> None:
        """Store events in one transaction for their run and one for the index.

        When one cannot be stored, none is, and Dagster stores them one by one.
        """
        with self._db_lock, ExitStack() as self._opened:
            # opened first, so that it is committed last, as Dagster does for a single event
            index = self._opened.enter_context(self._transaction(INDEX_SHARD_NAME))
            try:
                self._batch = {INDEX_SHARD_NAME: index}
                for event in events:
                    self.store_event(event)
            finally:
                self._batch = None

    def has_table(self, table_name: str) -> bool:
        """Say whether a table exists; one that does is there to stay."""
        if table_name not in self._tables and super().has_table(table_name):
            self._tables.add(table_name)
        return table_name in self._tables

    def dispose(self) -> None:
        """Close what was kept open."""
        super().dispose()
        for engine in self._engines.values():
            engine.dispose()
        self._engines.clear()

    def _has_asset_key_col_on_connection(self, conn: Connection, column_name: str) -> bool:
        if column_name not in self._asset_columns:
            if not super()._has_asset_key_col_on_connection(conn, column_name):
                return False
            self._asset_columns.add(column_name)
        return True

    @contextmanager
    def _connect(self, shard: str) -> Iterator[Connection]:
        with self._db_lock:
            if self._batch is None:
                with self._transaction(shard) as connection:
                    yield connection
                return
            if shard not in self._batch:
                self._batch[shard] = self._opened.enter_context(self._transaction(shard))
            yield self._batch[shard]

    @contextmanager
    def _transaction(self, shard: str) -> Iterator[Connection]:
        engine = self._engine(shard)
        if shard not in self._initialized_dbs:
            self._initdb(engine)
            self._initialized_dbs.add(shard)
        with engine.connect() as connection, connection.begin():
            yield connection

    def _engine(self, shard: str) -> Engine:
        if shard not in self._engines:
            runs = [name for name in self._engines if name != INDEX_SHARD_NAME]
            for name in runs[: -SHARDS_KEPT + 1]:
                self._engines.pop(name).dispose()
            self._engines[shard] = create_engine(
                self.conn_string_for_shard(shard),
                # The file of a run is closed after each write: only then does its log reach the
                # file itself, which the UI watches to show a run live.
                poolclass=QueuePool if shard == INDEX_SHARD_NAME else NullPool,
                connect_args={"timeout": SQLITE_BUSY_TIMEOUT_SECONDS},
            )
        return self._engines[shard]


class KeptSqliteStorage(DagsterSqliteStorage):
    """Dagster's storage on SQLite with a `KeptEventLog`; `dagster.yaml` names it."""

    def __init__(self, base_dir: str, inst_data: Any = None) -> None:
        super().__init__(base_dir, inst_data)
        self._event_log_storage = KeptEventLog(str(Path(base_dir) / "history" / "runs"))

    @classmethod
    def from_config_value(cls, inst_data: Any, config_value: Any) -> Self:
        """Open the storage as the configuration says, for Dagster."""
        return cls.from_local(inst_data=inst_data, **config_value)
