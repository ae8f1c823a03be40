"""Writing files so that a crash leaves the old value or the new one, never neither."""

import errno
import hashlib
import os
import secrets
from pathlib import Path

from sift_assets.core.errors import StoreError

WRITING = ".writing-"
"""Begins the name of a file that is being written; one that stays was left by a killed writer."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file through a temporary name in the same folder, fsync it and rename it.

    Args:
        path: The file to replace or create; missing folders are made.
        data: Its whole content.

    Raises:
        StoreError: The disk is full, read-only or not permitted; an existing file is unchanged.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_and_rename(path, data)
    except OSError as error:
        raise _store_error(path, error) from error


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file's content, read as a stream.

    Raises:
        OSError: The file is gone or cannot be read.
    """
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write_and_rename(path: Path, data: bytes) -> None:
    # Not tempfile: its files are for their owner's eyes only, and these are to be read by others
    # as far as the user's umask allows.
    temporary = path.with_name(f"{WRITING}{os.getpid()}-{secrets.token_hex(8)}")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _store_error(path: Path, error: OSError) -> StoreError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(
            f"{path}: the disk is full, nothing was changed.", "Free some space and run again."
        )
    return StoreError(
        f"{path}: cannot be written ({error.strerror}).", "Check the folder's permissions."
    )
