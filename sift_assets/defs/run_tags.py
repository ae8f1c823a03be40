"""The tags of runs: which partitions they are over, and which layer they compute."""

from collections.abc import Iterable

import dagster as dg

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.planning.lineage import BY_PARTS, SPINE, Partitioning
from sift_assets.defs.layers import DOCUMENTS, LAYER_TAG, NO_RETRIES
from sift_assets.defs.partitions import PARTS
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets.resources.workspace import Workspace


def range_tags(first: str, last: str) -> dict[str, str]:
    """Return the tags of a run over a range of partitions of documents."""
    return {RANGE_START_TAG: first, RANGE_END_TAG: last, LAYER_TAG: DOCUMENTS, **NO_RETRIES}


def layer_tags(
    instance: dg.DagsterInstance, workspace: Workspace, layer: str, assets: Iterable[str]
) -> dict[str, str]:
    """Return the tags of a run below the documents: a range over all its partitions.

    A partitioned step with a partitioned parent cannot start without a range of partitions that
    exist. Before the first time none does, so those that may come are registered; the run then
    leaves just those that occur. A run without a partitioned step has no range.
    """
    whole = {LAYER_TAG: layer, **NO_RETRIES}
    found = {SPINE[asset].partitioning for asset in assets} & BY_PARTS
    if not found:
        return whole
    (partitioning,) = found  # no layer has assets of two
    name = str(PARTS[partitioning].name)
    if not instance.get_dynamic_partitions(name):
        instance.add_dynamic_partitions(name, _possible_parts(workspace, partitioning))
    parts = list(instance.get_dynamic_partitions(name))
    return {RANGE_START_TAG: parts[0], RANGE_END_TAG: parts[-1], **whole}


def _possible_parts(workspace: Workspace, partitioning: Partitioning) -> list[str]:
    if partitioning is Partitioning.COMMUNITY:
        return [UNASSIGNED]
    domain = workspace.domain if workspace.domain.entity_types else workspace.general_domain
    return sorted(domain.entity_types)
