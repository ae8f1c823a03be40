"""The partitions by entity type: just those that occur in the graph."""

from collections.abc import Set

import dagster as dg

from sift_assets.defs.partitions import ENTITY_TYPES
from sift_assets.resources.workspace import Workspace


def add_types(instance: dg.DagsterInstance, occurring: Set[str]) -> None:
    """Register the types that occur."""
    name = str(ENTITY_TYPES.name)
    missing = occurring - set(instance.get_dynamic_partitions(name))
    if missing:
        instance.add_dynamic_partitions(name, sorted(missing))


def remove_types(instance: dg.DagsterInstance, workspace: Workspace) -> None:
    """Remove the partitions of types that are not in the graph.

    Not in a step over these partitions: Dagster asks for those of its range once more when it
    ends, and both ends of the range must still exist.
    """
    name = str(ENTITY_TYPES.name)
    occurring = set(workspace.provenance.read("knowledge_graph"))
    for gone in sorted(set(instance.get_dynamic_partitions(name)) - occurring):
        instance.delete_dynamic_partition(name, gone)


def forget_types(workspace: Workspace, asset: str, occurring: Set[str]) -> None:
    """Drop our records of types that an asset has no part of any more."""
    recorded = set(workspace.provenance.read(asset)) - {""}
    workspace.provenance.forget(asset, sorted(recorded - occurring))
