"""The partitions of seats, which the settings declare, and runs over them."""

import dagster as dg

from sift_assets.defs.layers import LAYER_TAG, NO_RETRIES
from sift_assets.defs.partitions import SEATS
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets.resources.workspace import Workspace

SEATS_LAYER = "seats"
"""What a sweep is, among runs and locks: never are two at work on the seats."""


def register_seats(instance: dg.DagsterInstance, workspace: Workspace) -> None:
    """Have one partition for each seat of the settings, and none for any other."""
    name, seats = str(SEATS.name), [seat.name for seat in workspace.settings.seats]
    known = set(instance.get_dynamic_partitions(name))
    if missing := [seat for seat in seats if seat not in known]:
        instance.add_dynamic_partitions(name, missing)
    for seat in known - set(seats):
        instance.delete_dynamic_partition(name, seat)


def seat_tags(instance: dg.DagsterInstance, seat: str = "") -> dict[str, str]:
    """Return the tags of a run over one seat, or over all that have a partition.

    Args:
        instance: Dagster's instance.
        seat: Name of the one; empty for all.
    """
    seats = [seat] if seat else list(instance.get_dynamic_partitions(str(SEATS.name)))
    return {
        RANGE_START_TAG: seats[0],
        RANGE_END_TAG: seats[-1],
        LAYER_TAG: SEATS_LAYER,
        **NO_RETRIES,
    }
