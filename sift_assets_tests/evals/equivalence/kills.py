"""kill -9 at random moments of a real `sift run`: the next run ends in the same bytes."""

import contextlib
import os
import random
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from sift_assets_tests.evals.equivalence.faults import finished
from sift_assets_tests.whole.sift_process import SECONDS, answer, exported, made, sift, started

PEOPLE = ("Ada Varga", "Tom Brandt", "Nina Olsen", "Karl Meier", "Rosa Lund")
FIRMS = ("Kestrel Ltd", "Pelagos Ltd", "Tidewell Ltd")
DOCUMENTS = {
    f"letters/{number:02}.txt": "\n\n".join(
        f"{PEOPLE[(number + n) % 5]} works for {FIRMS[(number * n) % 3]} in Oslo." for n in range(4)
    )
    for number in range(12)
}

SEED = 20261129


@dataclass(frozen=True)
class Killed:
    """What came of one killed run.

    Attributes:
        after: Seconds from its start to the kill.
        in_time: Whether it was still at work.
        finished: Results that were stored by then.
    """

    after: float
    in_time: bool
    finished: int


def undisturbed(folder: Path) -> tuple[Path, float]:
    """Run a project without disturbance; return it and how many seconds that took."""
    root = made(folder / "undisturbed", DOCUMENTS)
    start = time.monotonic()
    answer(sift(root, "run", "--json"))
    return root, time.monotonic() - start


def kill_at_random_moments(folder: Path, count: int, *, seed: int = SEED) -> list[Killed]:
    """Kill so many runs, each of a project of its own, and run each project again.

    Raises:
        AssertionError: The second run fails, ends in other bytes, or repeats finished work.
    """
    expected, seconds = undisturbed(folder)
    chance = random.Random(seed)  # noqa: S311 - a seeded sequence
    moments = [chance.uniform(0.2, 1.0) * seconds for _ in range(count)]
    return [
        _killed(folder / f"killed {number}", expected, moment)
        for number, moment in enumerate(moments)
    ]


def _killed(root: Path, expected: Path, moment: float) -> Killed:
    made(root, DOCUMENTS)
    process = started(root, "run", "--json")
    in_time = True
    try:
        process.communicate(timeout=moment)
        in_time = False
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=SECONDS)
    kept = finished(root)
    report = answer(sift(root, "run", "--json"))
    assert (report["failed"], report["given_up"]) == ([], {}), moment
    assert kept.items() <= finished(root).items(), moment
    assert finished(root).keys() == finished(expected).keys(), moment
    assert exported(root) == exported(expected), moment
    assert answer(sift(root, "status", "--json"))["up_to_date"], moment
    return Killed(round(moment, 2), in_time, len(kept))
