"""Every partitioning of the code location."""

from collections.abc import Iterable
from typing import Any

import dagster as dg

from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.domain.facets import Facet
from sift_assets.core.errors import ConfigError
from sift_assets.core.planning.lineage import Partitioning
from sift_assets.core.planning.shards import shard_names
from sift_assets.core.settings.model import Settings
from sift_assets.core.settings.stages import Stage

DOCUMENTS = dg.DynamicPartitionsDefinition(name="documents")
"""One partition per document of the watched folder; the sensor adds and removes them. Where the
settings want shards, `in_shards` puts those in its place."""

ENTITY_TYPES = dg.DynamicPartitionsDefinition(name="entity_types")
"""One partition per entity type of the graph; building the graph adds and removes them."""

COMMUNITIES = dg.DynamicPartitionsDefinition(name="communities")
"""One partition per community; finding communities adds and removes them."""

SEATS = dg.DynamicPartitionsDefinition(name="seats")
"""One partition per seat of the settings; the sensor adds and removes them."""

FACETS = dg.StaticPartitionsDefinition([str(facet) for facet in Facet])
STAGES = dg.StaticPartitionsDefinition([str(stage) for stage in Stage])
KINDS = dg.StaticPartitionsDefinition([str(kind) for kind in Kind])

PARTS = {Partitioning.TYPE: ENTITY_TYPES, Partitioning.COMMUNITY: COMMUNITIES}
"""Those of `BY_PARTS`: a computation finds which partitions there are."""

PARTITIONS: dict[Partitioning, dg.PartitionsDefinition | None] = {
    Partitioning.NONE: None,
    Partitioning.DOCUMENT: DOCUMENTS,
    **PARTS,
    Partitioning.FACET: FACETS,
    Partitioning.STAGE: STAGES,
    Partitioning.KIND: KINDS,
    Partitioning.SEAT: SEATS,
}
"""How `core.planning.lineage` maps to Dagster's definitions."""


def in_shards(assets: Iterable[Any], shards: int) -> list[Any]:
    """Return assets as the settings want documents to be partitioned.

    Args:
        assets: Whatever was loaded, declared with a partition for each document.
        shards: How many shards there are; 0 leaves them as they are.
    """
    if not shards:
        return list(assets)
    partitions = dg.StaticPartitionsDefinition(list(shard_names(shards)))

    def in_their_place(spec: dg.AssetSpec) -> dg.AssetSpec:
        is_by_document = spec.partitions_def is DOCUMENTS
        return spec.replace_attributes(partitions_def=partitions) if is_by_document else spec

    return [
        one.map_asset_specs(in_their_place) if isinstance(one, dg.AssetsDefinition) else one
        for one in assets
    ]


def refuse_other_partitions(declared: dg.PartitionsDefinition | None, settings: Settings) -> None:
    """Refuse to work where the settings want other partitions of documents than were declared.

    Args:
        declared: The partitions of an asset that is partitioned by document.
        settings: As they are now.

    Raises:
        ConfigError: The code location was loaded with other settings.
    """
    is_static = isinstance(declared, dg.StaticPartitionsDefinition)
    names = tuple(declared.get_partition_keys()) if is_static else ()
    if names != shard_names(settings.shards):
        raise ConfigError(
            "have changed since Dagster loaded this project.",
            "Reload the code location in Dagster's page, or start `sift dev` anew.",
            file="sift.yaml",
            field="partitions",
        )
