"""The graph: the corpus, the graph built from it by type, its manifest."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from sift_assets.defs.graph_run import run_corpus, run_graph, run_manifest
from sift_assets.defs.project import Project
from sift_assets.defs.specs import spec
from sift_assets.defs.step_checks import step_check_specs


@dg.multi_asset(
    name="corpus",
    specs=[
        spec(
            "corpus",
            group="graph",
            kinds={"json"},
            description="Which extraction of which document counts, and how far each has come.",
        )
    ],
)
def corpus(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Gather the extractions that count."""
    return run_corpus(context, project.open())


@dg.multi_asset(
    name="knowledge_graph",
    specs=[
        spec(
            "knowledge_graph",
            group="graph",
            kinds={"pyarrow"},
            description="The entities of one type, their mentions, and every relation they are in.",
        )
    ],
    check_specs=step_check_specs("knowledge_graph"),
    backfill_policy=dg.BackfillPolicy.single_run(),
)
def knowledge_graph(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
    """Build the graph for all entity types at once, whichever are asked for."""
    yield from run_graph(context, project.open())


@dg.multi_asset(
    name="graph_manifest",
    specs=[
        spec(
            "graph_manifest",
            group="graph",
            kinds={"json"},
            description="The graph's parts by entity type; its version is the graph's revision.",
        )
    ],
)
def graph_manifest(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Gather the parts of the latest build."""
    return run_manifest(context, project.open())
