"""Locks between processes of one project, freed by the system when their holder dies."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sift_assets.core.errors import LockedError


@contextmanager
def held(
    path: Path, what: str, *, wait_seconds: float = -1, on_wait: Callable[[str], None]
) -> Iterator[None]:
    """Hold a lock file for the length of a `with` block.

    The lock is the kernel's (`flock`), so a killed holder leaves nothing behind; the holder's
    process id stands in the file for people.

    Args:
        path: The lock file.
        what: What is locked, for the message.
        wait_seconds: How long to wait for another holder; negative waits for ever, 0 refuses.
        on_wait: Told once, in one sentence, when there is another holder to wait for.

    Raises:
        LockedError: Another process still holds it.
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
