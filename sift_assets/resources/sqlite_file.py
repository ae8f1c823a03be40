"""Small SQLite files that several processes write: read where they are there, written alone.

What goes wrong is SQLite's own error; what it means, and what to do then, says whose file it is.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sift_assets.core.errors import StoreError

WAIT_SECONDS = 30
"""How long a writer waits for another; a write takes milliseconds."""


@contextmanager
def read(path: Path) -> Iterator[sqlite3.Connection | None]:
    """Open a file for reading, None when there is none; nothing is made.

    Not read-only: what a killed process has left half written is rolled back by the next
    connection, whatever it wants, and a read-only one would fail.
    """
    if not path.exists():
        yield None
        return
    found = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
    with closing(found) as connection:
        yield connection


@contextmanager
def alone(
    path: Path, prepare: Callable[[sqlite3.Connection], object]
) -> Iterator[sqlite3.Connection]:
    """Open a file, make it where there is none, and hold it alone for one transaction.

    Args:
        path: The file.
        prepare: What comes before the transaction: settings, tables.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    with closing(opened) as connection:
        prepare(connection)
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection


def schema_of(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """Return the version of a file's tables, 0 before there are any.

    Raises:
        StoreError: A newer version of this package has written it.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > newest:
        raise StoreError(
            f"{path}: was written by a newer version of sift_assets.", "Upgrade sift_assets."
        )
    return version
