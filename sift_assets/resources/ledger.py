"""The ledger of a collection: one SQLite file, beside what people have decided.

It is not derived. What was spent must not be forgotten with the store, so it lies in the folder of
decisions, and a damaged file is an error, not a new beginning. It holds numbers, names of models
and moments; nothing of a document.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sift_assets.core.errors import StoreError
from sift_assets.core.llm.ledger import (
    PROMOTING,
    Limits,
    PlannedCall,
    Reply,
    Settlement,
    Spending,
    State,
    Sums,
    Verdict,
    day_of,
    decided,
    settled,
)
from sift_assets.core.llm.money import nanodollars
from sift_assets.core.records.record import Record
from sift_assets.core.settings.model import Settings
from sift_assets.resources.processes import Owner, is_alive, this_process
from sift_assets.resources.project import DECISIONS_FOLDER
from sift_assets.resources.sqlite_file import alone, read, schema_of

LEDGER_FILE = "ledger.sqlite"

LEDGER_SCHEMA = 1
"""Version of the tables; a file of a newer one is refused."""

_TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS calls (
    number INTEGER PRIMARY KEY, at REAL NOT NULL, day INTEGER NOT NULL, run TEXT NOT NULL,
    stage TEXT NOT NULL, model TEXT NOT NULL, state TEXT NOT NULL,
    amount INTEGER NOT NULL, worst INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0,
    pid INTEGER NOT NULL, boot TEXT NOT NULL, started TEXT NOT NULL, ends REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS calls_open ON calls (state) WHERE state = 'open';
CREATE INDEX IF NOT EXISTS calls_by_day ON calls (day, state, amount);
CREATE INDEX IF NOT EXISTS calls_by_run ON calls (run, state, amount);
PRAGMA user_version = {LEDGER_SCHEMA};
COMMIT;
"""

_SUMS = (
    "SELECT COALESCE(SUM(amount) FILTER (WHERE state != 'open'), 0), "
    "COALESCE(SUM(amount) FILTER (WHERE state = 'open'), 0) FROM calls"
)


def project_ledger(root: Path, settings: Settings, stage: str = "") -> "SqliteLedger":
    """Return the ledger of a project's collection, with the limits that its settings give.

    Args:
        root: The project's folder.
        settings: Say what may be spent, in dollars.
        stage: What the calls are for; one may have a budget of its own.
    """
    return SqliteLedger(root / DECISIONS_FOLDER / LEDGER_FILE, limits_of(settings, stage))


def limits_of(settings: Settings, stage: str = "") -> Limits:
    """Return what may be spent, as the settings say it in dollars; see `project_ledger`."""
    return Limits(
        total=nanodollars(settings.budget_usd),
        run=_optional(settings.budget_per_run_usd),
        day=_optional(settings.budget_per_day_usd),
        stage=nanodollars(settings.promotion.budget_usd) if stage == PROMOTING else None,
    )


def _optional(dollars: float | None) -> int | None:
    return None if dollars is None else nanodollars(dollars)


class SpentOn(Record):
    """What one stage has spent on one model.

    Attributes:
        stage: For example `extract`.
        model: As configured.
        calls: All calls, also those that were refused.
        nano: Nano-dollars.
        input_tokens: As the provider counted them.
        output_tokens: Likewise.
        unpriced: Answers whose price nobody knows; they are not in the sum.
        assumed: Calls without an answer that may have been billed; their worst case is in the sum.
        open: Calls under way; their worst case is in the sum.
    """

    stage: str
    model: str
    calls: int
    nano: int
    input_tokens: int
    output_tokens: int
    unpriced: int
    assumed: int
    open: int


class SqliteLedger:
    """Keeps account of the calls of all stages and of all processes at work on a collection.

    Args:
        path: The SQLite file; made by the first call, never by reading.
        limits: What may be spent.
        owner: The process that makes the calls; a run is what one process does.
    """

    def __init__(self, path: Path, limits: Limits, owner: Owner | None = None) -> None:
        self.path, self.limits = path, limits
        self._owner = owner or this_process()

    def reserve(self, call: PlannedCall, now: float) -> Reply:
        """Reserve the worst case of a call; see `Ledger`.

        Raises:
            StoreError: The file is damaged or cannot be written; then no call may be made.
        """
        with self._writing() as connection:
            self._settle_dead(connection, now)
            spending = self._spending(connection, now, call.stage)
            verdict, reason = decided(self.limits, spending, call.worst)
            if verdict is not Verdict.GRANTED:
                return Reply(verdict, reason=reason)
            cursor = connection.execute(
                "INSERT INTO calls (at, day, run, stage, model, state, amount, worst, pid, boot, "
                "started, ends) VALUES (?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?)",
                (
                    *(now, day_of(now), self._owner.name, call.stage, call.model),
                    *(call.worst or 0, call.worst or 0, *self._owner, now + call.seconds),
                ),
            )
            return Reply(verdict, number=cursor.lastrowid or 0)

    def settle(self, number: int, settlement: Settlement) -> None:
        """Write down how a call ended; see `Ledger`.

        Raises:
            StoreError: The file is damaged or cannot be written; the reservation stands.
        """
        with self._writing() as connection:
            query = "SELECT state FROM calls WHERE number = ?"
            (state,) = connection.execute(query, (number,)).fetchone()
            if settled(settlement, State(state)):
                connection.execute(
                    "UPDATE calls SET state = ?, amount = ?, input_tokens = ?, output_tokens = ? "
                    "WHERE number = ?",
                    (
                        *(settlement.state, settlement.amount),
                        *(settlement.input_tokens, settlement.output_tokens, number),
                    ),
                )

    def sums(self) -> Sums:
        """Return what was spent and is reserved, ever."""
        with self._reading() as connection:
            return Sums(*connection.execute(_SUMS).fetchone()) if connection else Sums()

    def spent_in(self, day: int) -> Sums:
        """Return the same of one day, as `day_of` counts them."""
        with self._reading() as connection:
            if connection is None:
                return Sums()
            return Sums(*connection.execute(f"{_SUMS} WHERE day = ?", (day,)).fetchone())

    def spent_on(self) -> list[SpentOn]:
        """Return what was spent on what, sorted by stage and model."""
        query = (
            "SELECT stage, model, COUNT(*), SUM(amount), SUM(input_tokens), SUM(output_tokens), "
            "SUM(state = 'unpriced'), SUM(state = 'assumed'), SUM(state = 'open') "
            "FROM calls GROUP BY stage, model ORDER BY stage, model"
        )
        with self._reading() as connection:
            rows: Sequence[tuple[object, ...]] = (
                connection.execute(query).fetchall() if connection else []
            )
        names = list(SpentOn.model_fields)
        return [SpentOn.model_validate(dict(zip(names, row, strict=True))) for row in rows]

    def _spending(self, connection: sqlite3.Connection, now: float, stage: str) -> Spending:
        def sums(where: str = "", *values: object) -> Sums:
            return Sums(*connection.execute(_SUMS + where, values).fetchone())

        limits = self.limits
        return Spending(
            total=sums(),
            run=Sums() if limits.run is None else sums(" WHERE run = ?", self._owner.name),
            day=Sums() if limits.day is None else sums(" WHERE day = ?", day_of(now)),
            stage=Sums() if limits.stage is None else sums(" WHERE stage = ?", stage),
        )

    def _settle_dead(self, connection: sqlite3.Connection, now: float) -> None:
        """Count the worst case of calls whose process is gone: they may have been billed."""
        query = "SELECT number, pid, boot, started, ends FROM calls WHERE state = 'open'"
        dead = [
            (number,)
            for number, pid, boot, started, ends in connection.execute(query).fetchall()
            if now > ends or not self._lives(Owner(pid, boot, started))
        ]
        connection.executemany("UPDATE calls SET state = 'assumed' WHERE number = ?", dead)

    def _lives(self, owner: Owner) -> bool:
        return owner == self._owner or is_alive(owner)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Open the file for reading, None when there is none; nothing is made."""
        try:
            with read(self.path) as connection:
                yield connection
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
        if schema_of(connection, self.path, LEDGER_SCHEMA) < LEDGER_SCHEMA:
            connection.executescript(_TABLES)

    def _error(self, error: Exception) -> StoreError:
        return StoreError(
            f"{self.path}: the ledger cannot be used ({error}), so no call is made.",
            "Free some space or check permissions. A damaged file comes back from a backup; "
            "deleting it forgets what was spent.",
        )
