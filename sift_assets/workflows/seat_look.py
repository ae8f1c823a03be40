"""Looking at the folder of a seat: which documents it holds now."""

from collections.abc import Mapping
from dataclasses import dataclass

from sift_assets.core.planning.folder_state import SkipReason, without_forgotten
from sift_assets.core.planning.staleness import document_set_version
from sift_assets.core.promotion.settings import Seat
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.seats import seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.observing import look_at_folders

LOOKS = 100
"""Looks at a seat's folder in a row: each reads at least one new file, and as a rule two thousand.
A folder that is still not seen whole then is told of as that."""


@dataclass(frozen=True)
class SeatLook:
    """One look at a seat's folder.

    Attributes:
        documents: Key to content hash, in order of the keys.
        version: Of `documents`; opaque, because Dagster shows it.
        unseen: How many files there are that it says nothing of: not reached, changing just now,
            or unreadable. A folder that is unreadable counts as one.
    """

    documents: Mapping[str, str]
    version: str
    unseen: int = 0


def look_at_seat(workspace: Workspace, seat: Seat) -> SeatLook:
    """Look at the folder of a seat until every file of it is seen.

    Args:
        workspace: Central.
        seat: The seat.

    Raises:
        ProjectError: The folder is missing, unreadable or not a folder. Nothing is concluded.
        ConfigError: It is not apart from other folders.
    """
    opened = seat_workspace(workspace, seat)
    state = look_at_folders(opened, remember=True)
    for _ in range(LOOKS - 1):
        if state.complete:
            break
        state = look_at_folders(opened, remember=True)
    state = without_forgotten(state, opened.tombstones.barred())
    documents = {file.key: file.hash for file in state.documents}
    unreadable = sum(skip.reason is SkipReason.UNREADABLE for skip in state.skipped)
    version = PromotionKey(workspace.root).opaque("documents", document_set_version(documents))
    return SeatLook(documents, version, len(state.pending) + len(state.changing) + unreadable)
