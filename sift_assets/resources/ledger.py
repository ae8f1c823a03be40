"""The ledger of a collection: tables in a file beside what people have decided, or in a database.

It is not derived. What was spent must not be forgotten with the store, so it lies in the folder of
decisions, and a damaged file is an error, not a new beginning. It holds numbers, names of models
and moments; nothing of a document.
"""

from collections.abc import Sequence
from pathlib import Path

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
from sift_assets.resources.processes import Owner, this_process
from sift_assets.resources.project import DECISIONS_FOLDER
from sift_assets.resources.tables import ColumnTypes, Connection, Design, tables_at

LEDGER_FILE = "ledger.sqlite"


def _make_tables(connection: Connection, types: ColumnTypes) -> None:
    text, whole, real = types.text, types.whole, types.real
    connection.execute(
        f"""CREATE TABLE IF NOT EXISTS calls (
            number {types.number}, at {real} NOT NULL, day {whole} NOT NULL, run {text} NOT NULL,
            stage {text} NOT NULL, model {text} NOT NULL, state {text} NOT NULL,
            amount {whole} NOT NULL, worst {whole} NOT NULL,
            input_tokens {whole} NOT NULL DEFAULT 0, output_tokens {whole} NOT NULL DEFAULT 0,
            pid {whole} NOT NULL, boot {text} NOT NULL, started {text} NOT NULL,
            ends {real} NOT NULL
        )"""
    )
    for index in (
        "calls_open ON calls (state) WHERE state = 'open'",
        "calls_by_day ON calls (day, state, amount)",
        "calls_by_run ON calls (run, state, amount)",
    ):
        connection.execute(f"CREATE INDEX IF NOT EXISTS {index}")


_DESIGN = Design(
    tables=("calls",),
    steps=(_make_tables,),
    unusable="the ledger cannot be used",
    so=", so no call is made",
    fix="Free some space or check permissions. A damaged file comes back from a backup; deleting "
    "it forgets what was spent.",
)

LEDGER_SCHEMA = len(_DESIGN.steps)
"""Version of the tables; those of a newer one are refused."""

_SUMS = (
    "SELECT CAST(COALESCE(SUM(amount) FILTER (WHERE state != 'open'), 0) AS BIGINT), "
    "CAST(COALESCE(SUM(amount) FILTER (WHERE state = 'open'), 0) AS BIGINT) FROM calls"
)


def project_ledger(root: Path, settings: Settings, stage: str = "") -> "TableLedger":
    """Return the ledger of a project's collection, with the limits that its settings give.

    Args:
        root: The project's folder.
        settings: Say what may be spent, in dollars.
        stage: What the calls are for; one may have a budget of its own.
    """
    return TableLedger(root / DECISIONS_FOLDER / LEDGER_FILE, limits_of(settings, stage))


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


class TableLedger:
    """Keeps account of the calls of all stages and of all processes at work on a collection.

    Args:
        path: The file whose name the tables go by; made by the first call, never by reading.
        limits: What may be spent.
        owner: The process that makes the calls; a run is what one process does.
    """

    def __init__(self, path: Path, limits: Limits, owner: Owner | None = None) -> None:
        self.path, self.limits = path, limits
        self._tables = tables_at(path, _DESIGN)
        self._owner = owner or this_process()

    def reserve(self, call: PlannedCall, now: float) -> Reply:
        """Reserve the worst case of a call; see `Ledger`.

        Raises:
            StoreError: The file is damaged or cannot be written; then no call may be made.
        """
        self._tables.say_alive(self._owner)
        with self._tables.writing() as connection:
            self._settle_dead(connection, now)
            spending = self._spending(connection, now, call.stage)
            verdict, reason = decided(self.limits, spending, call.worst)
            if verdict is not Verdict.GRANTED:
                return Reply(verdict, reason=reason)
            added = connection.execute(
                "INSERT INTO calls (at, day, run, stage, model, state, amount, worst, pid, boot, "
                "started, ends) VALUES (?, ?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?) RETURNING number",
                (
                    *(now, day_of(now), self._owner.name, call.stage, call.model),
                    *(call.worst or 0, call.worst or 0, *self._owner, now + call.seconds),
                ),
            )
            (number,) = added.fetchone()
            return Reply(verdict, number=number)

    def settle(self, number: int, settlement: Settlement) -> None:
        """Write down how a call ended; see `Ledger`.

        Raises:
            StoreError: The file is damaged or cannot be written; the reservation stands.
        """
        with self._tables.writing() as connection:
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
        with self._tables.reading() as connection:
            return Sums(*connection.execute(_SUMS).fetchone()) if connection else Sums()

    def spent_in(self, day: int) -> Sums:
        """Return the same of one day, as `day_of` counts them."""
        with self._tables.reading() as connection:
            if connection is None:
                return Sums()
            return Sums(*connection.execute(f"{_SUMS} WHERE day = ?", (day,)).fetchone())

    def spent_on(self) -> list[SpentOn]:
        """Return what was spent on what, sorted by stage and model."""
        query = (
            "SELECT stage, model, COUNT(*), CAST(SUM(amount) AS BIGINT), "
            "CAST(SUM(input_tokens) AS BIGINT), CAST(SUM(output_tokens) AS BIGINT), "
            "COUNT(*) FILTER (WHERE state = 'unpriced'), "
            "COUNT(*) FILTER (WHERE state = 'assumed'), "
            "COUNT(*) FILTER (WHERE state = 'open') "
            "FROM calls GROUP BY stage, model ORDER BY stage, model"
        )
        with self._tables.reading() as connection:
            rows: Sequence[tuple[object, ...]] = (
                connection.execute(query).fetchall() if connection else []
            )
        names = list(SpentOn.model_fields)
        return [SpentOn.model_validate(dict(zip(names, row, strict=True))) for row in rows]

    def _spending(self, connection: Connection, now: float, stage: str) -> Spending:
        def sums(where: str = "", *values: object) -> Sums:
            return Sums(*connection.execute(_SUMS + where, values).fetchone())

        limits = self.limits
        return Spending(
            total=sums(),
            run=Sums() if limits.run is None else sums(" WHERE run = ?", self._owner.name),
            day=Sums() if limits.day is None else sums(" WHERE day = ?", day_of(now)),
            stage=Sums() if limits.stage is None else sums(" WHERE stage = ?", stage),
        )

    def _settle_dead(self, connection: Connection, now: float) -> None:
        """Count the worst case of calls whose process is gone: they may have been billed."""
        query = "SELECT number, pid, boot, started, ends FROM calls WHERE state = 'open'"
        dead = [
            (number,)
            for number, pid, boot, started, ends in connection.execute(query).fetchall()
            if now > ends or not self._lives(Owner(pid, boot, started))
        ]
        connection.executemany("UPDATE calls SET state = 'assumed' WHERE number = ?", dead)

    def _lives(self, owner: Owner) -> bool:
        return owner == self._owner or self._tables.is_alive(owner)
