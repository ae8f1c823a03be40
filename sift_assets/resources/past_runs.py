"""Runs that may be removed from Dagster's SQLite storage: old, ended, and needed by nothing.

Dagster keeps runs for ever. An edit takes five of them, a megabyte of files. What a run recorded
goes with it, so these stay: a run with the latest event of an asset or partition, for without it
the value counts as stale; one with an event that such an event points to, for Dagster compares an
input with what was there then; the latest of each check; and those of graphs that are still
compared. Like `event_tables`, this knows the tables of Dagster's event log; a test holds what is
left to what Dagster's own pages say.
"""

import shutil
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import dagster as dg

from sift_assets.core.errors import StoreError
from sift_assets.resources.dagster_internals import DATA_VERSION_TAG, INPUT_POINTER_TAG
from sift_assets.resources.event_tables import RUNS_FILE

_ENDED = """
SELECT run_id FROM runs WHERE status IN ('SUCCESS', 'FAILURE', 'CANCELED') AND end_time < ?
ORDER BY id
"""

_NEEDED = """
WITH heads AS (
    SELECT partition, MAX(id) AS id FROM event_logs
    WHERE asset_key IS NOT NULL
    AND dagster_event_type IN ('ASSET_MATERIALIZATION', 'ASSET_OBSERVATION')
    GROUP BY asset_key, partition, dagster_event_type
), pointers AS (
    SELECT heads.partition, CAST(tag.value AS INTEGER) AS id,
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
WHERE tag.asset_key = ? AND tag.key = ? AND tag.value = ?
"""

_SECOND_FILES = ("", "-wal", "-shm", "-journal")
"""Ends of the names of SQLite's files of one database."""


def removable_runs(
    index: Path, ended_before: float, versions: Mapping[str, Iterable[str]]
) -> tuple[str, ...]:
    """Return the ids of runs that may be removed, oldest first.

    Args:
        index: Dagster's index of events, as `index_file` gives it.
        ended_before: In seconds since 1970.
        versions: Asset to versions whose events stay, beside the latest ones.

    Raises:
        StoreError: A file cannot be read.
    """
    runs = index.parent.parent / RUNS_FILE
    if not (index.is_file() and runs.is_file()):
        return ()
    needed = set(_run_ids(index, _NEEDED, {"pointer": INPUT_POINTER_TAG}))
    for asset, kept in versions.items():
        for version in kept:
            key = dg.AssetKey(asset).to_string()
            needed.update(_run_ids(index, _OF_VERSION, (key, DATA_VERSION_TAG, version)))
    ended = _run_ids(runs, _ENDED, (ended_before,))
    return tuple(run_id for run_id in ended if run_id not in needed)


def bytes_of_runs(index: Path, run_ids: Iterable[str]) -> int:
    """Return what the files of runs take; their rows in the index are left out."""
    return sum(file.stat().st_size for run_id in run_ids for file in _files(index, run_id))


def remove_runs(instance: dg.DagsterInstance, index: Path, run_ids: Collection[str]) -> None:
    """Remove runs with their events, files and what they printed.

    Args:
        instance: Dagster's; on the same storage.
        index: As for `removable_runs`.
        run_ids: As that gave them, while nobody else is at work.
    """
    for run_id in run_ids:
        instance.delete_run(run_id)
        for file in _files(index, run_id):
            file.unlink(missing_ok=True)
        shutil.rmtree(index.parents[2] / "logs" / run_id, ignore_errors=True)


def _files(index: Path, run_id: str) -> Iterator[Path]:
    """Yield the files of a run that are there; Dagster empties them and leaves them."""
    for ending in _SECOND_FILES:
        file = index.with_name(f"{run_id}.db{ending}")
        if file.is_file():
            yield file


def _run_ids(
    file: Path, query: str, values: Sequence[str | float] | Mapping[str, str]
) -> list[str]:
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as connection:
            return [run_id for (run_id,) in connection.execute(query, values)]
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{file.parents[1]}: Dagster's storage cannot be used ({error}).",
            "Free some space or check permissions, and run again.",
        ) from error
