"""A run that is stopped, doubled or out of space loses nothing and is taken up again.

Runs that are killed are in `defs/test_equivalence_after_kills`.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sift_assets.resources.provenance import ProvenanceIndex
from sift_assets_tests.whole.sift_process import SECONDS, answer, exported, made, sift, started

PEOPLE = ("Ada Varga", "Tom Brandt", "Nina Olsen", "Karl Meier", "Rosa Lund", "Olaf Berg")
FIRMS = ("Kestrel Ltd", "Pelagos Ltd", "Tidewell Ltd", "Norrsund Group")
DOCUMENTS = {
    f"letters/{number:02}.txt": "\n\n".join(
        f"{PEOPLE[(number + n) % 6]} works for {FIRMS[(number * n) % 4]} in Oslo. "
        f"Letter {number} was sent from Bilbao to {PEOPLE[(number * n + 1) % 6]} on day {n}."
        for n in range(12)
    )
    for number in range(24)
}
"""Enough work that a run can be met in the middle of it."""


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a project without any disturbance."""
    root = made(tmp_path_factory.mktemp("untouched") / "project", DOCUMENTS)
    answer(sift(root, "run", "--json"))
    return root


def wait_until(reached: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + SECONDS
    while not reached():
        assert process.poll() is None, "the run ended before it could be disturbed"
        assert time.monotonic() < deadline
        time.sleep(0.02)


def extracted(root: Path) -> set[str]:
    """Return the documents that have been extracted from."""
    return set(ProvenanceIndex(root / ".sift" / "provenance.sqlite").read("extractions"))


def results(root: Path) -> dict[str, int]:
    """Return the stored results with the time of writing; computing anew would write anew."""
    folder = root / ".sift" / "results"
    files = [file for file in folder.rglob("*") if file.is_file() and file.name[0] != "."]
    return {str(file.relative_to(folder)): file.stat().st_mtime_ns for file in files}


@contextlib.contextmanager
def in_the_middle_of_a_run(root: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a run and wait until some documents are done; kill it at the end for sure."""
    process = started(root, "run", "--json")
    try:
        wait_until(lambda: len(extracted(root)) > 5, process)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_stopped_run_is_taken_up_where_it_stopped(tmp_path: Path, untouched: Path) -> None:
    root = made(tmp_path / "project", DOCUMENTS)
    with in_the_middle_of_a_run(root) as process:
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out) == (130, "")
    assert "What was computed is kept; run again to go on." in err.splitlines()[-1]
    assert "Traceback" not in err
    done, kept = extracted(root), results(root)
    assert 5 < len(done) < len(DOCUMENTS)
    report = answer(sift(root, "run", "--json"))
    assert (report["failed"], report["given_up"]) == ([], {})
    assert kept.items() <= results(root).items()
    assert exported(root) == exported(untouched)
    assert results(root).keys() == results(untouched).keys()


def test_two_runs_started_at_once_do_no_harm(tmp_path: Path, untouched: Path) -> None:
    root = made(tmp_path / "project", DOCUMENTS)
    both = [started(root, "run", "--json") for _ in range(2)]
    ended = [(process.communicate(timeout=SECONDS), process.returncode) for process in both]
    assert sorted(code for _, code in ended) in ([0, 3], [0, 0]), ended
    assert all((out.count("\n") == 1) == (code == 0) for (out, _), code in ended)
    assert not any("Traceback" in err for (_, err), _ in ended)
    assert exported(root) == exported(untouched)


@contextlib.contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[None]:
    """Mount a file system of its own on a folder; skip where that takes more rights than ours."""
    folder.mkdir(parents=True)
    options = ["-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(["mount", *options], check=False).returncode:
        pytest.skip("a file system of limited size takes root here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_said_clearly_and_the_old_graph_stays(
    tmp_path: Path, untouched: Path
) -> None:
    few = {name: text for name, text in DOCUMENTS.items() if name < "letters/03"}
    root = made(tmp_path / "project", few)
    with small_disk(root / ".sift", 700):
        answer(sift(root, "run", "--json"))
        before = exported(root)
        for name, text in DOCUMENTS.items():
            (root / "documents" / name).write_text(text, encoding="utf-8")
        ended = sift(root, "run", "--json")
        assert ended.returncode == 1
        assert ended.stdout == ""
        assert "Traceback" not in ended.stderr
        assert "Free some space" in ended.stderr
        assert exported(root) == before
        assert answer(sift(root, "export", "json", "--to", str(tmp_path / "old.json"), "--json"))
        assert (tmp_path / "old.json").read_bytes() == before["graph.json"]
        remount = ["mount", "-o", "remount,size=64m", str(root / ".sift")]
        subprocess.run(remount, check=True)
        report = answer(sift(root, "run", "--json"))
        assert (report["failed"], report["given_up"]) == ([], {})
        assert exported(root) == exported(untouched)


def test_no_space_for_the_records_of_dagster_is_said_clearly_and_heals(tmp_path: Path) -> None:
    few = {name: text for name, text in DOCUMENTS.items() if name < "letters/02"}
    root = made(tmp_path / "project", few)
    with small_disk(root / ".dagster", 600):
        ended = sift(root, "run", "--json")
        assert (ended.returncode, ended.stdout) == (1, "")
        assert "Traceback" not in ended.stderr
        assert "Dagster's storage cannot be used" in ended.stderr
        remount = ["mount", "-o", "remount,size=64m", str(root / ".dagster")]
        subprocess.run(remount, check=True)
        assert answer(sift(root, "run", "--json"))["documents_by_status"] == {"text": 2}
