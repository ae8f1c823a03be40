"""Processes of one project share a pace: two limiters over one file, with a clock of the test."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.errors import StoreError
from sift_assets.core.llm.pacing import WINDOW_SECONDS, Pace, Pacing, Rates
from sift_assets.core.settings.model import Settings
from sift_assets.resources.postgres_tables import PostgresTables
from sift_assets.resources.shared_pace import PACE_FILE, SharedPace, pace_of
from sift_assets_tests.fakes.postgres_server import PostgresServer
from sift_assets_tests.fakes.shared_folders import ONE_FIXTURE_FOR_ALL, fresh

MODEL = "openai/test-model"

ADMITS = """
import sys
from pathlib import Path
from sift_assets.core.llm.pacing import Rates
from sift_assets.resources.shared_pace import SharedPace
pace = SharedPace(Path(sys.argv[1]), "openai/test-model", Rates(rpm=100))
for moment in range(60):
    pace.admit(1000.0, 1)
"""


def shared(folder: Path, rpm: int | None = None, tpm: int | None = None) -> SharedPace:
    return SharedPace(folder / PACE_FILE, MODEL, Rates(rpm=rpm, tpm=tpm))


@pytest.fixture
def clock_of_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server go by the clock of the test, as a file does."""
    monkeypatch.setattr(PostgresTables, "moment", lambda _self, _connection, now: now)


def test_machines_with_clocks_of_their_own_share_the_clock_of_their_database(
    database: PostgresServer, tmp_path: Path
) -> None:
    (tmp_path / "sift.yaml").touch()
    assert database.port
    one, other = shared(tmp_path, rpm=1), shared(tmp_path, rpm=1)
    assert one.admit(5.0, 1)[0] == 0
    wait, number = other.admit(9_000_000.0, 1)
    assert 0 < wait <= WINDOW_SECONDS
    assert number == 0
    one.close(5.0 + 500)
    wait, _ = other.admit(9_000_000.0, 1)
    assert WINDOW_SECONDS < wait <= 500


@pytest.mark.usefixtures("clock_of_the_test")
def test_two_limiters_over_one_file_let_through_no_more_than_one(shared_folder: Path) -> None:
    one, other = shared(shared_folder, rpm=2), shared(shared_folder, rpm=2)
    assert [pace.admit(100.0, 1)[0] for pace in (one, other)] == [0, 0]
    assert one.admit(101.0, 1) == (59.0, 0)
    assert other.admit(130.0, 1) == (30.0, 0)
    assert other.admit(160.0, 1)[0] == 0


@pytest.mark.usefixtures("clock_of_the_test")
def test_tokens_are_corrected_and_withdrawn_for_everybody(shared_folder: Path) -> None:
    one, other = shared(shared_folder, tpm=100), shared(shared_folder, tpm=100)
    _, first = one.admit(0.0, 100)
    assert other.admit(1.0, 50) == (59.0, 0)
    one.correct(first, 50)
    wait, second = other.admit(1.0, 50)
    assert wait == 0
    assert one.admit(2.0, 1)[0] > 0
    other.withdraw(second)
    assert one.admit(2.0, 50)[0] == 0


@pytest.mark.usefixtures("clock_of_the_test")
def test_a_pause_that_a_provider_asks_one_process_for_holds_for_all(shared_folder: Path) -> None:
    one, other = shared(shared_folder, rpm=9), shared(shared_folder, rpm=9)
    one.close(50.0)
    one.close(20.0)
    assert other.admit(10.0, 1) == (40.0, 0)
    assert other.admit(50.0, 1)[0] == 0


def test_calls_to_another_model_do_not_count(shared_folder: Path) -> None:
    other = SharedPace(shared_folder / PACE_FILE, "openai/other", Rates(rpm=1))
    other.close(90.0)
    assert shared(shared_folder, rpm=1).admit(1.0, 1)[0] == 0


@pytest.mark.parametrize("boots", [("one", "two"), ("", "")])
def test_after_a_boot_the_steady_clock_begins_anew_and_nothing_waits_for_the_old_one(
    tmp_path: Path, boots: tuple[str, str]
) -> None:
    before, after = (SharedPace(tmp_path / PACE_FILE, MODEL, Rates(rpm=1), b) for b in boots)
    assert before.admit(100_000.0, 1)[0] == 0
    assert after.admit(5.0, 1)[0] == 0
    assert after.admit(6.0, 1)[0] == 59.0


def test_a_call_that_another_process_made_a_moment_ahead_of_ours_counts(
    shared_folder: Path,
) -> None:
    one, other = shared(shared_folder, rpm=1), shared(shared_folder, rpm=1)
    assert one.admit(100.002, 1)[0] == 0
    assert other.admit(100.001, 1)[0] > 0


def test_processes_that_ask_at_once_get_what_one_would(tmp_path: Path) -> None:
    file = tmp_path / PACE_FILE
    started = [subprocess.Popen([sys.executable, "-c", ADMITS, str(file)]) for _ in range(2)]
    assert [process.wait(timeout=60) for process in started] == [0, 0]
    wait, _ = SharedPace(file, MODEL, Rates(rpm=100)).admit(1000.0, 1)
    assert wait == WINDOW_SECONDS
    free = SharedPace(file, MODEL, Rates(rpm=101))
    assert free.admit(1000.0, 1)[0] == 0
    assert free.admit(1000.0, 1)[0] > 0


@pytest.mark.usefixtures("clock_of_the_test")
@settings(max_examples=15, suppress_health_check=ONE_FIXTURE_FOR_ALL)
@given(
    st.integers(1, 4),
    st.integers(1, 50),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 60)), max_size=8),
)
def test_it_waits_as_the_pace_of_one_process_does(
    shared_folder: Path, rpm: int, tpm: int, calls: list[tuple[int, int]]
) -> None:
    rates = Rates(rpm=rpm, tpm=tpm)
    file = fresh(shared_folder) / PACE_FILE
    paces: tuple[Pacing, ...] = (Pace(rates), SharedPace(file, MODEL, rates))
    now = 0.0
    for later, tokens in calls:
        now += later
        alone, together = (pace.admit(now, tokens) for pace in paces)
        assert alone == together


def test_without_limits_there_is_no_file_and_a_damaged_one_lets_no_call_through(
    tmp_path: Path,
) -> None:
    file = tmp_path / PACE_FILE
    assert pace_of(Settings(model=MODEL), file).admit(1.0, 10**9)[0] == 0
    assert not file.exists()
    limited = pace_of(Settings(model=MODEL, rpm=1), file)
    assert limited.admit(1.0, 1)[0] == 0
    file.write_bytes(b"no database at all, but longer than a header of SQLite has to be" * 20)
    with pytest.raises(StoreError, match="no call is made"):
        limited.admit(100.0, 1)
