"""A seat as a workspace: a folder and a store of its own, with Central's settings beside them."""

from pathlib import Path

from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.promotion.settings import Seat
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.resources.workspace import Workspace

SEATS_FOLDER = "seats"
"""Below the project's store: a store for each seat. Central's own objects lie beside it."""


def seat_named(workspace: Workspace, name: str) -> Seat:
    """Return a seat of the settings.

    Raises:
        ProjectError: There is none of this name.
    """
    found = next((seat for seat in workspace.settings.seats if seat.name == name), None)
    if found is None:
        raise ProjectError(f"There is no seat {name}.", f"`seats` in {SETTINGS_FILE} lists them.")
    return found


def seat_workspace(workspace: Workspace, seat: Seat) -> Workspace:
    """Return a seat opened for work: its documents, and a store that nothing else writes to.

    Raises:
        ConfigError: Its folder is, holds or is in the watched folder or that of another seat.
    """
    _refuse_overlap(workspace, seat)
    store = f"{workspace.settings.store.rstrip('/')}/{SEATS_FOLDER}/{seat.name}"
    settings = workspace.settings.model_copy(
        update={"documents": seat.folder, "store": store, "bibliography": ""}
    )
    return Workspace(workspace.root, settings)


def _refuse_overlap(workspace: Workspace, seat: Seat) -> None:
    """Refuse a seat whose documents would be Central's, or another's, without being promoted."""
    others = {one.name: one.folder for one in workspace.settings.seats if one != seat}
    folders = {"documents": workspace.settings.documents, **others}
    own = _real(workspace, seat.folder)
    for name, folder in folders.items():
        other = _real(workspace, folder)
        if own == other or own.is_relative_to(other) or other.is_relative_to(own):
            raise ConfigError(
                f"the folder of seat {seat.name} is in that of {name}, or holds it.",
                "Give each seat a folder apart from `documents` and from the other seats.",
                file=SETTINGS_FILE,
                field="seats",
            )


def _real(workspace: Workspace, folder: str) -> Path:
    return (workspace.root / folder).resolve()
