"""The file of tombstones beside the decisions: append-only, on the disk before a line counts.

Not in the store, which may be deleted to be rebuilt: what is forgotten is an input from people.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sift_assets.core.errors import StoreError
from sift_assets.core.planning.tombstones import Tombstone, barred
from sift_assets.resources.files import write_atomically


class DamagedLine(NamedTuple):
    """A line that cannot be read, counted from 1."""

    path: Path
    number: int


class Tombstones:
    """What has been forgotten and must not come back.

    Args:
        path: The file; made when the first document is forgotten.
        earlier: Where stores of schema 1 kept it; read as well, until `moved` has been called.
    """

    def __init__(self, path: Path, earlier: Path | None = None) -> None:
        self.path = path
        self._earlier = earlier

    def read(self) -> list[Tombstone]:
        """Return all lines, oldest first.

        Raises:
            StoreError: A line is damaged. Nothing is taken up then: what it barred is not known.
        """
        damaged = self.damaged_lines()
        if damaged:
            raise StoreError(
                f"{damaged[0].path}: line {damaged[0].number} is damaged, so that it is not known "
                "which document must not be taken up.",
                "Restore the file from a backup; or remove the line and forget that document anew.",
            )
        found = (Tombstone.from_line(line) for path in self._files() for line in _lines(path))
        return [tombstone for tombstone in found if tombstone is not None]

    def barred(self) -> frozenset[str]:
        """Return the hashes of the contents that may not be taken up."""
        return barred(self.read())

    def damaged_lines(self) -> list[DamagedLine]:
        """Return the lines that cannot be read."""
        return [
            DamagedLine(path, number)
            for path in self._files()
            for number, line in enumerate(_lines(path), start=1)
            if Tombstone.from_line(line) is None
        ]

    def append(self, tombstones: Sequence[Tombstone]) -> None:
        """Add lines in one write and see them onto the disk.

        Raises:
            StoreError: The disk is full or not writable; nothing counts that was not added whole.
        """
        self.moved()
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

    def moved(self) -> None:
        """Move the lines from where they were kept earlier, before the ones that are here.

        Copied before it is deleted: an interruption leaves lines twice, and the last one about a
        content counts all the same.

        Raises:
            StoreError: The disk is full or not writable; the earlier file is unchanged.
        """
        if self._earlier is None or not self._earlier.exists():
            return
        here = self.path.read_bytes() if self.path.exists() else b""
        there = self._earlier.read_bytes()
        write_atomically(self.path, there[: _end_of_whole_lines(there)] + here)
        self._earlier.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        """Return the files that are there, the older lines first."""
        known = (self._earlier, self.path)
        return [path for path in known if path is not None and path.exists()]


def _lines(path: Path) -> list[bytes]:
    """Return the whole lines: one that a killed writer began never counted."""
    data = path.read_bytes()
    return data[: _end_of_whole_lines(data)].splitlines()


def _end_of_whole_lines(data: bytes) -> int:
    return data.rfind(b"\n") + 1
