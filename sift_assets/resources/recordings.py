"""When Dagster recorded a value, by which run, and who started that."""

from datetime import UTC, datetime
from typing import NamedTuple

import dagster as dg

from sift_assets.resources.history import past_values
from sift_assets.resources.instance import PID_TAG

SENSOR_TAG = "dagster/sensor_name"
"""How Dagster marks a run that a sensor asked for."""

NEWEST = 20
"""Events looked at in one piece: a value that is asked about is nearly always among them."""


class Recording(NamedTuple):
    """The event of a value.

    Attributes:
        recorded_at: ISO 8601, in UTC, to the second.
        run_id: Of the run; empty for a version that was reported without one.
        started_by: `the sensor …`, `sift run`, `the Dagster UI`, or `a report without a run`.
    """

    recorded_at: str
    run_id: str
    started_by: str


def recording_of(
    instance: dg.DagsterInstance, asset: str, partition: str, version: str
) -> Recording | None:
    """Return the newest event of this version, None when Dagster has none."""
    for past in past_values(instance, asset, partition, NEWEST):
        if past.version == version and past.partition == partition:
            starter = _starter(instance, past.run_id)
            return Recording(moment(past.recorded_at), past.run_id, starter)
    return None


def moment(seconds: float) -> str:
    """Write a moment, given in seconds since 1970, as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, tz=UTC).isoformat(timespec="seconds")


def _starter(instance: dg.DagsterInstance, run_id: str) -> str:
    if not run_id:
        return "a report without a run"
    run = instance.get_run_by_id(run_id)
    tags = run.tags if run else {}
    if SENSOR_TAG in tags:
        return f"the sensor {tags[SENSOR_TAG]}"
    return "sift run" if PID_TAG in tags else "the Dagster UI"
