"""What may be one thing, and what a person may decide now."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from sift_assets.defs.project import Project
from sift_assets.defs.resolution_run import (
    run_cross_type,
    run_proposal_manifest,
    run_proposals,
    run_queue,
)
from sift_assets.defs.specs import spec
from sift_assets.defs.step_checks import step_check_specs


@dg.multi_asset(
    name="merge_proposals",
    specs=[
        spec(
            "merge_proposals",
            group="resolution",
            kinds={"json"},
            description="Entities of one type that may be one, with the evidence to decide it.",
        )
    ],
    check_specs=step_check_specs("merge_proposals"),
    backfill_policy=dg.BackfillPolicy.single_run(),
)
def merge_proposals(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
    """Propose for all entity types; a type whose part is the same is looked up."""
    yield from run_proposals(context, project.open())


@dg.multi_asset(
    name="cross_type_proposals",
    specs=[
        spec(
            "cross_type_proposals",
            group="resolution",
            kinds={"json"},
            description="Entities of different types that have one name.",
        )
    ],
)
def cross_type_proposals(
    context: dg.AssetExecutionContext, project: Project
) -> dg.MaterializeResult:
    """Propose across types."""
    return run_cross_type(context, project.open())


@dg.multi_asset(
    name="proposal_manifest",
    specs=[
        spec(
            "proposal_manifest",
            group="resolution",
            kinds={"json"},
            description="The proposals of every entity type and across types.",
        )
    ],
)
def proposal_manifest(context: dg.AssetExecutionContext, project: Project) -> dg.MaterializeResult:
    """Gather the proposals."""
    return run_proposal_manifest(context, project.open())


@dg.multi_asset(
    name="review_queue",
    specs=[
        spec(
            "review_queue",
            group="resolution",
            kinds={"json", "yaml"},
            description="Everything that a person may decide now, without what has been decided.",
        )
    ],
    check_specs=step_check_specs("review_queue"),
)
def review_queue(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
    """Gather what is open, and write it into the review files."""
    yield from run_queue(context, project.open())
