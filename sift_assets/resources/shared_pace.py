"""The pace that the processes at work on a project share: a small table of the last minute.

Limits of calls and tokens are the provider's, who counts whatever runs: the runs that follow one
another, and a discovery beside them. It is derived: deleting it forgets a minute.

In a file, moments are of the machine's steady clock, which processes read alike and nobody sets: a
wall clock that is put back would let nothing through for as long. It begins anew with every boot,
so moments of another boot do not count; on a system that does not name its boots, those that lie
further ahead than the window do not. In a database, which several machines share, they are of its
clock.
"""

from pathlib import Path

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
from sift_assets.resources.tables import ColumnTypes, Connection, Design, tables_at

PACE_FILE = "pace.sqlite"


def _make_tables(connection: Connection, types: ColumnTypes) -> None:
    text, whole, real = types.text, types.whole, types.real
    connection.execute(
        f"""CREATE TABLE IF NOT EXISTS paced (
            number {types.number}, boot {text} NOT NULL, model {text} NOT NULL,
            at {real} NOT NULL, tokens {whole} NOT NULL
        )"""
    )
    connection.execute(
        f"""CREATE TABLE IF NOT EXISTS closed (
            model {text} NOT NULL, boot {text} NOT NULL, until {real} NOT NULL,
            PRIMARY KEY (model, boot)
        )"""
    )


_DESIGN = Design(
    tables=("paced", "closed"),
    steps=(_make_tables,),
    unusable="the pace cannot be kept",
    so=", so no call is made",
    fix="Free some space or check permissions. A damaged file may be deleted.",
    is_forced=False,  # it forgets after a minute anyway
)


def pace_of(settings: Settings, path: Path) -> Pacing:
    """Return the pace that the settings give; without limits one that no file is needed for.

    Args:
        settings: They name the model, and what a minute may hold.
        path: The file that processes share.
    """
    rates = Rates(rpm=settings.rpm, tpm=settings.tpm)
    return Pace() if rates == Rates() else SharedPace(path, settings.extract_model, rates)


class SharedPace(Pacing):
    """The pace of all processes that share a file, or a database.

    Args:
        path: The file whose name the tables go by; made by the first call.
        model: Limits are of a model: calls to another one do not count.
        rates: What a minute may hold.
        boot: The boot of the machine that the moments are of; None asks the system.
    """

    def __init__(self, path: Path, model: str, rates: Rates, boot: str | None = None) -> None:
        self._tables = tables_at(path, _DESIGN)
        self._model, self._rates = model, rates
        self._boot = self._tables.clock or (boot_id() if boot is None else boot)
        self._ahead = 0.0
        """How far the clock of all is ahead of this machine's, as of the last call."""

    def admit(self, now: float, tokens: int) -> tuple[float, int]:
        """Take a call into the window, or say how long to wait; see `Pacing`.

        Raises:
            StoreError: The tables cannot be used; no call may be made.
        """
        with self._tables.writing() as connection:
            moment = self._tables.moment(connection, now)
            self._ahead = moment - now
            connection.execute(
                "DELETE FROM paced WHERE boot != ? OR at <= ? OR at > ?",
                (self._boot, moment - WINDOW_SECONDS, moment + WINDOW_SECONDS),
            )
            mine = "SELECT at, tokens FROM paced WHERE model = ? ORDER BY at"
            window = [Taken(*row) for row in connection.execute(mine, (self._model,))]
            due = seconds_to_wait(window, moment, tokens, self._rates)
            wait = max(self._closed_until(connection) - moment, due)
            if wait > 0:
                return wait, 0
            added = connection.execute(
                "INSERT INTO paced (boot, model, at, tokens) VALUES (?, ?, ?, ?) RETURNING number",
                (self._boot, self._model, moment, tokens),
            )
            (number,) = added.fetchone()
            return 0.0, number

    def withdraw(self, number: int) -> None:
        """Take back a call that was not made after all.

        Raises:
            StoreError: The tables cannot be used.
        """
        with self._tables.writing() as connection:
            connection.execute("DELETE FROM paced WHERE number = ?", (number,))

    def correct(self, number: int, tokens: int) -> None:
        """Say how many tokens a call really took.

        Raises:
            StoreError: The tables cannot be used.
        """
        with self._tables.writing() as connection:
            connection.execute("UPDATE paced SET tokens = ? WHERE number = ?", (tokens, number))

    def close(self, until: float) -> None:
        """Admit nothing before a moment, in any process.

        Raises:
            StoreError: The tables cannot be used.
        """
        with self._tables.writing() as connection:
            connection.execute(
                "INSERT INTO closed VALUES (?, ?, ?) ON CONFLICT (model, boot) "
                "DO UPDATE SET until = excluded.until WHERE closed.until < excluded.until",
                (self._model, self._boot, until + self._ahead),
            )

    def _closed_until(self, connection: Connection) -> float:
        query = "SELECT until FROM closed WHERE model = ? AND boot = ?"
        row = connection.execute(query, (self._model, self._boot)).fetchone()
        return row[0] if row else 0.0
