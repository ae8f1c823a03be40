"""Recording what a run makes of documents, and telling Dagster of the partitions that they lie in.

Of a document that is a partition at once. Of a shard when all its documents of the run are
recorded, in one event: whoever dies before leaves a shard whose records are not what Dagster was
told, so none of them is believed, and a look-up each brings it right.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set

import dagster as dg

from sift_assets.core.planning.shards import partition_of, shard_provenance
from sift_assets.core.planning.state import Provenance
from sift_assets.defs.emission import ParentHeads, event
from sift_assets.defs.recording import Timed, recorded_events
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome


class DocumentRecording:
    """Records outcomes of documents; yields the events that follow.

    Args:
        workspace: The open project, whose partitions the caller holds.
        asset: The asset that is computed.
        inside: Partition of the run to the documents in it that the run computes.
        parents: The asset's parents, as they were before its inputs were read.
    """

    def __init__(
        self,
        workspace: Workspace,
        asset: str,
        inside: Mapping[str, Collection[str]],
        parents: ParentHeads,
    ) -> None:
        self._workspace, self._asset, self._parents = workspace, asset, parents
        self._shards = workspace.settings.shards
        self._left = {shard: set(keys) for shard, keys in inside.items()} if self._shards else {}
        self._records: dict[str, dict[str, Provenance]] = {shard: {} for shard in self._left}
        self._done: dict[str, list[Timed]] = {shard: [] for shard in self._left}
        for key, record in workspace.provenance.read(asset).items() if self._shards else ():
            if (shard := partition_of(key, self._shards)) in self._records:
                self._records[shard][key] = record

    def recorded(self, done: Sequence[Timed], ended: Set[str]) -> Iterator[dg.AssetMaterialization]:
        """Record outcomes together, and yield the events of partitions that are complete by that.

        Args:
            done: Documents, each once.
            ended: All that the run is done with, failed ones too.
        """
        if not self._shards:
            yield from recorded_events(self._workspace, done, self._parents)
            return
        entries = {outcome.partition: outcome.provenance for outcome, _ in done}
        if entries:
            self._workspace.provenance.record(self._asset, entries)
        for timed in done:
            shard = partition_of(timed.outcome.partition, self._shards)
            self._records[shard][timed.outcome.partition] = timed.outcome.provenance
            self._done[shard].append(timed)
        for shard in [shard for shard, keys in self._left.items() if keys <= ended]:
            del self._left[shard]
            yield self._event(shard)

    def _event(self, shard: str) -> dg.AssetMaterialization:
        provenance = shard_provenance(self._asset, self._records[shard])
        done = self._done[shard]
        computed = sum(not outcome.hit for outcome, _ in done)
        told = provenance.model_copy(update={"facts": provenance.facts | {"computed": computed}})
        seconds = sum(seconds or 0.0 for _, seconds in done)
        return event(Outcome(self._asset, shard, told, hit=not computed), self._parents, seconds)
