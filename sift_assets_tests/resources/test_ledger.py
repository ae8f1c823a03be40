"""The ledger as a file: the same rules for threads, processes, and whoever died."""

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.errors import StoreError
from sift_assets.core.llm.ledger import (
    Limits,
    PlannedCall,
    Settlement,
    State,
    Sums,
    Verdict,
    day_of,
)
from sift_assets.core.settings.model import Settings
from sift_assets.resources.ledger import LEDGER_SCHEMA, TableLedger, limits_of, project_ledger
from sift_assets.resources.processes import Owner, is_alive, this_process
from sift_assets_tests.fakes.memory_ledger import MemoryLedger
from sift_assets_tests.fakes.shared_folders import ONE_FIXTURE_FOR_ALL, fresh

NOW = 1_800_000_000.0
FILE = "decisions/ledger.sqlite"

SPENDER = """
import os, sys, time
from pathlib import Path
from sift_assets.core.llm.ledger import Limits, PlannedCall, Settlement, State, Verdict
from sift_assets.resources.ledger import TableLedger
ledger = TableLedger(Path(sys.argv[1]), Limits(total=1000))
ledger.path.parent.mkdir(exist_ok=True)
call = PlannedCall(stage="extract", model="openai/x", worst=30, seconds=60)
granted = 0
for n in range(60):
    reply = ledger.reserve(call, float(sys.argv[2]))
    if reply.verdict is Verdict.GRANTED:
        granted += 1
        ledger.settle(reply.number, Settlement(state=State.SETTLED, amount=20 + n % 11))
    Path(sys.argv[1]).with_name(f"{os.getpid()}.began").touch()
    while len(list(Path(sys.argv[1]).parent.glob("*.began"))) < 2:
        time.sleep(0.01)
print(granted)
"""
"""After the first call it waits for the other one, so that both are at work."""

KILLED = """
import os, sys
from pathlib import Path
from sift_assets.core.llm.ledger import Limits, PlannedCall
from sift_assets.resources.ledger import TableLedger
call = PlannedCall(stage="extract", model="openai/x", worst=600, seconds=600)
TableLedger(Path(sys.argv[1]), Limits(total=1000)).reserve(call, float(sys.argv[2]))
os.kill(os.getpid(), 9)
"""


KILLED_WRITING = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 2")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE calls SET amount = amount * 2, model = hex(zeroblob(20000))")
os.kill(os.getpid(), 9)
"""


def call(worst: int | None, stage: str = "extract") -> PlannedCall:
    return PlannedCall(stage=stage, model="openai/x", worst=worst, seconds=60)


def ledger_in(folder: Path, total: int = 1000, owner: Owner | None = None) -> TableLedger:
    return TableLedger(folder / FILE, Limits(total=total), owner)


def python(code: str, ledger: TableLedger) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, str(ledger.path), str(NOW)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_the_settings_say_in_dollars_what_the_ledger_counts_in_whole_numbers(
    tmp_path: Path,
) -> None:
    given_settings = Settings(budget_usd=2.5, budget_per_run_usd=0, budget_per_day_usd=None)
    assert limits_of(given_settings) == Limits(total=2_500_000_000, run=0, day=None)
    assert project_ledger(tmp_path, given_settings).path == tmp_path / FILE


def test_a_stage_with_a_budget_of_its_own_spends_no_more_than_that(shared_folder: Path) -> None:
    ledger = TableLedger(shared_folder / FILE, Limits(total=1000, stage=100))
    assert ledger.reserve(call(90, "promote"), NOW).verdict is Verdict.GRANTED
    refused = ledger.reserve(call(101, "promote"), NOW)
    assert refused.verdict is Verdict.REFUSED
    assert "promotion.budget_usd" in refused.reason
    assert ledger.reserve(call(20, "promote"), NOW).verdict is Verdict.WAIT
    others = TableLedger(shared_folder / FILE, Limits(total=1000))
    assert others.reserve(call(500), NOW).verdict is Verdict.GRANTED


def test_a_stage_without_a_budget_makes_free_calls_only(shared_folder: Path) -> None:
    settings = Settings(budget_usd=5)
    assert limits_of(settings, "promote").stage == 0
    assert limits_of(settings, "extract").stage is None
    ledger = TableLedger(shared_folder / FILE, limits_of(settings, "promote"))
    assert ledger.reserve(call(0, "promote"), NOW).verdict is Verdict.GRANTED
    assert ledger.reserve(call(1, "promote"), NOW).verdict is Verdict.REFUSED
    assert ledger.reserve(call(None, "promote"), NOW).verdict is Verdict.REFUSED


def test_looking_makes_no_file(tmp_path: Path) -> None:
    ledger = ledger_in(tmp_path)
    assert (ledger.sums(), ledger.spent_in(1), ledger.spent_on()) == (Sums(), Sums(), [])
    assert list(tmp_path.iterdir()) == []


def test_what_was_spent_is_told_by_stage_and_model(shared_folder: Path) -> None:
    ledger = ledger_in(shared_folder)
    ends = [
        Settlement(state=State.SETTLED, amount=60, input_tokens=7, output_tokens=3),
        Settlement(state=State.ASSUMED, amount=100),
        Settlement(state=State.RELEASED),
    ]
    for end in ends:
        ledger.settle(ledger.reserve(call(100), NOW).number, end)
    unpriced = ledger.reserve(call(None, "narrate"), NOW)
    ledger.settle(unpriced.number, Settlement(state=State.UNPRICED, input_tokens=9))
    ledger.reserve(call(50, "narrate"), NOW)
    extract, narrate = ledger.spent_on()
    assert (extract.stage, extract.model, extract.calls, extract.nano) == (
        *("extract", "openai/x"),
        *(3, 160),
    )
    assert (extract.input_tokens, extract.output_tokens, extract.assumed) == (7, 3, 1)
    assert (narrate.stage, narrate.unpriced, narrate.open, narrate.nano) == ("narrate", 1, 1, 50)
    assert ledger.sums() == Sums(160, 50)
    assert ledger.spent_in(day_of(NOW)) == Sums(160, 50)
    assert ledger.spent_in(day_of(NOW) + 1) == Sums()


def test_the_store_may_be_deleted_and_what_was_spent_is_not_forgotten(shared_folder: Path) -> None:
    before = ledger_in(shared_folder)
    before.settle(
        before.reserve(call(900), NOW).number, Settlement(state=State.SETTLED, amount=900)
    )
    assert ledger_in(shared_folder).reserve(call(200), NOW).verdict is Verdict.REFUSED
    assert ledger_in(shared_folder, total=1100).reserve(call(200), NOW).verdict is Verdict.GRANTED


actions = st.lists(
    st.tuples(
        st.integers(0, 500),
        st.booleans(),
        st.sampled_from([State.SETTLED, State.ASSUMED, State.RELEASED]),
        st.integers(0, 2),
    ),
    max_size=12,
)


@settings(max_examples=25, suppress_health_check=ONE_FIXTURE_FOR_ALL)
@given(st.integers(0, 1500), st.none() | st.integers(0, 700), actions)
def test_the_file_decides_as_the_ledger_in_memory_does(
    shared_folder: Path,
    total: int,
    day: int | None,
    wanted: list[tuple[int, bool, State, int]],
) -> None:
    limits = Limits(total=total, day=day)
    memory = MemoryLedger(limits)
    on_disk = TableLedger(fresh(shared_folder) / FILE, limits)
    under_way: list[tuple[int, int, int]] = []
    now = NOW
    for worst, ends_one, state, days in wanted:
        now += days * 20  # so that some reservations are given up for dead
        planned = PlannedCall(stage="extract", model="x", worst=worst, seconds=10**9)
        one, other = memory.reserve(planned, now), on_disk.reserve(planned, now)
        assert (one.verdict, one.reason) == (other.verdict, other.reason)
        if one.verdict is Verdict.GRANTED:
            under_way.append((one.number, other.number, worst))
        if ends_one and under_way:
            in_memory, in_file, reserved = under_way.pop()
            amount = {State.RELEASED: 0, State.SETTLED: reserved // 2}.get(state, reserved)
            end = Settlement(state=state, amount=amount)
            memory.settle(in_memory, end)
            on_disk.settle(in_file, end)
        assert memory.sums() == on_disk.sums()


def test_two_processes_on_one_file_do_not_overshoot_and_the_rows_add_up(
    shared_folder: Path,
) -> None:
    ledger = ledger_in(shared_folder)
    spenders = [python(SPENDER, ledger) for _ in range(2)]
    granted = [int(spender.communicate()[0]) for spender in spenders]
    sums = ledger.sums()
    assert 970 < sums.spent <= 1000
    assert sums.reserved == 0
    (spent,) = ledger.spent_on()
    assert (spent.calls, spent.nano) == (sum(granted), sums.spent)


def test_the_reservation_of_a_killed_process_counts_at_its_worst(shared_folder: Path) -> None:
    ledger = ledger_in(shared_folder)
    killed = python(KILLED, ledger)
    killed.communicate()
    assert killed.returncode == -9
    assert ledger.sums() == Sums(0, 600)
    deadline = time.monotonic() + 30  # a server notices the end of a connection a moment later
    while ledger.sums().reserved and time.monotonic() < deadline:
        assert ledger.reserve(call(0), NOW).verdict is Verdict.GRANTED
    assert ledger.reserve(call(500), NOW).verdict is Verdict.REFUSED
    assert ledger.reserve(call(400), NOW).verdict is Verdict.GRANTED
    assert ledger.sums() == Sums(600, 400)


def test_what_a_killed_process_has_half_written_is_undone_by_whoever_looks_next(
    tmp_path: Path,
) -> None:
    ledger = ledger_in(tmp_path)
    for _ in range(10):
        ledger.reserve(call(10), NOW)
    killed = python(KILLED_WRITING, ledger)
    killed.communicate()
    assert killed.returncode == -9
    assert ledger.path.with_name(f"{ledger.path.name}-journal").stat().st_size > 1000
    assert ledger.sums() == Sums(0, 100)


def test_a_reservation_that_outlives_its_call_counts_at_its_worst_and_is_corrected_later(
    shared_folder: Path,
) -> None:
    ledger = ledger_in(shared_folder)
    number = ledger.reserve(call(600), NOW).number
    assert ledger.reserve(call(0), NOW + 61).verdict is Verdict.GRANTED
    assert ledger.sums() == Sums(600, 0)
    ledger.settle(number, Settlement(state=State.SETTLED, amount=5))
    assert ledger.sums() == Sums(5, 0)


def test_each_process_is_a_run_of_its_own(shared_folder: Path) -> None:
    limits = Limits(total=1000, run=100)
    mine = TableLedger(shared_folder / FILE, limits)
    mine.settle(mine.reserve(call(100), NOW).number, Settlement(state=State.SETTLED, amount=100))
    assert mine.reserve(call(1), NOW).verdict is Verdict.REFUSED
    other = this_process()._replace(pid=os.getppid(), started="0")
    assert TableLedger(mine.path, limits, other).reserve(call(1), NOW).verdict is Verdict.GRANTED


def test_a_damaged_or_newer_file_is_an_error_and_no_new_beginning(tmp_path: Path) -> None:
    ledger = ledger_in(tmp_path)
    ledger.reserve(call(1), NOW)
    ledger.path.write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match="no call is made"):
        ledger.reserve(call(1), NOW)
    with pytest.raises(StoreError, match="backup"):
        ledger.sums()
    ledger.path.unlink()
    with sqlite3.connect(ledger.path) as connection:
        connection.execute(f"PRAGMA user_version = {LEDGER_SCHEMA + 1}")
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        ledger.reserve(call(1), NOW)


def test_a_process_is_told_apart_from_a_later_one_with_its_id() -> None:
    mine = this_process()
    assert is_alive(mine)
    assert not is_alive(mine._replace(started="1"))
    assert not is_alive(mine._replace(boot="another boot"))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert not is_alive(Owner(ended.pid, mine.boot, mine.started))
