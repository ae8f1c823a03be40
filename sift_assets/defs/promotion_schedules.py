"""When seats are swept and Central is evaluated: opt-in, and a sweep only behind a receipt."""

from datetime import UTC, datetime

import dagster as dg

from sift_assets.core.promotion.settings import PromotionSettings
from sift_assets.defs.layers import LAYER_TAG, NO_RETRIES
from sift_assets.defs.project import Project
from sift_assets.defs.promotion_run import ASSESSED, NONCE_TAG, SWEPT
from sift_assets.defs.seats import SEATS_LAYER, register_seats, seat_tags
from sift_assets.defs.step_checks import step_check_keys
from sift_assets.resources.instance import has_open_run
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.promotion_gate import mint, why_not_swept

EVALUATED = ("central_evaluation",)


def sweep_request(
    instance: dg.DagsterInstance, workspace: Workspace, now: datetime
) -> dg.RunRequest | dg.SkipReason:
    """Ask for a sweep over all seats, with a word that lets it through; or say why not now.

    Args:
        instance: Dagster's instance.
        workspace: The open project.
        now: With a time zone.
    """
    register_seats(instance, workspace)
    refusal = why_not_swept(workspace, now)
    if refusal:
        return dg.SkipReason(refusal)
    if not workspace.settings.seats:
        return dg.SkipReason("There are no seats.")
    if has_open_run(instance, {LAYER_TAG: SEATS_LAYER}):
        return dg.SkipReason("A sweep is under way.")
    assets = ASSESSED if workspace.settings.promotion.dry_run else SWEPT
    return dg.RunRequest(
        asset_selection=[dg.AssetKey(name) for name in assets],
        asset_check_keys=step_check_keys(assets),
        tags={
            **seat_tags(instance),
            NONCE_TAG: mint(workspace, now),
        },
    )


def promotion_schedules(settings: PromotionSettings) -> list[dg.ScheduleDefinition]:
    """Declare the sweep and the evaluation that it needs.

    Args:
        settings: They say when; whether a sweep does anything is asked when it is due.
    """
    status = (
        dg.DefaultScheduleStatus.RUNNING if settings.enabled else (dg.DefaultScheduleStatus.STOPPED)
    )

    @dg.schedule(
        name="promotion_sweep",
        cron_schedule=settings.cron,
        execution_timezone="UTC",
        target=dg.AssetSelection.assets(*SWEPT),
        default_status=status,
        description="Assesses every seat, fills the queue, delivers what is approved.",
    )
    def promotion_sweep(
        context: dg.ScheduleEvaluationContext, project: Project
    ) -> dg.RunRequest | dg.SkipReason:
        return sweep_request(context.instance, project.open(), datetime.now(UTC))

    @dg.schedule(
        name="central_evaluation",
        cron_schedule=settings.evaluation_cron,
        execution_timezone="UTC",
        target=dg.AssetSelection.assets(*EVALUATED),
        default_status=status,
        description="Makes the five checks without whose receipt no sweep begins.",
    )
    def evaluation() -> dg.RunRequest:
        return dg.RunRequest(
            asset_selection=[dg.AssetKey(name) for name in EVALUATED],
            asset_check_keys=step_check_keys(EVALUATED),
            tags=NO_RETRIES,
        )

    return [promotion_sweep, evaluation]
