"""Faults at chosen moments: the n-th write, fsync, rename or SQLite commit of the store fails.

The functions of `resources.files` and `resources.provenance` are wrapped in the test's process;
product code knows nothing of it.
"""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sift_assets.resources import files

KINDS: tuple[str, ...] = ("write", "fsync", "rename", "commit")
"""What may fail: creating the temporary file, forcing it to disk, renaming it, and a transaction
of the provenance index."""


class FaultCounter:
    """Counts the operations of one kind, and makes one of them fail.

    Args:
        kind: One of `KINDS`.
        at: The how-manieth fails; 0 for none.

    Attributes:
        count: How many there have been.
    """

    def __init__(self, kind: str, at: int) -> None:
        self.kind, self.at, self.count = kind, at, 0

    @property
    def struck(self) -> bool:
        """Whether the operation that was to fail has come."""
        return 0 < self.at <= self.count

    def step(self) -> None:
        """Count an operation.

        Raises:
            OSError: It is the one that fails.
        """
        self.count += 1
        if self.count == self.at:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


@contextmanager
def faulty(counter: FaultCounter) -> Iterator[None]:
    """Let an operation of the store fail inside the block."""
    with pytest.MonkeyPatch.context() as patch:
        if counter.kind == "commit":
            patch.setattr(sqlite3, "connect", _failing_connect(counter))
        elif counter.kind == "fsync":
            patch.setattr(files.os, "fsync", _failing(counter, os.fsync))
            whole = files._sync_file_system
            patch.setattr(files, "_sync_file_system", _failing(counter, whole))
        elif counter.kind == "rename":
            patch.setattr(Path, "replace", _failing(counter, Path.replace, _is_temporary))
        else:
            patch.setattr(Path, "open", _failing(counter, Path.open, _is_temporary))
        yield


def _is_temporary(path: object) -> bool:
    return isinstance(path, Path) and path.name.startswith(".writing-")


def _failing(
    counter: FaultCounter,
    real: Callable[..., Any],
    counts: Callable[[object], bool] = lambda _: True,
) -> Callable[..., Any]:
    def call(first: object, *others: Any, **named: Any) -> Any:
        if counts(first):
            counter.step()
        return real(first, *others, **named)

    return call


def _failing_connect(counter: FaultCounter) -> Callable[..., sqlite3.Connection]:
    class Failing(sqlite3.Connection):
        def __exit__(self, *error: Any) -> Any:
            """Commit, unless this is the commit that fails."""
            if self.in_transaction and error[0] is None:
                try:
                    counter.step()
                except OSError as fault:
                    self.rollback()
                    raise _of_the_disk() from fault
            return super().__exit__(*error)

    return partial(sqlite3.connect, factory=Failing)


def _of_the_disk() -> sqlite3.OperationalError:
    fault = sqlite3.OperationalError("disk I/O error")
    fault.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return fault
