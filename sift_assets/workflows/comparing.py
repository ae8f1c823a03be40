"""Comparing the world with what is recorded: from one look to the plan that follows.

Dagster's part of what is recorded comes through `Events`: from its instance where there is one
anyway, or from its tables where only a look is wanted.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.domain.facets import Facet
from sift_assets.core.planning.approval import Approval, without_extracting
from sift_assets.core.planning.estimate import Estimate
from sift_assets.core.planning.folder_state import FolderState, Look
from sift_assets.core.planning.lineage import LINEAGE, Partitioning
from sift_assets.core.planning.plan import Plan, plan
from sift_assets.core.planning.shards import BY_DOCUMENT, document_heads, shard_names
from sift_assets.core.planning.state import Observed, Provenance, Recorded
from sift_assets.core.settings.stages import Stage
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.approving import pending_approval
from sift_assets.workflows.observing import Observation, known_documents, observe
from sift_assets.workflows.written_files import WRITERS, missing_files

DOCUMENT_PARTITIONS = "documents"
TYPE_PARTITIONS = "entity_types"
COMMUNITY_PARTITIONS = "communities"
"""Names of the dynamic partitionings."""


class Events(Protocol):
    """What Dagster has recorded, however it is asked."""

    def partitions(self, name: str) -> list[str]:
        """Return the registered keys of a dynamic partitioning, in order of registration."""
        ...

    def versions(self, asset: str, partitions: Collection[str]) -> dict[str, str]:
        """Return the latest data version of each of these partitions that has an event."""
        ...

    def version(self, asset: str) -> str | None:
        """Return the latest data version of an unpartitioned asset, None without an event."""
        ...


@dataclass(frozen=True)
class Comparison:
    """One look at the world, what is recorded, and what follows.

    Attributes:
        observation: The look.
        recorded: Dagster's latest versions and our provenance.
        plan: The difference.
        approval: What of it waits for a person because it would cost too much; None when nothing
            does.
        estimate: What extracting takes, where the look has found it out; None says nothing.
    """

    observation: Observation
    recorded: Recorded
    plan: Plan
    approval: Approval | None = None
    estimate: Estimate | None = None

    def while_waiting(self) -> "Comparison":
        """Return the same with what of the plan is done unasked."""
        if self.approval is None:
            return self
        return replace(self, plan=without_extracting(self.plan), estimate=None)

    @property
    def holds_nothing_yet(self) -> bool:
        """Whether there is no document and has never been one.

        An emptied folder is another thing: its graph is the empty one.
        """
        corpora = self.recorded.heads.get("corpus"), self.recorded.provenance.get("corpus")
        return not (self.observation.observed.documents or any(corpora))


def compared(
    events: Events,
    workspace: Workspace,
    *,
    earlier: Mapping[str, Look] | None = None,
    allow_mass_deletion: bool = False,
    remember: bool = True,
    folder: FolderState | None = None,
) -> Comparison:
    """Look at the world and compare it with what is recorded; see `observe` and `plan`."""
    with collector_paused():
        observation = observe(
            workspace,
            taken_up(events, workspace),
            earlier=earlier,
            allow_mass_deletion=allow_mass_deletion,
            remember=remember,
            folder=folder,
        )
        observed = observation.observed
        recorded = read_recorded(events, workspace, observed)
        todo = plan(observed, recorded)
        sizes = {key: seen.size for key, seen in observation.looks.items()}
        weighed = pending_approval(workspace, todo, observed, recorded, sizes, remember=remember)
        return Comparison(observation, recorded, todo, *weighed)


def read_recorded(events: Events, workspace: Workspace, observed: Observed) -> Recorded:
    """Read the latest versions of everything, from Dagster and from our provenance."""
    provenance = {asset: workspace.provenance.read(asset) for asset in LINEAGE}
    for asset in WRITERS:
        if missing_files(workspace, asset):
            provenance[asset] = {}  # not believed, so that they are written again
    shards = observed.shards
    told = provenance["documents"] if shards else events.partitions(DOCUMENT_PARTITIONS)
    heads = _heads(events, shard_names(shards) or {*told, *observed.documents})
    return Recorded(
        partitions=tuple(told),
        heads=heads | _of_documents(heads, provenance, shards),
        provenance=provenance,
        attempts=workspace.provenance.attempts(),
    )


def versions(events: Events, workspace: Workspace) -> dict[str, dict[str, str]]:
    """Return asset to partition (empty for none) to the latest data version in Dagster.

    Of documents in shards those that it vouches for, see `core.planning.shards`.
    """
    shards = workspace.settings.shards
    heads = _heads(events, shard_names(shards) or events.partitions(DOCUMENT_PARTITIONS))
    if not shards:
        return heads
    records = {asset: workspace.provenance.read(asset) for asset in BY_DOCUMENT}
    return heads | _of_documents(heads, records, shards)


def shard_heads(events: Events, shards: int) -> dict[str, dict[str, str]]:
    """Return asset to shard to the latest version in Dagster, of what has a record per document."""
    return {asset: events.versions(asset, shard_names(shards)) for asset in BY_DOCUMENT}


def _of_documents(
    heads: Mapping[str, Mapping[str, str]],
    records: Mapping[str, Mapping[str, Provenance]],
    shards: int,
) -> dict[str, dict[str, str]]:
    """Return the same by document, of what has a record for each."""
    return {asset: document_heads(heads[asset], records[asset], shards) for asset in BY_DOCUMENT}


def taken_up(events: Events, workspace: Workspace) -> dict[str, str]:
    """Return key to content hash of the documents taken up so far.

    What Dagster knows of them stands in when the store is lost. Without it a lost store would
    look like a project without documents, in which nothing can be gone: no question before a mass
    deletion, and every file new to the next look. So it is with shards, of which Dagster knows no
    document by name.
    """
    known = known_documents(workspace)
    if known or workspace.settings.shards:
        return known
    return events.versions("documents", events.partitions(DOCUMENT_PARTITIONS))


def _heads(events: Events, partitions: Collection[str]) -> dict[str, dict[str, str]]:
    """Return the latest version of everything.

    Args:
        events: What Dagster has recorded.
        partitions: Those of what is partitioned by document: documents, or shards.
    """
    keys: dict[Partitioning, Collection[str]] = {
        Partitioning.DOCUMENT: partitions,
        Partitioning.TYPE: events.partitions(TYPE_PARTITIONS),
        Partitioning.COMMUNITY: events.partitions(COMMUNITY_PARTITIONS),
        Partitioning.FACET: [str(facet) for facet in Facet],
        Partitioning.STAGE: [str(stage) for stage in Stage],
        Partitioning.KIND: [str(kind) for kind in Kind],
    }
    return {asset: _versions(events, asset, keys) for asset in LINEAGE}


def _versions(
    events: Events, asset: str, keys: Mapping[Partitioning, Collection[str]]
) -> dict[str, str]:
    partitioning = LINEAGE[asset].partitioning
    if partitioning is Partitioning.NONE:
        found = events.version(asset)
        return {} if found is None else {"": found}
    return events.versions(asset, keys[partitioning])
