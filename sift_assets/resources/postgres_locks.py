"""Locks between the machines that share a project: advisory locks of its database.

The server frees a lock when the connection of its holder ends, so a killed process or a machine
that has vanished leaves nothing behind. Who holds it stands in the name that the connection goes
by. A process can also hold a lock that says that it lives, for those who cannot see it from where
they are.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sift_assets.core.errors import LockedError, StoreError
from sift_assets.resources.database import Database
from sift_assets.resources.postgres import (
    advisory_key,
    borrowed,
    engine,
    failed,
    opened,
    place_of,
)
from sift_assets.resources.processes import Owner

if TYPE_CHECKING:
    import psycopg

_TRY = "SELECT pg_try_advisory_lock(%s)"

_WAIT = "SELECT pg_advisory_lock(%s)"

_FREE = "SELECT pg_advisory_unlock(%s)"

_HOLDER = """
SELECT activity.application_name FROM pg_locks AS lock
JOIN pg_stat_activity AS activity USING (pid)
WHERE lock.locktype = 'advisory' AND lock.granted AND lock.objsubid = 1
AND lock.database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND (lock.classid::bigint << 32) | lock.objid::bigint = %s
"""
"""Both halves of a lock's number stand in columns of their own."""

_UNUSABLE = "its locks cannot be used"

_living: dict[tuple[Owner, str], "psycopg.Connection[Any]"] = {}
"""Connections by which this process says that it lives, for as long as it does."""

_guard = threading.Lock()


@contextmanager
def held_there(
    database: Database,
    path: Path,
    what: str,
    *,
    wait_seconds: float,
    on_wait: Callable[[str], None],
) -> Iterator[None]:
    """Hold a lock of the database; see `locks.held`.

    Raises:
        LockedError: Another process still holds it.
        StoreError: The server cannot be reached; or it was lost, and the lock with it, while the
            block ran: somebody else may have been at work meanwhile.
    """
    key = _key(database, path)
    with borrowed(database) as connection:
        try:
            if not _is_taken(connection, key):
                _wait(connection, key, what, wait_seconds, on_wait)
        except engine().Error as error:
            raise failed(database, _UNUSABLE, error) from None
        try:
            yield
        finally:
            _free(database, connection, key, what)


def say_that_it_lives(database: Database, owner: Owner) -> None:
    """Let others know that this process lives until it does not.

    Raises:
        StoreError: The server cannot be reached.
    """
    at = owner, database.address
    with _guard:
        known = _living.get(at)
        if known is None or known.closed:
            known = _living[at] = opened(database)
        try:
            known.execute(_TRY, (_life(database, owner),))
        except engine().Error:  # the server was started anew
            known.close()
            known = _living[at] = opened(database)
            known.execute(_TRY, (_life(database, owner),))


def lives(database: Database, owner: Owner) -> bool:
    """Say whether a process of any machine, that has said that it lives, still does.

    Raises:
        StoreError: The server cannot be reached.
    """
    with borrowed(database) as connection:
        try:
            return bool(_holder(connection, _life(database, owner)))
        except engine().Error as error:
            raise failed(database, _UNUSABLE, error) from None


def close_living() -> None:
    """Say no longer that this process lives; the end of the process does as well."""
    with _guard:
        for connection in _living.values():
            with suppress(engine().Error):  # the server frees them as well, a moment later
                connection.execute("SELECT pg_advisory_unlock_all()")
            connection.close()
        _living.clear()


def _is_taken(connection: "psycopg.Connection[Any]", key: int) -> bool:
    (taken,) = connection.execute(_TRY, (key,)).fetchone() or (False,)
    return taken


def _wait(
    connection: "psycopg.Connection[Any]",
    key: int,
    what: str,
    seconds: float,
    on_wait: Callable[[str], None],
) -> None:
    message = f"{what} is in use by {_holder(connection, key) or 'another process'}."
    if seconds == 0:
        raise LockedError(message, "Wait for it to end, or stop it.")
    on_wait(message)
    milliseconds = max(int(seconds * 1000), 0)  # 0 waits for ever
    with connection.transaction():
        timeout = f"{milliseconds}ms"
        connection.execute("SELECT set_config('lock_timeout', %s, true)", (timeout,))
        try:
            connection.execute(_WAIT, (key,))  # of the session: it outlives the transaction
        except engine().errors.LockNotAvailable:
            raise LockedError(message, "Wait for it to end, or stop it.") from None


def _free(database: Database, connection: "psycopg.Connection[Any]", key: int, what: str) -> None:
    try:
        (was_held,) = connection.execute(_FREE, (key,)).fetchone() or (False,)
    except engine().Error:
        was_held = False
    if not was_held:
        raise StoreError(
            f"{place_of(database)}: the connection was lost, and with it the lock; {what} may "
            "have been worked on by another process meanwhile.",
            "Look at the server, and run again.",
        )


def _holder(connection: "psycopg.Connection[Any]", key: int) -> str:
    """Return the name of the process that holds a lock, without the program's."""
    found = connection.execute(_HOLDER, (key,)).fetchone()
    return str(found[0]).removeprefix("sift ") if found else ""


def _key(database: Database, path: Path) -> int:
    return advisory_key(f"{database.schema}/{database.name_of(path)}")


def _life(database: Database, owner: Owner) -> int:
    return advisory_key(f"{database.schema}//{owner.name}")
