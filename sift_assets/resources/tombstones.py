"""The file of tombstones beside the store: append-only, each line on the disk before it counts."""

import os
from collections.abc import Sequence
from pathlib import Path

from sift_assets.core.errors import StoreError
from sift_assets.core.planning.tombstones import Tombstone, barred


class Tombstones:
    """What has been forgotten and must not come back.

    Args:
        path: The file; made when the first document is forgotten.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Tombstone]:
        """Return all lines, oldest first.

        Raises:
            StoreError: A line is damaged. Nothing is taken up then: what it barred is not known.
        """
        damaged = self.damaged_lines()
        if damaged:
            raise StoreError(
                f"{self.path}: line {damaged[0]} is damaged, so that it is not known which "
                "document must not be taken up.",
                "Restore the file from a backup; or remove the line and forget that document anew.",
            )
        found = (Tombstone.from_line(line) for line in self._lines())
        return [tombstone for tombstone in found if tombstone is not None]

    def barred(self) -> frozenset[str]:
        """Return the hashes of the contents that may not be taken up."""
        return barred(self.read())

    def damaged_lines(self) -> list[int]:
        """Return the numbers of the lines that cannot be read, counted from 1."""
        lines = enumerate(self._lines(), start=1)
        return [number for number, line in lines if Tombstone.from_line(line) is None]

    def append(self, tombstones: Sequence[Tombstone]) -> None:
        """Add lines in one write and see them onto the disk.

        Raises:
            StoreError: The disk is full or not writable; nothing counts that was not added whole.
        """
        data = b"".join(tombstone.to_line() for tombstone in tombstones)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b") as stream:
                stream.truncate(_end_of_whole_lines(self.path.read_bytes()))
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise StoreError(f"{self.path}: cannot be written ({error.strerror}).") from error

    def _lines(self) -> list[bytes]:
        """Return the whole lines: one that a killed writer began never counted."""
        if not self.path.exists():
            return []
        data = self.path.read_bytes()
        return data[: _end_of_whole_lines(data)].splitlines()


def _end_of_whole_lines(data: bytes) -> int:
    return data.rfind(b"\n") + 1
