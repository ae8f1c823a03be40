"""One process and two Celery workers, one of them killed, build the same documents: same bytes?

    python -m sift_assets_tests.evals.distributed [FILE] [--documents 2000]

The workers have Postgres, Redis and an S3-compatible store on loopback, and the files under
`deploy/`; the daemon keeps its own pace. When both are at work and a third of the documents is
extracted, one is killed with all its processes, and started anew as a supervisor would. Prints a
table; FILE takes the figures as JSON, `.sift/evals/distributed.json` when it is not given. Without
Redis or Postgres it is left out, and says so.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from sift_assets.resources.workspace import Workspace
from sift_assets_tests.benchmarks.figures import REPOSITORY
from sift_assets_tests.evals.distributed.documents import documents
from sift_assets_tests.fakes.object_server import BUCKET, running_object_server
from sift_assets_tests.fakes.postgres_server import running_postgres
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project
from sift_assets_tests.whole.celery_processes import CeleryProcesses, ended_for_sure
from sift_assets_tests.whole.celery_scene import (
    Built,
    built,
    is_settled,
    named_servers,
    settings_of_ours,
    workers_at_work,
)
from sift_assets_tests.whole.sift_process import answer, sift

DEFAULT_FILE = REPOSITORY / ".sift" / "evals" / "distributed.json"
SHARDS = {"SIFT_PARTITIONS_SHARDS": "64"}
"""Four times what one run takes."""

Figures = dict[str, Any]


def alone(root: Path) -> tuple[Built, Figures]:
    """Build by one process, as `sift run` does it."""
    began = time.monotonic()
    answer(sift(root, "run", "--json", environment=SHARDS, seconds=None))
    seconds = time.monotonic() - began
    with ProjectFolder(root).opened() as folder:
        return built(folder), {"seconds": round(seconds), "runs": folder.runs()}


def shared(root: Path, logs: Path) -> tuple[Built, Figures]:
    """Build by two workers, one of which is killed in the middle."""
    processes = CeleryProcesses(root, logs, settings_of_ours())
    with ended_for_sure(processes), ProjectFolder(root).opened() as folder:
        began = time.monotonic()
        for worker in ("one", "two"):
            processes.start_worker(worker)
        processes.start_daemon()
        kill = _killed_in_the_middle(processes, folder)
        processes.wait_until(lambda: is_settled(folder), "the plan is not empty", ever=True)
        seconds = round(time.monotonic() - began)
        figures = {"seconds": seconds, "runs": folder.runs(), "failed": _failed(folder.instance)}
        return built(folder), figures | kill


def _killed_in_the_middle(processes: CeleryProcesses, folder: ProjectFolder) -> Figures:
    total = sum(file.is_file() for file in (folder.root / "documents").rglob("*"))

    def extracted() -> int:
        return len(Workspace.open(folder.root).provenance.read("extractions"))

    def is_the_middle() -> bool:
        return extracted() > total // 3 and workers_at_work(folder.instance) == {"one", "two"}

    processes.wait_until(is_the_middle, "two workers are not at work", ever=True)
    found, began = extracted(), time.monotonic()
    processes.kill("two")
    processes.start_worker("two")
    processes.wait_until(lambda: _failed(folder.instance) > 0, "the death is not noticed")
    noticed = round(time.monotonic() - began, 1)
    return {"extracted at the kill": found, "seconds until it was noticed": noticed}


def _failed(instance: dg.DagsterInstance) -> int:
    failed = dg.RunsFilter(statuses=[dg.DagsterRunStatus.FAILURE])
    return len(instance.get_run_records(failed))


def measured(folder: Path, texts: Mapping[str, str]) -> Figures:
    """Build both ways and compare."""
    root = made_project(folder / "shared", texts)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SHARDS.items():
            patch.setenv(name, value)
        one, figures_of_one = alone(made_project(folder / "alone", texts))
        with running_object_server() as objects, running_postgres() as postgres:
            more = {**objects, "SIFT_STORE": f"s3://{BUCKET}/project"}
            with named_servers(postgres, more):
                two, figures_of_two = shared(root, folder)
    files = one.exports.keys() | two.exports.keys()
    return {
        "documents": len(texts),
        "one process": figures_of_one,
        "two workers": figures_of_two,
        "exported files": len(files),
        "files that differ": sorted(n for n in files if one.exports.get(n) != two.exports.get(n)),
        "versions": sum(map(len, one.versions.values())),
        "assets whose versions differ": sorted(
            asset
            for asset in one.versions.keys() | two.versions.keys()
            if one.versions.get(asset) != two.versions.get(asset)
        ),
    }


def table(figures: Figures) -> str:
    """Return the figures, a line each."""
    rows = [("", "one process", "two workers")]
    names = dict.fromkeys((*figures["one process"], *figures["two workers"]))
    rows += [
        (name, str(figures["one process"].get(name, "")), str(figures["two workers"][name]))
        for name in names
    ]
    lines = [f"{name:32}{one:>14}{two:>14}" for name, one, two in rows]
    rest = {name: value for name, value in figures.items() if not isinstance(value, dict)}
    return "\n".join([*lines, "", *(f"{name:32}{value!s:>14}" for name, value in rest.items())])


def main() -> None:
    """Measure, print, and fail where anything differs or nothing was killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--documents", type=int, default=2000)
    chosen = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = measured(Path(folder), documents(chosen.documents))
    except pytest.skip.Exception as missing:
        sys.stdout.write(f"Left out: {missing}\n")
        return
    sys.stdout.write(f"{table(found)}\n")
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    chosen.file.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    assert found["files that differ"] == []
    assert found["assets whose versions differ"] == []
    assert found["two workers"]["failed"] == 1


if __name__ == "__main__":
    main()
