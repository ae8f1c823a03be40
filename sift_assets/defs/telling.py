"""What belongs together, and what is told of it."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from sift_assets.defs.project import Project
from sift_assets.defs.specs import spec
from sift_assets.defs.step_checks import step_check_specs
from sift_assets.defs.telling_run import (
    run_communities,
    run_map,
    run_narrative_manifest,
    run_narratives,
    run_report,
)


@dg.multi_asset(
    name="communities",
    specs=[
        spec(
            "communities",
            group="narrative",
            kinds={"pyarrow"},
            description="The members of one community, and all that is stated of them.",
        )
    ],
    check_specs=step_check_specs("communities"),
    backfill_policy=dg.BackfillPolicy.single_run(),
)
def communities(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
    """Find all communities at once, whichever are asked for."""
    yield from run_communities(context, project.open())


@dg.multi_asset(
    name="community_map",
    specs=[
        spec(
            "community_map",
            group="narrative",
            kinds={"json"},
            description="Where every entity belongs; bridges, islands and what connects them.",
        )
    ],
)
def community_map(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Map the communities."""
    return run_map(context, project.open())


@dg.multi_asset(
    name="narratives",
    specs=[
        spec(
            "narratives",
            group="narrative",
            kinds={"json"},
            description="What is told of one community: its label, its story, profiles; cited.",
        )
    ],
    check_specs=step_check_specs("narratives"),
    backfill_policy=dg.BackfillPolicy.single_run(),
)
def narratives(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
    """Tell of all communities; one that is the same as before is looked up."""
    yield from run_narratives(context, project.open())


@dg.multi_asset(
    name="narrative_manifest",
    specs=[
        spec(
            "narrative_manifest",
            group="narrative",
            kinds={"json"},
            description="The narrative of every community, under a label of its own.",
        )
    ],
)
def narrative_manifest(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Gather the narratives."""
    return run_narrative_manifest(context, project.open())


@dg.multi_asset(
    name="report",
    specs=[
        spec(
            "report",
            group="results",
            kinds={"markdown", "json"},
            description="The whole narrative: overview, key connections, timeline, communities.",
        )
    ],
)
def report(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Write the report and the narratives as files."""
    return run_report(context, project.open())
