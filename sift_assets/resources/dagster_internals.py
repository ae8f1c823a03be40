"""The only module that uses Dagster's private API; each use has a test, Dagster is pinned.

What is missing from the public API: the latest data versions of many partitions at once, an
output that does not overwrite the versions of a range run, an instance that captures no output,
freeing the pool slots of a dead run.
"""

from collections.abc import Collection
from dataclasses import dataclass

import dagster as dg
from dagster._core.definitions.source_asset import SYSTEM_METADATA_KEY_SOURCE_ASSET_OBSERVATION
from dagster._core.instance.ref import InstanceRef

DATA_VERSION_TAG = "dagster/data_version"
CODE_VERSION_TAG = "dagster/code_version"
USER_VERSION_TAG = "dagster/data_version_is_user_provided"
INPUT_VERSION_TAG = "dagster/input_data_version/"
INPUT_POINTER_TAG = "dagster/input_event_pointer/"

RANGE_START_TAG = "dagster/asset_partition_range_start"
RANGE_END_TAG = "dagster/asset_partition_range_end"


@dataclass(frozen=True)
class Head:
    """The latest materialization of an asset or partition.

    Attributes:
        version: Its data version.
        storage_id: Its place in the event log, to which provenance tags point.
    """

    version: str
    storage_id: int


def partition_heads(
    instance: dg.DagsterInstance, asset: str, partitions: Collection[str]
) -> dict[str, Head]:
    """Return the latest materialization of each partition that has one, in two queries."""
    if not partitions:
        return {}
    storage, key = instance.event_log_storage, dg.AssetKey(asset)
    kind = dg.DagsterEventType.ASSET_MATERIALIZATION
    ids = storage.get_latest_storage_id_by_partition(key, kind, partitions=set(partitions))
    tags = storage.get_latest_tags_by_partition(
        key, kind, [DATA_VERSION_TAG], asset_partitions=list(partitions)
    )
    return {
        partition: Head(tags.get(partition, {}).get(DATA_VERSION_TAG, ""), storage_id)
        for partition, storage_id in ids.items()
    }


def head(instance: dg.DagsterInstance, asset: str) -> Head | None:
    """Return the latest materialization of an unpartitioned asset, None when there is none."""
    records = instance.fetch_materializations(dg.AssetKey(asset), limit=1).records
    if not records:
        return None
    materialization = records[0].asset_materialization
    tags = (materialization.tags if materialization else None) or {}
    return Head(tags.get(DATA_VERSION_TAG, ""), records[0].storage_id)


def silent_output(asset: str) -> dg.Output[None]:
    """Return an output that lets the steps below run and records no event of its own.

    A step without an output makes every step below it skip; an ordinary output of a range run
    gives one data version to all its partitions, over the ones that were recorded by hand. The
    metadata key is how Dagster itself marks observations that have been recorded already.
    """
    metadata = {SYSTEM_METADATA_KEY_SOURCE_ASSET_OBSERVATION: True}
    return dg.Output(None, output_name=asset, metadata=metadata)


def instance_of(folder: str) -> dg.DagsterInstance:
    """Open the instance that a folder's `dagster.yaml` describes, without capturing output.

    Dagster captures what a step prints by two helper processes and a watcher for each. In a
    command's own process nothing is printed, they cost a second a run, and on Ctrl-C they die
    noisily.
    """
    overrides = {
        "compute_logs": {
            "module": "dagster._core.storage.noop_compute_log_manager",
            "class": "NoOpComputeLogManager",
        }
    }
    return dg.DagsterInstance.from_ref(InstanceRef.from_dir(folder, overrides=overrides))


def free_pool_slots(instance: dg.DagsterInstance, run_id: str) -> None:
    """Free the pool slots that a dead run still holds; the next run would wait for ever."""
    if instance.event_log_storage.supports_global_concurrency_limits:
        instance.event_log_storage.free_concurrency_slots_for_run(run_id)
