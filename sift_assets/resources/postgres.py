"""Connections to the database of a project: opened when wanted, kept for the next who wants one.

They are in autocommit, and whoever borrows one says where its transaction begins. Every message
leaves out the address, which holds a password.
"""

import atexit
import hashlib
import os
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, LiteralString, cast

from sift_assets.core.errors import ConfigError, MissingEngineError, StoreError
from sift_assets.resources.database import ADDRESS_VARIABLE, Database

if TYPE_CHECKING:
    import psycopg

IDLE_KEPT = 4
"""Connections that a process keeps when nobody wants them; each is a process of the server."""

CONNECT_SECONDS = 10
"""How long a server that does not answer is waited for."""

_ALIVE = "SELECT set_config('tcp_keepalives_idle', '30', false), \
set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)"
"""A machine that has vanished is noticed within a minute, and its locks are free."""

_MASK = "***"

_idle: dict[tuple[int, str], list["psycopg.Connection[Any]"]] = {}
"""By process, because a child must not use what its parent has opened, and address."""

_guard = threading.Lock()


@contextmanager
def borrowed(database: Database) -> Iterator["psycopg.Connection[Any]"]:
    """Lend a connection for the length of a block.

    Raises:
        StoreError: The server cannot be reached, or does not let us in.
        MissingEngineError: The package that speaks to it is not installed.
    """
    connection = _kept(database) or opened(database)
    try:
        yield connection
    finally:
        _take_back(database, connection)


def opened(database: Database) -> "psycopg.Connection[Any]":
    """Open a connection for whoever closes it.

    Raises:
        StoreError: The server cannot be reached, or does not let us in.
        MissingEngineError: The package that speaks to it is not installed.
    """
    psycopg = engine()
    _check(database.address)
    try:
        connection = psycopg.connect(
            database.address,
            autocommit=True,
            prepare_threshold=None,  # so that a pooler in between does no harm
            connect_timeout=CONNECT_SECONDS,
            application_name=f"sift process {os.getpid()} on {socket.gethostname()}"[:63],
        )
        connection.execute(_ALIVE)
    except psycopg.Error as error:
        raise failed(database, "the database cannot be reached", error) from None
    return connection


def failed(database: Database, what: str, error: Exception, so: str = "") -> StoreError:
    """Return the error for people of what the server, or the way to it, has said."""
    said = without_password(" ".join(str(error).split()), database.address)
    return StoreError(f"{place_of(database)}: {what} ({said}){so}.", _fix(said))


def place_of(database: Database, schema: str = "") -> str:
    """Return where a project's tables are, for messages."""
    return f"database, schema {schema or database.schema}"


def without_password(said: str, address: str) -> str:
    """Return a message without what must not be shown: the address, and its password alone."""
    password = _parts(address).get("password", "")
    for secret in sorted(filter(None, (address, str(password))), key=len, reverse=True):
        said = said.replace(secret, _MASK)
    return said


def engine() -> Any:
    """Return the package that speaks to Postgres.

    Raises:
        MissingEngineError: It is not installed.
    """
    try:
        import psycopg
    except ImportError as error:
        raise MissingEngineError(
            "What speaks to Postgres is not installed.",
            "Install it: pip install 'sift-assets[postgres]'.",
        ) from error
    return psycopg


def advisory_key(name: str) -> int:
    """Return the number by which the server knows a lock of this name: 64 bits, signed."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)


def sql(statement: str) -> LiteralString:
    """Return a statement as the driver wants it: written by us, with checked names at most."""
    return cast("LiteralString", statement)


def close_idle() -> None:
    """Close what nobody wants; done by itself when the process ends."""
    with _guard:
        mine = [key for key in _idle if key[0] == os.getpid()]
        for connection in [one for key in mine for one in _idle.pop(key)]:
            connection.close()


def _kept(database: Database) -> "psycopg.Connection[Any] | None":
    """Return a connection of before that is still one: the server may have been started anew."""
    while True:
        with _guard:
            waiting = _idle.get((os.getpid(), database.address))
            connection = waiting.pop() if waiting else None
        if connection is None or _is_silent(connection):
            return connection
        connection.close()


def _is_silent(connection: "psycopg.Connection[Any]") -> bool:
    """Say whether the server has said nothing unasked: then it would have been its farewell.

    To ask it costs a way over the network, for each of a run's thousand small transactions.
    """
    try:
        waiting = select.poll()
        waiting.register(connection.fileno(), select.POLLIN)
        return not waiting.poll(0)
    except (OSError, engine().Error):
        return False


def _take_back(database: Database, connection: "psycopg.Connection[Any]") -> None:
    idle = engine().pq.TransactionStatus.IDLE
    with _guard:
        if not _idle:
            atexit.register(close_idle)
        waiting = _idle.setdefault((os.getpid(), database.address), [])
        is_usable = not connection.closed and connection.info.transaction_status == idle
        if is_usable and len(waiting) < IDLE_KEPT:
            waiting.append(connection)
            return
    connection.close()


def _check(address: str) -> None:
    if not _parts(address):
        raise ConfigError(
            "cannot be understood.",
            "It looks like postgresql://user:password@host:5432/name; special characters in the "
            "password are written as %XX.",
            file=f"environment variable {ADDRESS_VARIABLE}",
        )


@lru_cache(maxsize=4)
def _parts(address: str) -> dict[str, Any]:
    """Return what an address says, nothing when it cannot be understood."""
    psycopg = engine()
    try:
        return psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.Error:
        return {}


def _fix(said: str) -> str:
    if "authentication" in said or "no password supplied" in said or "pg_hba" in said:
        return f"Check user and password in {ADDRESS_VARIABLE}."
    if "does not exist" in said:
        return f"Check the names in {ADDRESS_VARIABLE}, and make what is missing there."
    if "permission denied" in said:
        return "Let its user create schemas there (GRANT CREATE ON DATABASE)."
    if "lock timeout" in said:
        return "Another process holds it; wait for it to end, or stop it."
    return f"Check that the server runs, and its address in {ADDRESS_VARIABLE}."
