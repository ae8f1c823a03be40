"""What was asked for and has not begun: two looks at once must not ask for the same work twice.

Between a look and the runs that follow from it the daemon takes a moment, in which another look
(a second daemon, a second `sift dev`) finds no run under way. So each look leaves behind what it
asks for. This is no memory of the world: a claim that nobody carries out is void after a while.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import dagster as dg

from sift_assets.core.records.record import canonical_json
from sift_assets.resources.files import write_atomically
from sift_assets.resources.workspace import Workspace

WORK_TAG = "sift/work"
"""Says what a run is to compute from what, so that work that keeps failing is not asked for again
and again."""

LIFETIME = timedelta(seconds=30)
"""The daemon makes the first run within a few seconds of a look; a daemon that was killed takes an
interrupted look up again, or the next look after this time asks anew."""


def claim(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    requests: Sequence[dg.RunRequest],
    now: datetime,
) -> None:
    """Leave behind what is asked for, with how many runs there have been of each piece of work."""
    works = [request.tags[WORK_TAG] for request in requests]
    asked = {"at": now.isoformat(), "runs": {work: _runs_of(instance, work) for work in works}}
    write_atomically(_file(workspace), canonical_json(asked))


def claimed(instance: dg.DagsterInstance, workspace: Workspace, now: datetime) -> bool:
    """Say whether another look has just asked for runs that do not all exist yet."""
    try:
        asked = json.loads(_file(workspace).read_bytes())
        age, runs = now - datetime.fromisoformat(asked["at"]), dict[str, int](asked["runs"])
    except (OSError, ValueError, TypeError, KeyError):
        return False
    if not timedelta(0) <= age < LIFETIME:
        return False
    return any(_runs_of(instance, work) == before for work, before in runs.items())


def _runs_of(instance: dg.DagsterInstance, work: str) -> int:
    return instance.get_runs_count(dg.RunsFilter(tags={WORK_TAG: work}))


def _file(workspace: Workspace) -> Path:
    return workspace.local_folder / "asked.json"
