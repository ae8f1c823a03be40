"""The sensor that tells people of failed runs; it is there only where somebody is to be told."""

from collections.abc import Iterable, Iterator

import dagster as dg

from sift_assets.core.operations.alert import Alert
from sift_assets.core.operations.settings import AlertSettings
from sift_assets.defs.project import Project
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.alerting import tell


def alert_of(workspace: Workspace, run: dg.DagsterRun, events: Iterable[dg.DagsterEvent]) -> Alert:
    """Return what is told of a failed run.

    Args:
        workspace: The open project.
        run: The run.
        events: Its failed steps.
    """
    failed = list(events)
    return Alert(
        project=workspace.root.name,
        run_id=run.run_id,
        assets=tuple(sorted(key.to_user_string() for key in run.asset_selection or ())),
        failed_steps=tuple(sorted({event.step_key for event in failed if event.step_key})),
        errors=tuple(sorted({kind for event in failed for kind in error_kinds(event)})),
        link=f"{workspace.settings.dagster_ui}/runs/{run.run_id}",
    )


def alert_sensors(settings: AlertSettings) -> list[dg.SensorDefinition]:
    """Declare the sensor, where the settings name somebody."""
    if not settings.wanted:
        return []

    @dg.run_failure_sensor(
        name="tell_of_failed_runs",
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Tells whom `alerts` in sift.yaml names of every failed run.",
    )
    def tell_of_failed_runs(context: dg.RunFailureSensorContext, project: Project) -> None:
        workspace = project.open()
        alert = alert_of(workspace, context.dagster_run, context.get_step_failure_events())
        ways = tell(alert, workspace.settings.alerts)
        context.log.info("Told of run %s by %s.", alert.run_id, " and ".join(ways) or "nobody")

    return [tell_of_failed_runs]


def error_kinds(event: dg.DagsterEvent) -> Iterator[str]:
    """Yield the kind of the error at the root: Dagster wraps what a step raises."""
    error = getattr(event.event_specific_data, "error", None)
    while error is not None and error.cause is not None:
        error = error.cause
    if error is not None and error.cls_name:
        yield error.cls_name
