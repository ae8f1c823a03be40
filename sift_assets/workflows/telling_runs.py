"""Telling others of runs that have ended, each way from where it stopped the time before.

What has been told is remembered in a small file, so that `sift run` and the sensor tell no run
twice, and a server that was down for a night is told of the night. The file is derived: without it
all that Dagster remembers is told once more, under the same ids.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from sift_assets.core.errors import SiftError
from sift_assets.core.operations.ended_run import EndedRun
from sift_assets.core.operations.lineage import lineage_events
from sift_assets.core.operations.spans import spans_of
from sift_assets.core.records.record import Record, canonical_json
from sift_assets.core.settings.model import Settings
from sift_assets.resources.files import write_atomically
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace

RUNS_AT_ONCE = 50
"""Runs that are told in one look: with 500 documents each they take Dagster some seconds."""

OVERLAP_SECONDS = 60.0
"""How far back every look begins again: a run that ended a moment earlier may be written later."""


class ToldUntil(Record):
    """How far a way has come.

    Attributes:
        moment: Of the last change of the last run that was told, in seconds since 1970.
        runs: Ids of the runs told that changed within the overlap before it, or at it.
    """

    moment: float = 0.0
    runs: dict[str, float] = {}

    def after(self, run_id: str, changed: float) -> "ToldUntil":
        """Return the same after one more run."""
        moment = max(self.moment, changed)
        runs = {**self.runs, run_id: changed}
        near = {one: at for one, at in runs.items() if at >= moment - OVERLAP_SECONDS}
        return ToldUntil(moment=moment, runs=near)


class Ended(Protocol):
    """A run that has ended, not yet read."""

    @property
    def run_id(self) -> str:
        """Dagster's id."""
        ...

    @property
    def changed(self) -> float:
        """When it changed last, in seconds since 1970."""
        ...

    def read(self) -> EndedRun:
        """Read what happened in it."""
        ...


EndedSince = Callable[[float, int], Sequence[Ended]]
"""Returns the runs that have ended and changed after a moment, in that order, at most so many."""

Tell = Callable[[EndedRun], None]


def wants_to_be_told(settings: Settings) -> bool:
    """Say whether the settings name anybody who is told of runs."""
    return settings.openlineage.wanted or bool(settings.telemetry.endpoint)


def tell_ended_runs(workspace: Workspace, ended_since: EndedSince) -> int:
    """Tell of the runs that have ended since the last time, each way of its own.

    Args:
        workspace: The open project.
        ended_since: Asks Dagster.

    Returns:
        How many were told by at least one way.

    Raises:
        MissingEngineError: A way wants a package that is not installed.
        SiftError: A way does not take them; the next time begins there.
    """
    if not wants_to_be_told(workspace.settings):
        return 0
    told, failed = set[str](), list[str]()
    path = workspace.local_folder / "told_runs.json"
    with held(workspace.lock_path("telling_runs"), "The telling of runs", on_wait=_ignore):
        state = _read(path)
        for name, tell in _ways(workspace).items():
            until = state.get(name, ToldUntil())
            try:
                for run in _untold(until, ended_since):
                    tell(run.read())
                    until = until.after(run.run_id, run.changed)
                    told.add(run.run_id)
            except SiftError as error:
                failed.append(str(error))
            state[name] = until
        _write(path, state)
    if failed:
        raise SiftError(" ".join(failed), "It is told at the next look.")
    return len(told)


def _ways(workspace: Workspace) -> dict[str, Tell]:
    settings, ways = workspace.settings, dict[str, Tell]()
    if settings.openlineage.wanted:
        from sift_assets.resources.openlineage import opened_lineage

        emit = opened_lineage(settings.openlineage, workspace.root, os.environ)
        ways["openlineage"] = lambda run: emit(lineage_events(run))
    if settings.telemetry.endpoint:
        from sift_assets.resources.telemetry import opened_telemetry

        tell = opened_telemetry(settings.telemetry)
        ways["telemetry"] = lambda run: tell(spans_of(run))
    return ways


def _untold(until: ToldUntil, ended_since: EndedSince) -> Iterable[Ended]:
    found = ended_since(until.moment - OVERLAP_SECONDS, RUNS_AT_ONCE + len(until.runs))
    return [run for run in found if until.runs.get(run.run_id) != run.changed]


def _read(path: Path) -> dict[str, ToldUntil]:
    try:
        rows: Mapping[str, object] = json.loads(path.read_bytes())
        return {name: ToldUntil.model_validate(row) for name, row in rows.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _write(path: Path, state: Mapping[str, ToldUntil]) -> None:
    rows = {name: until.model_dump(mode="json") for name, until in state.items()}
    data = canonical_json(rows)
    if not path.is_file() or path.read_bytes() != data:
        write_atomically(path, data)


def _ignore(_message: str) -> None:
    """Whoever tells meanwhile takes a moment, or a dead server's time-out."""
