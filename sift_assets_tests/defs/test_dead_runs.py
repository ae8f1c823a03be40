"""A run whose process has died is closed by the next look, and its slot goes to the next run."""

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest
from dagster._cli import api
from dagster._core.events import EngineEventData
from dagster._core.storage.tags import GRPC_INFO_TAG
from dagster._grpc import impl

from sift_assets.defs.extraction import MODEL_POOL
from sift_assets.resources.dagster_internals import worker_of
from sift_assets.resources.instance import close_orphans
from sift_assets_tests.defs.looking import reason, requested, run_of
from sift_assets_tests.fakes.project_folder import ProjectFolder

HERE = {GRPC_INFO_TAG: json.dumps({"host": "localhost", "port": 1})}
BY_SOCKET = {GRPC_INFO_TAG: json.dumps({"host": "localhost", "socket": "/tmp/none"})}  # noqa: S108
ELSEWHERE = {GRPC_INFO_TAG: json.dumps({"host": "code-server", "port": 1})}


def launched(project: ProjectFolder, tags: dict[str, str], process: int | None) -> dg.DagsterRun:
    """Make a run as a code server starts it, in a process of this id."""
    request = dg.RunRequest(tags=tags)
    run = run_of(project, request, dg.DagsterRunStatus.STARTED)
    if process is not None:
        said = f"Started process for run (pid: {process})."
        project.instance.report_engine_event(said, run, EngineEventData.in_process(process))
    return run


def dead_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    return ended.pid


@pytest.mark.parametrize("tags", [HERE, BY_SOCKET])
def test_a_launched_run_whose_code_server_died_with_it_is_closed(
    built: ProjectFolder, tags: dict[str, str]
) -> None:
    run = launched(built, tags, dead_process())
    assert close_orphans(built.instance) == (run.run_id,)
    closed = built.instance.get_run_by_id(run.run_id)
    assert closed is not None
    assert closed.status is dg.DagsterRunStatus.FAILURE


@pytest.mark.parametrize(
    ("tags", "process"),
    [(HERE, os.getpid()), (HERE, None), (ELSEWHERE, -1), ({}, None)],
    ids=["alive", "not started yet", "on another machine", "by another launcher"],
)
def test_a_run_that_may_be_alive_is_left_alone(
    built: ProjectFolder, tags: dict[str, str], process: int | None
) -> None:
    launched(built, tags, dead_process() if process == -1 else process)
    assert close_orphans(built.instance) == ()


@pytest.mark.skipif(not Path("/proc/1/cmdline").exists(), reason="the system does not tell")
def test_a_process_id_that_another_program_has_now_is_no_worker(built: ProjectFolder) -> None:
    with subprocess.Popen(["sleep", "60"]) as other:
        run = launched(built, HERE, other.pid)
        assert close_orphans(built.instance) == (run.run_id,)
        other.kill()


def test_a_run_that_ends_well_while_its_process_is_looked_for_stays_a_success(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = launched(built, HERE, dead_process())

    def ends(found: dg.DagsterInstance, of: dg.DagsterRun) -> int | None:
        event = dg.DagsterEvent(dg.DagsterEventType.RUN_SUCCESS.value, of.job_name, message="done")
        found.report_dagster_event(event, of.run_id)
        return worker_of(found, of)

    monkeypatch.setattr("sift_assets.resources.instance.worker_of", ends)
    assert close_orphans(built.instance) == ()
    ended = built.instance.get_run_by_id(run.run_id)
    assert ended is not None
    assert ended.status is dg.DagsterRunStatus.SUCCESS


def test_the_slot_of_a_run_that_its_code_server_reported_failed_is_freed(
    built: ProjectFolder,
) -> None:
    log = built.instance.event_log_storage
    under_way, killed = (launched(built, HERE, os.getpid()) for _ in range(2))
    log.set_concurrency_slots(MODEL_POOL, 2)
    for run in (under_way, killed):
        log.claim_concurrency_slot(MODEL_POOL, run.run_id, "extractions")
    built.instance.report_run_failed(killed)  # as the code server does; it frees no slot
    assert log.get_concurrency_info(MODEL_POOL).active_slot_count == 2
    close_orphans(built.instance)
    assert log.get_concurrency_info(MODEL_POOL).active_run_ids == {under_way.run_id}


def test_the_next_look_asks_for_the_work_of_a_dead_run(built: ProjectFolder) -> None:
    reason(built)
    built.write("new.txt", "Rosa Lund lives here.\n")
    reason(built)
    (request,) = requested(built)
    launched(built, {**request.tags, **HERE}, dead_process())
    (again,) = requested(built)
    assert again.tags == request.tags


def test_dagster_words_the_start_of_a_process_as_we_read_it() -> None:
    for module in (impl, api):
        assert "Started process for run (pid: {pid})." in inspect.getsource(module)
