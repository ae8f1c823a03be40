"""Looking as the daemon does, and carrying out what a look asks for, in this process."""

import logging

import dagster as dg

from sift_assets.definitions import defs
from sift_assets.defs.watching import look
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets_tests.fakes.project_folder import ProjectFolder

RANGE_TAGS = (RANGE_START_TAG, RANGE_END_TAG)
"""What a run of the whole job cannot have."""

TICK_LOG = logging.getLogger("tick")


def looked(project: ProjectFolder) -> dg.SensorResult | dg.SkipReason:
    """Look once, with a log of the name `tick`."""
    return look(project.instance, project.workspace, TICK_LOG)


def requested(project: ProjectFolder) -> list[dg.RunRequest]:
    """Look once and return the runs that are asked for."""
    found = looked(project)
    return list(found.run_requests or []) if isinstance(found, dg.SensorResult) else []


def reason(project: ProjectFolder) -> str:
    """Look once and return why nothing is asked for."""
    found = looked(project)
    assert isinstance(found, dg.SkipReason), found
    return found.skip_message or ""


def carried_out(project: ProjectFolder, request: dg.RunRequest) -> dg.ExecuteInProcessResult:
    """Run what was asked for."""
    return (
        defs()
        .resolve_implicit_global_asset_job_def()
        .execute_in_process(
            instance=project.instance,
            asset_selection=list(request.asset_selection or []),
            tags=dict(request.tags),
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            raise_on_error=False,
        )
    )


def run_of(
    project: ProjectFolder, request: dg.RunRequest, status: dg.DagsterRunStatus
) -> dg.DagsterRun:
    """Make the run of a request without working on it, as if another process did."""
    job = defs().resolve_implicit_global_asset_job_def()
    tags = {name: value for name, value in request.tags.items() if name not in RANGE_TAGS}
    return project.instance.create_run_for_job(job, tags=tags, status=status)
