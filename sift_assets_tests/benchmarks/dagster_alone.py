"""What Dagster itself costs, to be taken off ours: the same events with nothing computed.

    python -m sift_assets_tests.benchmarks.dagster_alone FOLDER DOCUMENTS

Two partitioned assets, chained as ours are, over one range run on SQLite, each partition with an
event that carries a version and nothing else. Prints CPU seconds of the run as JSON.
"""

import gc
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg

from sift_assets.cli.main import OBJECTS_BEFORE_COLLECTING
from sift_assets.cli.making import TEMPLATES
from sift_assets.resources.dagster_internals import (
    DATA_VERSION_TAG,
    RANGE_END_TAG,
    RANGE_START_TAG,
    silent_output,
)
from sift_assets.resources.instance import project_instance

KEYS = dg.DynamicPartitionsDefinition(name="documents")


def _asset(name: str, parents: list[str]) -> dg.AssetsDefinition:
    @dg.multi_asset(
        name=name,
        specs=[dg.AssetSpec(name, deps=parents, partitions_def=KEYS, skippable=True)],
        backfill_policy=dg.BackfillPolicy.single_run(),
    )
    def asset(context: dg.AssetExecutionContext) -> Iterator[Any]:
        for key in context.partition_keys:
            tags = {DATA_VERSION_TAG: key}
            yield dg.AssetMaterialization(name, partition=key, tags=tags)
        yield silent_output(name)

    return asset


def run(folder: Path, documents: int) -> float:
    """Return the CPU seconds of one range run over so many partitions."""
    for template in TEMPLATES.glob("*.yaml"):
        (folder / template.name).write_bytes(template.read_bytes())
    keys = [f"{number:05}" for number in range(documents)]
    assets = [_asset("texts", []), _asset("results", ["texts"])]
    job = dg.Definitions(assets=assets).resolve_implicit_global_asset_job_def()
    with project_instance(folder) as instance:
        instance.add_dynamic_partitions(str(KEYS.name), keys)
        began = time.process_time()
        job.execute_in_process(
            instance=instance,
            tags={RANGE_START_TAG: keys[0], RANGE_END_TAG: keys[-1]},
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        )
        return time.process_time() - began


if __name__ == "__main__":
    gc.set_threshold(OBJECTS_BEFORE_COLLECTING)  # as of the runs that it stands beside
    seconds = run(Path(sys.argv[1]).resolve(), int(sys.argv[2]))
    sys.stdout.write(json.dumps({"cpu_seconds": seconds}) + "\n")
