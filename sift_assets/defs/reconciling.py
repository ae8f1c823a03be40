"""Comparing the world with what is recorded.

Shared by the sensor and by `sift run`: both make the same plan from the same look.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import dagster as dg

from sift_assets.core.planning.folder_state import Look
from sift_assets.core.planning.lineage import LINEAGE, Partitioning
from sift_assets.core.planning.plan import Plan, plan
from sift_assets.core.planning.state import Observed, Recorded
from sift_assets.defs.partitions import DOCUMENTS, ENTITY_TYPES, FACETS, KINDS, STAGES
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.dagster_internals import head, partition_heads
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.exports import missing_exports
from sift_assets.workflows.observing import Observation, known_documents, observe


@dataclass(frozen=True)
class Comparison:
    """One look at the world, what is recorded, and what follows.

    Attributes:
        observation: The look.
        recorded: Dagster's latest versions and our provenance.
        plan: The difference.
    """

    observation: Observation
    recorded: Recorded
    plan: Plan


def compare(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    *,
    earlier: Mapping[str, Look] | None = None,
    allow_mass_deletion: bool = False,
    remember: bool = True,
) -> Comparison:
    """Look at the world and compare it with what is recorded; see `observe` and `plan`."""
    with collector_paused():
        known = documents_taken_up(instance, workspace)
        observation = observe(
            workspace,
            known,
            earlier=earlier,
            allow_mass_deletion=allow_mass_deletion,
            remember=remember,
        )
        recorded = read_recorded(instance, workspace, observation.observed)
        return Comparison(observation, recorded, plan(observation.observed, recorded))


def read_recorded(
    instance: dg.DagsterInstance, workspace: Workspace, observed: Observed
) -> Recorded:
    """Read the latest versions of everything, from Dagster and from our provenance."""
    partitions = tuple(instance.get_dynamic_partitions(str(DOCUMENTS.name)))
    provenance = {asset: workspace.provenance.read(asset) for asset in LINEAGE}
    if missing_exports(workspace):
        provenance["graph_exports"] = {}  # not believed, so that they are written again
    return Recorded(
        partitions=partitions,
        heads=latest_versions(instance, observed.documents),
        provenance=provenance,
        attempts=workspace.provenance.attempts(),
    )


def latest_versions(
    instance: dg.DagsterInstance, documents: Collection[str] = ()
) -> dict[str, dict[str, str]]:
    """Return asset to partition (empty for none) to the latest data version in Dagster.

    Args:
        instance: Dagster's instance.
        documents: Document keys to look up beside the registered ones.
    """
    keys: dict[Partitioning, Collection[str]] = {
        Partitioning.DOCUMENT: {*instance.get_dynamic_partitions(str(DOCUMENTS.name)), *documents},
        Partitioning.TYPE: instance.get_dynamic_partitions(str(ENTITY_TYPES.name)),
        Partitioning.FACET: FACETS.get_partition_keys(),
        Partitioning.STAGE: STAGES.get_partition_keys(),
        Partitioning.KIND: KINDS.get_partition_keys(),
    }
    return {asset: _versions(instance, asset, keys) for asset in LINEAGE}


def documents_taken_up(instance: dg.DagsterInstance, workspace: Workspace) -> dict[str, str]:
    """Return key to content hash of the documents taken up so far.

    What Dagster knows of them stands in when the store is lost. Without it a lost store would
    look like a project without documents, in which nothing can be gone: no question before a mass
    deletion, and every file new to the next look.
    """
    known = known_documents(workspace)
    if known:
        return known
    partitions = instance.get_dynamic_partitions(str(DOCUMENTS.name))
    heads = partition_heads(instance, "documents", partitions)
    return {key: found.version for key, found in heads.items()}


def _versions(
    instance: dg.DagsterInstance, asset: str, keys: Mapping[Partitioning, Collection[str]]
) -> dict[str, str]:
    partitioning = LINEAGE[asset].partitioning
    if partitioning is Partitioning.NONE:
        found = head(instance, asset)
        return {"": found.version} if found else {}
    heads = partition_heads(instance, asset, keys[partitioning])
    return {partition: found.version for partition, found in heads.items()}
