"""docs/reference/assets.md: every asset with its checks, and what starts runs."""

from collections.abc import Iterable, Iterator

import dagster as dg

from sift_assets.core.operations.freshness import FreshnessSettings
from sift_assets.core.operations.settings import AlertSettings
from sift_assets.core.planning.lineage import DECLARED, Partitioning
from sift_assets.core.promotion.settings import PromotionSettings
from sift_assets.definitions import defs
from sift_assets.defs.alerts import alert_sensors
from sift_assets.defs.freshness import freshness_assets
from sift_assets.defs.partitions import PARTITIONS
from sift_assets.defs.promotion import promotion_assets
from sift_assets.defs.promotion_schedules import promotion_schedules
from sift_assets_tests.docs.reference.fields import NONE
from sift_assets_tests.docs.reference.markdown import code, codes, one_line, page, table

_ALERTED = AlertSettings(email="ada@example.org")

_KEYS = {
    Partitioning.DOCUMENT: "the path below the watched folder, with `%XX` for what has a meaning "
    "elsewhere; where `partitions:` says so, a shard of many documents",
    Partitioning.TYPE: "an entity type of the graph",
    Partitioning.COMMUNITY: "the most central member of a community; one key for those in none",
    Partitioning.SEAT: "the name of a seat, an opaque id where seats are strictly apart",
}
"""What the keys are that come and go."""

_WATCHED = FreshnessSettings(fail_after="24h")


def assets_page() -> str:
    """Return the page."""
    declared = defs()
    specs = _specs([*declared.resolve_asset_graph().assets_defs, *promotion_assets()])
    more = [*freshness_assets(_WATCHED)]
    specs |= {one.key.to_user_string(): one for one in more}
    checks = _checks(declared)
    return page(
        "Assets",
        "In the order in which they are computed. What each is a function of is said in "
        "[concepts](../concepts.md). `sift show ASSET [PARTITION]` prints a value, "
        "`sift explain ASSET [PARTITION]` what it was made from.",
        "Those of the group `promotion` are there where `sift.yaml` has `seats:`, those of "
        "`operations` where `freshness:` is set.",
        table(
            ("asset", "group", "partitions", "made of", "what it is"),
            [_row(name, specs[name]) for name in [*DECLARED, *(one.key.path[0] for one in more)]],
        ),
        "## Partitions",
        table(("partitions", "keys"), _partitions()),
        "## Checks",
        "A check that is not passed is a warning on the asset's page. `sift status` says the "
        "same in words.",
        table(("asset", "check", "what it promises"), checks),
        "## Sensors and schedules",
        table(("name", "what it does"), _automation(declared)),
    )


def _specs(
    assets: Iterable[dg.AssetsDefinition | dg.AssetSpec],
) -> dict[str, dg.AssetSpec]:
    every = (
        spec
        for one in assets
        for spec in (one.specs if isinstance(one, dg.AssetsDefinition) else [one])
    )
    return {spec.key.to_user_string(): spec for spec in every}


def _row(name: str, spec: dg.AssetSpec) -> tuple[str, ...]:
    lineage = DECLARED.get(name)
    partitions = "" if lineage is None else str(lineage.partitioning)
    return (
        code(name),
        str(spec.group_name),
        NONE if partitions in ("", "none") else f"by {partitions}",
        _made_of(spec) or "people",
        str(spec.description),
    )


def _made_of(spec: dg.AssetSpec) -> str:
    named = DECLARED.get(spec.key.to_user_string())
    if named is None:
        return codes(one.asset_key.to_user_string() for one in spec.deps)
    return codes(
        one.asset + (f"[{', '.join(one.partitions)}]" if one.partitions else "")
        for one in named.inputs
    )


def _partitions() -> Iterator[tuple[str, str]]:
    for partitioning, found in PARTITIONS.items():
        if isinstance(found, dg.StaticPartitionsDefinition):
            yield f"by {partitioning}", codes(found.get_partition_keys())
        elif found is not None:
            yield f"by {partitioning}", _KEYS[partitioning]


def _checks(declared: dg.Definitions) -> list[tuple[str, str, str]]:
    promoted = [one for one in promotion_assets() if isinstance(one, dg.AssetsDefinition)]
    assets = [*declared.resolve_asset_graph().assets_defs, *promoted]
    found = {
        (check.asset_key.to_user_string(), check.name): one_line(check.description or "")
        for one in assets
        for check in one.check_specs
    }
    order = [*DECLARED]
    rows = sorted(found.items(), key=lambda row: (order.index(row[0][0]), row[0][1]))
    return [(code(asset), code(name), promise) for (asset, name), promise in rows]


def _automation(declared: dg.Definitions) -> list[tuple[str, str]]:
    sensors = {one.name: one for one in [*(declared.sensors or ()), *alert_sensors(_ALERTED)]}
    schedules = promotion_schedules(PromotionSettings())
    return [(code(one.name), str(one.description)) for one in [*sensors.values(), *schedules]]
