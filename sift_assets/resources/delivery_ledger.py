"""The ledger of promotion: which items there are, and what became of delivering each content.

One SQLite file beside the decisions, not derived: without it what was delivered would be delivered
again, and nobody knew since when an item waits. It holds opaque ids, hashes and times.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sift_assets.core.errors import StoreError
from sift_assets.core.promotion.delivered import CENTRAL, Delivery
from sift_assets.core.promotion.items import ItemEntry
from sift_assets.resources.project import DECISIONS_FOLDER
from sift_assets.resources.sqlite_file import alone, read, schema_of

DELIVERIES_FILE = "deliveries.sqlite"

DELIVERIES_SCHEMA = 1
"""Version of the tables; a file of a newer one is refused."""

_TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS items (id TEXT PRIMARY KEY, record BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS deliveries (
    content TEXT NOT NULL, target TEXT NOT NULL, record BLOB NOT NULL,
    PRIMARY KEY (content, target)
);
PRAGMA user_version = {DELIVERIES_SCHEMA};
COMMIT;
"""


class DeliveryLedger:
    """Items and deliveries of a project; every write is one transaction, on the disk on return.

    Args:
        root: The project's folder. The file is made by the first write, never by reading.
    """

    def __init__(self, root: Path) -> None:
        self.path = root / DECISIONS_FOLDER / DELIVERIES_FILE

    def stamp(self) -> tuple[int, int]:
        """Return what the file is recognised by until somebody writes to it."""
        if not self.path.exists():
            return 0, 0
        found = self.path.stat()
        return found.st_mtime_ns, found.st_size

    def items(self) -> tuple[ItemEntry, ...]:
        """Return every item that ever came into the queue, by id.

        Raises:
            StoreError: The file is damaged or cannot be read; then nothing is known.
        """
        rows = self._rows("SELECT record FROM items ORDER BY id")
        return tuple(map(ItemEntry.from_bytes, rows))

    def deliveries(self) -> tuple[Delivery, ...]:
        """Return every delivery, by content and target.

        Raises:
            StoreError: Likewise.
        """
        rows = self._rows("SELECT record FROM deliveries ORDER BY content, target")
        return tuple(map(Delivery.from_bytes, rows))

    def of(self, content: str, target: str = CENTRAL) -> Delivery | None:
        """Return the delivery of a content, None before the first attempt.

        Raises:
            StoreError: Likewise.
        """
        query = "SELECT record FROM deliveries WHERE content = ? AND target = ?"
        rows = self._rows(query, (content, target))
        return Delivery.from_bytes(rows[0]) if rows else None

    def enter(self, entries: Iterable[ItemEntry]) -> None:
        """Write items down; an earlier entry of the same id is replaced.

        Raises:
            StoreError: The disk is full or not writable; nothing was written.
        """
        rows = [(one.id, one.to_bytes()) for one in entries]
        if rows:
            with self._writing() as connection:
                connection.executemany("REPLACE INTO items VALUES (?, ?)", rows)

    def put(self, *deliveries: Delivery) -> None:
        """Write down how far deliveries are: there is one row of each content and target.

        Raises:
            StoreError: The disk is full or not writable; what was written before stands.
        """
        rows = [(one.content, one.target, one.to_bytes()) for one in deliveries]
        if rows:
            with self._writing() as connection:
                connection.executemany("REPLACE INTO deliveries VALUES (?, ?, ?)", rows)

    def _rows(self, query: str, values: tuple[str, ...] = ()) -> list[bytes]:
        """Read records; none where there is no file, which is not made."""
        try:
            with read(self.path) as connection:
                if connection is None:
                    return []
                schema_of(connection, self.path, DELIVERIES_SCHEMA)
                return [record for (record,) in connection.execute(query, values).fetchall()]
        except sqlite3.DatabaseError as error:
            raise self._error(error) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open the file and hold it alone for one transaction."""
        try:
            with alone(self.path, self._made) as connection:
                yield connection
        except (sqlite3.DatabaseError, OSError) as error:
            raise self._error(error) from error

    def _made(self, connection: sqlite3.Connection) -> None:
        if schema_of(connection, self.path, DELIVERIES_SCHEMA) < DELIVERIES_SCHEMA:
            connection.executescript(_TABLES)
        connection.execute("PRAGMA synchronous = EXTRA")

    def _error(self, error: Exception) -> StoreError:
        return StoreError(
            f"{self.path}: the ledger of deliveries cannot be used ({error}), so nothing is "
            "delivered.",
            "Free some space or check permissions. A damaged file comes back from a backup.",
        )
