from pathlib import Path

import pytest

from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.core.promotion.settings import Principal, Seat
from sift_assets.core.settings.model import Settings
from sift_assets.resources.seats import seat_named, seat_workspace
from sift_assets.resources.workspace import Workspace


def opened(root: Path, **folders: str) -> Workspace:
    seats = tuple(Seat(name=name, folder=folder, owner="ada") for name, folder in folders.items())
    return Workspace(root, Settings(seats=seats, principals=(Principal(name="ada"),)))


def test_a_seat_has_documents_and_a_store_of_its_own(tmp_path: Path):
    central = opened(tmp_path, ada="people/ada", bob="people/bob")
    seat = seat_workspace(central, seat_named(central, "ada"))
    assert seat.documents_folder == tmp_path / "people/ada"
    assert seat.local_folder == tmp_path / ".sift/seats/ada"
    other = seat_workspace(central, seat_named(central, "bob"))
    assert other.store.root != seat.store.root != central.store.root


def test_a_seat_that_is_not_declared_is_not_there(tmp_path: Path):
    with pytest.raises(ProjectError, match="no seat eve"):
        seat_named(opened(tmp_path), "eve")


@pytest.mark.parametrize("folder", ["documents", "documents/ada", ".", "people/bob/own"])
def test_a_folder_that_others_read_is_refused(tmp_path: Path, folder: str):
    central = opened(tmp_path, ada=folder, bob="people/bob")
    with pytest.raises(ConfigError, match="seat ada"):
        seat_workspace(central, seat_named(central, "ada"))


def test_a_link_does_not_hide_that_folders_overlap(tmp_path: Path):
    (tmp_path / "documents/inner").mkdir(parents=True)
    (tmp_path / "aside").symlink_to(tmp_path / "documents/inner")
    central = opened(tmp_path, ada="aside")
    with pytest.raises(ConfigError, match="seat ada"):
        seat_workspace(central, seat_named(central, "ada"))
