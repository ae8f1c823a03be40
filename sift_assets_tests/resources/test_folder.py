"""Looking at a real folder."""

import hashlib
import json
import os
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.folder_state import SkipReason, deleted
from sift_assets.core.planning.keys import document_key, document_path
from sift_assets.core.planning.stat_cache import RACY_NS, StatCache
from sift_assets.resources.folder import ChangedWhileReadError, Scan, hashed, scan

LATER = time.time_ns() + 3600 * 10**9
"""So much later than every file of these tests that none is racily clean."""

NAUGHTY_STRINGS = Path(__file__).parents[3] / "shared" / "data" / "strings" / "blns.json"
NOBODY = 65534


def look(root: Path, cache: StatCache | None = None, **options: Any) -> Scan:
    return scan(root, cache=cache, **{"now_ns": LATER, **options})


def keys(found: Scan) -> list[str]:
    return [file.key for file in found.state.documents]


def reasons(found: Scan) -> dict[str, SkipReason]:
    return {skip.key: skip.reason for skip in found.state.skipped}


def make(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"content of {path}")


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root reads everything; so tests of permissions run as somebody else."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that anybody may enter; that of pytest belongs to whoever runs it."""
    root = Path(tempfile.mkdtemp())
    root.chmod(0o755)
    yield root
    for path in root.rglob("*"):
        path.chmod(0o755)
    shutil.rmtree(root)


@pytest.fixture
def read_files(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The inodes of the files whose content was read."""
    read: list[int] = []
    digest = hashlib.file_digest

    def recording(file: Any, name: str) -> Any:
        read.append(os.fstat(file.fileno()).st_ino)
        return digest(file, name)

    monkeypatch.setattr(hashlib, "file_digest", recording)
    return read


def test_every_regular_file_is_a_document_with_size_times_and_content_hash(tmp_path: Path):
    make(tmp_path, "b.txt", "a/deep/c.pdf", "no suffix")
    found = look(tmp_path)
    assert keys(found) == ["a/deep/c.pdf", "b.txt", "no%20suffix"]
    file, status = found.state.documents[1], (tmp_path / "b.txt").stat()
    assert file.hash == hashlib.sha256(b"content of b.txt").hexdigest()
    assert (file.size, file.mtime_ns, file.inode) == (16, status.st_mtime_ns, status.st_ino)
    assert found.state.complete
    assert not found.state.skipped


def test_an_empty_file_is_a_document(tmp_path: Path):
    (tmp_path / "empty.txt").touch()
    assert look(tmp_path).state.documents[0].hash == hashlib.sha256(b"").hexdigest()


def test_what_is_left_out_is_listed_with_its_reason(tmp_path: Path):
    make(
        tmp_path, "a.txt", ".env", ".git/config", "~$a.docx", "film.mp4.part", "x.CRDOWNLOAD",
        "y.tmp", "notes.log", "drafts/one.txt", ".sift/objects/1", "exports/graph.json",
    )  # fmt: skip
    found = look(tmp_path, ignore=["*.log", "drafts/"], own=[tmp_path / "exports"])
    assert keys(found) == ["a.txt"]
    assert reasons(found) == {
        ".env": SkipReason.HIDDEN,
        ".git": SkipReason.HIDDEN,
        ".sift": SkipReason.HIDDEN,
        "drafts": SkipReason.IGNORED,
        "exports": SkipReason.PROJECT,
        "film.mp4.part": SkipReason.PARTIAL_DOWNLOAD,
        "notes.log": SkipReason.IGNORED,
        "x.CRDOWNLOAD": SkipReason.PARTIAL_DOWNLOAD,
        "y.tmp": SkipReason.PARTIAL_DOWNLOAD,
        "~$a.docx": SkipReason.OFFICE_LOCK,
    }
    details = {skip.key: skip.detail for skip in found.state.skipped}
    assert details["notes.log"] == "*.log"


def test_the_project_itself_as_watched_folder_does_not_feed_on_its_own_files(tmp_path: Path):
    own = ["store", "exports", "domains", "sift.yaml"]
    make(tmp_path, "sift.yaml", "store/o/1", "exports/g.json", "domains/d.yaml", "paper.txt")
    found = look(tmp_path, own=[tmp_path / name for name in own])
    assert keys(found) == ["paper.txt"]
    assert sorted(reasons(found)) == sorted(own)


def test_own_folders_are_known_through_links_and_names_that_only_begin_alike(tmp_path: Path):
    make(tmp_path, "root/exports/g.json", "root/exports2/a.txt")
    (tmp_path / "alias").symlink_to(tmp_path / "root")
    found = look(tmp_path / "root", own=[tmp_path / "alias" / "exports"])
    assert keys(found) == ["exports2/a.txt"]


def test_links_are_followed_only_to_files_inside_the_folder(tmp_path: Path):
    make(tmp_path, "root/a.txt", "root/sub/b.txt", "root/.secret", "root/own/x", "outside.txt")
    root = tmp_path / "root"
    for name, target in {
        "inside": "a.txt",
        "sub/up": "../a.txt",
        "out": "../outside.txt",
        "out_folder": "..",
        "absolute": "/etc/passwd",
        "broken": "nowhere",
        "self": "self",
        "ring1": "ring2",
        "ring2": "ring1",
        "sub/parent": "../sub",
        "top": ".",
        "other": "sub",
        "hidden": ".secret",
        "stored": "own/x",
        "device": "/dev/null",
    }.items():
        (root / name).symlink_to(target)
    found = look(root, own=[root / "own"])
    assert keys(found) == ["a.txt", "inside", "sub/b.txt", "sub/up"]
    assert len({file.hash for file in found.state.documents if file.key != "sub/b.txt"}) == 1
    assert reasons(found) == {
        ".secret": SkipReason.HIDDEN,
        "absolute": SkipReason.LINK_OUTSIDE,
        "broken": SkipReason.LINK_BROKEN,
        "device": SkipReason.LINK_OUTSIDE,
        "hidden": SkipReason.HIDDEN,
        "other": SkipReason.LINK_TO_FOLDER,
        "out": SkipReason.LINK_OUTSIDE,
        "out_folder": SkipReason.LINK_LOOP,
        "own": SkipReason.PROJECT,
        "ring1": SkipReason.LINK_LOOP,
        "ring2": SkipReason.LINK_LOOP,
        "self": SkipReason.LINK_LOOP,
        "stored": SkipReason.PROJECT,
        "sub/parent": SkipReason.LINK_LOOP,
        "top": SkipReason.LINK_LOOP,
    }


def test_a_neighbour_whose_name_begins_like_the_folder_is_outside(tmp_path: Path):
    make(tmp_path, "root/a.txt", "root2/b.txt")
    (tmp_path / "root" / "link").symlink_to(tmp_path / "root2" / "b.txt")
    assert reasons(look(tmp_path / "root")) == {"link": SkipReason.LINK_OUTSIDE}


def test_pipes_and_sockets_are_listed_and_hold_nobody_up(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "to_pipe").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(tmp_path / "sock"))
        found = look(tmp_path)
    assert reasons(found) == dict.fromkeys(["pipe", "sock", "to_pipe"], SkipReason.SPECIAL)


def test_a_folder_or_file_without_permission_is_listed_and_deletes_nothing(open_folder: Path):
    make(open_folder, "a.txt", "closed/b.txt", "shut.txt")
    before = look(open_folder)
    (open_folder / "closed").chmod(0)
    (open_folder / "shut.txt").chmod(0)
    with as_nobody():
        after = look(open_folder, before.cache)
    assert keys(after) == ["a.txt"]
    assert reasons(after) == dict.fromkeys(["closed", "shut.txt"], SkipReason.UNREADABLE)
    assert all(skip.detail for skip in after.state.skipped)
    assert deleted(set(keys(before)), after.state) == frozenset()


def test_a_missing_a_foreign_and_an_unreadable_root_are_errors(open_folder: Path):
    make(open_folder, "file", "closed/a.txt")
    with pytest.raises(ProjectError, match="is missing"):
        look(open_folder / "nowhere")
    with pytest.raises(ProjectError, match="is not a folder"):
        look(open_folder / "file")
    (open_folder / "closed").chmod(0)
    with as_nobody(), pytest.raises(ProjectError, match="cannot be read"):
        look(open_folder / "closed")


def test_an_empty_place_on_another_device_is_an_unmounted_drive_not_a_deletion(tmp_path: Path):
    make(tmp_path, "a.txt")
    cache = look(tmp_path).cache
    (tmp_path / "a.txt").unlink()
    assert keys(look(tmp_path, cache)) == []
    elsewhere = StatCache(cache.entries, device=cache.device + 1)
    with pytest.raises(ProjectError, match="is empty, and on another device it held 1 documents"):
        look(tmp_path, elsewhere)
    make(tmp_path, "new.txt")
    assert keys(look(tmp_path, elsewhere)) == ["new.txt"]


def test_a_folder_that_was_always_empty_is_fine(tmp_path: Path):
    assert keys(look(tmp_path)) == []
    assert keys(look(tmp_path, look(tmp_path).cache)) == []


def test_an_unchanged_folder_is_not_read_again(tmp_path: Path, read_files: list[int]):
    make(tmp_path, "a.txt", "b.txt")
    first = look(tmp_path)
    assert len(read_files) == 2
    second = look(tmp_path, StatCache.from_bytes(first.cache.to_bytes()))
    assert len(read_files) == 2
    assert second == first


def test_only_a_changed_file_is_read_again(tmp_path: Path, read_files: list[int]):
    make(tmp_path, "a.txt", "b.txt")
    first = look(tmp_path)
    (tmp_path / "b.txt").write_text("longer than before, by far")
    second = look(tmp_path, first.cache)
    assert read_files[2:] == [(tmp_path / "b.txt").stat().st_ino]
    assert second.state.documents[0] == first.state.documents[0]
    assert second.state.documents[1].hash != first.state.documents[1].hash


def test_an_edit_that_keeps_size_and_time_is_seen(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_text("one")
    status = file.stat()
    first = scan(tmp_path, now_ns=status.st_mtime_ns + RACY_NS // 2)
    file.write_text("two")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    second = look(tmp_path, first.cache)
    assert second.state.documents[0].hash == hashlib.sha256(b"two").hexdigest()
    assert second.cache.entries["a.txt"].trusted


def test_a_just_modified_file_is_read_again_by_the_next_look(tmp_path: Path, read_files: list[int]):
    make(tmp_path, "a.txt")
    now = (tmp_path / "a.txt").stat().st_mtime_ns
    first = scan(tmp_path, now_ns=now + RACY_NS)
    second = look(tmp_path, first.cache)
    assert len(read_files) == 2
    assert second.state == first.state
    look(tmp_path, second.cache)
    assert len(read_files) == 2


def while_read(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen to a file after it was opened and before its hash is known."""
    digest = hashlib.file_digest

    def interrupted(file: Any, name: str) -> Any:
        result = digest(file, name)
        act()
        return result

    monkeypatch.setattr(hashlib, "file_digest", interrupted)


def test_a_file_that_changes_while_it_is_read_waits_for_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "a.txt"
    file.write_text("one")
    with monkeypatch.context() as patch:
        while_read(patch, lambda: file.write_text("three"))
        found = look(tmp_path)
    assert (keys(found), found.state.changing) == ([], ("a.txt",))
    assert found.state.complete
    assert deleted({"a.txt"}, found.state) == frozenset()
    assert look(tmp_path, found.cache).state.documents[0].size == 5


def test_a_file_that_is_replaced_while_it_is_read_waits_for_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make(tmp_path, "a.txt", ".new")
    while_read(monkeypatch, lambda: (tmp_path / ".new").replace(tmp_path / "a.txt"))
    assert look(tmp_path).state.changing == ("a.txt",)


def test_a_file_that_is_deleted_while_it_is_read_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make(tmp_path, "a.txt")
    while_read(monkeypatch, (tmp_path / "a.txt").unlink)
    found = look(tmp_path)
    assert found.state.documents == found.state.changing == ()
    assert deleted({"a.txt"}, found.state) == {"a.txt"}


def test_a_pipe_or_link_put_in_the_place_of_a_file_is_not_read(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    make(tmp_path, "target")
    (tmp_path / "link").symlink_to("target")
    with pytest.raises(ChangedWhileReadError):
        hashed(os.fsencode(tmp_path / "pipe"))
    with pytest.raises(OSError, match="symbolic links"):
        hashed(os.fsencode(tmp_path / "link"))


def test_a_look_with_a_small_budget_is_resumed_until_it_is_complete(tmp_path: Path):
    make(tmp_path, *[f"{n}.txt" for n in range(7)])
    found = look(tmp_path, max_files=3)
    assert keys(found) == ["0.txt", "1.txt", "2.txt"]
    assert found.state.pending == ("3.txt", "4.txt", "5.txt", "6.txt")
    assert not found.state.complete
    assert deleted({"gone.txt"}, found.state) == frozenset()
    found = look(tmp_path, found.cache, max_files=3)
    assert (len(keys(found)), found.state.pending) == (6, ("6.txt",))
    found = look(tmp_path, found.cache, max_files=3)
    assert found.state == look(tmp_path).state
    assert deleted({"gone.txt"}, found.state) == {"gone.txt"}


def test_a_budget_of_bytes_lets_at_least_one_file_through(tmp_path: Path):
    for name in ("a", "b", "c"):
        (tmp_path / name).write_bytes(b"x" * 100)
    found = look(tmp_path, max_bytes=10)
    assert (keys(found), found.state.pending) == (["a"], ("b", "c"))
    found = look(tmp_path, found.cache, max_bytes=200)
    assert found.state.complete


def test_what_was_never_read_goes_before_what_changed(tmp_path: Path):
    make(tmp_path, "a", "z")
    first = look(tmp_path, max_files=1)
    (tmp_path / "a").write_text("changed again")
    second = look(tmp_path, first.cache, max_files=1)
    assert (keys(second), second.state.pending) == (["z"], ("a",))
    assert second.cache.entries["a"] == first.cache.entries["a"]


def test_names_that_are_no_unicode_are_documents_like_others(tmp_path: Path):
    name = b"caf\xe9 \xff.txt"
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("x")
    found = look(tmp_path)
    assert keys(found) == ["caf%E9%20%FF.txt"]
    assert os.fsencode(document_path(keys(found)[0])) == name
    assert StatCache.from_bytes(found.cache.to_bytes()) == found.cache


def test_twins_in_case_and_unicode_form_are_documents_of_their_own(tmp_path: Path):
    names = ["a.txt", "A.txt", "é.txt", "e\u0301.txt"]
    make(tmp_path, *names)
    if len(list(tmp_path.iterdir())) < len(names):
        pytest.skip("this file system takes twins for one")
    assert sorted(keys(look(tmp_path))) == sorted(names)


def test_naughty_strings_as_names_are_taken_up_or_listed(tmp_path: Path):
    if not NAUGHTY_STRINGS.exists():
        pytest.skip("the list of naughty strings is not here")
    made: set[str] = set()
    for text in json.loads(NAUGHTY_STRINGS.read_text(encoding="utf-8")):
        name = text.replace("/", "∕").replace("\0", "")[:60]
        if name and name not in {".", ".."} and len(name.encode()) < 256:
            (tmp_path / name).write_text("x")
            made.add(name)
    found = look(tmp_path)
    assert len(made) > 400
    listed = {document_path(key) for key in [*keys(found), *reasons(found)]}
    assert listed == made
    assert set(reasons(found).values()) <= {SkipReason.HIDDEN, SkipReason.OFFICE_LOCK}


safe_names = st.binary(min_size=1, max_size=40).filter(
    lambda name: not {0, ord("/")} & set(name) and not name.startswith((b".", b"~$"))
)


@settings(max_examples=50)
@given(st.sets(safe_names, min_size=1, max_size=5))
def test_any_name_that_a_file_system_allows_is_found_by_its_key(names: set[bytes]):
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).touch()
        found = look(Path(folder))
    there = {os.fsencode(document_path(key)) for key in [*keys(found), *reasons(found)]}
    assert there == names


def test_a_path_too_long_for_a_key_is_listed(tmp_path: Path):
    deep = tmp_path.joinpath(*["d" * 200] * 6)
    make(deep, "a.txt")
    found = look(tmp_path)
    assert keys(found) == []
    assert set(reasons(found).values()) == {SkipReason.PATH_TOO_LONG}


def test_files_that_come_and_go_during_a_look_do_no_harm(tmp_path: Path):
    make(tmp_path, *[f"stays/{n}.txt" for n in range(50)])
    stop = threading.Event()

    def flicker() -> None:
        while not stop.is_set():
            make(tmp_path, "comes/goes.txt")
            shutil.rmtree(tmp_path / "comes")

    thread = threading.Thread(target=flicker)
    thread.start()
    try:
        found = [look(tmp_path) for _ in range(30)]
    finally:
        stop.set()
        thread.join()
    for each in found:
        assert len([key for key in keys(each) if key.startswith("stays/")]) == 50


def test_looking_writes_nothing(tmp_path: Path):
    make(tmp_path, "a/b.txt")
    before = sorted((str(p), p.stat().st_mtime_ns) for p in tmp_path.rglob("*"))
    look(tmp_path)
    assert sorted((str(p), p.stat().st_mtime_ns) for p in tmp_path.rglob("*")) == before


def test_ten_thousand_unchanged_files_are_looked_at_without_reading_any(
    tmp_path: Path, read_files: list[int], capsys: pytest.CaptureFixture[str]
):
    for n in range(10_000):
        if n % 1000 == 0:
            (tmp_path / str(n)).mkdir()
        (tmp_path / str(n // 1000 * 1000) / f"{n}.txt").touch()
    first = look(tmp_path, max_files=20_000)
    read = len(read_files)
    data = first.cache.to_bytes()
    start = time.perf_counter()
    second = look(tmp_path, StatCache.from_bytes(data), ignore=["*.log", "drafts/"])
    seconds = time.perf_counter() - start
    with capsys.disabled():
        print(f"\n10,000 unchanged: {seconds:.2f} s, cache {len(data) / 1e6:.1f} MB")  # noqa: T201
    assert read == len(read_files) == 10_000
    assert second.state == first.state


def test_the_key_of_a_document_is_that_of_its_path_below_the_folder(tmp_path: Path):
    make(tmp_path, "sub dir/a, b.txt")
    assert keys(look(tmp_path)) == [document_key("sub dir/a, b.txt")]
