"""The project's one Dagster instance, and the runs that dead processes left open in it."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import dagster as dg

from sift_assets.resources.dagster_internals import free_pool_slots, instance_of
from sift_assets.resources.locks import held
from sift_assets.resources.project import DAGSTER_FOLDER, enter_project

PID_TAG = "sift/pid"
BOOT_TAG = "sift/boot_id"

_OPEN = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


@contextmanager
def project_instance(root: Path) -> Iterator[dg.DagsterInstance]:
    """Open the instance that the project's `dagster.yaml` describes, in the project's folder.

    The storage is created under a lock: two processes that create it at once crash.

    Raises:
        ProjectError: `DAGSTER_HOME` names another place, or `dagster.yaml` is missing.
    """
    enter_project(root, os.environ)
    with held(root / DAGSTER_FOLDER / "create.lock", "Dagster's storage", on_wait=_ignore):
        instance = instance_of(str(root))
        instance.get_run_records(limit=1)
        instance.event_log_storage.get_maximum_record_id()
    with instance:
        yield instance


def process_tags() -> dict[str, str]:
    """Return run tags by which a later process can tell whether this one still lives."""
    return {PID_TAG: str(os.getpid()), BOOT_TAG: _boot_id()}


def close_orphans(instance: dg.DagsterInstance) -> tuple[str, ...]:
    """Report in-process runs whose process is dead as failed, and free their pool slots.

    Returns:
        The ids of the runs that were closed.
    """
    closed: list[str] = []
    for run in instance.get_runs(dg.RunsFilter(statuses=_OPEN)):
        if PID_TAG in run.tags and not _is_alive(run.tags):
            instance.report_run_failed(run, "The process of this run is gone.")
            free_pool_slots(instance, run.run_id)
            closed.append(run.run_id)
    return tuple(closed)


def has_open_run(instance: dg.DagsterInstance, tags: dict[str, str]) -> bool:
    """Say whether a run with these tags is queued or under way."""
    return bool(instance.get_run_records(dg.RunsFilter(tags=tags, statuses=_OPEN), limit=1))


def failures(instance: dg.DagsterInstance, tags: dict[str, str], since: datetime) -> int:
    """Return how many runs with these tags have failed since a moment."""
    failed = [dg.DagsterRunStatus.FAILURE]
    return len(
        instance.get_run_records(dg.RunsFilter(tags=tags, statuses=failed, created_after=since))
    )


def _is_alive(tags: Mapping[str, str]) -> bool:
    if tags.get(BOOT_TAG) != _boot_id():
        return False
    try:
        os.kill(int(tags[PID_TAG]), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _boot_id() -> str:
    """Return the id of this boot of the machine; empty where the system does not tell."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _ignore(_message: str) -> None:
    """Creation takes milliseconds; nobody needs to hear of the wait."""
