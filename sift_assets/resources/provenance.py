"""The provenance index: for every asset and partition, which inputs gave the latest value.

Dagster keeps the same facts in event tags, but cannot be asked for them in bulk. Tables in a file
of the store's folder, or in a database; derived, so they may be deleted: everything is then looked
up again.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from sift_assets.core.planning.state import Attempt, Provenance
from sift_assets.resources.provenance_schema import INDEX_DESIGN
from sift_assets.resources.tables import tables_at

_DECODED = 50_000
"""Records kept in memory, 2 KB each: what a look at 10,000 documents reads, and its checks. A run
reads them a dozen times, and between two looks few are new; to decode one takes 8 µs."""


class IndexFault(NamedTuple):
    """What is wrong with the index: with one record of it, or (no asset) with the file."""

    problem: str
    asset: str = ""
    partition: str = ""


_RECORD = (
    "INSERT INTO provenance (asset, partition, record, version) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (asset, partition) "
    "DO UPDATE SET record = excluded.record, version = excluded.version"
)
_FAILED = (
    "INSERT INTO attempts VALUES (?, ?) "
    "ON CONFLICT (document) DO UPDATE SET record = excluded.record"
)


class ProvenanceIndex:
    """Provenance and failed attempts by asset and partition.

    Args:
        path: The file whose name the tables go by; made on the first write, never by reading.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._tables = tables_at(path, INDEX_DESIGN)

    def kept_open(self) -> AbstractContextManager[None]:
        """Keep one connection for a block of many reads and writes, each still a transaction.

        For one thread; a block inside a block changes nothing.
        """
        return self._tables.kept_open()

    def record(self, asset: str, entries: dict[str, Provenance]) -> None:
        """Record the latest values of an asset, keyed by partition (empty for none)."""
        rows = [(asset, p, entry.to_bytes(), entry.version) for p, entry in entries.items()]
        with self._tables.writing() as connection:
            connection.executemany(_RECORD, rows)

    def read(self, asset: str) -> dict[str, Provenance]:
        """Return all recorded partitions of an asset."""
        query = "SELECT partition, record FROM provenance WHERE asset = ? ORDER BY partition"
        rows = self._rows(query, asset)
        return {partition: _decoded(record) for partition, record in rows}

    def forget(self, asset: str, partitions: Sequence[str]) -> None:
        """Remove the records of partitions that no longer exist."""
        if not partitions or not self._tables.exist():
            return
        with self._tables.writing() as connection:
            rows = [(asset, partition) for partition in partitions]
            connection.executemany("DELETE FROM provenance WHERE asset = ? AND partition = ?", rows)

    def forget_version(self, version: str) -> None:
        """Remove the records of every value of this version, so that it is computed again."""
        if self._tables.exist():
            with self._tables.writing() as connection:
                connection.execute("DELETE FROM provenance WHERE version = ?", (version,))

    def faults(self) -> list[IndexFault]:
        """Look for what is damaged in the index; changes nothing, also no damaged file.

        Raises:
            StoreError: It is of a newer schema, which is no damage.
        """
        problem = self._tables.damage()
        if problem:
            return [IndexFault(problem)]
        try:
            for (record,) in self._rows("SELECT record FROM attempts"):
                Attempt.from_bytes(record)
            rows = self._rows("SELECT asset, partition, record FROM provenance")
            return [fault for row in rows if (fault := _unreadable(*row))]
        except (ValidationError, UnicodeDecodeError) as error:
            return [IndexFault(f"the file is damaged ({type(error).__name__})")]

    def discard(self) -> None:
        """Delete the index and what was set aside of it; everything is then looked up again."""
        self._tables.discard()

    def erase_deleted(self) -> None:
        """Overwrite what deleted records have left, and drop what was set aside."""
        self._tables.erase_deleted()

    def record_attempt(self, document: str, attempt: Attempt) -> None:
        """Remember that a document failed."""
        with self._tables.writing() as connection:
            connection.execute(_FAILED, (document, attempt.to_bytes()))

    def attempts(self) -> dict[str, Attempt]:
        """Return the failed attempts of every document that has some."""
        rows = self._rows("SELECT document, record FROM attempts")
        return {document: Attempt.from_bytes(record) for document, record in sorted(rows)}

    def clear_attempts(self, documents: Sequence[str]) -> None:
        """Forget the failures of documents that have succeeded or are gone."""
        if not documents or not self._tables.exist():
            return
        with self._tables.writing() as connection:
            rows = [(document,) for document in documents]
            connection.executemany("DELETE FROM attempts WHERE document = ?", rows)

    def _rows(self, query: str, *values: str) -> list[Any]:
        """Return what a query gives, nothing where there are no tables, which are not made."""
        with self._tables.reading() as connection:
            return [] if connection is None else connection.execute(query, values).fetchall()


@lru_cache(maxsize=_DECODED)
def _decoded(record: bytes) -> Provenance:
    return Provenance.from_bytes(record)


def _unreadable(asset: str, partition: str, record: bytes) -> IndexFault | None:
    try:
        Provenance.from_bytes(record)
    except ValidationError:
        return IndexFault("the record cannot be read", asset, partition)
    return None
