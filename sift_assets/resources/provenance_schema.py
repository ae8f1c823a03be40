"""The schema version of the provenance index, and the ordered steps from each to the next.

    0   no version yet: an empty file, or tables that were made before versions were counted
    1   records by asset and partition, attempts by document
    2   the version of each record in a column of its own, with an index

The version is SQLite's `user_version`. All steps that a file lacks are one transaction, so that an
interruption leaves it as it was. A newer file is refused.
"""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

from sift_assets.core.errors import StoreError

_TABLES = (
    """CREATE TABLE IF NOT EXISTS provenance (
        asset TEXT NOT NULL, partition TEXT NOT NULL, record BLOB NOT NULL,
        PRIMARY KEY (asset, partition)
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS attempts (
        document TEXT NOT NULL PRIMARY KEY, record BLOB NOT NULL
    ) WITHOUT ROWID""",
)


def refuse_newer(connection: sqlite3.Connection, path: Path) -> int:
    """Return the schema version of an index.

    Raises:
        StoreError: It is newer than this package.
    """
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if schema > INDEX_SCHEMA:
        raise StoreError(
            f"{path}: the index has schema {schema}, this version knows {INDEX_SCHEMA}.",
            "Upgrade sift_assets, or delete the file: what it says is then looked up again.",
        )
    return schema


def brought_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Do the steps that an index lacks.

    Raises:
        StoreError: It is newer than this package.
    """
    if refuse_newer(connection, path) == INDEX_SCHEMA:
        return
    connection.execute("BEGIN IMMEDIATE")  # another process may be about to do the same
    with connection:
        for step in _STEPS[refuse_newer(connection, path) :]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {INDEX_SCHEMA}")


def _make_tables(connection: sqlite3.Connection) -> None:
    for table in _TABLES:
        connection.execute(table)


def _make_versions_a_column(connection: sqlite3.Connection) -> None:
    """Let a damaged object's records be found by its version: reading all took a second each."""
    connection.execute("ALTER TABLE provenance ADD COLUMN version TEXT NOT NULL DEFAULT ''")
    rows = connection.execute("SELECT asset, partition, record FROM provenance").fetchall()
    connection.executemany(
        "UPDATE provenance SET version = ? WHERE asset = ? AND partition = ?",
        [(_version_in(record), asset, partition) for asset, partition, record in rows],
    )
    connection.execute("CREATE INDEX provenance_by_version ON provenance (version)")


def _version_in(record: bytes) -> str:
    """Return the version that a record says, empty for one that cannot be read: `fsck` names it."""
    try:
        return str(json.loads(record)["version"])
    except (ValueError, KeyError, TypeError):
        return ""


_STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (_make_tables, _make_versions_a_column)
"""The n-th makes of a file of version n one of version n + 1."""

INDEX_SCHEMA = len(_STEPS)
"""Of the indexes that this version writes."""
