"""What is told of a run as spans: one for the run, one for each step, and ids that calls join.

Ids follow from Dagster's: whoever knows the run and the step that it works for knows the span
that is to be the parent, before that span is told. The names of what is said of calls to language
models are in `gen_ai`; these here are ours and Dagster's.
"""

import hashlib
import uuid
from typing import NamedTuple

from sift_assets.core.operations.ended_run import EndedRun, EndedStep, Ending
from sift_assets.core.records.record import Record

Attributes = dict[str, str | int | float | bool | tuple[str, ...]]
"""What is said of a span: ids, names of ours, kinds and numbers."""

SPAN_ID_BYTES = 8
"""As the standard has it."""


class Place(NamedTuple):
    """A span in its trace.

    Attributes:
        trace_id: 128 bits, not 0.
        span_id: 64 bits, not 0.
    """

    trace_id: int
    span_id: int


class ToldSpan(Record):
    """A span that has ended.

    Attributes:
        name: For people.
        trace_id: See `Place`.
        span_id: Likewise.
        parent_id: Of the span that it is part of; 0 for none.
        started: In seconds since 1970.
        ended: Likewise.
        error: Kind of the error, empty where it went well.
        attributes: What is said of it.
        is_call: Whether another program was asked.
    """

    name: str
    trace_id: int
    span_id: int
    parent_id: int
    started: float
    ended: float
    error: str
    attributes: Attributes
    is_call: bool = False


def place_of(run_id: str, step: str = "") -> Place:
    """Return the place of a run, or of a step of it."""
    digest = hashlib.sha256(f"{run_id}\n{step}".encode()).digest()
    return Place(uuid.UUID(run_id).int or 1, int.from_bytes(digest[:SPAN_ID_BYTES]) or 1)


def spans_of(run: EndedRun) -> tuple[ToldSpan, ...]:
    """Return the spans of a run: of itself, then of its steps."""
    place = place_of(run.run_id)
    errors = sorted({kind for step in run.steps for kind in step.errors})
    whole = ToldSpan(
        name=f"run {run.job}",
        trace_id=place.trace_id,
        span_id=place.span_id,
        parent_id=0,
        started=run.started,
        ended=run.ended,
        error=_error(run.ending, errors),
        attributes={
            "dagster.run_id": run.run_id,
            "sift.job": run.job,
            "sift.steps": len(run.steps),
        },
    )
    return (whole, *(_step_span(run, step, place.span_id) for step in run.steps))


def _step_span(run: EndedRun, step: EndedStep, parent_id: int) -> ToldSpan:
    place = place_of(run.run_id, step.name)
    return ToldSpan(
        name=f"step {step.name}",
        trace_id=place.trace_id,
        span_id=place.span_id,
        parent_id=parent_id,
        started=step.started,
        ended=step.ended,
        error=_error(step.ending, list(step.errors)),
        attributes={
            "dagster.run_id": run.run_id,
            "dagster.step_key": step.name,
            "sift.assets": tuple(sorted({one.asset for one in step.made})),
            "sift.values_recorded": len(step.made),
        },
    )


def _error(ending: Ending, kinds: list[str]) -> str:
    if ending is Ending.SUCCESS:
        return ""
    return ", ".join(kinds) or str(ending)
