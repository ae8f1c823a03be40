"""Seats that are strictly apart: in Central even their names tell nothing.

They are renamed when the settings are read, so that nothing that Central keeps or shows can have
their names: neither a partition, nor the audit, nor a delivered document.
"""

from pathlib import Path

from sift_assets.core.promotion.settings import Isolation
from sift_assets.core.settings.model import Settings
from sift_assets.resources.promotion_key import PromotionKey


def with_opaque_seats(root: Path, settings: Settings) -> Settings:
    """Return settings whose seats have names that tell nothing, where they are strictly apart.

    Args:
        root: The project's folder.
        settings: As the file says.

    Raises:
        ProjectError: The project's key cannot be read or made.
    """
    if settings.promotion.isolation is Isolation.SHARED:
        return settings
    labels = {seat.name: _label(root, seat.name) for seat in settings.seats}
    seats = (seat.model_copy(update={"name": labels[seat.name]}) for seat in settings.seats)
    principals = (
        one.model_copy(update={"seats": tuple(labels[name] for name in one.seats)})
        for one in settings.principals
    )
    return settings.model_copy(update={"seats": tuple(seats), "principals": tuple(principals)})


def name_in_central(root: Path, settings: Settings, named: str) -> str:
    """Return what Central calls the seat that somebody names, whether or not there is one.

    Args:
        root: The project's folder.
        settings: Of the open project.
        named: Its name in `sift.yaml`, or Central's.

    Raises:
        ProjectError: The project's key cannot be read or made.
    """
    is_shared = settings.promotion.isolation is Isolation.SHARED
    if is_shared or any(seat.name == named for seat in settings.seats):
        return named
    return _label(root, named)


def _label(root: Path, name: str) -> str:
    return PromotionKey(root).opaque("seat", name)
