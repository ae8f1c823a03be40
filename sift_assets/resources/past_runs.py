"""Runs that may be removed from Dagster's storage: old, ended, and needed by nothing.

Dagster keeps runs for ever. An edit takes five of them, a megabyte of files. What a run recorded
goes with it, so these stay: a run with the latest event of an asset or partition, for without it
the value counts as stale; one with an event that such an event points to, for Dagster compares an
input with what was there then; the latest of each check; and those of graphs that are still
compared. Like `event_tables`, this knows the tables of Dagster's event log; a test holds what is
left to what Dagster's own pages say.
"""

import shutil
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import dagster as dg

from sift_assets.core.errors import StoreError
from sift_assets.resources.dagster_internals import (
    DATA_VERSION_TAG,
    INPUT_POINTER_TAG,
    event_rows,
    run_rows,
)
from sift_assets.resources.event_tables import RUNS_FILE

_ENDED = """
SELECT run_id FROM runs WHERE status IN ('SUCCESS', 'FAILURE', 'CANCELED') AND end_time < :before
ORDER BY id
"""

_NEEDED = """
WITH heads AS (
    SELECT partition, MAX(id) AS id FROM event_logs
    WHERE asset_key IS NOT NULL
    AND dagster_event_type IN ('ASSET_MATERIALIZATION', 'ASSET_OBSERVATION')
    GROUP BY asset_key, partition, dagster_event_type
), pointers AS (
    SELECT heads.partition, CAST(tag.value AS BIGINT) AS id,
        '["' || SUBSTR(tag.key, LENGTH(:pointer) + 1) || '"]' AS asset_key
    FROM heads JOIN asset_event_tags AS tag ON tag.event_id = heads.id
    WHERE tag.key LIKE :pointer || '%' AND tag.value != 'NULL'
), seen AS (
    SELECT MAX(event.id) AS id
    FROM (SELECT DISTINCT asset_key, id FROM pointers WHERE partition IS NULL) AS pointer
    JOIN event_logs AS event ON event.asset_key = pointer.asset_key AND event.id <= pointer.id
    WHERE event.dagster_event_type = 'ASSET_MATERIALIZATION'
    GROUP BY pointer.asset_key, pointer.id, event.partition
)
SELECT run_id FROM event_logs WHERE id IN (
    SELECT id FROM heads UNION SELECT id FROM pointers UNION SELECT id FROM seen
)
UNION
SELECT run_id FROM asset_check_executions WHERE id IN (
    SELECT MAX(id) FROM asset_check_executions GROUP BY asset_key, check_name, partition
)
"""
"""`seen`: what each partition of an input was for a value that has none itself."""

_OF_VERSION = """
SELECT event.run_id FROM event_logs AS event
JOIN asset_event_tags AS tag ON tag.event_id = event.id
WHERE tag.asset_key = :asset_key AND tag.key = :key AND tag.value = :version
"""

_SECOND_FILES = ("", "-wal", "-shm", "-journal")
"""Ends of the names of SQLite's files of one database."""


class RunHistory(Protocol):
    """Where Dagster keeps its runs and their events; all queries name their values."""

    def runs(self, query: str, values: Mapping[str, Any]) -> list[str]:
        """Return ids of runs by a query of the table of runs."""
        ...

    def events(self, query: str, values: Mapping[str, Any]) -> list[str]:
        """Return ids of runs by a query of the tables of events."""
        ...

    def files(self, run_id: str) -> Iterable[Path]:
        """Return the files of a run alone."""
        ...

    def remove(self, instance: dg.DagsterInstance, run_id: str) -> None:
        """Remove a run with its events, files and what it printed."""
        ...


class SqliteHistory:
    """SQLite below the project.

    Args:
        index: Dagster's index of events, as `event_tables.index_file` gives it.
    """

    def __init__(self, index: Path) -> None:
        self._index = index

    def runs(self, query: str, values: Mapping[str, Any]) -> list[str]:
        """See `RunHistory`."""
        return _run_ids(self._index.parent.parent / RUNS_FILE, query, values)

    def events(self, query: str, values: Mapping[str, Any]) -> list[str]:
        """See `RunHistory`."""
        return _run_ids(self._index, query, values)

    def files(self, run_id: str) -> Iterator[Path]:
        """See `RunHistory`; Dagster empties them and leaves them."""
        for ending in _SECOND_FILES:
            file = self._index.with_name(f"{run_id}.db{ending}")
            if file.is_file():
                yield file

    def remove(self, instance: dg.DagsterInstance, run_id: str) -> None:
        """See `RunHistory`."""
        instance.delete_run(run_id)
        for file in self.files(run_id):
            file.unlink(missing_ok=True)
        shutil.rmtree(self._index.parents[2] / "logs" / run_id, ignore_errors=True)


class InstanceHistory:
    """A database that Dagster is set up with: its own tables there.

    Args:
        instance: Dagster's.
        logs: The folder of what runs have printed.
    """

    def __init__(self, instance: dg.DagsterInstance, logs: Path) -> None:
        self._instance, self._logs = instance, logs

    def runs(self, query: str, values: Mapping[str, Any]) -> list[str]:
        """See `RunHistory`."""
        return [run_id for (run_id,) in run_rows(self._instance, query, values)]

    def events(self, query: str, values: Mapping[str, Any]) -> list[str]:
        """See `RunHistory`."""
        return [run_id for (run_id,) in event_rows(self._instance, query, values)]

    def files(self, run_id: str) -> Iterable[Path]:
        """See `RunHistory`: their rows are in tables of all runs."""
        return (file for file in (self._logs / run_id).rglob("*") if file.is_file())

    def remove(self, instance: dg.DagsterInstance, run_id: str) -> None:
        """See `RunHistory`."""
        instance.delete_run(run_id)
        shutil.rmtree(self._logs / run_id, ignore_errors=True)


def removable_runs(
    history: RunHistory, ended_before: float, versions: Mapping[str, Iterable[str]]
) -> tuple[str, ...]:
    """Return the ids of runs that may be removed, oldest first.

    Args:
        history: Where Dagster keeps them.
        ended_before: In seconds since 1970.
        versions: Asset to versions whose events stay, beside the latest ones.

    Raises:
        StoreError: A file cannot be read.
    """
    ended = history.runs(_ENDED, {"before": ended_before})
    if not ended:
        return ()
    needed = set(history.events(_NEEDED, {"pointer": INPUT_POINTER_TAG}))
    for asset, kept in versions.items():
        for version in kept:
            key = dg.AssetKey(asset).to_string()
            values = {"asset_key": key, "key": DATA_VERSION_TAG, "version": version}
            needed.update(history.events(_OF_VERSION, values))
    return tuple(run_id for run_id in ended if run_id not in needed)


def bytes_of_runs(history: RunHistory, run_ids: Iterable[str]) -> int:
    """Return what the files of runs take; their rows in tables of all runs are left out."""
    return sum(file.stat().st_size for run_id in run_ids for file in history.files(run_id))


def remove_runs(
    instance: dg.DagsterInstance, history: RunHistory, run_ids: Collection[str]
) -> None:
    """Remove runs with their events, files and what they printed.

    Args:
        instance: Dagster's; on the same storage.
        history: As for `removable_runs`.
        run_ids: As that gave them, while nobody else is at work.
    """
    for run_id in run_ids:
        history.remove(instance, run_id)


def _run_ids(file: Path, query: str, values: Mapping[str, Any]) -> list[str]:
    if not file.is_file():
        return []
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as connection:
            return [run_id for (run_id,) in connection.execute(query, values)]
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{file.parents[1]}: Dagster's storage cannot be used ({error}).",
            "Free some space or check permissions, and run again.",
        ) from error
