"""A review file on disk, and what is remembered of it beside the store."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from sift_assets.core.errors import StoreError
from sift_assets.core.records.record import Record, content_hash
from sift_assets.core.review.files.records import FileState, Problem, Remembered, Snapshot
from sift_assets.core.review.files.review_files import ReviewFile
from sift_assets.core.review.files.writing import WrittenFile
from sift_assets.resources.files import store_error, write_atomically
from sift_assets.resources.project import DECISIONS_FOLDER

SNAPSHOTS_KEPT = 6
"""Revisions of a file whose entries are remembered. An editor that was open for longer may still
confirm and reject; only what it takes back is not understood."""


RecordT = TypeVar("RecordT", bound=Record)


class StoredReviewFile:
    """A review file as it lies there now.

    Args:
        root: The project's folder.
        local: Folder of what has to lie on this machine.
        file: Which.

    Attributes:
        name: How people know it.
        data: Its content; None when there is no file.
        state: What is remembered of it.

    Raises:
        StoreError: It cannot be read.
    """

    def __init__(self, root: Path, local: Path, file: ReviewFile) -> None:
        self.name = f"{DECISIONS_FOLDER}/{file}"
        self._path = root / DECISIONS_FOLDER / file
        self._state_path = local / "review" / f"{self._path.stem}.json"
        self._shown_path = local / "review" / f"{self._path.stem}.shown.json"
        self.data = _bytes(self._path)
        self.state = _remembered(self._state_path, FileState())

    @property
    def hash(self) -> str:
        """Hash of its content; empty where there is none."""
        return "" if self.data is None else content_hash(self.data)

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing in it that has not been read, so that it may be replaced."""
        return self.data is None or self.hash in self.state.clean

    @cached_property
    def snapshots(self) -> tuple[Snapshot, ...]:
        """What is known of the entries of its last revisions, the newest at the end."""
        return _remembered(self._shown_path, Remembered()).snapshots

    @property
    def text(self) -> str | None:
        """Its content as text; None when it is none in UTF-8."""
        try:
            return (self.data or b"").decode("utf-8-sig")
        except UnicodeDecodeError:
            return None

    def is_behind(self, queue: str) -> bool:
        """Say whether it was not yet written from a queue, or was deleted since."""
        return self.data is None or self.state.queue != queue

    def replace(self, new: WrittenFile, queue: str, *, forget: bool) -> bool:
        """Write a new content; say whether it differs from the old one.

        What is remembered comes first: after a crash between the two the old content is still
        compared with its own snapshot, by the revision that stands in it. Between the look that
        found the file clean and this the time is too short for a person.

        Args:
            new: The content.
            queue: Hash of the queue that it is of.
            forget: Remember nothing of what was written before.

        Raises:
            StoreError: It cannot be written; the old content stays.
        """
        data = new.text.encode("utf-8")
        earlier = [one for one in self.snapshots if one.revision != new.snapshot.revision]
        self._show([new.snapshot] if forget else [*earlier, new.snapshot])
        clean = {content_hash(data)} | (set[str]() if forget else {self.hash} - {""})
        self._remember(FileState(clean=tuple(sorted(clean)), queue=queue))
        if data == self.data:
            return False
        write_atomically(self._path, data)
        return True

    def remember_read(
        self, snapshots: Sequence[Snapshot], seen: str, problems: tuple[Problem, ...]
    ) -> None:
        """Remember that it was read.

        Args:
            snapshots: What is known of its entries now, the newest revision last.
            seen: What it was read against.
            problems: What could not be read; without any it may be replaced from now on.

        Raises:
            StoreError: That cannot be written.
        """
        self._show(snapshots)
        clean = self.state.clean if problems else (self.hash,)
        self._remember(FileState(clean=clean, queue=self.state.queue, seen=seen, problems=problems))

    def remove(self) -> None:
        """Remove the file and everything that is remembered of it.

        Raises:
            StoreError: That is not permitted.
        """
        for path in (self._path, self._state_path, self._shown_path):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise store_error(path, error) from error

    def _show(self, snapshots: Sequence[Snapshot]) -> None:
        kept = tuple(snapshots)[-SNAPSHOTS_KEPT:]
        if kept != self.snapshots:
            write_atomically(self._shown_path, Remembered(snapshots=kept).to_bytes())

    def _remember(self, state: FileState) -> None:
        if state != self.state:
            write_atomically(self._state_path, state.to_bytes())


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(
            f"{path}: cannot be read ({error.strerror}).", "Make it readable, or remove it."
        ) from error


def _remembered(path: Path, nothing: RecordT) -> RecordT:
    """Read what is remembered; nothing where it is damaged, for the log knows what was decided."""
    try:
        return type(nothing).from_bytes(path.read_bytes())
    except (FileNotFoundError, ValidationError):
        return nothing
