# ruff: noqa: PTH112, PTH116, PTH118 (pathlib cannot hold paths as bytes)
"""The walk over the watched folder: which files may be documents, and what is left out and why.

Paths are handled as bytes, so that any name a file system allows is listed. No file is opened.
"""

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sift_assets.core.planning.folder_state import Skipped, SkipReason
from sift_assets.core.planning.ignoring import ignored_by
from sift_assets.core.planning.keys import MAX_KEY_BYTES, escaped_path
from sift_assets.core.planning.roots import PROMOTED
from sift_assets.core.planning.stat_cache import FileStat

PARTIAL_SUFFIXES = (".part", ".partial", ".crdownload", ".download", ".tmp")
"""What browsers and copying programs call a file that is not whole yet."""


class Candidate(NamedTuple):
    """A regular file that may be a document: key, where to open it, and its stat."""

    key: str
    place: bytes
    stat: FileStat


@dataclass(slots=True)
class Walk:
    """One pass over the tree; gathers what is skipped, without opening any file.

    Attributes:
        root: Real path of the watched folder.
        ignore: Globs.
        own: Real paths of the project's own.
        skipped: Filled by `candidates`.
    """

    root: bytes
    ignore: Sequence[str]
    own: tuple[bytes, ...]
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    _inside: tuple[bytes, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Leave out what is the project's own elsewhere: to ask for it at every file is dear."""
        self._inside = tuple(
            place
            for place in self.own
            if _within(place, [self.root]) or _within(self.root, [place])
        )

    def candidates(self) -> list[Candidate]:
        """Return every regular file that is not skipped, in no order."""
        found: list[Candidate] = []
        folders = [b""]
        while folders:
            folder = folders.pop()
            for entry in self._entries(folder):
                path = folder + b"/" + entry.name if folder else entry.name
                key = _key(path)
                if self._left_out(entry, path, key):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(path)
                elif candidate := self._file(entry, path, key):
                    found.append(candidate)
        return found

    def _entries(self, folder: bytes) -> list[os.DirEntry[bytes]]:
        try:
            with os.scandir(os.path.join(self.root, folder)) as entries:
                return list(entries)
        except FileNotFoundError:  # deleted while we walk
            return []
        except OSError as error:
            self._skip(_key(folder), SkipReason.UNREADABLE, error.strerror or "")
            return []

    def _left_out(self, entry: os.DirEntry[bytes], path: bytes, key: str) -> bool:
        folder = entry.is_dir(follow_symlinks=False)
        reason, detail = _by_name(_text(entry.name), folder=folder), ""
        if folder and key == PROMOTED:
            reason, detail = SkipReason.RESERVED, "is what promoted documents are called by"
        if not reason and self._inside and _within(entry.path, self._inside):
            reason = SkipReason.PROJECT
        if not reason and len(key.encode()) > MAX_KEY_BYTES:
            reason, detail = SkipReason.PATH_TOO_LONG, f"more than {MAX_KEY_BYTES} bytes"
        if not reason and self.ignore:
            detail = ignored_by(_text(path), self.ignore, folder=folder)
            reason = SkipReason.IGNORED if detail else None
        if reason:
            self._skip(key, reason, detail)
        return bool(reason)

    def _file(self, entry: os.DirEntry[bytes], path: bytes, key: str) -> Candidate | None:
        try:
            if entry.is_symlink():
                return self._link(path, key)
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:  # deleted while we walk
            return None
        except OSError as error:
            self._skip(key, SkipReason.UNREADABLE, error.strerror or "")
            return None
        return self._regular(key, entry.path, status)

    def _link(self, path: bytes, key: str) -> Candidate | None:
        """Follow a link to a file inside the folder; list every other link.

        Links to folders are not followed: what is inside is found where it is, and what is
        outside is not the folder's.
        """
        full = os.path.join(self.root, path)
        reason, target = self._target(full)
        if reason:
            self._skip(key, reason)
            return None
        return self._regular(key, target, os.stat(target, follow_symlinks=False))

    def _target(self, link: bytes) -> tuple[SkipReason | None, bytes]:
        try:
            target = os.path.realpath(link, strict=True)
        except OSError as error:
            # Nobody finds out by links what lies elsewhere: whether it is there is not told.
            if not _within(os.path.realpath(link), (self.root,)):
                return SkipReason.LINK_OUTSIDE, b""
            is_gone = isinstance(error, FileNotFoundError)
            return SkipReason.LINK_BROKEN if is_gone else SkipReason.LINK_LOOP, b""
        if os.path.isdir(target) and _within(link, (target,)):
            return SkipReason.LINK_LOOP, target
        if not _within(target, (self.root,)):
            return SkipReason.LINK_OUTSIDE, target
        if os.path.isdir(target):
            return SkipReason.LINK_TO_FOLDER, target
        if _within(target, self.own):
            return SkipReason.PROJECT, target
        hidden = b"/." in target[len(self.root) :]
        return (SkipReason.HIDDEN if hidden else None), target

    def _regular(self, key: str, place: bytes, status: os.stat_result) -> Candidate | None:
        if not stat.S_ISREG(status.st_mode):
            self._skip(key, SkipReason.SPECIAL, "pipe, socket or device")
            return None
        return Candidate(key, place, file_stat(status))

    def _skip(self, key: str, reason: SkipReason, detail: str = "") -> None:
        self.skipped.append(Skipped(key=key, reason=reason, detail=detail))


def file_stat(status: os.stat_result) -> FileStat:
    """Return the part of a stat that tells whether a file is still the same."""
    return FileStat(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")


def _key(path: bytes) -> str:
    return escaped_path(_text(path))


def _within(path: bytes, places: Sequence[bytes]) -> bool:
    return any(path == place or path.startswith(place.rstrip(b"/") + b"/") for place in places)


def _by_name(name: str, *, folder: bool) -> SkipReason | None:
    if name.startswith("."):
        return SkipReason.HIDDEN
    if not folder and name.startswith("~$"):
        return SkipReason.OFFICE_LOCK
    if not folder and name.lower().endswith(PARTIAL_SUFFIXES):
        return SkipReason.PARTIAL_DOWNLOAD
    return None
