"""The Dagster code location: everything declared in `defs`, run in process."""

import dagster as dg


@dg.definitions
def defs() -> dg.Definitions:
    """Load the declarations and apply what holds for all of them."""
    from sift_assets import defs as declarations
    from sift_assets.defs.alerts import alert_sensors
    from sift_assets.defs.checks import CHECKS
    from sift_assets.defs.project import Project
    from sift_assets.defs.promotion import promotion_assets
    from sift_assets.defs.promotion_schedules import promotion_schedules
    from sift_assets.defs.sensors import watch_documents

    settings = Project().settings_now()
    with_seats = bool(settings.seats)
    return dg.Definitions(
        assets=[
            *dg.load_assets_from_package_module(declarations),
            *(promotion_assets() if with_seats else ()),
        ],
        asset_checks=CHECKS,
        sensors=[watch_documents, *alert_sensors(settings.alerts)],
        schedules=promotion_schedules(settings.promotion) if with_seats else (),
        resources={"project": Project()},
        # One process a run: the multiprocess executor takes six times as long over the graph.
        executor=dg.in_process_executor,
    )
