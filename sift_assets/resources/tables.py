"""Small tables that several processes write: one interface, in SQLite or in Postgres.

Each set of tables is named by a file below the project, whose place it is in SQLite; in Postgres
the same name stands for tables of the project's schema. What is promised is the same: a writer is
alone for its transaction, what was written is there when it ends, readers wait for nobody, looking
makes nothing, older tables are brought up to date step by step, newer ones are refused.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from sift_assets.resources.processes import Owner

WAIT_SECONDS = 30
"""How long a writer waits for another; a write takes milliseconds."""


class Rows(Protocol):
    """What a query gives."""

    def fetchone(self) -> Any:
        """Return the next row, None after the last."""
        ...

    def fetchall(self) -> list[Any]:
        """Return all that are left."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """Yield them."""
        ...


class Connection(Protocol):
    """What both kinds of database understand: `?` stands for a value."""

    def execute(self, query: str, values: Sequence[Any] = ..., /) -> Rows:
        """Do one statement."""
        ...

    def executemany(self, query: str, rows: Iterable[Sequence[Any]], /) -> Any:
        """Do one statement for each row of values."""
        ...


class ColumnTypes(NamedTuple):
    """What a database calls the types of our columns.

    Attributes:
        text: Compared and sorted by its characters' numbers, as Python does.
        data: Bytes.
        whole: A whole number of 64 bits.
        real: A number of 64 bits.
        number: A primary key that the database counts up; one that was given never comes again.
        by_key: Ends a table whose rows lie in the order of its primary key.
    """

    text: str
    data: str
    whole: str
    real: str
    number: str
    by_key: str


Step = Callable[[Connection, ColumnTypes], None]
"""Makes of tables of one version tables of the next; repeated on what it made, it does no harm."""


class Design(NamedTuple):
    """How a set of tables looks, and what is said when it cannot be used.

    Attributes:
        tables: Their names, as the last step leaves them.
        steps: The n-th makes of version n version n + 1; version 0 is nothing at all.
        unusable: What is wrong then, for example `the ledger cannot be used`.
        so: What follows, or nothing.
        fix: What to do about a file.
        newer: What to do about tables that a newer version of this package has written.
        is_derived: A damaged file is put aside and made anew: everything in it is looked up again.
        is_forced: Whether what was written is on the disk when the transaction ends.
        is_extra: Whether a file survives even a power cut in the moment after.
    """

    tables: tuple[str, ...]
    steps: tuple[Step, ...]
    unusable: str
    so: str = ""
    fix: str = ""
    newer: str = "Upgrade sift_assets."
    is_derived: bool = False
    is_forced: bool = True
    is_extra: bool = False


class Tables(Protocol):
    """A set of tables; every method raises `StoreError` when the database cannot be used.

    Attributes:
        path: The file, or the one whose name they go by.
        place: Where they are, for messages; without a password.
        clock: Name of the clock that `moment` reads; empty for this machine's own.
    """

    path: Path
    clock: str

    @property
    def place(self) -> str:
        """See the class."""
        ...

    def exist(self) -> bool:
        """Say whether anything has ever been written."""
        ...

    def reading(self) -> AbstractContextManager[Connection | None]:
        """Open them to look, None when there are none; none are made."""
        ...

    def writing(self) -> AbstractContextManager[Connection]:
        """Open them, make them where there are none, and be alone for one transaction."""
        ...

    def kept_open(self) -> AbstractContextManager[None]:
        """Keep a connection for a block of many reads and writes, each still by itself."""
        ...

    def stamp(self) -> tuple[int, int]:
        """Return what they are recognised by until somebody writes to them."""
        ...

    def damage(self) -> str:
        """Say what is damaged in them, nothing when they are sound or not there."""
        ...

    def discard(self) -> None:
        """Delete them, and what was put aside of them."""
        ...

    def erase_deleted(self) -> None:
        """Overwrite what deleted rows have left, and drop what was put aside."""
        ...

    def moment(self, connection: Connection, now: float) -> float:
        """Return the time by a clock that all who share these tables read alike.

        Args:
            connection: Within a transaction.
            now: By the steady clock of this machine.
        """
        ...

    def say_alive(self, owner: Owner) -> None:
        """Let all who share these tables know that this process lives, until it does not."""
        ...

    def is_alive(self, owner: Owner) -> bool:
        """Say whether a process that has said so still lives."""
        ...


def tables_at(path: Path, design: Design) -> Tables:
    """Return the tables that go by the name of a file: in it, or in the project's database.

    Raises:
        ConfigError: The project has a database, and the environment does not say where it is.
    """
    from sift_assets.resources.database import database_of

    database = database_of(path)
    if database is None:
        from sift_assets.resources.sqlite_file import SqliteTables

        return SqliteTables(path, design)
    from sift_assets.resources.postgres_tables import PostgresTables

    return PostgresTables(database, path, design)
