"""The project's one Dagster instance, and the runs that dead processes left open in it."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg

from sift_assets.core.errors import ConfigError
from sift_assets.resources.celery_workers import abandoned_runs
from sift_assets.resources.dagster_internals import (
    BATCH_VARIABLE,
    EVENTS_AT_ONCE,
    driver_of,
    free_pool_slots,
    instance_of,
    runs_with_pool_slots,
    worker_of,
)
from sift_assets.resources.database import DAGSTERS_SCHEME, Database, database_of
from sift_assets.resources.locks import held
from sift_assets.resources.moments import PID_TAG
from sift_assets.resources.processes import Owner, boot_id, is_in_use, this_process
from sift_assets.resources.project import DAGSTER_FILE, DAGSTER_FOLDER, SETTINGS_FILE, enter_project

BOOT_TAG = "sift/boot_id"
START_TAG = "sift/process_start"

OPEN = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]
"""Statuses of a run that is queued or under way."""

_ENDED = [
    dg.DagsterRunStatus.SUCCESS,
    dg.DagsterRunStatus.FAILURE,
    dg.DagsterRunStatus.CANCELED,
]


CONNECTIONS = 8
"""To Dagster's storage at the same time, where it is a database, beside the one that is kept."""

RECYCLED_SECONDS = 600
"""How long such a connection is used; routers forget those that are silent for long."""

NEVER_LAUNCHED = timedelta(minutes=5)
"""A run is launched a moment after it is made. One that is not, because the daemon was stopped in
between and its partitions are gone when it goes on, is open for ever and keeps its layer busy."""


@contextmanager
def project_instance(root: Path) -> Iterator[dg.DagsterInstance]:
    """Open the instance that the project's `dagster.yaml` describes, in the project's folder.

    The storage is created under a lock: two processes that create it at once crash. Events that
    belong together are written together, unless the environment already says how many.

    Raises:
        ConfigError: `dagster.yaml` names Postgres in a way that Dagster cannot use.
        ProjectError: `DAGSTER_HOME` names another place, or `dagster.yaml` is missing.
    """
    enter_project(root, os.environ)
    with held(root / DAGSTER_FOLDER / "create.lock", "Dagster's storage", on_wait=_ignore):
        instance = instance_of(str(root))
        if driver_of(instance) == "psycopg":
            raise ConfigError(
                "dagster-postgres cannot store its events by psycopg 3.",
                f"Let the address of Dagster's storage begin with {DAGSTERS_SCHEME}.",
                file=DAGSTER_FILE,
            )
        if driver_of(instance):
            # Dagster opens a connection for each event, and a document costs a dozen of them.
            instance.optimize_for_webserver(
                statement_timeout=0, pool_recycle=RECYCLED_SECONDS, max_overflow=CONNECTIONS
            )
        instance.get_run_records(limit=1)
        instance.event_log_storage.get_maximum_record_id()
    with instance, _written_together():
        yield instance


def process_tags() -> dict[str, str]:
    """Return run tags by which a later process can tell whether this one still lives.

    In the project's folder, where `project_instance` leads. Where the project has a database, other
    machines see it there.
    """
    mine = this_process()
    database = _database()
    if database is not None:
        from sift_assets.resources.postgres_locks import say_that_it_lives

        say_that_it_lives(database, mine)
    return {PID_TAG: str(mine.pid), BOOT_TAG: mine.boot, START_TAG: mine.started}


def close_orphans(instance: dg.DagsterInstance) -> tuple[str, ...]:
    """Report runs whose process is dead, or never began, as failed; free the slots of ended runs.

    Dagster does neither: a run whose code server died with it stays open for ever, and the slot of
    a killed run is kept even when its code server has reported it failed.

    Returns:
        The ids of the runs that were closed.
    """
    closed: list[str] = []
    found = instance.get_runs(dg.RunsFilter(statuses=OPEN))
    dead = [run for run in found if _is_orphan(instance, run)] + abandoned_runs(instance, found)
    for run in dead:
        if _is_open(instance, run.run_id):
            instance.report_run_failed(run, "The process of this run is gone.")
            closed.append(run.run_id)
    for run in _never_launched(instance):
        instance.report_run_failed(run, "This run was never launched.")
        closed.append(run.run_id)
    holders = runs_with_pool_slots(instance)
    if holders:
        wanted = dg.RunsFilter(run_ids=sorted(holders), statuses=_ENDED)
        for run in instance.get_runs(wanted):
            free_pool_slots(instance, run.run_id)
    return tuple(closed)


def has_open_run(instance: dg.DagsterInstance, tags: dict[str, str]) -> bool:
    """Say whether a run with these tags is queued or under way."""
    return bool(instance.get_run_records(dg.RunsFilter(tags=tags, statuses=OPEN), limit=1))


def open_runs(instance: dg.DagsterInstance) -> Sequence[dg.DagsterRun]:
    """Return the runs that are queued or under way."""
    return instance.get_runs(dg.RunsFilter(statuses=OPEN))


def failures(instance: dg.DagsterInstance, tags: dict[str, str], since: datetime) -> int:
    """Return how many runs with these tags have failed since a moment."""
    failed = [dg.DagsterRunStatus.FAILURE]
    return len(
        instance.get_run_records(dg.RunsFilter(tags=tags, statuses=failed, created_after=since))
    )


@contextmanager
def _written_together() -> Iterator[None]:
    given = os.environ.get(BATCH_VARIABLE)
    os.environ[BATCH_VARIABLE] = given or EVENTS_AT_ONCE
    try:
        yield
    finally:
        del os.environ[BATCH_VARIABLE]
        if given is not None:
            os.environ[BATCH_VARIABLE] = given


def _never_launched(instance: dg.DagsterInstance) -> Sequence[dg.DagsterRun]:
    """Return runs that the daemon made a while ago and has not launched."""
    made = dg.RunsFilter(
        statuses=[dg.DagsterRunStatus.NOT_STARTED],
        created_before=datetime.now(UTC) - NEVER_LAUNCHED,
    )
    return [run for run in instance.get_runs(made) if PID_TAG not in run.tags]


def _is_open(instance: dg.DagsterInstance, run_id: str) -> bool:
    """Say whether a run whose process is gone is open: it may have ended well a moment ago."""
    return bool(instance.get_run_records(dg.RunsFilter(run_ids=[run_id], statuses=OPEN), limit=1))


def _is_orphan(instance: dg.DagsterInstance, run: dg.DagsterRun) -> bool:
    """Say whether the process that works on a run, or did, has died."""
    database = _database()
    if database is not None and START_TAG in run.tags:
        from sift_assets.resources.postgres_locks import lives

        owner = Owner(int(run.tags[PID_TAG]), run.tags.get(BOOT_TAG, ""), run.tags[START_TAG])
        return not lives(database, owner)
    if PID_TAG in run.tags:
        is_of_this_boot = run.tags.get(BOOT_TAG) == boot_id()
        return not (is_of_this_boot and is_in_use(int(run.tags[PID_TAG])))
    worker = worker_of(instance, run)
    return worker is not None and not (is_in_use(worker) and _is_python(worker))


def _database() -> Database | None:
    """Return the database of the project that this process stands in, None without."""
    return database_of(Path.cwd() / SETTINGS_FILE)


def _is_python(process: int) -> bool:
    """Say whether a process runs Python, as a worker does: ids are used again, also after a boot.

    True where the system does not tell.
    """
    try:
        return b"python" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return True


def _ignore(_message: str) -> None:
    """Creation takes milliseconds; nobody needs to hear of the wait."""
