"""What the watched folder holds, as one look at it found; and what may be concluded from looks.

What belongs here: the values and the pure rules. What does not: looking (`resources.folder`).
Documents are named by their keys (`core.planning.keys`), so that any file name can be stored.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from sift_assets.core.records.record import Record

MASS_DELETION_COUNT = 10
MASS_DELETION_SHARE = 0.2
"""Removing more than both at once waits for a person: a folder that is not mounted, or emptied by
mistake, looks just like that, while tidying up rarely does."""


class SkipReason(StrEnum):
    """Why something in the folder is not a document. Everything skipped is listed."""

    HIDDEN = "hidden"
    IGNORED = "ignored"
    PROJECT = "project"
    OFFICE_LOCK = "office_lock"
    PARTIAL_DOWNLOAD = "partial_download"
    LINK_OUTSIDE = "link_outside"
    LINK_LOOP = "link_loop"
    LINK_BROKEN = "link_broken"
    LINK_TO_FOLDER = "link_to_folder"
    SPECIAL = "special"
    UNREADABLE = "unreadable"
    PATH_TOO_LONG = "path_too_long"
    FORGOTTEN = "forgotten"
    RESERVED = "reserved"


class Skipped(Record):
    """A file or folder that is not taken up.

    Attributes:
        key: Its path, encoded like a document's key. A folder stands for everything in it.
        reason: See `SkipReason`.
        detail: The glob that ignores it, or what the system said; for people.
    """

    key: str
    reason: SkipReason
    detail: str = ""


class DocumentFile(NamedTuple):
    """A document's file.

    Attributes:
        key: The document's key.
        size: Bytes.
        mtime_ns: When it was last modified, in nanoseconds since 1970. Shapes no value.
        inode: The file system's number of the file: the same after a rename. Shapes no value.
        hash: SHA-256 of the content, 64 hexadecimal digits.
    """

    key: str
    size: int
    mtime_ns: int
    inode: int
    hash: str


@dataclass(frozen=True, slots=True)
class FolderState:
    """One look at the watched folder.

    Attributes:
        documents: Sorted by key.
        pending: Keys of files that are there, but were not hashed for want of budget.
        changing: Keys of files that changed while they were hashed; the next look takes them.
        skipped: Sorted by key.
    """

    documents: tuple[DocumentFile, ...] = ()
    pending: tuple[str, ...] = ()
    changing: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the look reached every file."""
        return not self.pending


def without_forgotten(state: FolderState, barred: Set[str]) -> FolderState:
    """Return a state in which files whose content was forgotten are skipped.

    Args:
        state: A look at the folder.
        barred: Hashes of the contents that may not be taken up.
    """
    if not barred:
        return state
    kept = tuple(file for file in state.documents if file.hash not in barred)
    forgotten = (file.key for file in state.documents if file.hash in barred)
    skipped = [Skipped(key=key, reason=SkipReason.FORGOTTEN) for key in forgotten]
    ordered = tuple(sorted((*state.skipped, *skipped), key=lambda skip: skip.key))
    return replace(state, documents=kept, skipped=ordered)


class Look(NamedTuple):
    """What a glance at a file shows without reading it: bytes, and nanoseconds since 1970."""

    size: int
    mtime_ns: int


def looks(state: FolderState) -> dict[str, Look]:
    """Return what a state shows of each document, for the next call of `settled`."""
    return {file.key: Look(file.size, file.mtime_ns) for file in state.documents}


def settled(before: Mapping[str, Look], now: Mapping[str, Look]) -> frozenset[str]:
    """Return the keys that two successive looks found equal: only those are taken up.

    A file that is being copied into the folder grows from look to look.
    """
    return frozenset(key for key, look in now.items() if before.get(key) == look)


def deleted(known: Set[str], state: FolderState) -> frozenset[str]:
    """Return the known documents that are gone for certain.

    None while the look is incomplete. Not gone is what is in an unreadable folder, is unreadable
    itself, or is just changing. What is ignored or hidden now *is* gone: that is a person's wish.

    Args:
        known: Keys of the documents taken up so far.
        state: The latest look.
    """
    if not state.complete:
        return frozenset()
    unsure = [skip.key for skip in state.skipped if skip.reason is SkipReason.UNREADABLE]
    present = {file.key for file in state.documents} | set(state.changing) | set(unsure)
    below = tuple(f"{key}/" for key in unsure)
    return frozenset(key for key in known - present if not key.startswith(below))


def mass_deletion(before: Set[str], after: Set[str]) -> bool:
    """Return whether so much disappeared at once that a person must confirm it.

    Args:
        before: Keys of the documents taken up so far.
        after: Keys of the documents that are there now.
    """
    gone = len(before - after)
    return gone > MASS_DELETION_COUNT and gone > MASS_DELETION_SHARE * len(before)
