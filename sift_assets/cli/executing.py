"""Running assets in this process, as Dagster's own processes do."""

import dagster as dg

from sift_assets.definitions import defs
from sift_assets.defs.step_checks import step_check_keys
from sift_assets.resources.instance import process_tags


def execute(
    instance: dg.DagsterInstance, assets: tuple[str, ...], tags: dict[str, str]
) -> dg.ExecuteInProcessResult:
    """Run assets in this process, with the checks of their steps.

    Args:
        instance: The project's.
        assets: Their names.
        tags: Of the run.

    Raises:
        dagster.Failure: A step says that it failed.
        Exception: Whatever a step raises.
        KeyboardInterrupt: Somebody has stopped it.
    """
    job = defs().resolve_implicit_global_asset_job_def()
    selected = job.get_subset(
        asset_selection={dg.AssetKey(asset) for asset in assets},
        asset_check_selection=set(step_check_keys(assets)),
    )
    try:
        return selected.execute_in_process(
            instance=instance,
            tags=tags | process_tags(),
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
            raise_on_error=True,
        )
    except dg.DagsterExecutionInterruptedError:  # how Dagster passes Ctrl-C on
        raise KeyboardInterrupt from None
