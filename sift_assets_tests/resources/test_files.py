"""Files are replaced whole or not at all."""

import errno
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.resources import files
from sift_assets.resources.files import (
    FoundFile,
    files_below,
    hash_file,
    make_durable,
    write_atomically,
)

KILLED_BEFORE_RENAME = """
import os, signal, sys
from pathlib import Path
Path.replace = lambda self, target: os.kill(os.getpid(), signal.SIGKILL)
from sift_assets.resources.files import write_atomically
write_atomically(Path(sys.argv[1]), b"new")
"""


def test_missing_folders_are_made_and_the_content_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "file"
    write_atomically(file, b"\x00\xff")
    assert file.read_bytes() == b"\x00\xff"
    assert hash_file(file) == hashlib.sha256(b"\x00\xff").hexdigest()


def test_nothing_but_the_file_is_left_behind(tmp_path: Path) -> None:
    write_atomically(tmp_path / "file", b"old")
    write_atomically(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_process_killed_before_the_rename_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", KILLED_BEFORE_RENAME, str(file)], check=False)
    assert done.returncode == -9
    assert file.read_bytes() == b"old"
    write_atomically(file, b"new")
    assert file.read_bytes() == b"new"


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_leaves_the_old_file_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    file = tmp_path / "file"
    write_atomically(file, b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="disk is full") as raised:
        write_atomically(file, b"new")
    assert "Free some space" in raised.value.fix
    assert file.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_interrupt_during_the_write_leaves_the_old_file_and_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_descriptor: int) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "file"
    write_atomically(file, b"old")
    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_place_that_cannot_be_written_is_named_with_a_fix(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"in the way of a folder")
    with pytest.raises(StoreError, match="cannot be written") as raised:
        write_atomically(tmp_path / "file" / "below", b"new")
    assert str(tmp_path / "file" / "below") in raised.value.message
    assert raised.value.fix


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count what is forced to disk one by one."""
    calls, fsync = list[int](), os.fsync

    def counting(descriptor: int) -> None:
        calls.append(descriptor)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", counting)
    return calls


def test_files_are_forced_to_disk_together_or_where_that_is_not_possible_one_by_one(
    tmp_path: Path, synced: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / "a" / "one", tmp_path / "a" / "two", tmp_path / "b" / "three"]
    for path in paths:
        write_atomically(path, b"x", durable=False)
    make_durable(tmp_path, [])
    assert synced == []
    if sys.platform == "linux":
        make_durable(tmp_path, paths)
        assert synced == []
    monkeypatch.setattr(files, "_sync_file_system", lambda _folder: False)
    make_durable(tmp_path, paths)
    assert len(synced) == 5  # three files and their two folders


def test_a_disk_that_does_not_take_them_is_an_error_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_folder: Path) -> bool:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(files, "_sync_file_system", failing)
    with pytest.raises(StoreError, match="Input/output error"):
        make_durable(tmp_path, [tmp_path / "file"])


def test_files_are_listed_by_their_path_from_the_folder_with_size_and_time(tmp_path: Path) -> None:
    for name in ("b/one", "a/two", "top"):
        write_atomically(tmp_path / name, name.encode())
        os.utime(tmp_path / name, (7.5, 7.5))
    (tmp_path / "empty").mkdir()
    assert list(files_below(tmp_path, "x/")) == [
        FoundFile("x/a/two", 5, 7.5), FoundFile("x/b/one", 5, 7.5), FoundFile("x/top", 3, 7.5)
    ]  # fmt: skip
    assert list(files_below(tmp_path / "none")) == []
