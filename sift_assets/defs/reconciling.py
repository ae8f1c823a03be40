"""Comparing the world with what is recorded, by way of Dagster's instance.

Shared by the sensor and by `sift run`: both make the same plan from the same look.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress

import dagster as dg

from sift_assets.core.errors import ConfigError
from sift_assets.core.planning.folder_state import FolderState, Look
from sift_assets.core.planning.shards import BY_DOCUMENT, is_shard
from sift_assets.resources.dagster_internals import head, partition_heads
from sift_assets.resources.history import PastValue, past_values
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import Comparison, compared, taken_up


class InstanceEvents:
    """What Dagster has recorded, asked of its instance.

    Args:
        instance: Dagster's instance.
    """

    def __init__(self, instance: dg.DagsterInstance) -> None:
        self._instance = instance

    def partitions(self, name: str) -> list[str]:
        """Return the registered keys of a dynamic partitioning, in order of registration."""
        return list(self._instance.get_dynamic_partitions(name))

    def versions(self, asset: str, partitions: Collection[str]) -> dict[str, str]:
        """Return the latest data version of each of these partitions that has an event."""
        heads = partition_heads(self._instance, asset, partitions)
        return {partition: found.version for partition, found in heads.items()}

    def version(self, asset: str) -> str | None:
        """Return the latest data version of an unpartitioned asset, None without an event."""
        found = head(self._instance, asset)
        return found.version if found else None


def compare(
    instance: dg.DagsterInstance,
    workspace: Workspace,
    *,
    earlier: Mapping[str, Look] | None = None,
    allow_mass_deletion: bool = False,
    remember: bool = True,
    folder: FolderState | None = None,
) -> Comparison:
    """Look at the world and compare it with what is recorded; see `observe` and `plan`."""
    return compared(
        InstanceEvents(instance),
        workspace,
        earlier=earlier,
        allow_mass_deletion=allow_mass_deletion,
        remember=remember,
        folder=folder,
    )


def listen(workspace: Workspace) -> None:
    """Take what people wrote into the review files into the log, before anything is compared.

    Without a readable domain nothing is taken: the look that follows says what is wrong with it.
    """
    from sift_assets.workflows.review_files import catch_up, read_back

    with suppress(ConfigError):
        read_back(workspace)
        catch_up(workspace)


def history_left(instance: dg.DagsterInstance, workspace: Workspace) -> dict[str, list[PastValue]]:
    """Return what is remembered of what documents leave; see `workflows.forgetting.traces`.

    By Dagster, and where documents lie in shards, or did, by the manifests that list them.
    """
    from sift_assets.workflows.documents_past import past_of_documents
    from sift_assets.workflows.forgetting import GRAPHS  # every look imports this module

    history = {asset: list(past_values(instance, asset)) for asset in (*BY_DOCUMENT, *GRAPHS)}
    if workspace.settings.shards or any(is_shard(past.partition) for past in history["documents"]):
        of_manifests = (past_values(instance, asset) for asset in ("document_set", "corpus"))
        further = past_of_documents(workspace, *of_manifests)
        history |= {asset: [*rows, *history[asset]] for asset, rows in further.items()}
    return history


def documents_taken_up(instance: dg.DagsterInstance, workspace: Workspace) -> dict[str, str]:
    """Return key to content hash of the documents taken up so far; see `taken_up`."""
    return taken_up(InstanceEvents(instance), workspace)
