"""Writing files so that a crash leaves the old value or the new one, never neither."""

import contextlib
import ctypes
import errno
import hashlib
import os
import secrets
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from sift_assets.core.errors import StoreError

WRITING = ".writing-"
"""Begins the name of a file that is being written; one that stays was left by a killed writer."""


class FoundFile(NamedTuple):
    """A file below a folder: its path from there with `/`, bytes, and seconds since 1970."""

    name: str
    size: int
    modified: float


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write a file through a temporary name in the same folder, fsync it and rename it.

    Args:
        path: The file to replace or create; missing folders are made.
        data: Its whole content.
        durable: False when `make_durable` follows, which costs less for many files: until then a
            power cut, but no crash of the process, may leave less than the whole.

    Raises:
        StoreError: The disk is full, read-only or not permitted; an existing file is unchanged.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_and_rename(path, data, durable=durable)
    except OSError as error:
        raise store_error(path, error) from error


def make_durable(folder: Path, files: Collection[Path]) -> None:
    """See files below a folder onto the disk that were written without.

    Where the system can, all of its file system at once: for 200 files a tenth of the time of
    forcing each and its folder.

    Raises:
        StoreError: The disk did not take them.
    """
    if not files:
        return
    try:
        if not _sync_file_system(folder):
            for path in (*files, *{path.parent for path in files}):
                _sync(path)
    except OSError as error:
        raise store_error(folder, error) from error


def remove_below(folder: Path, name: str) -> None:
    """Remove a file below a folder, and the folders between that are empty then."""
    path = folder / name
    path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # it is not empty, or not there
        for parent in path.relative_to(folder).parents[:-1]:
            (folder / parent).rmdir()


def files_below(folder: Path, prefix: str = "") -> Iterator[FoundFile]:
    """Yield every file below a folder, sorted by path; none when there is no such folder."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from files_below(Path(entry.path), f"{prefix}{entry.name}/")
        elif entry.is_file():
            status = entry.stat()
            yield FoundFile(prefix + entry.name, status.st_size, status.st_mtime)


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file's content, read as a stream.

    Raises:
        OSError: The file is gone or cannot be read.
    """
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def store_error(path: Path, error: OSError) -> StoreError:
    """Return the error for people of a file that cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(
            f"{path}: the disk is full, nothing was changed.", "Free some space and run again."
        )
    return StoreError(
        f"{path}: cannot be written ({error.strerror}).", "Check the folder's permissions."
    )


def _write_and_rename(path: Path, data: bytes, *, durable: bool) -> None:
    # Not tempfile: its files are for their owner's eyes only, and these are to be read by others
    # as far as the user's umask allows.
    temporary = path.with_name(f"{WRITING}{os.getpid()}-{secrets.token_hex(8)}")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if durable:
        _sync(path.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_file_system(folder: Path) -> bool:
    """Force a whole file system to disk; False where the system has no such call.

    Raises:
        OSError: The disk did not take it all.
    """
    syncfs = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None)  # Linux has it
    if syncfs is None:
        return False
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        if syncfs(descriptor) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
    finally:
        os.close(descriptor)
    return True
