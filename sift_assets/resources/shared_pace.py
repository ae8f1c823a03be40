"""The pace that the processes at work on a project share: a small SQLite file of the last minute.

Limits of calls and tokens are the provider's, who counts whatever runs: the runs that follow one
another, and a discovery beside them. The file is derived: deleting it forgets a minute.

Moments are of the machine's steady clock, which processes read alike and nobody sets: a wall clock
that is put back would let nothing through for as long. It begins anew with every boot, so moments
of another boot do not count; on a system that does not name its boots, those that lie further
ahead than the window do not.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sift_assets.core.errors import StoreError
from sift_assets.core.llm.pacing import (
    WINDOW_SECONDS,
    Pace,
    Pacing,
    Rates,
    Taken,
    seconds_to_wait,
)
from sift_assets.core.settings.model import Settings
from sift_assets.resources.processes import boot_id

PACE_FILE = "pace.sqlite"

_TABLES = """
CREATE TABLE IF NOT EXISTS calls (
    number INTEGER PRIMARY KEY AUTOINCREMENT, boot TEXT NOT NULL, model TEXT NOT NULL,
    at REAL NOT NULL, tokens INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS closed (
    model TEXT NOT NULL, boot TEXT NOT NULL, until REAL NOT NULL, PRIMARY KEY (model, boot)
);
"""

_WAIT_SECONDS = 30
"""How long one process waits for another; each holds the file for less than a millisecond."""


def pace_of(settings: Settings, path: Path) -> Pacing:
    """Return the pace that the settings give; without limits one that no file is needed for.

    Args:
        settings: They name the model, and what a minute may hold.
        path: The file that processes share.
    """
    rates = Rates(rpm=settings.rpm, tpm=settings.tpm)
    return Pace() if rates == Rates() else SharedPace(path, settings.extract_model, rates)


class SharedPace(Pacing):
    """The pace of all processes that share a file.

    Args:
        path: The file; made by the first call.
        model: Limits are of a model: calls to another one do not count.
        rates: What a minute may hold.
        boot: The boot of the machine that the moments are of; None asks the system.
    """

    def __init__(self, path: Path, model: str, rates: Rates, boot: str | None = None) -> None:
        self._path, self._model, self._rates = path, model, rates
        self._boot = boot_id() if boot is None else boot

    def admit(self, now: float, tokens: int) -> tuple[float, int]:
        """Take a call into the window, or say how long to wait; see `Pacing`.

        Raises:
            StoreError: The file cannot be used; no call may be made.
        """
        with self._alone() as connection:
            connection.execute(
                "DELETE FROM calls WHERE boot != ? OR at <= ? OR at > ?",
                (self._boot, now - WINDOW_SECONDS, now + WINDOW_SECONDS),
            )
            mine = "SELECT at, tokens FROM calls WHERE model = ? ORDER BY at"
            window = [Taken(*row) for row in connection.execute(mine, (self._model,))]
            due = seconds_to_wait(window, now, tokens, self._rates)
            wait = max(self._closed_until(connection) - now, due)
            if wait > 0:
                return wait, 0
            added = connection.execute(
                "INSERT INTO calls (boot, model, at, tokens) VALUES (?, ?, ?, ?)",
                (self._boot, self._model, now, tokens),
            )
            return 0.0, added.lastrowid or 0

    def withdraw(self, number: int) -> None:
        """Take back a call that was not made after all.

        Raises:
            StoreError: The file cannot be used.
        """
        with self._alone() as connection:
            connection.execute("DELETE FROM calls WHERE number = ?", (number,))

    def correct(self, number: int, tokens: int) -> None:
        """Say how many tokens a call really took.

        Raises:
            StoreError: The file cannot be used.
        """
        with self._alone() as connection:
            connection.execute("UPDATE calls SET tokens = ? WHERE number = ?", (tokens, number))

    def close(self, until: float) -> None:
        """Admit nothing before a moment, in any process.

        Raises:
            StoreError: The file cannot be used.
        """
        with self._alone() as connection:
            connection.execute(
                "INSERT INTO closed VALUES (?, ?, ?) ON CONFLICT (model, boot) "
                "DO UPDATE SET until = MAX(until, excluded.until)",
                (self._model, self._boot, until),
            )

    def _closed_until(self, connection: sqlite3.Connection) -> float:
        query = "SELECT until FROM closed WHERE model = ? AND boot = ?"
        row = connection.execute(query, (self._model, self._boot)).fetchone()
        return row[0] if row else 0.0

    @contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        """Hold the file alone for one transaction, without forcing it onto the disk."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            opened = sqlite3.connect(self._path, timeout=_WAIT_SECONDS, isolation_level=None)
            with closing(opened) as connection:
                connection.execute("PRAGMA synchronous = OFF")
                connection.execute("BEGIN IMMEDIATE")
                for statement in _TABLES.split(";\n"):
                    connection.execute(statement)
                yield connection
                connection.execute("COMMIT")
        except (sqlite3.DatabaseError, OSError) as error:
            raise StoreError(
                f"{self._path}: the pace cannot be kept ({error}), so no call is made.",
                "Free some space or check permissions. A damaged file may be deleted.",
            ) from error
