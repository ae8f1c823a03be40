"""Asset specs from the lineage table: where names, partitions and parents meet Dagster."""

import dagster as dg

from sift_assets.core.planning.lineage import DECLARED, Input, Partitioning
from sift_assets.defs.partitions import PARTITIONS

OWNERS = ["team:knowledge-graph"]

_STATIC = (Partitioning.FACET, Partitioning.STAGE, Partitioning.KIND)


def spec(
    name: str, *, group: str, kinds: set[str], description: str, skippable: bool = True
) -> dg.AssetSpec:
    """Declare an asset of the lineage table.

    Args:
        name: Its key, a name in `DECLARED`.
        group: Its group in the asset graph.
        kinds: Icons in the asset graph.
        description: One or two sentences for the UI.
        skippable: Whether its step may end without an output of it.
    """
    lineage = DECLARED[name]
    return dg.AssetSpec(
        name,
        deps=[_dep(parent) for parent in lineage.inputs],
        description=description,
        skippable=skippable,
        group_name=group,
        code_version=lineage.code_version,
        kinds=kinds,
        owners=OWNERS,
        partitions_def=PARTITIONS[lineage.partitioning],
    )


def _dep(parent: Input) -> dg.AssetDep:
    if DECLARED[parent.asset].partitioning in _STATIC:
        mapping = dg.SpecificPartitionsPartitionMapping(list(parent.partitions))
        return dg.AssetDep(parent.asset, partition_mapping=mapping)
    return dg.AssetDep(parent.asset)
