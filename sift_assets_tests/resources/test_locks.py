"""Locks between processes."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets.core.errors import LockedError, StoreError
from sift_assets.resources.database import database_of
from sift_assets.resources.locks import held
from sift_assets.resources.postgres_locks import close_living, lives, say_that_it_lives
from sift_assets.resources.processes import Owner
from sift_assets_tests.fakes.postgres_server import PostgresServer

HOLD = """
import sys, time
from pathlib import Path
from sift_assets.resources.locks import held
with held(Path(sys.argv[1]), "The project", on_wait=print):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def holder(path: Path, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLD, str(path), str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


@pytest.fixture
def lock(shared_folder: Path) -> Path:
    return shared_folder / ".sift" / "locks" / "project.lock"


@pytest.fixture
def other(lock: Path) -> Iterator[subprocess.Popen[str]]:
    with holder(lock, 60) as process:
        yield process
        process.kill()


def named_holder(lock: Path) -> int:
    """Return the process that a second one is told of."""
    with (
        pytest.raises(LockedError) as raised,
        held(lock, "The project", wait_seconds=0, on_wait=refuse_to_wait),
    ):
        pytest.fail("two hold it")
    return int(re.findall(r"process (\d+)", raised.value.message)[0])


def refuse_to_wait(message: str) -> None:
    pytest.fail(f"waits: {message}")


def test_a_second_holder_is_refused_at_once_with_the_first_ones_process_id(
    lock: Path, other: subprocess.Popen[str]
) -> None:
    with (
        pytest.raises(LockedError, match=f"in use by process {other.pid}") as raised,
        held(lock, "The project", wait_seconds=0, on_wait=refuse_to_wait),
    ):
        pytest.fail("two hold it")
    assert raised.value.exit_code == 3
    assert raised.value.fix


def test_who_may_wait_is_told_once_and_gives_up_in_time(
    lock: Path, other: subprocess.Popen[str]
) -> None:
    told: list[str] = []
    with (
        pytest.raises(LockedError),
        held(lock, "The project", wait_seconds=0.2, on_wait=told.append),
    ):
        pytest.fail("two hold it")
    (message,) = told
    assert message.startswith(f"The project is in use by process {other.pid}")


def test_who_may_wait_gets_it_when_the_holder_is_done(lock: Path) -> None:
    told: list[str] = []
    with (
        holder(lock, 0.3) as process,
        held(lock, "The project", wait_seconds=30, on_wait=told.append),
    ):
        assert process.wait() == 0
    assert len(told) == 1


def test_a_killed_holder_frees_it(lock: Path, other: subprocess.Popen[str]) -> None:
    other.send_signal(signal.SIGKILL)
    other.wait()
    with held(lock, "The project", wait_seconds=30, on_wait=print):
        assert named_holder(lock) == os.getpid()


def test_a_lock_is_free_again_after_an_error_inside(lock: Path) -> None:
    with (
        pytest.raises(RuntimeError, match="inside"),
        held(lock, "The project", on_wait=refuse_to_wait),
    ):
        raise RuntimeError("inside")
    with held(lock, "The project", wait_seconds=0, on_wait=refuse_to_wait):
        assert named_holder(lock) == os.getpid()


def test_locks_of_two_names_or_two_projects_are_two(shared_folder: Path, tmp_path: Path) -> None:
    one, other = (shared_folder / ".sift" / f"{name}.lock" for name in "ab")
    elsewhere = tmp_path / "elsewhere" / "a.lock"  # in no project
    with (
        held(one, "One", wait_seconds=0, on_wait=refuse_to_wait),
        held(other, "The other", wait_seconds=0, on_wait=refuse_to_wait),
        held(elsewhere, "A third", wait_seconds=0, on_wait=refuse_to_wait),
    ):
        assert elsewhere.exists()


def test_a_lock_that_is_lost_with_its_connection_is_no_success(
    database: PostgresServer, tmp_path: Path
) -> None:
    (tmp_path / "sift.yaml").touch()
    lock = tmp_path / ".sift" / "project.lock"
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE %r"
    with (
        pytest.raises(StoreError, match="with it the lock; The project may have been worked on"),
        held(lock, "The project", on_wait=refuse_to_wait),
    ):
        database.do(ended % f"sift process {os.getpid()} %")
    assert not lock.exists()
    with held(lock, "The project", wait_seconds=30, on_wait=print):
        pass


def test_other_machines_are_told_whether_a_process_lives(
    database: PostgresServer, tmp_path: Path
) -> None:
    (tmp_path / "sift.yaml").touch()
    found = database_of(tmp_path / "any")
    assert found is not None
    other = Owner(1, "another machine's boot", "7")
    assert database.port
    assert not lives(found, other)
    say_that_it_lives(found, other)
    say_that_it_lives(found, other)
    assert lives(found, other)
    close_living()
    assert not lives(found, other)
