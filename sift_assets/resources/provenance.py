"""The provenance index: for every asset and partition, which inputs gave the latest value.

Dagster keeps the same facts in event tags, but cannot be asked for them in bulk. One SQLite file
in the store's folder; it is derived and may be deleted: everything is then looked up again.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from sift_assets.core.errors import StoreError
from sift_assets.core.planning.state import Attempt, Provenance
from sift_assets.resources.provenance_schema import brought_up_to_date, refuse_newer

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""What SQLite says of a file that is no database or has a damaged page."""

_WAIT_SECONDS = 30
"""How long a writer waits for another; a write takes milliseconds."""

_ASIDE = ".damaged"
"""Ends the name of a damaged file that was put aside."""

_DECODED = 50_000
"""Records kept in memory, 2 KB each: what a look at 10,000 documents reads, and its checks. A run
reads them a dozen times, and between two looks few are new; to decode one takes 8 µs."""


class IndexFault(NamedTuple):
    """What is wrong with the index: with one record of it, or (no asset) with the file."""

    problem: str
    asset: str = ""
    partition: str = ""


class ProvenanceIndex:
    """Provenance and failed attempts by asset and partition.

    Args:
        path: The SQLite file; made on the first write, never by reading.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: sqlite3.Connection | None = None

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Keep one connection for a block of many reads and writes, each still a transaction.

        Opening the file and looking for its tables is four fifths of the cost of a small write.
        For one thread; a block inside a block changes nothing.
        """
        if self._kept is not None:
            yield
            return
        try:
            self._kept = self._opened()
            yield
        finally:
            self._close_kept()

    def record(self, asset: str, entries: dict[str, Provenance]) -> None:
        """Record the latest values of an asset, keyed by partition (empty for none)."""
        rows = [(asset, p, entry.to_bytes(), entry.version) for p, entry in entries.items()]
        with self._connected() as connection:
            connection.executemany("REPLACE INTO provenance VALUES (?, ?, ?, ?)", rows)

    def read(self, asset: str) -> dict[str, Provenance]:
        """Return all recorded partitions of an asset."""
        if not self.path.exists():
            return {}
        query = "SELECT partition, record FROM provenance WHERE asset = ? ORDER BY partition"
        with self._connected() as connection:
            rows = connection.execute(query, (asset,)).fetchall()
        return {partition: _decoded(record) for partition, record in rows}

    def forget(self, asset: str, partitions: Sequence[str]) -> None:
        """Remove the records of partitions that no longer exist."""
        if not partitions or not self.path.exists():
            return
        with self._connected() as connection:
            rows = [(asset, partition) for partition in partitions]
            connection.executemany("DELETE FROM provenance WHERE asset = ? AND partition = ?", rows)

    def forget_version(self, version: str) -> None:
        """Remove the records of every value of this version, so that it is computed again."""
        if not self.path.exists():
            return
        with self._connected() as connection:
            connection.execute("DELETE FROM provenance WHERE version = ?", (version,))

    def faults(self) -> list[IndexFault]:
        """Look for what is damaged in the file; changes nothing, also no damaged file.

        Not opened read-only: what a killed process has half written is rolled back by whoever
        looks next, and a read-only connection would fail.

        Raises:
            StoreError: It is of a newer schema, which is no damage.
        """
        if not self.path.exists():
            return []
        try:
            with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True)) as connection:
                refuse_newer(connection, self.path)
                (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
                if found != "ok":
                    return [IndexFault(problem="the file is damaged")]
                for (record,) in connection.execute("SELECT record FROM attempts"):
                    Attempt.from_bytes(record)
                rows = connection.execute("SELECT asset, partition, record FROM provenance")
                return [fault for row in rows.fetchall() if (fault := _unreadable(*row))]
        except (sqlite3.DatabaseError, ValidationError, UnicodeDecodeError) as error:
            return [IndexFault(problem=f"the file is damaged ({type(error).__name__})")]

    def discard(self) -> None:
        """Delete the file and what was set aside of it; everything is then looked up again."""
        for path in (self.path, self.path.with_suffix(_ASIDE)):
            path.unlink(missing_ok=True)

    def erase_deleted(self) -> None:
        """Overwrite what deleted records have left in the file, and drop what was set aside."""
        self.path.with_suffix(_ASIDE).unlink(missing_ok=True)
        if self.path.exists():
            with self._connected() as connection:
                connection.execute("VACUUM")

    def record_attempt(self, document: str, attempt: Attempt) -> None:
        """Remember that a document failed."""
        with self._connected() as connection:
            connection.execute(
                "REPLACE INTO attempts VALUES (?, ?)", (document, attempt.to_bytes())
            )

    def attempts(self) -> dict[str, Attempt]:
        """Return the failed attempts of every document that has some."""
        if not self.path.exists():
            return {}
        with self._connected() as connection:
            rows = connection.execute("SELECT document, record FROM attempts").fetchall()
        return {document: Attempt.from_bytes(record) for document, record in sorted(rows)}

    def clear_attempts(self, documents: Sequence[str]) -> None:
        """Forget the failures of documents that have succeeded or are gone."""
        if not documents or not self.path.exists():
            return
        with self._connected() as connection:
            rows = [(document,) for document in documents]
            connection.executemany("DELETE FROM attempts WHERE document = ?", rows)

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        connection = self._kept or self._opened()
        try:
            with connection:
                yield connection
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode in _DAMAGED:
                connection.close()
                self._close_kept()
                self._set_aside()
            raise self._error(error) from error
        finally:
            if connection is not self._kept:
                connection.close()

    def _close_kept(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _opened(self) -> sqlite3.Connection:
        try:
            return self._open()
        except sqlite3.DatabaseError as error:
            raise self._error(error) from error

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return self._of_today()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode not in _DAMAGED:
                raise
            self._set_aside()
            return self._of_today()

    def _of_today(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=_WAIT_SECONDS)
        try:
            brought_up_to_date(connection, self.path)
        except BaseException:
            connection.close()
            raise
        return connection

    def _set_aside(self) -> None:
        """Put a damaged file aside: it is derived, so everything is looked up again."""
        self.path.replace(self.path.with_suffix(_ASIDE))

    def _error(self, error: sqlite3.DatabaseError) -> StoreError:
        return StoreError(
            f"{self.path}: the provenance index cannot be used ({error}).",
            "Free some space or check permissions; the file may be deleted, it is rebuilt.",
        )


@lru_cache(maxsize=_DECODED)
def _decoded(record: bytes) -> Provenance:
    return Provenance.from_bytes(record)


def _unreadable(asset: str, partition: str, record: bytes) -> IndexFault | None:
    try:
        Provenance.from_bytes(record)
    except ValidationError:
        return IndexFault("the record cannot be read", asset, partition)
    return None
