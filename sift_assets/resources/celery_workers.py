"""Which runs that were given to Celery nobody works on any more: their worker is gone.

Celery itself notices a run whose process died below a living worker, and Dagster's run monitoring
then reports it failed. Of a worker that died as a whole, with its machine or its container, nobody
says anything: the result stays "started" until it expires. So the workers themselves are asked.
"""

from collections.abc import Iterable
from typing import Any

import dagster as dg

CELERY_TASK_TAG = "dagster-celery/task_id"
"""How Dagster's Celery launcher marks a run: by the task that it is for Celery."""

ANSWER_SECONDS = 10.0
"""How long a worker is waited for. Its main process does nothing but answer, within milliseconds
(measured: 5 to 100 ms). One that answers later all the same loses nothing but its run's name: the
run that is asked for instead waits for the lock of what the first one computes."""

_BEGUN = "STARTED"


def abandoned_runs(
    instance: dg.DagsterInstance, runs: Iterable[dg.DagsterRun]
) -> list[dg.DagsterRun]:
    """Return those of some open runs whose Celery worker does not know them, or does not answer.

    Runs that still wait in the queue are nobody's yet, and with another launcher there are none.
    """
    given = [run for run in runs if CELERY_TASK_TAG in run.tags]
    celery = getattr(instance.run_launcher, "celery", None) if given else None
    if celery is None:
        return []
    owners = {run.run_id: _owner(celery, run) for run in given}
    begun = [run for run in given if owners[run.run_id]]
    known = _known_tasks(celery, begun, sorted(set(owners.values()) - {""}))
    # Asked once more: a task that has ended meanwhile is known to no worker either.
    return [run for run in begun if _task(run) not in known and _owner(celery, run)]


def _known_tasks(celery: Any, runs: list[dg.DagsterRun], workers: list[str]) -> set[str]:
    """Ask workers which of the tasks they have; those that do not answer have none."""
    if not runs:
        return set()
    asked = celery.control.inspect(
        destination=workers, timeout=ANSWER_SECONDS, limit=len(workers)
    ).query_task(*map(_task, runs))
    return {task for tasks in (asked or {}).values() for task in tasks}


def _owner(celery: Any, run: dg.DagsterRun) -> str:
    """Return the worker that has begun a run; empty while it waits, and when it has ended."""
    result = celery.AsyncResult(_task(run))
    state, told = result.state, result.info
    return str(told.get("hostname", "")) if state == _BEGUN and isinstance(told, dict) else ""


def _task(run: dg.DagsterRun) -> str:
    return run.tags[CELERY_TASK_TAG]
