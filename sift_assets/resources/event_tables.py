"""Dagster's latest versions read from its SQLite file, for commands that only look.

To import Dagster takes a second, which is most of what such a command would take, and all that is
wanted of it are three queries. So this module knows the tables of Dagster's event log, as
`dagster_internals` knows its private API; a test holds both to the same answers. Any other storage
than SQLite below the project is left to Dagster itself.
"""

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sift_assets.core.errors import StoreError
from sift_assets.resources.moments import Happened
from sift_assets.resources.project import DAGSTER_FILE

VERSION_TAG = "dagster/data_version"
OUR_STORAGE = "KeptSqliteStorage"
"""As `dagster_internals` has them, which cannot be imported without Dagster."""

_WAIT_SECONDS = 30
"""How long Dagster waits for a writer."""

_PARTITIONS = "SELECT partition FROM dynamic_partitions WHERE partitions_def_name = ? ORDER BY id"

_VERSIONS = """
SELECT latest.partition, tag.value FROM (
    SELECT partition, MAX(id) AS id FROM event_logs
    WHERE asset_key = ? AND dagster_event_type = 'ASSET_MATERIALIZATION' AND partition IS NOT NULL
    GROUP BY partition
) AS latest
LEFT JOIN asset_event_tags AS tag ON tag.event_id = latest.id AND tag.key = ?
"""

_VERSION = """
SELECT tag.value FROM (
    SELECT id FROM event_logs
    WHERE asset_key = ? AND dagster_event_type = 'ASSET_MATERIALIZATION' ORDER BY id DESC LIMIT 1
) AS latest
LEFT JOIN asset_event_tags AS tag ON tag.event_id = latest.id AND tag.key = ?
"""

_HAPPENED = """
SELECT tag.value, event.timestamp, event.run_id FROM event_logs AS event
LEFT JOIN asset_event_tags AS tag ON tag.event_id = event.id AND tag.key = ?
WHERE event.asset_key = ? AND event.dagster_event_type = 'ASSET_MATERIALIZATION'
AND event.partition IS ? ORDER BY event.id DESC
"""

_RUN_TAGS = "SELECT key, value FROM run_tags WHERE run_id = ?"

OPEN_STATUSES = ("QUEUED", "NOT_STARTED", "STARTING", "STARTED", "CANCELING")
"""As `instance` has them, likewise."""

_OPEN_RUNS = "SELECT 1 FROM runs WHERE status IN (?, ?, ?, ?, ?) LIMIT 1"

_FAILED_RUNS = "SELECT COUNT(*) FROM runs WHERE status = 'FAILURE'"

RUNS_FILE = "runs.db"
"""Where Dagster keeps its runs, beside the folder of the index."""


class EventTables:
    """The index of Dagster's event log as a file.

    Args:
        connection: To the file; None when there is none yet, so that nothing is known.
        file: For messages.
    """

    def __init__(self, connection: sqlite3.Connection | None, file: Path) -> None:
        self._connection = connection
        self._file = file

    def partitions(self, name: str) -> list[str]:
        """Return the registered keys of a dynamic partitioning, in order of registration."""
        return [key for (key,) in self._rows(_PARTITIONS, name)]

    def versions(self, asset: str, partitions: Collection[str]) -> dict[str, str]:
        """Return the latest data version of each of these partitions that has an event."""
        wanted = set(partitions)
        rows = self._rows(_VERSIONS, _key(asset), VERSION_TAG) if wanted else []
        return {partition: version or "" for partition, version in rows if partition in wanted}

    def version(self, asset: str) -> str | None:
        """Return the latest data version of an unpartitioned asset, None without an event."""
        rows = self._rows(_VERSION, _key(asset), VERSION_TAG)
        return (rows[0][0] or "") if rows else None

    def happened(self, asset: str, partition: str) -> Iterator[Happened]:
        """Yield the materializations of a partition, empty for none, newest first."""
        rows = self._rows(_HAPPENED, VERSION_TAG, _key(asset), partition or None)
        for version, stored, run_id in rows:
            yield Happened(version or "", _seconds(stored), run_id or "")

    def run_tags(self, run_id: str) -> Mapping[str, str]:
        """Return the tags of a run; none of one that is not known."""
        return dict(self._rows_of_runs(_RUN_TAGS, run_id))

    def has_open_run(self) -> bool:
        """Say whether any run is queued or under way."""
        return bool(self._rows_of_runs(_OPEN_RUNS, *OPEN_STATUSES))

    def failed_runs(self) -> int:
        """Return how many runs have failed, of all that are remembered."""
        return sum(number for (number,) in self._rows_of_runs(_FAILED_RUNS))

    def _rows_of_runs(self, query: str, *values: str) -> list[Any]:
        runs = self._file.parent.parent / RUNS_FILE
        if not runs.is_file():
            return []
        try:
            with closing(sqlite3.connect(f"{runs.as_uri()}?mode=rw", uri=True)) as connection:
                return connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise _unusable(self._file, error) from error

    def _rows(self, query: str, *values: str | None) -> list[Any]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise _unusable(self._file, error) from error


@contextmanager
def opened_tables(file: Path) -> Iterator[EventTables]:
    """Open the index of Dagster's event log to look at it.

    Raises:
        StoreError: The file cannot be read.
    """
    if not file.is_file():
        yield EventTables(None, file)
        return
    try:
        # Not read-only: who reads such a file and cannot tidy up leaves two more beside it.
        opened = sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=_WAIT_SECONDS)
    except sqlite3.DatabaseError as error:
        raise _unusable(file, error) from error
    with closing(opened) as connection:
        yield EventTables(connection, file)


def index_file(root: Path) -> Path | None:
    """Return where the project's `dagster.yaml` has SQLite keep the index of events.

    Returns:
        None when it names another storage, or cannot be understood without Dagster.
    """
    try:
        folder = _folder(_storage(root))
    except (KeyError, TypeError, AttributeError):
        return None
    return root / folder / "history" / "runs" / "index.db" if folder else None


def is_in_postgres(root: Path) -> bool:
    """Say whether the project's `dagster.yaml` names Postgres as Dagster's storage."""
    return "postgres" in _storage(root)


def _storage(root: Path) -> Mapping[str, Any]:
    """Return the storage as `dagster.yaml` names it; nothing when it cannot be understood."""
    import yaml

    try:
        said = yaml.safe_load((root / DAGSTER_FILE).read_text(encoding="utf-8"))
        found = said["storage"]
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError):
        return {}
    return found if isinstance(found, dict) else {}


def _folder(storage: Mapping[str, Any]) -> str:
    """Return the folder of a SQLite storage, Dagster's or ours; empty for any other."""
    if "custom" in storage and storage["custom"]["class"] == OUR_STORAGE:
        config = storage["custom"]["config"]
    else:
        config = storage["sqlite"]
    folder = config["base_dir"]
    return folder if isinstance(folder, str) else ""  # it may name a variable


def _seconds(stored: str | None) -> float:
    """Read a moment as Dagster stores it: in UTC, without saying so."""
    return datetime.fromisoformat(stored).replace(tzinfo=UTC).timestamp() if stored else 0.0


def _key(asset: str) -> str:
    return f'["{asset}"]'


def _unusable(file: Path, error: sqlite3.DatabaseError) -> StoreError:
    return StoreError(
        f"{file.parents[2]}: Dagster's storage cannot be used ({error}).",
        "Free some space or check permissions, and run again.",
    )
