"""The decision log on disk: nothing acknowledged is lost, nothing half counts."""

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.log import to_line
from sift_assets.core.errors import LockedError, StoreError
from sift_assets.resources.decision_log import ACTOR_VARIABLE, TORN_FILE, DecisionLog, actor
from sift_assets.resources.locks import held
from sift_assets_tests.core.decisions.decision_examples import moment, person, said

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

WRITER = """
import sys
from pathlib import Path
from sift_assets.core.decisions.decision import Decision, EntityRef
from sift_assets.resources.decision_log import DecisionLog
root, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
log = DecisionLog(root, root / "log.lock", on_wait=lambda _: None, on_repair=lambda _: None)
print("ready", flush=True)
sys.stdin.readline()
for number in range(count):
    entities = [EntityRef(type="PERSON", name=text) for text in (name, f"{number} " * 500)]
    one = Decision(time="", actor=name, channel="command", act="merge", entities=entities)
    print(log.append([one])[0].id, flush=True)
"""
"""Appends decisions one by one; each is acknowledged by its id."""


def log_at(root: Path, told: Callable[[str], None] = print) -> DecisionLog:
    return DecisionLog(root, root / "log.lock", on_wait=told, on_repair=told)


@pytest.fixture
def log(tmp_path: Path) -> DecisionLog:
    return log_at(tmp_path)


def merge(name: str) -> Decision:
    return said(Act.MERGE, entities=(person("Ada"), person(name)))


def at(then: datetime) -> Callable[[], datetime]:
    return lambda: then


def names(log: DecisionLog) -> list[str]:
    return [one.entities[1].name for one in log.read().decisions]


def writer(root: Path, name: str, count: int) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(root), name, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_a_log_that_is_not_there_is_empty_and_reading_makes_none(log: DecisionLog) -> None:
    assert log.read() == ((), (), b"")
    assert log.in_force() == ()
    assert log.append([]) == ()
    assert not log.path.parent.exists()


def test_decisions_are_added_in_order_with_time_and_id(log: DecisionLog) -> None:
    added = log.append([merge("Bo"), merge("Cy")], at(NOON))
    assert [one.time[11:] for one in added] == ["12:00:00.000000Z", "12:00:00.000001Z"]
    assert all(one.id == one.expected_id for one in added)
    assert log.read().decisions == added
    (undo,) = log.append([said(Act.UNDO, undoes=added[0].id)], at(NOON + timedelta(hours=1)))
    assert log.in_force() == (added[1],)
    assert log.path.read_bytes() == b"".join(map(to_line, (*added, undo)))


def test_a_clock_that_was_put_back_still_adds_after(log: DecisionLog) -> None:
    times = [NOON, NOON - timedelta(days=400), NOON - timedelta(microseconds=1), NOON]
    for number, then in enumerate(times):
        log.append([merge(f"{number}"), merge(f"{number}b")], at(then))
    assert names(log) == [f"{number}{end}" for number in range(len(times)) for end in ("", "b")]


def test_a_bad_line_with_an_impossible_time_stops_nobody(log: DecisionLog) -> None:
    log.append([merge("Bo")], at(NOON))
    with log.path.open("ab") as stream:
        stream.write(b'{"time":"2026-99-01T00:00:00.000000Z"}\n')
    log.append([merge("Cy")], at(NOON))
    assert names(log) == ["Bo", "Cy"]
    assert [one.number for one in log.read().bad] == [2]


def test_a_torn_end_is_kept_aside_loudly_and_the_next_line_is_whole(tmp_path: Path) -> None:
    told: list[str] = []
    log = log_at(tmp_path, told.append)
    log.append([merge("Bo")])
    for torn in (b'{"act":"mer', '{"actor":"J\u00f6'.encode()[:-1]):
        with log.path.open("ab") as stream:
            stream.write(torn)
        assert log.read().torn == torn
        assert names(log)[0] == "Bo"
        log.append([merge("Cy")])
    assert names(log) == ["Bo", "Cy", "Cy"]
    aside = log.path.with_name(TORN_FILE)
    assert aside.read_bytes() == b'{"act":"mer\n{"actor":"J\xc3\n'
    assert len(told) == 2
    assert "please decide again" in told[0]
    assert TORN_FILE in told[0]


def test_repairing_says_whether_it_had_to(log: DecisionLog) -> None:
    assert not log.repair()
    (one,) = log.append([merge("Bo")])
    assert not log.repair()
    log.path.write_bytes(to_line(one) + b"{")
    assert log.repair()
    assert log.path.read_bytes() == to_line(one)


def test_a_whole_last_line_without_a_line_feed_counts(log: DecisionLog) -> None:
    (one,) = log.append([merge("Bo")])
    log.path.write_bytes(to_line(one).rstrip(b"\n"))
    assert names(log) == ["Bo"]
    log.append([merge("Cy")])
    assert names(log) == ["Bo", "Cy"]
    assert not log.path.with_name(TORN_FILE).exists()


def test_two_processes_that_add_at_once_lose_nothing(shared_folder: Path) -> None:
    count = 15
    writers = [writer(shared_folder, name, count) for name in ("first", "second")]
    acknowledged = [process.communicate("go\n")[0].split() for process in writers]
    assert [process.returncode for process in writers] == [0, 0]
    read = log_at(shared_folder).read()
    assert sorted(one.id for one in read.decisions) == sorted(chain(*acknowledged))
    assert (len(read.decisions), read.bad, read.torn) == (2 * count, (), b"")
    times = [one.time for one in read.decisions]
    assert times == sorted(set(times))


def test_a_writer_that_is_killed_anywhere_loses_no_acknowledged_decision(tmp_path: Path) -> None:
    random = Random(5)  # noqa: S311 - it only chooses when to kill
    acknowledged: list[str] = []
    for round_ in range(10):
        process = writer(tmp_path, f"round {round_}", 1000)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        told = random.randrange(6)
        acknowledged += [process.stdout.readline().strip() for _ in range(told)]
        time.sleep(random.uniform(0, 0.01))  # some rounds of writing, wherever that is
        process.kill()
        acknowledged += process.stdout.read().split()
        process.wait()
        process.stdin.close()
        process.stdout.close()
    log = log_at(tmp_path)
    log.repair()
    lines = log.path.read_bytes().splitlines()
    read = log.read()
    ids = [one.id for one in read.decisions]
    assert (read.bad, read.torn) == ((), b"")
    assert len(lines) == len(ids) == len(set(ids))
    assert set(acknowledged) <= set(ids)
    assert len(ids) <= len(acknowledged) + 10  # at most one a round was on disk and not yet told


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_where_the_disk_does_not_take_it_nothing_counts_of_several(
    log: DecisionLog, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    log.append([merge("Bo")])
    before = log.path.read_bytes()

    def refused(_descriptor: int) -> None:
        assert len(log.path.read_bytes()) > len(before)
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refused)
        with pytest.raises(StoreError):
            log.append([merge("Cy"), merge("Di")])
    assert log.path.read_bytes() == before
    log.append([merge("Ed")])
    assert names(log) == ["Bo", "Ed"]


def test_where_no_file_can_be_made_the_answer_names_the_log(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    log = DecisionLog(tmp_path / "file", tmp_path / "log.lock")
    with pytest.raises(StoreError, match=r"log\.jsonl: cannot be read"):
        log.append([merge("Bo")])
    nowhere = DecisionLog(tmp_path, tmp_path / "file" / "log.lock")
    with pytest.raises(StoreError, match=r"log\.jsonl: cannot be written"):
        nowhere.append([merge("Bo")])
    assert not nowhere.path.exists()


def test_a_log_that_cannot_be_read_is_an_error_not_an_empty_log(log: DecisionLog) -> None:
    log.path.mkdir(parents=True)
    with pytest.raises(StoreError, match="not known what people decided"):
        log.read()
    with pytest.raises(StoreError):
        log.append([merge("Bo")])


def test_whoever_decides_is_named_by_the_environment_else_by_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(ACTOR_VARIABLE, "  Judge Dee ")
    assert actor() == "Judge Dee"
    monkeypatch.setenv(ACTOR_VARIABLE, " ")
    monkeypatch.setenv("LOGNAME", "deputy")
    assert actor() == "deputy"
    assert moment(1) < moment(60) < moment(3600)


def test_decisions_are_added_only_to_the_log_that_was_read(log: DecisionLog) -> None:
    empty = log.stamp()
    assert log.append_after(empty, [merge("Bo")])
    assert log.append_after(empty, [merge("Cy")]) is None
    seen = log.stamp()
    assert seen == log.stamp()
    log.append([merge("Dee")])
    assert log.append_after(seen, [merge("Cy")]) is None
    assert names(log) == ["Bo", "Dee"]


def test_who_waits_for_a_moment_only_is_told_that_the_log_is_in_use(tmp_path: Path) -> None:
    hasty = DecisionLog(tmp_path, tmp_path / "lock", wait_seconds=0)
    with held(tmp_path / "lock", "The log", on_wait=print), pytest.raises(LockedError):
        hasty.append([merge("Bo")])
    assert names(hasty) == []
