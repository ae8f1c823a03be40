"""Dagster's runs that have ended, read for whoever is told of them, and the sensor that tells.

The sensor looks at runs of all kinds, also those that `sift run` has made in a process of its own
and those whose process was gone: it asks Dagster's storage, not the runs.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import dagster as dg

from sift_assets.core.errors import SiftError
from sift_assets.core.operations.ended_run import EndedRun, EndedStep, Ending, Made
from sift_assets.core.settings.model import Settings
from sift_assets.defs.alerts import error_kinds
from sift_assets.defs.layers import LAYER_TAG
from sift_assets.defs.project import Project
from sift_assets.resources.dagster_internals import DATA_VERSION_TAG, INPUT_VERSION_TAG
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.telling_runs import EndedSince, tell_ended_runs, wants_to_be_told

SECONDS_BETWEEN_LOOKS = 15
"""Of the sensor: who is told of runs reads of them minutes later."""

BY_HAND = "by_hand"
"""Stands for the layer of a run that a person has started in the UI."""

ENDINGS = {
    dg.DagsterRunStatus.SUCCESS: Ending.SUCCESS,
    dg.DagsterRunStatus.FAILURE: Ending.FAILURE,
    dg.DagsterRunStatus.CANCELED: Ending.CANCELED,
}

_STEP_ENDINGS = {
    dg.DagsterEventType.STEP_SUCCESS: Ending.SUCCESS,
    dg.DagsterEventType.STEP_FAILURE: Ending.FAILURE,
}

_TOLD = {
    dg.DagsterEventType.STEP_START,
    dg.DagsterEventType.ASSET_MATERIALIZATION,
    *_STEP_ENDINGS,
}


@dataclass(frozen=True)
class EndedRunRecord:
    """A run of Dagster's that has ended; see `workflows.telling_runs.Ended`.

    Attributes:
        instance: Dagster's.
        record: Of the run.
    """

    instance: dg.DagsterInstance
    record: dg.RunRecord

    @property
    def run_id(self) -> str:
        """Dagster's id."""
        return self.record.dagster_run.run_id

    @property
    def changed(self) -> float:
        """When it changed last, in seconds since 1970."""
        return self.record.update_timestamp.replace(tzinfo=UTC).timestamp()

    def read(self) -> EndedRun:
        """Read what happened in it from Dagster's log of events."""
        run, record = self.record.dagster_run, self.record
        ended = record.end_time or self.changed
        started = record.start_time or record.create_timestamp.replace(tzinfo=UTC).timestamp()
        return EndedRun(
            run_id=run.run_id,
            job=run.tags.get(LAYER_TAG, BY_HAND),
            started=min(started, ended),
            ended=ended,
            ending=ENDINGS[run.status],
            steps=_steps(self.instance, run, ended),
        )


def ended_since(instance: dg.DagsterInstance) -> EndedSince:
    """Return what asks Dagster for the runs that have ended since a moment."""

    def found(moment: float, most: int) -> Sequence[EndedRunRecord]:
        since = datetime.fromtimestamp(max(moment, 0.0), tz=UTC)
        wanted = dg.RunsFilter(statuses=list(ENDINGS), updated_after=since)
        records = instance.get_run_records(
            wanted, limit=most, order_by="update_timestamp", ascending=True
        )
        return [EndedRunRecord(instance, record) for record in records]

    return found


def telling_sensors(settings: Settings) -> list[dg.SensorDefinition]:
    """Declare the sensor, where the settings name somebody who is told."""
    if not wants_to_be_told(settings):
        return []

    @dg.sensor(
        name="tell_of_ended_runs",
        minimum_interval_seconds=SECONDS_BETWEEN_LOOKS,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Tells whom `openlineage` and `telemetry` in sift.yaml name of every run.",
    )
    def tell_of_ended_runs(context: dg.SensorEvaluationContext, project: Project) -> dg.SkipReason:
        told = tell_ended_runs(project.open(), ended_since(context.instance))
        return dg.SkipReason(f"{told} runs were told." if told else "Nothing has ended.")

    return [tell_of_ended_runs]


@contextmanager
def told_at_the_end(
    instance: dg.DagsterInstance, workspace: Workspace, say: Callable[[str], None]
) -> Iterator[None]:
    """Tell of the runs of a block when it ends, well or not, unless somebody has stopped it.

    Args:
        instance: Dagster's.
        workspace: The open project.
        say: Is told when nobody takes it, which is no error of what was done.
    """
    try:
        yield
    except Exception:
        _tell(instance, workspace, say)
        raise
    _tell(instance, workspace, say)


def _tell(instance: dg.DagsterInstance, workspace: Workspace, say: Callable[[str], None]) -> None:
    if not wants_to_be_told(workspace.settings):
        return
    try:
        tell_ended_runs(workspace, ended_since(instance))
    except SiftError as error:
        say(str(error))


def _steps(instance: dg.DagsterInstance, run: dg.DagsterRun, ended: float) -> tuple[EndedStep, ...]:
    """Return the steps that began; one whose process was gone ends with its run."""
    found: dict[str, dict[str, Any]] = {}
    for entry in instance.all_logs(run.run_id, of_type=_TOLD):
        event, name = entry.dagster_event, entry.step_key
        if event is None or name is None:
            continue
        step = found.setdefault(
            name,
            {
                "name": name,
                "started": entry.timestamp,
                "ended": ended,
                "ending": ENDINGS[run.status],
                "made": [],
            },
        )
        if event.event_type is dg.DagsterEventType.ASSET_MATERIALIZATION:
            step["made"].append(_made(event))
        elif event.event_type in _STEP_ENDINGS:
            step["ended"], step["ending"] = entry.timestamp, _STEP_ENDINGS[event.event_type]
            step["errors"] = tuple(sorted(set(error_kinds(event))))
    return tuple(EndedStep.model_validate(step) for step in found.values())


def _made(event: dg.DagsterEvent) -> Made:
    recorded = event.materialization
    tags = recorded.tags or {}
    return Made(
        asset=recorded.asset_key.to_user_string(),
        partition=recorded.partition or "",
        version=tags.get(DATA_VERSION_TAG, ""),
        inputs={
            name.removeprefix(INPUT_VERSION_TAG): version
            for name, version in tags.items()
            if name.startswith(INPUT_VERSION_TAG) and version
        },
    )
