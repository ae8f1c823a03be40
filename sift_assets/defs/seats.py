"""The partitions of seats, which the settings declare."""

import dagster as dg

from sift_assets.defs.partitions import SEATS
from sift_assets.resources.workspace import Workspace


def register_seats(instance: dg.DagsterInstance, workspace: Workspace) -> None:
    """Have one partition for each seat of the settings, and none for any other."""
    name, seats = str(SEATS.name), [seat.name for seat in workspace.settings.seats]
    known = set(instance.get_dynamic_partitions(name))
    if missing := [seat for seat in seats if seat not in known]:
        instance.add_dynamic_partitions(name, missing)
    for seat in known - set(seats):
        instance.delete_dynamic_partition(name, seat)
