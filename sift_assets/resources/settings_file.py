"""Writing single settings into a project's `sift.yaml`."""

from collections.abc import Mapping
from pathlib import Path

from sift_assets.core.settings.writing import Setting, with_settings
from sift_assets.resources.files import write_atomically
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.resources.workspace import Workspace


def place_of(root: Path, place: Path) -> str:
    """Return how the settings name a place: relative where it is inside of the project."""
    return place.relative_to(root).as_posix() if place.is_relative_to(root) else str(place)


def write_settings(root: Path, given: Mapping[str, Setting]) -> None:
    """Make a project's settings say what is given; put the old ones back where that is not sound.

    Args:
        root: The project's folder.
        given: By the path of the field, see `with_settings`.

    Raises:
        ConfigError: A setting is wrong, or the file cannot be changed by a line; it is unchanged.
        StoreError: The file cannot be written.
    """
    file = root / SETTINGS_FILE
    before = file.read_text(encoding="utf-8")
    text = with_settings(before, given, SETTINGS_FILE)
    if text == before:
        return
    write_atomically(file, text.encode())
    try:
        Workspace.open(root)
    except Exception:
        write_atomically(file, before.encode())
        raise
