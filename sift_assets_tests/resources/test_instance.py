"""The project's one instance, and what dead processes leave in it."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest

from sift_assets.core.errors import ProjectError
from sift_assets.resources.instance import (
    BOOT_TAG,
    close_orphans,
    failures,
    has_open_run,
    open_runs,
    process_tags,
    project_instance,
)
from sift_assets.resources.moments import PID_TAG
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

CREATE = """
import sys
from pathlib import Path
from sift_assets.resources.instance import project_instance
with project_instance(Path(sys.argv[1])) as instance:
    instance.add_dynamic_partitions("documents", [sys.argv[2]])
"""

HANGS_IN_THE_EXTRACTOR = """
import sys, time
from pathlib import Path
import sift_assets.defs.document_run as document_run
from sift_assets.cli.running import bring_up_to_date
from sift_assets.resources.instance import project_instance

class Hanging:
    def extract(self, *_):
        print("holds the slot", flush=True)
        time.sleep(120)

class Unwatched:
    def begin(self, *_):
        pass

document_run.open_extractor = lambda *_: Hanging()
root = Path(sys.argv[1])
with project_instance(root) as instance:
    bring_up_to_date(instance, root, Unwatched())
"""


@dg.job
def idle() -> None:
    """A job that is never run."""


def open_run(instance: dg.DagsterInstance, tags: dict[str, str]) -> dg.DagsterRun:
    return instance.create_run_for_job(idle, tags=tags, status=dg.DagsterRunStatus.STARTED)


def dead_process() -> int:
    """Return the id of a process that has just ended."""
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return done.pid


@pytest.mark.usefixtures("own_surroundings")
def test_two_processes_that_create_the_storage_at_once_both_succeed(
    tmp_path: Path,
) -> None:
    root = made_project(tmp_path / "project", {})
    makers = [subprocess.Popen([sys.executable, "-c", CREATE, str(root), n]) for n in "ab"]
    assert [maker.wait() for maker in makers] == [0, 0]
    with project_instance(root) as instance:
        assert set(instance.get_dynamic_partitions("documents")) == {"a", "b"}


@pytest.mark.usefixtures("own_surroundings")
def test_everything_of_dagsters_lies_in_the_project_whatever_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = made_project(tmp_path / "project", {})
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    with project_instance(root):
        assert Path.cwd() == root
    assert (root / ".dagster").is_dir()
    assert list(elsewhere.iterdir()) == []


@pytest.mark.usefixtures("own_surroundings")
def test_a_foreign_dagster_home_is_refused_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = made_project(tmp_path / "project", {})
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    with pytest.raises(ProjectError, match="DAGSTER_HOME"), project_instance(root):
        pytest.fail("opened")
    assert not (root / ".dagster").exists()


def test_only_runs_of_dead_processes_are_closed(project: ProjectFolder) -> None:
    instance, own = project.instance, process_tags()
    dead = open_run(instance, {**own, PID_TAG: str(dead_process())})
    rebooted = open_run(instance, {**own, BOOT_TAG: "an earlier boot"})
    alive = open_run(instance, own)
    launched = open_run(instance, {})
    assert set(close_orphans(instance)) == {dead.run_id, rebooted.run_id}
    statuses = {r.run_id: r.status for r in instance.get_runs()}
    assert statuses[dead.run_id] is dg.DagsterRunStatus.FAILURE
    assert statuses[rebooted.run_id] is dg.DagsterRunStatus.FAILURE
    assert statuses[alive.run_id] is dg.DagsterRunStatus.STARTED
    assert statuses[launched.run_id] is dg.DagsterRunStatus.STARTED
    assert close_orphans(instance) == ()


def test_a_run_that_was_made_and_never_launched_is_closed_after_a_while(
    project: ProjectFolder,
) -> None:
    instance = project.instance
    mine = instance.create_run_for_job(idle, tags=process_tags())
    launched = instance.create_run_for_job(idle, status=dg.DagsterRunStatus.STARTING)
    made = instance.create_run_for_job(idle, tags={"sift/layer": "resolution"})
    assert close_orphans(instance) == ()  # it may be launched yet
    with closing(sqlite3.connect(project.root / ".dagster" / "history" / "runs.db")) as runs, runs:
        runs.execute("UPDATE runs SET create_timestamp = '2026-01-01 00:00:00'")
    assert close_orphans(instance) == (made.run_id,)
    assert not has_open_run(instance, {"sift/layer": "resolution"})
    assert {run.run_id for run in open_runs(instance)} == {mine.run_id, launched.run_id}


def test_open_and_failed_runs_are_told_by_their_tags(project: ProjectFolder) -> None:
    instance, now = project.instance, datetime.now(tz=UTC)
    run = open_run(instance, {"sift/layer": "graph"})
    assert has_open_run(instance, {"sift/layer": "graph"})
    assert not has_open_run(instance, {"sift/layer": "documents"})
    assert failures(instance, {"sift/layer": "graph"}, now - timedelta(hours=1)) == 0
    instance.report_run_failed(run)
    assert not has_open_run(instance, {"sift/layer": "graph"})
    assert failures(instance, {"sift/layer": "graph"}, now - timedelta(hours=1)) == 1
    assert failures(instance, {"sift/layer": "graph"}, now + timedelta(hours=1)) == 0


def test_a_run_killed_while_it_held_a_slot_is_closed_and_the_next_run_succeeds(
    built: ProjectFolder,
) -> None:
    built.write("new.txt", "Rosa Lund lives here.\n")
    command = [sys.executable, "-c", HANGS_IN_THE_EXTRACTOR, str(built.root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "holds the slot\n"
        process.send_signal(signal.SIGKILL)
    storage = built.instance.event_log_storage
    (left,) = built.instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED]))
    assert left.tags[PID_TAG] == str(process.pid)
    assert storage.get_concurrency_info("language_model").active_slot_count == 1

    started = time.monotonic()
    assert built.run().succeeded
    assert time.monotonic() - started < 100
    found = built.instance.get_run_by_id(left.run_id)
    assert found is not None
    assert found.status is dg.DagsterRunStatus.FAILURE
    assert storage.get_concurrency_info("language_model").active_slot_count == 0
    assert b"Rosa Lund" in built.exports()["graph.json"]


def test_process_tags_name_this_process() -> None:
    assert process_tags()[PID_TAG] == str(os.getpid())
