"""Fifty seats: sweeps, loading the code location beside them, and the list of what they propose."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from sift_assets_tests.benchmarks.figures import NO_LIMIT, Figure

SEATS, DOCUMENTS = 50, 50
"""Seats, and documents of each; every second one names tracked work and comes into the queue."""

TRIES = 3
"""Of loading; the least counts: whatever else the machine does only adds to it."""

ADMIN = "cleo"
SAID = "said.txt"
"""What the last command said, below the scratch folder."""

LOADING = "from sift_assets.definitions import defs; defs()"
ANSWER = {"relevant": True, "sensitive": False, "score": 0.9, "reason": "Of use to others."}

SETTINGS = """
models: {{promote: scripted/play.yaml}}
promotion:
  enabled: true
  dry_run: false
  unscheduled: true
  tracked: [{{name: Harbour, repositories: [github.com/acme/harbour]}}]
principals: [{{name: {admin}, role: admin}}, {{name: ada, role: writer}}]
seats:
"""


class CpuUsage(NamedTuple):
    """What a process used with its children: CPU seconds, and MiB of the largest at its peak."""

    seconds: float
    peak_mib: float


def fifty_seats(scratch: Path) -> list[Figure]:
    """Sweep many seats twice, and list what waits."""
    _sift("init", ".", "--no-sample", folder=scratch)
    (scratch / "documents" / "a.txt").write_text("Ana Silva works for Acme Ltd.\n", "utf-8")
    _sift("run", folder=scratch)
    without = _loading(scratch)
    _fill(scratch)
    _sift("promotions", "evaluate", folder=scratch)
    first = _sift("promotions", "sweep", folder=scratch)
    again = _sift("promotions", "sweep", folder=scratch)
    beside = _loading(scratch)
    listed = _sift("promotions", "--json", folder=scratch)
    items = len(json.loads((scratch / SAID).read_text("utf-8"))["items"])
    many = f"{SEATS} seats of {DOCUMENTS} documents"
    return [
        Figure(f"first sweep of {many}, CPU", first.seconds, 180, "s"),
        Figure("peak memory of it", first.peak_mib, 600, "MiB"),
        Figure("sweep of them with nothing new, CPU", again.seconds, 30, "s"),
        Figure("peak memory of it", again.peak_mib, 600, "MiB"),
        Figure("code location without seats, CPU", without.seconds, NO_LIMIT, "s"),
        Figure("code location beside them, more CPU", beside.seconds - without.seconds, 0.5, "s"),
        Figure("code location beside them, more memory", beside.peak_mib - without.peak_mib, 50,
               "MiB"),
        Figure(f"list of {items} items, CPU", listed.seconds, 5, "s"),
        Figure("peak memory of it", listed.peak_mib, 400, "MiB"),
    ]  # fmt: skip


def _fill(root: Path) -> None:
    """Declare the seats and write their documents."""
    rows = [f"  - {{name: s{n:02}, folder: people/s{n:02}, owner: ada}}\n" for n in range(SEATS)]
    with (root / "sift.yaml").open("a", encoding="utf-8") as file:
        file.write(SETTINGS.format(admin=ADMIN) + "".join(rows))
    rules = json.dumps({"rules": [{"answer": ANSWER}]})
    (root / "play.yaml").write_text(rules, encoding="utf-8")
    for seat in range(SEATS):
        folder = root / "people" / f"s{seat:02}"
        folder.mkdir(parents=True)
        for number in range(DOCUMENTS):
            (folder / f"{number:02}.md").write_text(_text(seat, number), encoding="utf-8")


def _text(seat: int, number: int) -> str:
    work = "See github.com/acme/harbour. " if number % 2 else ""
    talk = " ".join(f"Point {n} of person {seat} is berth {number + n}." for n in range(60))
    return f"# Note {number} of person {seat}\n\n{work}{talk}\n"


def _loading(folder: Path) -> CpuUsage:
    """Return what loading the code location takes, the least of some tries."""
    return min(_used([sys.executable, "-c", LOADING], folder) for _ in range(TRIES))


def _sift(*arguments: str, folder: Path) -> CpuUsage:
    return _used([sys.executable, "-m", "sift_assets.cli", *arguments], folder)


def _used(command: list[str], folder: Path) -> CpuUsage:
    """Run a command as the administrator.

    Raises:
        RuntimeError: It fails.
    """
    environment = {k: v for k, v in os.environ.items() if k != "DAGSTER_HOME"}
    environment["SIFT_ACTOR"] = ADMIN
    with (folder / SAID).open("wb") as said:
        started = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=said, stderr=subprocess.DEVNULL
        )
    _, status, used = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        raise RuntimeError(f"{command[3:]} ended with {started.returncode}")
    return CpuUsage(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
