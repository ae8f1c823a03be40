"""What every step below the documents does around its work: its layer's lock, its inputs.

A layer is what one run computes: never are two runs at work on one. A run that comes second all the
same, because a person started it meanwhile, waits for the lock, and then finds everything done.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

from sift_assets.core.errors import CorruptObjectError
from sift_assets.core.planning.lineage import CHAIN, LAYERS, LINEAGE
from sift_assets.core.planning.staleness import spine_inputs
from sift_assets.resources.collector import collector_paused
from sift_assets.resources.instance import open_runs
from sift_assets.resources.locks import held
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.known import known_inputs, known_values

LAYER_TAG = "sift/layer"
DOCUMENTS, GRAPH, RESOLUTION, TELLING, RESULTS = "documents", *LAYERS
"""Names of the layers; those below the documents as in `core.planning.lineage`."""

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
    layers = {DOCUMENTS: CHAIN, **LAYERS}
    busy: set[str] = set()
    for run in open_runs(instance):
        names = {key.to_user_string() for key in run.asset_selection or ()}
        by_hand = {name for name, assets in layers.items() if names & assets.keys()}
        busy |= {run.tags[LAYER_TAG]} if LAYER_TAG in run.tags else by_hand
    return busy & layers.keys()


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
