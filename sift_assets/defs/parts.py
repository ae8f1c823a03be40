"""Partitions that a computation finds itself, types and communities: just those that occur."""

from collections.abc import Set

import dagster as dg

from sift_assets.resources.workspace import Workspace


def add_parts(
    instance: dg.DagsterInstance, partitioning: dg.DynamicPartitionsDefinition, occurring: Set[str]
) -> None:
    """Register the parts that occur."""
    name = str(partitioning.name)
    missing = occurring - set(instance.get_dynamic_partitions(name))
    if missing:
        instance.add_dynamic_partitions(name, sorted(missing))


def remove_parts(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    partitioning: dg.DynamicPartitionsDefinition,
    asset: str,
) -> None:
    """Remove the partitions that an asset has no part of.

    Not in a step over these partitions: Dagster asks for those of its range once more when it
    ends, and both ends of the range must still exist.

    Args:
        instance: Dagster's instance.
        workspace: The open project.
        partitioning: Theirs.
        asset: The asset whose computation finds which parts there are.
    """
    name = str(partitioning.name)
    occurring = set(workspace.provenance.read(asset))
    for gone in sorted(set(instance.get_dynamic_partitions(name)) - occurring):
        instance.delete_dynamic_partition(name, gone)
