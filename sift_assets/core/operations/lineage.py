"""What is told of a run in the words of OpenLineage: jobs, runs, and the datasets between them.

An asset is a dataset and a job of the same name; a step that records it is a run of that job, and
Dagster's run is the parent. Two events for each, its start and its end, as the standard wants it.
Dagster is asked once a run has ended, so both come then. A dataset stands for all partitions of an
asset; its version tells those that the run recorded or read.
"""

import uuid
from collections.abc import Iterator, Mapping
from enum import StrEnum

from sift_assets.core.operations.ended_run import EndedRun, EndedStep, Ending, Made, version_of
from sift_assets.core.records.record import Record


class Transition(StrEnum):
    """What has happened to a run; OpenLineage's words."""

    START = "START"
    COMPLETE = "COMPLETE"
    FAIL = "FAIL"
    ABORT = "ABORT"


ENDS = {
    Ending.SUCCESS: Transition.COMPLETE,
    Ending.FAILURE: Transition.FAIL,
    Ending.CANCELED: Transition.ABORT,
}


class LineageDataset(Record):
    """An asset that was read or recorded.

    Attributes:
        name: Of the asset.
        version: What was there; empty where nothing was.
        partitions: How many were recorded or read for; 0 for an asset without.
    """

    name: str
    version: str
    partitions: int = 0


class LineageEvent(Record):
    """One event.

    Attributes:
        transition: What has happened.
        at: In seconds since 1970.
        run_id: A UUID.
        job: Name of the job.
        is_asset: Whether the job makes an asset; else it is a whole run.
        parent_run_id: Of the run that it was part of; empty for none.
        parent_job: Likewise.
        errors: Kinds of errors, where it failed.
        inputs: What was read, sorted by name.
        outputs: What was recorded, likewise.
    """

    transition: Transition
    at: float
    run_id: str
    job: str
    is_asset: bool = False
    parent_run_id: str = ""
    parent_job: str = ""
    errors: tuple[str, ...] = ()
    inputs: tuple[LineageDataset, ...] = ()
    outputs: tuple[LineageDataset, ...] = ()


def lineage_events(run: EndedRun) -> tuple[LineageEvent, ...]:
    """Return the events of a run and of its steps, in order of time."""
    whole = LineageEvent(
        transition=Transition.START, at=run.started, run_id=run.run_id, job=run.job
    )
    errors = tuple(sorted({kind for step in run.steps for kind in step.errors}))
    found = [whole, *(event for step in run.steps for event in _events_of(run, step))]
    end = {"transition": ENDS[run.ending], "at": run.ended, "errors": errors}
    return (*sorted(found, key=lambda event: event.at), whole.model_copy(update=end))


def run_id_of(run_id: str, asset: str) -> str:
    """Return the id of the part of a run that makes an asset: the same whenever it is told."""
    return str(uuid.uuid5(uuid.UUID(run_id), asset))


def _events_of(run: EndedRun, step: EndedStep) -> Iterator[LineageEvent]:
    made: dict[str, list[Made]] = {step.name: []} if not step.made else {}
    for one in step.made:
        made.setdefault(one.asset, []).append(one)
    for asset, values in sorted(made.items()):
        start = LineageEvent(
            transition=Transition.START,
            at=step.started,
            run_id=run_id_of(run.run_id, asset),
            job=asset,
            is_asset=True,
            parent_run_id=run.run_id,
            parent_job=run.job,
        )
        yield start
        end = {
            "transition": ENDS[step.ending],
            "at": step.ended,
            "errors": step.errors,
            "inputs": _read(values),
            "outputs": _recorded(asset, values),
        }
        yield start.model_copy(update=end)


def _read(values: list[Made]) -> tuple[LineageDataset, ...]:
    read: dict[str, dict[str, str]] = {}
    for one in values:
        for name, version in one.inputs.items():
            read.setdefault(name, {})[one.partition] = version
    return tuple(_dataset(name, parts) for name, parts in sorted(read.items()))


def _recorded(asset: str, values: list[Made]) -> tuple[LineageDataset, ...]:
    parts = {one.partition: one.version for one in values}
    return (_dataset(asset, parts),) if parts else ()


def _dataset(name: str, parts: Mapping[str, str]) -> LineageDataset:
    partitions = sum(bool(partition) for partition in parts)
    return LineageDataset(name=name, version=version_of(dict(parts)), partitions=partitions)
