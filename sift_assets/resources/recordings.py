"""What Dagster's instance remembers of when values were recorded; see `moments`."""

from collections.abc import Iterator, Mapping

import dagster as dg

from sift_assets.resources.history import past_values
from sift_assets.resources.instance import has_open_run
from sift_assets.resources.moments import Happened

NEWEST = 20
"""Events looked at in one piece: a value that is asked about is nearly always among them."""


class InstancePast:
    """The past as an instance tells it.

    Args:
        instance: Dagster's.
    """

    def __init__(self, instance: dg.DagsterInstance) -> None:
        self._instance = instance

    def happened(self, asset: str, partition: str) -> Iterator[Happened]:
        """Yield the materializations of a partition, empty for none, newest first."""
        for past in past_values(self._instance, asset, partition, NEWEST):
            if past.partition == partition:
                yield Happened(past.version, past.recorded_at, past.run_id)

    def run_tags(self, run_id: str) -> Mapping[str, str]:
        """Return the tags of a run; none of one that is not known."""
        run = self._instance.get_run_by_id(run_id)
        return run.tags if run else {}

    def has_open_run(self) -> bool:
        """Say whether any run is queued or under way."""
        return has_open_run(self._instance, {})

    def failed_runs(self) -> int:
        """Return how many runs have failed, of all that are remembered."""
        failed = dg.RunsFilter(statuses=[dg.DagsterRunStatus.FAILURE])
        return self._instance.get_runs_count(failed)
