"""The ledger of promotion: which items there are, and what became of delivering each content.

Tables in a file beside the decisions or in a database, not derived: without them what was delivered
would be delivered again, and nobody knew since when an item waits. They hold opaque ids, hashes and
times.
"""

from collections.abc import Iterable
from pathlib import Path

from sift_assets.core.promotion.delivered import CENTRAL, Delivery
from sift_assets.core.promotion.items import ItemEntry
from sift_assets.resources.project import DECISIONS_FOLDER
from sift_assets.resources.tables import ColumnTypes, Connection, Design, tables_at

DELIVERIES_FILE = "deliveries.sqlite"


def _make_tables(connection: Connection, types: ColumnTypes) -> None:
    text, data = types.text, types.data
    connection.execute(
        f"CREATE TABLE IF NOT EXISTS items (id {text} PRIMARY KEY, record {data} NOT NULL)"
    )
    connection.execute(
        f"""CREATE TABLE IF NOT EXISTS deliveries (
            content {text} NOT NULL, target {text} NOT NULL, record {data} NOT NULL,
            PRIMARY KEY (content, target)
        )"""
    )


_DESIGN = Design(
    tables=("items", "deliveries"),
    steps=(_make_tables,),
    unusable="the ledger of deliveries cannot be used",
    so=", so nothing is delivered",
    fix="Free some space or check permissions. A damaged file comes back from a backup.",
    is_extra=True,
)

DELIVERIES_SCHEMA = len(_DESIGN.steps)
"""Version of the tables; those of a newer one are refused."""


_PUT_ITEM = (
    "INSERT INTO items VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record"
)
_PUT_DELIVERY = (
    "INSERT INTO deliveries VALUES (?, ?, ?) "
    "ON CONFLICT (content, target) DO UPDATE SET record = excluded.record"
)


class DeliveryLedger:
    """Items and deliveries of a project; every write is one transaction, on the disk on return.

    Args:
        root: The project's folder. The file is made by the first write, never by reading.
    """

    def __init__(self, root: Path) -> None:
        self.path = root / DECISIONS_FOLDER / DELIVERIES_FILE
        self._tables = tables_at(self.path, _DESIGN)

    def stamp(self) -> tuple[int, int]:
        """Return what the ledger is recognised by until somebody writes to it."""
        return self._tables.stamp()

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
            with self._tables.writing() as connection:
                connection.executemany(_PUT_ITEM, rows)

    def put(self, *deliveries: Delivery) -> None:
        """Write down how far deliveries are: there is one row of each content and target.

        Raises:
            StoreError: The disk is full or not writable; what was written before stands.
        """
        rows = [(one.content, one.target, one.to_bytes()) for one in deliveries]
        if rows:
            with self._tables.writing() as connection:
                connection.executemany(_PUT_DELIVERY, rows)

    def _rows(self, query: str, values: tuple[str, ...] = ()) -> list[bytes]:
        """Read records; none where there are no tables, which are not made."""
        with self._tables.reading() as connection:
            if connection is None:
                return []
            return [record for (record,) in connection.execute(query, values).fetchall()]
