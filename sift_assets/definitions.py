"""The Dagster code location: everything declared in `defs`, run in process."""

import dagster as dg


@dg.definitions
def defs() -> dg.Definitions:
    """Load the declarations and apply what holds for all of them."""
    from sift_assets import defs as declarations
    from sift_assets.defs.alerts import alert_sensors
    from sift_assets.defs.checks import CHECKS
    from sift_assets.defs.freshness import freshness_assets
    from sift_assets.defs.loggers import loggers
    from sift_assets.defs.partitions import in_shards
    from sift_assets.defs.project import Project
    from sift_assets.defs.promotion import promotion_assets
    from sift_assets.defs.promotion_schedules import promotion_schedules
    from sift_assets.defs.sensors import watch_documents
    from sift_assets.defs.told_runs import telling_sensors

    settings = Project().settings_now()
    with_seats = bool(settings.seats)
    return dg.Definitions(
        assets=[
            *in_shards(dg.load_assets_from_package_module(declarations), settings.shards),
            *(promotion_assets() if with_seats else ()),
            *freshness_assets(settings.freshness),
        ],
        asset_checks=CHECKS,
        sensors=[watch_documents, *alert_sensors(settings.alerts), *telling_sensors(settings)],
        schedules=promotion_schedules(settings.promotion) if with_seats else (),
        resources={"project": Project()},
        loggers=loggers(settings.log_format),
        # One process a run: the multiprocess executor takes six times as long over the graph.
        executor=dg.in_process_executor,
    )
