"""Locks between processes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets.core.errors import LockedError
from sift_assets.resources.locks import held

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
def lock(tmp_path: Path) -> Path:
    return tmp_path / "locks" / "project.lock"


@pytest.fixture
def other(lock: Path) -> Iterator[subprocess.Popen[str]]:
    with holder(lock, 60) as process:
        yield process
        process.kill()


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
    assert told == [f"The project is in use by process {other.pid}."]


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
    with held(lock, "The project", wait_seconds=0, on_wait=refuse_to_wait):
        assert lock.with_suffix(".holder").read_text() == str(os.getpid())


def test_a_lock_is_free_again_after_an_error_inside(lock: Path) -> None:
    with (
        pytest.raises(RuntimeError, match="inside"),
        held(lock, "The project", on_wait=refuse_to_wait),
    ):
        raise RuntimeError("inside")
    with held(lock, "The project", wait_seconds=0, on_wait=refuse_to_wait):
        assert lock.exists()
