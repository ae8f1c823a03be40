"""The hashes of files by what the file system says of them, so that nothing is read twice.

As git's index does: a file whose size, times and inode are as they were when it was hashed still
has that hash, unless it was modified so shortly before it was hashed that a second modification
may bear the same times ("racily clean"). Such an entry is remembered, but not trusted.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, cast

from sift_assets.core.records.record import canonical_json

RACY_NS = 2_000_000_000
"""FAT keeps times to 2 seconds, the coarsest of the file systems in use."""

FORMAT = 1
"""Raised when the bytes mean something else; a cache of another format is empty."""


class FileStat(NamedTuple):
    """What the file system says of a file: bytes, nanoseconds since 1970, and its number."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class CachedHash(NamedTuple):
    """A file's hash and whether it may be relied on while the stat stays the same."""

    stat: FileStat
    hash: str
    trusted: bool


@dataclass(frozen=True, slots=True)
class StatCache:
    """Hashes by document key, and the device that the folder was on.

    Attributes:
        entries: By document key.
        device: The file system's number of the device, 0 when never looked at.
    """

    entries: Mapping[str, CachedHash] = field(default_factory=dict[str, CachedHash])
    device: int = 0

    def trusted(self, key: str, stat: FileStat) -> CachedHash | None:
        """Return the entry of a file whose hash is certain, None when it must be read."""
        entry = self.entries.get(key)
        return entry if entry and entry.trusted and entry.stat == stat else None

    def to_bytes(self) -> bytes:
        """Return canonical JSON."""
        rows = {key: [*e.stat, e.hash, e.trusted] for key, e in self.entries.items()}
        return canonical_json({"format": FORMAT, "device": self.device, "entries": rows})

    @classmethod
    def from_bytes(cls, data: bytes) -> "StatCache":
        """Read a cache back; what is damaged or of another format is an empty cache.

        A lost cache costs reading the files again, and nothing else.
        """
        return _read(data)


def cached(stat: FileStat, digest: str, now_ns: int) -> CachedHash:
    """Return the entry for a file that was just hashed.

    Args:
        stat: Of the file, equal before and after.
        digest: Its hash.
        now_ns: When the look began, in nanoseconds since 1970.
    """
    racy = abs(now_ns - stat.mtime_ns) <= RACY_NS or now_ns - stat.ctime_ns <= RACY_NS
    return CachedHash(stat, digest, trusted=not racy)


@lru_cache(maxsize=1)
def _read(data: bytes) -> StatCache:
    """Read a cache; once for all looks of a process between which no file changes."""
    try:
        value: Any = json.loads(data)
        if value["format"] != FORMAT:
            return StatCache()
        entries = {key: _entry(row) for key, row in value["entries"].items()}
        return StatCache(entries, int(value["device"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return StatCache()


def _entry(row: Any) -> CachedHash:
    *numbers, digest, trusted = cast("list[Any]", row)
    if not (isinstance(digest, str) and len(digest) == 64 and isinstance(trusted, bool)):
        raise ValueError(row)
    size, mtime_ns, ctime_ns, inode = (int(number) for number in numbers)
    return CachedHash(FileStat(size, mtime_ns, ctime_ns, inode), digest, trusted)
