"""Small tables in an SQLite file of their own; see `tables`."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sift_assets.core.errors import StoreError
from sift_assets.resources.processes import Owner, is_alive
from sift_assets.resources.tables import WAIT_SECONDS, ColumnTypes, Connection, Design

TYPES = ColumnTypes(
    text="TEXT",
    data="BLOB",
    whole="INTEGER",
    real="REAL",
    number="INTEGER PRIMARY KEY AUTOINCREMENT",
    by_key="WITHOUT ROWID",
)

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""What SQLite says of a file that is no database or has a damaged page."""

_ASIDE = ".damaged"
"""Ends the name of a damaged file that was put aside."""


class SqliteTables:
    """Tables in a file.

    Args:
        path: The file; made by the first write, never by reading.
        design: How they look.
    """

    clock = ""

    def __init__(self, path: Path, design: Design) -> None:
        self.path, self._design = path, design
        self._kept: sqlite3.Connection | None = None

    @property
    def place(self) -> str:
        """See `Tables`."""
        return str(self.path)

    def exist(self) -> bool:
        """See `Tables`."""
        return self.path.exists()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """See `Tables`.

        Not read-only: what a killed process has left half written is rolled back by the next
        connection, whatever it wants, and a read-only one would fail.
        """
        if not self.path.exists():
            yield None
            return
        with self._guarded(), self._connected() as connection:
            if self._lacks_steps(connection):
                with self._alone(connection):
                    self._bring_up_to_date(connection)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """See `Tables`."""
        with self._guarded(), self._connected() as connection, self._alone(connection):
            self._bring_up_to_date(connection)
            yield connection

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """See `Tables`; for one thread, and a block inside a block changes nothing.

        Opening the file and looking for its tables is four fifths of the cost of a small write.
        """
        if self._kept is not None:
            yield
            return
        try:
            with self._guarded():
                self._kept = self._opened()
            yield
        finally:
            self._close_kept()

    def stamp(self) -> tuple[int, int]:
        """See `Tables`."""
        if not self.path.exists():
            return 0, 0
        found = self.path.stat()
        return found.st_mtime_ns, found.st_size

    def damage(self) -> str:
        """See `Tables`; changes nothing, also no damaged file.

        Raises:
            StoreError: It is of a newer schema, which is no damage.
        """
        if not self.path.exists():
            return ""
        try:
            address = f"{self.path.resolve().as_uri()}?mode=rw"
            with closing(sqlite3.connect(address, uri=True)) as connection:
                self._lacks_steps(connection)
                (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            return f"the file is damaged ({type(error).__name__})"
        return "" if found == "ok" else "the file is damaged"

    def discard(self) -> None:
        """See `Tables`."""
        for path in (self.path, self.path.with_suffix(_ASIDE)):
            path.unlink(missing_ok=True)

    def erase_deleted(self) -> None:
        """See `Tables`."""
        self.path.with_suffix(_ASIDE).unlink(missing_ok=True)
        if self.path.exists():
            with self._guarded(), self._connected() as connection:
                connection.execute("VACUUM")

    def moment(self, connection: Connection, now: float) -> float:  # noqa: ARG002 - see `Tables`
        """See `Tables`: who shares a file shares a machine, and its clock."""
        return now

    def say_alive(self, owner: Owner) -> None:
        """See `Tables`: the system knows, and tells who asks."""

    def is_alive(self, owner: Owner) -> bool:
        """See `Tables`."""
        return is_alive(owner)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Say for people what SQLite says."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            is_damaged = getattr(error, "sqlite_errorcode", None) in _DAMAGED
            if self._design.is_derived and is_damaged:
                self._close_kept()
                self._set_aside()
            raise self._error(error) from error
        except OSError as error:
            raise self._error(error) from error

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        if self._kept is not None:
            yield self._kept
            return
        with closing(self._opened()) as connection:
            yield connection

    @contextmanager
    def _alone(self, connection: sqlite3.Connection) -> Iterator[None]:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            yield

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return self._open()
        except sqlite3.DatabaseError as error:
            if not self._design.is_derived or error.sqlite_errorcode not in _DAMAGED:
                raise
            self._set_aside()
            return self._open()

    def _open(self) -> sqlite3.Connection:
        opened = sqlite3.connect(self.path, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            opened.execute(f"PRAGMA synchronous = {self._synchronous}")
            self._lacks_steps(opened)
        except BaseException:
            opened.close()
            raise
        return opened

    @property
    def _synchronous(self) -> str:
        if self._design.is_extra:
            return "EXTRA"
        return "FULL" if self._design.is_forced else "OFF"

    def _lacks_steps(self, connection: sqlite3.Connection) -> bool:
        return self._version(connection) < len(self._design.steps)

    def _bring_up_to_date(self, connection: sqlite3.Connection) -> None:
        """Do the steps that the file lacks, within the transaction of whoever writes."""
        lacking = self._design.steps[self._version(connection) :]
        for step in lacking:
            step(connection, TYPES)
        if lacking:
            connection.execute(f"PRAGMA user_version = {len(self._design.steps)}")

    def _version(self, connection: sqlite3.Connection) -> int:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        newest = len(self._design.steps)
        if version > newest:
            raise StoreError(
                f"{self.path}: was written by a newer version of sift_assets; it has schema "
                f"{version}, this version knows {newest}.",
                self._design.newer,
            )
        return version

    def _close_kept(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _set_aside(self) -> None:
        """Put a damaged file aside: it is derived, so everything is looked up again."""
        if self.path.exists():
            self.path.replace(self.path.with_suffix(_ASIDE))

    def _error(self, error: Exception) -> StoreError:
        design = self._design
        return StoreError(f"{self.path}: {design.unusable} ({error}){design.so}.", design.fix)
