"""Documents of the second root on disk, and the mark that a seat has of what it gave.

Both sides are written whole or not at all, and removed without a trace.
"""

import os
from contextlib import suppress
from pathlib import Path

from sift_assets.core.promotion.promoted_document import file_name
from sift_assets.core.records.record import canonical_json, content_hash
from sift_assets.resources.files import store_error, write_atomically
from sift_assets.resources.project import PROMOTED_FOLDER
from sift_assets.resources.workspace import Workspace

MARKS_FOLDER = "promoted"
"""In the folder of a seat's store on this machine: a mark for each item that it gave."""


class SecondRoot:
    """The folder of promoted documents.

    Args:
        root: The project's folder.
    """

    def __init__(self, root: Path) -> None:
        self.folder = root / PROMOTED_FOLDER

    def path(self, item: str) -> Path:
        """Return where the document of an item lies, or would lie."""
        return self.folder / file_name(item)

    def write(self, item: str, data: bytes) -> str:
        """Write the document of an item; return its hash.

        Raises:
            StoreError: The disk is full or not writable; nothing half is there.
        """
        write_atomically(self.path(item), data)
        return content_hash(data)

    def holds(self, item: str, digest: str) -> bool:
        """Say whether the document of an item is there as it was delivered."""
        try:
            return bool(digest) and content_hash(self.path(item).read_bytes()) == digest
        except OSError:
            return False

    def remove(self, item: str) -> None:
        """Remove the document of an item, and the folder when it was the last.

        Raises:
            StoreError: It cannot be removed.
        """
        _remove(self.path(item))


class SeatMarks:
    """What a seat knows of what it gave.

    Args:
        seat: The seat, opened.
    """

    def __init__(self, seat: Workspace) -> None:
        self.folder = seat.local_folder / MARKS_FOLDER

    def path(self, item: str) -> Path:
        """Return where the mark of an item lies, or would lie."""
        return self.folder / f"{item}.json"

    def write(self, item: str, decision: str) -> None:
        """Mark an item as given by a decision.

        Raises:
            StoreError: The disk is full or not writable; nothing half is there.
        """
        write_atomically(self.path(item), canonical_json({"decision": decision, "item": item}))

    def remove(self, item: str) -> None:
        """Take the mark of an item away.

        Raises:
            StoreError: It cannot be removed.
        """
        _remove(self.path(item))


def _remove(path: Path) -> None:
    """Remove a file and see that onto the disk, then its folder when that is empty."""
    try:
        path.unlink(missing_ok=True)
        if path.parent.is_dir():
            descriptor = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            with suppress(OSError):  # others lie there
                path.parent.rmdir()
    except OSError as error:
        raise store_error(path, error) from error
