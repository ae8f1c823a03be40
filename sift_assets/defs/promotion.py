"""Promotion from seats to Central, declared only where a project has seats."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from sift_assets.defs.project import Project
from sift_assets.defs.promotion_run import (
    run_candidates,
    run_deliveries,
    run_evaluation,
    run_queue,
    run_reference,
    run_verdicts,
)
from sift_assets.defs.specs import spec
from sift_assets.defs.step_checks import step_check_specs

GROUP = "promotion"


def promotion_assets() -> list[dg.AssetsDefinition | dg.AssetSpec]:
    """Declare the assets of a project with seats."""

    @dg.multi_asset(
        name="promotion_candidates",
        specs=[
            spec(
                "promotion_candidates",
                group=GROUP,
                kinds={"json"},
                description="Every document of a seat, and what the guards say of it.",
            )
        ],
        backfill_policy=dg.BackfillPolicy.single_run(),
    )
    def promotion_candidates(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
        """Put every document of the seats before the guards."""
        yield from run_candidates(context, project.open())

    @dg.multi_asset(
        name="promotion_reference",
        specs=[
            spec(
                "promotion_reference",
                group=GROUP,
                kinds={"json"},
                description="What ties the documents of a seat to the organisation's work.",
            )
        ],
        backfill_policy=dg.BackfillPolicy.single_run(),
    )
    def promotion_reference(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
        """Look for tracked work and for names of Central's graph."""
        yield from run_reference(context, project.open())

    @dg.multi_asset(
        name="promotion_verdicts",
        specs=[
            spec(
                "promotion_verdicts",
                group=GROUP,
                kinds={"json"},
                description="What is to become of every document of a seat, and why.",
            )
        ],
        backfill_policy=dg.BackfillPolicy.single_run(),
    )
    def promotion_verdicts(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
        """Ask a model, within the budget and behind the gate, and look into the table."""
        yield from run_verdicts(context, project.open())

    @dg.multi_asset(
        name="promotion_queue",
        specs=[
            spec(
                "promotion_queue",
                group=GROUP,
                kinds={"json"},
                description="What of all seats waits for a decision; ids that tell nothing.",
            )
        ],
        check_specs=step_check_specs("promotion_queue"),
    )
    def promotion_queue(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
        """Take up what the seats propose."""
        yield from run_queue(context, project.open())

    @dg.multi_asset(
        name="central_deliveries",
        specs=[
            spec(
                "central_deliveries",
                group=GROUP,
                kinds={"json"},
                description="What has come to Central from seats, by decision.",
            )
        ],
        check_specs=step_check_specs("central_deliveries"),
    )
    def central_deliveries(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
        """Deliver what is approved, and take out what is revoked."""
        yield from run_deliveries(context, project.open())

    @dg.multi_asset(
        name="central_evaluation",
        specs=[
            spec(
                "central_evaluation",
                group=GROUP,
                kinds={"json"},
                description="Five checks that open the gate of promotion for some hours.",
            )
        ],
        check_specs=step_check_specs("central_evaluation"),
    )
    def central_evaluation(context: dg.AssetExecutionContext, project: Project) -> Iterator[Any]:
        """Promote and revoke a canary on a throw-away Central, and sign how that ended."""
        yield from run_evaluation(context, project.open())

    seat_documents = spec(
        "seat_documents",
        group=GROUP,
        kinds={"file"},
        description="Which documents a seat holds, as one version that names none.",
    )
    return [
        seat_documents,
        promotion_candidates,
        promotion_reference,
        promotion_verdicts,
        promotion_queue,
        central_deliveries,
        central_evaluation,
    ]
