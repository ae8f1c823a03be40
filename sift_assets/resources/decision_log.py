"""The decision log on disk: append-only, one writer at a time, on the disk before it counts."""

import getpass
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sift_assets.core.decisions.decision import TIME_FORMAT, Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.decisions.log import ReadLog, latest_time, read_log, to_line
from sift_assets.core.errors import StoreError
from sift_assets.resources.files import store_error, write_atomically
from sift_assets.resources.locks import held
from sift_assets.resources.project import DECISIONS_FOLDER

LOG_FILE = "log.jsonl"

TORN_FILE = "torn.txt"
"""Beside the log: beginnings of lines that killed writers left, so that nothing written is lost."""

ACTOR_VARIABLE = "SIFT_ACTOR"
"""Who decides, where it is not the user of the system."""

_STEP = timedelta(microseconds=1)


class LogStamp(NamedTuple):
    """What tells whether a log that only grows, or is replaced, is the same as before."""

    file: int = 0
    modified: int = 0
    size: int = 0


def system_time() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


def actor() -> str:
    """Return who decides: the environment's word, else the user of the system."""
    return os.environ.get(ACTOR_VARIABLE, "").strip() or getpass.getuser()


def aside(line: str) -> None:
    """Write a line to standard error: on standard output a command may print one JSON document."""
    sys.stderr.write(f"{line}\n")


class DecisionLog:
    """The decisions of a project.

    Args:
        root: The project's folder.
        lock: Lock file of whoever appends.
        wait_seconds: How long to wait for another process that is appending; negative waits for
            ever.
        on_wait: Told once when another process is appending.
        on_repair: Told in one sentence when the end of the log had to be repaired.
    """

    def __init__(
        self,
        root: Path,
        lock: Path,
        *,
        wait_seconds: float = -1,
        on_wait: Callable[[str], None] = aside,
        on_repair: Callable[[str], None] = aside,
    ) -> None:
        self.path = root / DECISIONS_FOLDER / LOG_FILE
        self._lock = lock
        self._wait_seconds = wait_seconds
        self._on_wait = on_wait
        self._on_repair = on_repair

    def read(self) -> ReadLog:
        """Read the log; without a file it is empty.

        Raises:
            StoreError: The file cannot be read. Nothing is concluded from it.
        """
        return read_log(self._data())

    def stamp(self) -> LogStamp:
        """Return what the log is recognised by until somebody adds to it.

        The file is opened for it: on a folder that machines share, only that asks its server, and
        not what this machine remembers of it.
        """
        try:
            with self.path.open("rb") as stream:
                found = os.fstat(stream.fileno())
        except FileNotFoundError:
            return LogStamp()
        except OSError as error:
            raise self._unreadable(error) from error
        return LogStamp(found.st_ino, found.st_mtime_ns, found.st_size)

    def in_force(self) -> tuple[Decision, ...]:
        """Return the decisions that count, in order of time.

        Raises:
            StoreError: The file cannot be read.
        """
        return in_force(self.read().decisions)

    def append(
        self, decisions: Sequence[Decision], now: Callable[[], datetime] = system_time
    ) -> tuple[Decision, ...]:
        """Add decisions and see them onto the disk; all of them or, after a crash, the first few.

        Args:
            decisions: In the order in which they were made; their time and id are set here. Times
                only ever rise, so that a decision always comes after what was on record.
            now: The clock.

        Returns:
            What was written.

        Raises:
            StoreError: The disk is full or not writable; nothing counts that was not added whole.
        """
        if not decisions:
            return ()
        with self._held():
            return self._added(decisions, now())

    def append_after(
        self,
        stamp: LogStamp,
        decisions: Sequence[Decision],
        now: Callable[[], datetime] = system_time,
    ) -> tuple[Decision, ...] | None:
        """Add decisions as `append` does, but only to the log that its maker has read.

        Args:
            stamp: Taken before the log was read.
            decisions: In the order in which they were made.
            now: The clock.

        Returns:
            What was written; None when somebody has added to the log since, then nothing is.

        Raises:
            StoreError: The disk is full or not writable; nothing counts that was not added whole.
            LockedError: Another process holds the log for longer than is waited.
        """
        with self._held():
            return self._added(decisions, now()) if self.stamp() == stamp else None

    def repair(self) -> bool:
        """Mend the end of the log where a killed writer left it; say whether that was needed.

        Raises:
            StoreError: The disk is full or not writable.
        """
        with self._held():
            before = self._data()
            return self._repaired() != before

    def _added(self, decisions: Sequence[Decision], now: datetime) -> tuple[Decision, ...]:
        stamped = _stamped(decisions, latest_time(self._repaired()), now)
        self._write(b"".join(map(to_line, stamped)))
        return stamped

    @contextmanager
    def _held(self) -> Iterator[None]:
        wait = self._wait_seconds
        try:
            with held(self._lock, "The decision log", wait_seconds=wait, on_wait=self._on_wait):
                yield
        except OSError as error:  # the lock cannot be taken where nothing can be written
            raise store_error(self.path, error) from error

    def erase(self, ids: Collection[str]) -> None:
        """Take the lines of some decisions out for good, and what killed writers left.

        For what must be forgotten, and nothing else: the log only grows otherwise.

        Raises:
            StoreError: The disk is full or not writable; the log is unchanged.
        """
        with held(self._lock, "The decision log", on_wait=self._on_wait):
            lines = self._data().splitlines(keepends=True)
            kept = [line for line in lines if not _is_one_of(line, ids)]
            write_atomically(self.path, b"".join(kept))
            self.path.with_name(TORN_FILE).unlink(missing_ok=True)

    def _data(self) -> bytes:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: OSError) -> StoreError:
        return StoreError(
            f"{self.path}: cannot be read ({error.strerror}), so it is not known what people "
            "decided.",
            "Make it readable; nothing is computed until then.",
        )

    def _repaired(self) -> bytes:
        """Take a torn line off the end and keep it beside; give a whole one its line feed."""
        data = self._data()
        if not data or data.endswith(b"\n"):
            return data
        torn = read_log(data).torn
        if torn:
            self._set_aside(torn)
        whole = data[: len(data) - len(torn)] if torn else data + b"\n"
        write_atomically(self.path, whole)
        return whole

    def _set_aside(self, torn: bytes) -> None:
        aside = self.path.with_name(TORN_FILE)
        earlier = aside.read_bytes() if aside.exists() else b""
        write_atomically(aside, earlier + torn + b"\n")
        self._on_repair(
            f"{self.path}: the last line was cut off, its writer was killed before the decision "
            f"counted. It is kept in {aside.name}; please decide again."
        )

    def _write(self, lines: bytes) -> None:
        """Add lines; where the disk does not take them all, none of them stays."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not self.path.exists()
        size = 0 if is_new else self.path.stat().st_size
        try:
            with self.path.open("ab") as stream:
                stream.write(lines)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError:
            with suppress(OSError):  # a beginning that cannot be taken off is a torn line
                os.truncate(self.path, size)
            raise
        if is_new:
            _sync_folder(self.path.parent)


def _is_one_of(line: bytes, ids: Collection[str]) -> bool:
    return any(one.id in ids for one in read_log(line).decisions)


def _stamped(decisions: Sequence[Decision], latest: str, now: datetime) -> tuple[Decision, ...]:
    moment = now
    if latest >= now.strftime(TIME_FORMAT):  # a clock that was put back, or another machine's
        moment = datetime.strptime(latest, TIME_FORMAT).replace(tzinfo=UTC) + _STEP
    return tuple(
        one.model_copy(update={"time": (moment + number * _STEP).strftime(TIME_FORMAT)}).with_id()
        for number, one in enumerate(decisions)
    )


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
