"""The audit of promotion on disk: append-only, one writer at a time, durable on return."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from sift_assets.core.errors import StoreError
from sift_assets.core.promotion.audit import AuditEvent
from sift_assets.core.records.record import canonical_json
from sift_assets.resources.files import store_error
from sift_assets.resources.locks import held
from sift_assets.resources.project import DECISIONS_FOLDER

AUDIT_FILE = "promotion_audit.jsonl"


class ReadAudit(NamedTuple):
    """The audit, read.

    Attributes:
        events: In the order in which they were written.
        damaged: Numbers, from 1, of lines that are none.
    """

    events: tuple[AuditEvent, ...]
    damaged: tuple[int, ...]


class PromotionAudit:
    """The audit of a project.

    Args:
        root: The project's folder. The file is made by the first event, never by reading.
        lock: Lock file of whoever appends.
    """

    def __init__(self, root: Path, lock: Path) -> None:
        self.path = root / DECISIONS_FOLDER / AUDIT_FILE
        self._lock = lock

    def read(self) -> ReadAudit:
        """Read it; a line that is none costs no other.

        Raises:
            StoreError: The file cannot be read.
        """
        events: list[AuditEvent] = []
        damaged: list[int] = []
        for number, line in enumerate(self._whole_lines(), start=1):
            try:
                events.append(AuditEvent.from_bytes(line))
            except ValidationError:
                damaged.append(number)
        return ReadAudit(tuple(events), tuple(damaged))

    def append(self, choose: Callable[[ReadAudit], Sequence[AuditEvent]]) -> int:
        """Add events, chosen when nobody else can write; return how many.

        Raises:
            StoreError: The disk is full or not writable; nothing counts that was not added whole.
        """
        with held(self._lock, "The audit of promotion", on_wait=_say_nothing):
            events = choose(self.read())
            if events:
                self._write(b"".join(map(_line, events)))
            return len(events)

    def _write(self, lines: bytes) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b") as stream:
                # What a killed writer began was never acknowledged.
                stream.truncate(self._end_of_whole_lines())
                stream.write(lines)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise store_error(self.path, error) from error

    def _whole_lines(self) -> list[bytes]:
        data = self._data()
        return data[: data.rfind(b"\n") + 1].splitlines()

    def _end_of_whole_lines(self) -> int:
        return self._data().rfind(b"\n") + 1

    def _data(self) -> bytes:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise StoreError(
                f"{self.path}: cannot be read ({error.strerror}).", "Make it readable."
            ) from error


def _line(event: AuditEvent) -> bytes:
    return canonical_json(event.model_dump(mode="json", exclude_defaults=True)) + b"\n"


def _say_nothing(_message: str) -> None:
    """Wait without a word: a write takes milliseconds."""
