"""When a value was recorded, by which run, and who started that: without Dagster itself.

Where the answers come from is another module's business: `event_tables` reads Dagster's SQLite
file, `recordings` asks its instance.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

SENSOR_TAG = "dagster/sensor_name"
"""How Dagster marks a run that a sensor asked for."""

PID_TAG = "sift/pid"
"""How `sift run` marks its own: by its process."""


class Happened(NamedTuple):
    """One materialization.

    Attributes:
        version: Its data version, empty when it has none.
        recorded_at: In seconds since 1970.
        run_id: Of the run; empty for a version that was reported without one.
    """

    version: str
    recorded_at: float
    run_id: str


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


class Past(Protocol):
    """What Dagster remembers."""

    def happened(self, asset: str, partition: str) -> Iterator[Happened]:
        """Yield the materializations of a partition, empty for none, newest first."""
        ...

    def run_tags(self, run_id: str) -> Mapping[str, str]:
        """Return the tags of a run; none of one that is not known."""
        ...

    def has_open_run(self) -> bool:
        """Say whether any run is queued or under way."""
        ...

    def failed_runs(self) -> int:
        """Return how many runs have failed, of all that are remembered."""
        ...


def recording_of(past: Past, asset: str, partition: str, version: str) -> Recording | None:
    """Return the newest event of this version, None when Dagster has none."""
    for one in past.happened(asset, partition):
        if one.version == version:
            return Recording(moment(one.recorded_at), one.run_id, _starter(past, one.run_id))
    return None


def moment(seconds: float) -> str:
    """Write a moment, given in seconds since 1970, as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, tz=UTC).isoformat(timespec="seconds")


def _starter(past: Past, run_id: str) -> str:
    if not run_id:
        return "a report without a run"
    tags = past.run_tags(run_id)
    if SENSOR_TAG in tags:
        return f"the sensor {tags[SENSOR_TAG]}"
    return "sift run" if PID_TAG in tags else "the Dagster UI"
