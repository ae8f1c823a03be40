"""Every partitioning of the code location."""

import dagster as dg

from sift_assets.core.decisions.kinds import Kind
from sift_assets.core.domain.facets import Facet
from sift_assets.core.planning.lineage import Partitioning
from sift_assets.core.settings.stages import Stage

DOCUMENTS = dg.DynamicPartitionsDefinition(name="documents")
"""One partition per document of the watched folder; the sensor adds and removes them."""

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
