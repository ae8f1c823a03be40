"""Two `sift run`s and the sensor at once on one project end where one run alone ends."""

import subprocess
from pathlib import Path

import dagster as dg

from sift_assets.definitions import defs
from sift_assets.defs.project import Project
from sift_assets.defs.sensors import watch_documents
from sift_assets_tests.evals.equivalence.kills import DOCUMENTS
from sift_assets_tests.fakes.project_folder import ProjectFolder
from sift_assets_tests.whole.sift_process import SECONDS, answer, exported, made, sift, started

FEW = dict(list(DOCUMENTS.items())[:4])

MAX_LOOKS = 200
"""Looks of the sensor; some five are made while two runs are at work."""


def look_and_carry_out(project: ProjectFolder) -> tuple[int, str]:
    """Let the sensor look, and run what it asks for; return how many runs, and why none."""
    context = dg.build_sensor_context(
        instance=project.instance, definitions=defs(), resources={"project": Project()}
    )
    found = watch_documents.evaluate_tick(context)
    job = defs().resolve_implicit_global_asset_job_def()
    for request in found.run_requests or []:
        job.execute_in_process(
            instance=project.instance,
            asset_selection=list(request.asset_selection or []),
            tags=dict(request.tags),
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        )
    return len(found.run_requests or []), found.skip_message or ""


def test_two_runs_and_the_sensor_at_once_do_no_harm_and_no_work_twice(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - they are left out while the project is open
) -> None:
    alone = made(tmp_path / "alone", FEW)
    answer(sift(alone, "run", "--json"))
    root = made(tmp_path / "together", FEW)
    both = [started(root, "run", "--json") for _ in range(2)]
    refused: list[str] = []
    with ProjectFolder(root).opened() as project:
        for _look in range(MAX_LOOKS):
            refused.append(look_and_carry_out(project)[1])
            if all(process.poll() is not None for process in both):
                break
        codes = sorted(_ended(process) for process in both)
        while look_and_carry_out(project)[0]:
            pass
        assert project.plan().nothing_to_do
        open_runs = project.instance.get_runs(
            dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.QUEUED])
        )
        assert open_runs == []
    assert set(codes) <= {0, 3}, codes  # done, or refused because another is at work
    assert exported(root) == exported(alone)
    assert _results(root) == _results(alone)
    assert any("in use by process" in reason for reason in refused)


def _ended(process: subprocess.Popen[str]) -> int:
    process.communicate(timeout=SECONDS)
    return process.returncode


def _results(root: Path) -> set[str]:
    folder = root / ".sift" / "results"
    return {file.name for file in folder.rglob("*") if file.is_file() and file.name[0] != "."}
