# ruff: noqa: PTH116, PTH123 (pathlib cannot hold paths as bytes)
"""One look at the watched folder: which documents it holds, and what was left out and why.

Files are opened without following a link and without waiting, and read in pieces. Nothing is
written; the cache comes from the caller and goes back to the caller.
"""

import hashlib
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.folder_state import (
    DocumentFile,
    FolderState,
    Skipped,
    SkipReason,
)
from sift_assets.core.planning.stat_cache import CachedHash, FileStat, StatCache, cached
from sift_assets.resources.folder_walk import Candidate, Walk, file_stat

MAX_FILES = 2_000
MAX_BYTES = 2 * 1024**3
"""What one look may read: about ten seconds on a plain disk, a fraction of a sensor's minute."""

_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)  # a link put in the file's place is not followed
    | getattr(os, "O_NONBLOCK", 0)  # a pipe put in the file's place does not hold us
    | getattr(os, "O_BINARY", 0)
)


class Scan(NamedTuple):
    """What a look found, and the cache to hand to the next one."""

    state: FolderState
    cache: StatCache


def scan(
    root: Path,
    *,
    now_ns: int,
    ignore: Sequence[str] = (),
    own: Sequence[Path] = (),
    cache: StatCache | None = None,
    max_files: int = MAX_FILES,
    max_bytes: int = MAX_BYTES,
) -> Scan:
    """Look at the watched folder.

    Every file is looked at; only those whose hash the cache does not know are read, as far as the
    budget goes but at least one. Calling again with the returned cache goes on with the rest.

    Args:
        root: The watched folder.
        now_ns: The present, in nanoseconds since 1970.
        ignore: Globs, see `core.planning.ignoring`.
        own: Files and folders of the project itself that may lie inside: store, exports, domains.
        cache: From the previous look.
        max_files: How many files may be read.
        max_bytes: How many bytes may be read.

    Raises:
        ProjectError: The folder is missing, is not a folder, cannot be read, or is the empty
            place where a drive was mounted before. Never taken for "all deleted".
    """
    cache = cache or StatCache()
    device = _entered(root, cache)
    walk = Walk(os.fsencode(os.path.realpath(root)), ignore, _real(own))
    candidates = walk.candidates()
    reading = _Reading(cache, now_ns, max_files, max_bytes)
    for candidate in sorted(candidates, key=lambda c: (c.key in cache.entries, c.key)):
        reading.take(candidate)
    skipped = sorted([*walk.skipped, *reading.unreadable], key=lambda skip: skip.key)
    state = FolderState(
        documents=tuple(sorted(reading.documents, key=lambda file: file.key)),
        pending=tuple(sorted(reading.pending)),
        changing=tuple(sorted(reading.changing)),
        skipped=tuple(skipped),
    )
    return Scan(state, StatCache(reading.entries, device))


def _entered(root: Path, cache: StatCache) -> int:
    """Check the root; return its device."""
    try:
        device = root.stat().st_dev
        with os.scandir(root) as entries:
            empty = next(entries, None) is None
    except FileNotFoundError as error:
        fix = "Create it, mount it, or change `documents` in sift.yaml."
        raise ProjectError(f"The folder {root} is missing.", fix) from error
    except NotADirectoryError as error:
        fix = "Change `documents` in sift.yaml."
        raise ProjectError(f"{root} is not a folder.", fix) from error
    except OSError as error:
        fix = "Change its permissions, or `documents` in sift.yaml."
        raise ProjectError(f"The folder {root} cannot be read: {error.strerror}.", fix) from error
    if empty and cache.entries and device != cache.device:
        held = f"on another device it held {len(cache.entries)} documents"
        fix = "Mount the drive; or put any file into the folder to confirm that it is the one."
        raise ProjectError(f"The folder {root} is empty, and {held}.", fix)
    return device


def _real(own: Sequence[Path]) -> tuple[bytes, ...]:
    return tuple(os.fsencode(os.path.realpath(path)) for path in own)


@dataclass(slots=True)
class _Reading:
    """Hashes candidates within a budget; gathers what became of each."""

    cache: StatCache
    now_ns: int
    files_left: int
    bytes_left: int
    read_any: bool = False
    entries: dict[str, CachedHash] = field(default_factory=dict[str, CachedHash])
    documents: list[DocumentFile] = field(default_factory=list[DocumentFile])
    pending: list[str] = field(default_factory=list[str])
    changing: list[str] = field(default_factory=list[str])
    unreadable: list[Skipped] = field(default_factory=list[Skipped])

    def take(self, candidate: Candidate) -> None:
        """Take a file's hash from the cache, or read the file, or leave it for the next look."""
        if known := self.cache.trusted(candidate.key, candidate.stat):
            self._found(candidate.key, known)
        elif self.read_any and (self.files_left < 1 or candidate.stat.size > self.bytes_left):
            self.pending.append(candidate.key)
            if old := self.cache.entries.get(candidate.key):
                self.entries[candidate.key] = old
        else:
            self._read(candidate)

    def _read(self, candidate: Candidate) -> None:
        self.read_any = True
        self.files_left -= 1
        self.bytes_left -= candidate.stat.size
        try:
            before, digest = hashed(candidate.place)
        except FileNotFoundError:  # deleted while we look
            return
        except ChangedWhileReadError:
            self.changing.append(candidate.key)
        except OSError as error:
            reason, detail = SkipReason.UNREADABLE, error.strerror or ""
            self.unreadable.append(Skipped(key=candidate.key, reason=reason, detail=detail))
        else:
            self._found(candidate.key, cached(before, digest, self.now_ns))

    def _found(self, key: str, entry: CachedHash) -> None:
        self.entries[key] = entry
        size, mtime_ns, _ctime_ns, inode = entry.stat
        self.documents.append(DocumentFile(key, size, mtime_ns, inode, entry.hash))


class ChangedWhileReadError(Exception):
    """The file was modified or replaced while it was read."""


def hashed(place: bytes) -> tuple[FileStat, str]:
    """Return a regular file's stat and the SHA-256 of its content, both of the same moment.

    Raises:
        OSError: The file cannot be opened or read.
        ChangedWhileReadError: It did not hold still.
    """
    with open(os.open(place, _OPEN_FLAGS), "rb", buffering=0) as file:
        before = os.fstat(file.fileno())
        if not stat.S_ISREG(before.st_mode):
            raise ChangedWhileReadError
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    after = os.stat(place, follow_symlinks=False)
    if file_stat(after) != file_stat(before):
        raise ChangedWhileReadError
    return file_stat(before), digest
