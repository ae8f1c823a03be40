"""Locks between processes of one project, freed when their holder dies.

The system's own where the project is one machine's; the database's where it has one.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sift_assets.core.errors import LockedError
from sift_assets.resources.database import database_of


@contextmanager
def held(
    path: Path, what: str, *, wait_seconds: float = -1, on_wait: Callable[[str], None]
) -> Iterator[None]:
    """Hold a lock file for the length of a `with` block.

    Args:
        path: The lock file; in a database the lock goes by its name, and there is no file.
        what: What is locked, for the message.
        wait_seconds: How long to wait for another holder; negative waits for ever, 0 refuses.
        on_wait: Told once, in one sentence, when there is another holder to wait for.

    Raises:
        LockedError: Another process still holds it.
        StoreError: The database cannot be reached, or was lost meanwhile and the lock with it.
    """
    database = database_of(path)
    if database is None:
        with _held_here(path, what, wait_seconds=wait_seconds, on_wait=on_wait):
            yield
        return
    from sift_assets.resources.postgres_locks import held_there

    with held_there(database, path, what, wait_seconds=wait_seconds, on_wait=on_wait):
        yield


@contextmanager
def _held_here(
    path: Path, what: str, *, wait_seconds: float, on_wait: Callable[[str], None]
) -> Iterator[None]:
    """Hold the file by the kernel's lock (`flock`): a killed holder leaves nothing behind.

    The holder's process id stands beside it for people.
    """
    from filelock import FileLock, Timeout

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(str(path), thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        message = f"{what} is in use by process {_holder(path)}."
        if wait_seconds == 0:
            raise LockedError(message, "Wait for it to end, or stop it.") from None
        on_wait(message)
        try:
            lock.acquire(timeout=wait_seconds)
        except Timeout:
            raise LockedError(message, "Wait for it to end, or stop it.") from None
    try:
        _holder_file(path).write_text(str(os.getpid()), encoding="utf-8")
        yield
    finally:
        lock.release()


def _holder_file(path: Path) -> Path:
    return path.with_suffix(".holder")


def _holder(path: Path) -> str:
    try:
        return _holder_file(path).read_text(encoding="utf-8") or "unknown"
    except OSError:
        return "unknown"
