"""What every step below the documents does around its work: its layer's lock, its inputs.

A layer is what one run computes: never are two runs at work on one. Only where documents lie in
shards are several at work on the documents, never two on a shard. A run that comes second all the
same, because a person started it meanwhile, waits for the lock, and then finds everything done.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import dagster as dg

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.lineage import CHAIN, LAYERS, LINEAGE
from sift_assets.core.planning.shards import shard_names
from sift_assets.core.planning.staleness import spine_inputs
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets.resources.instance import open_runs
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import known_inputs, known_values

LAYER_TAG = "sift/layer"
DOCUMENTS, GRAPH, RESOLUTION, TELLING, RESULTS = "documents", *LAYERS
"""Names of the layers; those below the documents as in `core.planning.lineage`."""

PARTITION_TAG = "dagster/partition"
"""How Dagster marks a run over one partition."""

APPROVED_TAG = "sift/approved"
"""Tag of a run whose cost a person has agreed to."""


NO_RETRIES = {"dagster/max_retries": "0"}
"""Dagster would start a run again whose process has died, beside the one that the next look asks
for: two runs on one layer. Looking again is our way of trying again."""


def is_approved(context: dg.AssetExecutionContext) -> bool:
    """Say whether a person has agreed to what a run costs: by the tag, or by starting it by hand.

    The sensor's runs and those of `sift run` carry their layer; one from the UI does not.
    """
    tags = context.run.tags
    return APPROVED_TAG in tags or LAYER_TAG not in tags


def busy_layers(instance: dg.DagsterInstance) -> set[str]:
    """Return the layers with a run under way: ours by its tag, a person's by what it computes."""
    return {layer for run in open_runs(instance) for layer in _layers_of(run)}


def _layers_of(run: dg.DagsterRun) -> set[str]:
    layers = {DOCUMENTS: CHAIN, **LAYERS}
    names = {key.to_user_string() for key in run.asset_selection or ()}
    by_hand = {name for name, assets in layers.items() if names & assets.keys()}
    return ({run.tags[LAYER_TAG]} if LAYER_TAG in run.tags else by_hand) & layers.keys()


def busy_shards(instance: dg.DagsterInstance, shards: int) -> set[str]:
    """Return the shards with a run under way; all, where one does not say which it is over.

    None where each document is a partition.
    """
    order = shard_names(shards)
    busy: set[str] = set()
    for run in open_runs(instance) if shards else ():
        if DOCUMENTS in _layers_of(run):
            busy.update(_partitions_of(run, order) or order)
    return busy


def _partitions_of(run: dg.DagsterRun, order: Sequence[str]) -> Sequence[str]:
    """Return the partitions that a run is over, by its tags; none when they name none of these."""
    first, last = (
        run.tags.get(tag, run.tags.get(PARTITION_TAG, ""))
        for tag in (RANGE_START_TAG, RANGE_END_TAG)
    )
    if not {first, last} <= set(order):
        return ()
    return order[order.index(first) : order.index(last) + 1]


@contextmanager
def layer(context: dg.AssetExecutionContext, workspace: Workspace, name: str) -> Iterator[None]:
    """Hold a layer's lock; a damaged object is forgotten, so that the next run rebuilds it."""
    with (
        held(workspace.lock_path(name), f"The {name}", on_wait=context.log.info),
        collector_paused(),
    ):
        try:
            yield
        except CorruptObjectError as error:
            workspace.provenance.forget_version(error.version)
            raise


def read_inputs(workspace: Workspace, asset: str) -> dict[str, str]:
    """Return the versions of everything that an asset of the spine reads, as they are now."""
    parents = (parent.asset for parent in LINEAGE[asset].inputs)
    return spine_inputs(asset, known_inputs(workspace), known_values(workspace, parents))
