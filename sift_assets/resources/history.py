"""What Dagster remembers of an asset: every version it ever had, newest first."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

import dagster as dg

from sift_assets.resources.dagster_internals import DATA_VERSION_TAG, INPUT_VERSION_TAG

PAGE = 1000
"""Records fetched at once; a few kilobytes each."""


class PastValue(NamedTuple):
    """One materialization.

    Attributes:
        partition: Its partition, empty for none.
        version: Its data version.
        recorded_at: When it was recorded, in seconds since 1970.
        run_id: The run that recorded it; empty for a version that was reported without a run.
        inputs: Asset to the version that was read of it.
    """

    partition: str
    version: str
    recorded_at: float = 0.0
    run_id: str = ""
    inputs: Mapping[str, str] = MappingProxyType({})


def past_values(
    instance: dg.DagsterInstance, asset: str, partition: str = "", page_size: int = PAGE
) -> Iterator[PastValue]:
    """Yield every materialization of an asset, newest first.

    Args:
        instance: Dagster's instance.
        asset: The asset.
        partition: Only of this partition; empty for all.
        page_size: Fewer for who needs the newest only.
    """
    wanted = dg.AssetRecordsFilter(
        asset_key=dg.AssetKey(asset), asset_partitions=[partition] if partition else None
    )
    cursor: str | None = None
    while True:
        page = instance.fetch_materializations(wanted, limit=page_size, cursor=cursor)
        for record in page.records:
            happened = record.asset_materialization
            if happened is not None:
                yield _past_value(happened, record.timestamp, record.run_id)
        if not page.has_more:
            return
        cursor = page.cursor


def _past_value(happened: dg.AssetMaterialization, recorded_at: float, run_id: str) -> PastValue:
    tags = happened.tags or {}
    inputs = {
        name.removeprefix(INPUT_VERSION_TAG): version
        for name, version in tags.items()
        if name.startswith(INPUT_VERSION_TAG)
    }
    version = tags.get(DATA_VERSION_TAG, "")
    return PastValue(happened.partition or "", version, recorded_at, run_id, inputs)
