"""The roots: what people provide. Their versions are reported by the sensor without a run.

A "Materialize" click in the UI looks again and reports the same way.
"""

from collections.abc import Iterator

import dagster as dg

from sift_assets.defs.project import Project
from sift_assets.defs.reporting import reported
from sift_assets.defs.specs import spec

_IN_ONE_RUN = dg.BackfillPolicy.single_run()
"""Looking at the folder is one act, however many partitions are asked for."""


def _root(name: str, kinds: set[str], description: str) -> dg.AssetsDefinition:
    """Declare a root; materializing it looks at the world again."""

    @dg.multi_asset(
        name=name,
        specs=[spec(name, group="inputs", kinds=kinds, description=description)],
        backfill_policy=_IN_ONE_RUN,
    )
    def root(
        context: dg.AssetExecutionContext, project: Project
    ) -> Iterator[dg.AssetMaterialization]:
        is_partitioned = context.has_partition_key or context.has_partition_key_range
        partitions = context.partition_keys if is_partitioned else [""]
        yield from reported(context.instance, project.open(), name, partitions)

    return root


documents = _root("documents", {"file"}, "Each file of the watched folder, by its content hash.")
domain = _root(
    "domain", {"yaml"}, "The domain file in five facets, each what one step reads of it."
)
settings = _root(
    "settings",
    {"yaml"},
    "The settings of each stage with the engines installed: only what shapes a value.",
)
decisions = _root(
    "decisions", {"json"}, "What people have decided, by kind: the hash of the entries in force."
)
document_set = _root(
    "document_set", {"json"}, "The manifest of all documents that exist now, with their hashes."
)
