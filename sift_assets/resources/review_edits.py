"""Whether people's edits in the review files have been read, told without reading them.

Light to import: every look asks. What the files say is for `resources.review_file`.
"""

from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from sift_assets.core.records.record import content_hash
from sift_assets.core.review.files.records import FileState
from sift_assets.resources.project import DECISIONS_FOLDER

UNREAD = "has edits that are not read yet; `sift run` or the sensor reads them"


class UnreadEdit(NamedTuple):
    """An edit that does not count yet: its file, line (0 for the whole file), and why."""

    file: str
    line: int
    problem: str


def unread_edits(root: Path, local: Path) -> tuple[UnreadEdit, ...]:
    """Return the edits of the review files that do not count, in order of file and line.

    Args:
        root: The project's folder.
        local: Folder of what has to lie on this machine.
    """
    found: list[UnreadEdit] = []
    for state_file in sorted((local / "review").glob("*.json")):
        name = f"{DECISIONS_FOLDER}/{state_file.stem}.yaml"
        if (root / name).is_file():
            found += _edits_of(root / name, state_file, name)
    return tuple(found)


def _edits_of(file: Path, state_file: Path, name: str) -> list[UnreadEdit]:
    try:
        state = FileState.from_bytes(state_file.read_bytes())
        is_read = content_hash(file.read_bytes()) in state.clean
    except (OSError, ValidationError):
        return []  # what is remembered is lost; reading back makes it anew
    if is_read:
        return []
    said = [UnreadEdit(name, one.line, one.message) for one in state.problems]
    return said or [UnreadEdit(name, 0, UNREAD)]
