"""A seat as a workspace: a folder and a store of its own, with Central's settings beside them."""

from collections.abc import Mapping
from pathlib import Path

from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.promotion.settings import Isolation, Seat
from sift_assets.core.settings.model import DEFAULT_STORE, is_url
from sift_assets.resources.project import (
    DAGSTER_FOLDER,
    DECISIONS_FOLDER,
    PROMOTED_FOLDER,
    SETTINGS_FILE,
)
from sift_assets.resources.workspace import Workspace

SEATS_FOLDER = "seats"
"""Below the project's store: a store for each seat. Central's own objects lie beside it."""

WATCHED = "documents"
"""What the watched folder of a new project is called."""


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
        ConfigError: Its folder is, holds or is in the watched folder, one of the project's own, or
            that of another seat.
        ProjectError: Seats are strictly apart, and this one has no project of its own yet.
    """
    _refuse_overlap(workspace, seat, _others(workspace, seat))
    settings = workspace.settings.model_copy(
        update={
            "documents": seat.folder,
            "store": _store(workspace, seat),
            "bibliography": "",
        }
    )
    return Workspace(workspace.root, settings, seat.name)


def seat_project(workspace: Workspace, seat: Seat) -> Path:
    """Return the folder of a seat's own project, where seats are strictly apart.

    Its watched folder is the seat's: `sift dev` there is a code location and a Dagster instance
    of the seat's own, and what Central makes of the seat lies in the store there.

    Raises:
        ConfigError: The folder is not called as a project's watched folder, or its project would
            hold what is somebody else's.
    """
    folder = workspace.root / seat.folder
    if folder.name != WATCHED:
        raise ConfigError(
            f"seats are strictly apart, and the folder of seat {seat.name} is none of a project.",
            f"Let it end in /{WATCHED}, for example `people/NAME/{WATCHED}`.",
            file=SETTINGS_FILE,
            field="seats",
        )
    own = seat.model_copy(update={"folder": str(folder.parent)})
    _refuse_overlap(workspace, own, _others(workspace, seat))
    return folder.parent


def _store(workspace: Workspace, seat: Seat) -> str:
    """Return where what is made of a seat is kept: where seats are strictly apart, with the seat.

    A part of the store of its project, which no run there writes to.
    """
    place = workspace.settings.store.rstrip("/")
    if workspace.settings.promotion.isolation is Isolation.SHARED:
        return f"{place}/{SEATS_FOLDER}/{seat.name}"
    project = seat_project(workspace, seat)
    if not (project / SETTINGS_FILE).is_file():
        raise ProjectError(
            f"Seat {seat.name} has no project of its own yet.",
            f"`sift seats init {seat.name}` makes it.",
        )
    return str(project / DEFAULT_STORE / SEATS_FOLDER / seat.name)


def refuse_overlaps(workspace: Workspace) -> None:
    """Refuse a watched folder by which a seat's documents would be Central's unpromoted.

    Raises:
        ConfigError: It is, holds or is in the folder of a seat.
    """
    seats = () if workspace.seat else workspace.settings.seats
    folders = _real(workspace, _of_central(workspace)) if seats else {}
    for seat in seats:
        _refuse_overlap(workspace, seat, folders)


def _others(workspace: Workspace, seat: Seat) -> dict[str, Path]:
    """Return every folder that a seat must be apart from, by whose it is."""
    seats = {one.name: one.folder for one in workspace.settings.seats if one != seat}
    return _real(workspace, {**seats, **_of_central(workspace)})


def _of_central(workspace: Workspace) -> dict[str, str]:
    """Return the folders that are no seat's, by what they are: a seat would make them its own."""
    settings = workspace.settings
    return {
        "documents": settings.documents,
        "exports": settings.exports,
        "store": DEFAULT_STORE if is_url(settings.store) else settings.store,
        **{name: name for name in (PROMOTED_FOLDER, DECISIONS_FOLDER, DAGSTER_FOLDER)},
    }


def _refuse_overlap(workspace: Workspace, seat: Seat, folders: Mapping[str, Path]) -> None:
    """Refuse a seat whose documents would be somebody else's, or the other way round."""
    own = (workspace.root / seat.folder).resolve()
    for name, other in folders.items():
        if own.is_relative_to(other) or other.is_relative_to(own):
            raise ConfigError(
                f"the folder of seat {seat.name} is in that of {name}, or holds it.",
                "Give each seat a folder apart from `documents` and from the other seats.",
                file=SETTINGS_FILE,
                field="seats",
            )


def _real(workspace: Workspace, folders: Mapping[str, str]) -> dict[str, Path]:
    return {name: (workspace.root / folder).resolve() for name, folder in folders.items()}
