"""The content-addressed store: whole values or none, whatever happens to the disk."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.errors import CorruptObjectError, StoreError
from sift_assets.core.records.record import content_hash, key_of
from sift_assets.resources import files
from sift_assets.resources import store as store_module
from sift_assets.resources.store import Computed, Store
from sift_assets.resources.store_schema import STORE_SCHEMA

KEY = key_of("a computation")
FULL_DISK_BYTES = 64 * 1024

KILLED_WHILE_KEEPING = """
import os, signal, sys
from pathlib import Path
from sift_assets.resources.store import Store
renamed, rename = [], Path.replace
def replace(self, target):
    if len(renamed) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    renamed.append(target)
    return rename(self, target)
Path.replace = replace
Store(Path(sys.argv[1])).keep(sys.argv[3], b"new value")
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a file system that is soon full."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={FULL_DISK_BYTES}", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False).returncode != 0:
        pytest.skip("this system does not let the test mount a file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def files_below(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def only_object(store: Store) -> Path:
    (path,) = [p for p in (store.root / "objects").rglob("*") if p.is_file()]
    return path


def only_result(store: Store) -> Path:
    (path,) = [p for p in (store.root / "results").rglob("*") if p.is_file()]
    return path


@settings(max_examples=25)
@given(values=st.lists(st.binary(max_size=60), max_size=5))
def test_what_was_put_is_got_back_under_its_hash(
    tmp_path_factory: pytest.TempPathFactory, values: list[bytes]
) -> None:
    store = Store(tmp_path_factory.mktemp("store"))
    versions = [store.put(data) for data in values]
    assert versions == [content_hash(data) for data in values]
    assert [store.get(version) for version in versions] == values


def test_the_same_bytes_are_stored_once_and_not_written_again(store: Store) -> None:
    store.keep(key_of("one"), b"value")
    before = only_object(store).stat()
    store.keep(key_of("two"), b"value")
    after = only_object(store).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_a_result_is_computed_once_and_then_looked_up(store: Store) -> None:
    calls: list[str] = []

    def compute() -> bytes:
        calls.append("called")
        return b"value"

    first, second = store.computed(KEY, compute), store.computed(KEY, compute)
    assert first == Computed(content_hash(b"value"), b"value", hit=False)
    assert second == Computed(content_hash(b"value"), b"value", hit=True)
    assert calls == ["called"]


def test_reading_makes_no_folder(store: Store) -> None:
    assert store.result(KEY) is None
    assert store.cached(KEY) is None
    with pytest.raises(CorruptObjectError):
        store.get(content_hash(b"never put"))
    assert not store.root.exists()


@pytest.mark.parametrize(
    "damaged", [b"Value", b"val", b"value and more", b""], ids=["flipped", "cut", "longer", "empty"]
)
def test_a_damaged_object_is_refused_removed_and_computed_again(
    store: Store, damaged: bytes
) -> None:
    version = store.keep(KEY, b"value")
    only_object(store).write_bytes(damaged)
    with pytest.raises(CorruptObjectError, match="does not match its hash") as raised:
        store.get(version)
    assert raised.value.version == version
    assert not store.path_of(version).exists()
    assert store.computed(KEY, lambda: b"value") == Computed(version, b"value", hit=False)
    assert store.get(version) == b"value"


def test_putting_heals_an_object_that_lost_its_end(store: Store) -> None:
    version = store.put(b"value")
    only_object(store).write_bytes(b"val")
    assert store.put(b"value") == version
    assert store.get(version) == b"value"


def test_putting_heals_an_object_of_the_right_size_that_is_damaged(store: Store) -> None:
    version = store.put(b"value")
    only_object(store).write_bytes(b"vAlue")
    store.put(b"value")
    assert store.get(version) == b"value"


def test_a_missing_object_is_a_miss(store: Store) -> None:
    version = store.keep(KEY, b"value")
    only_object(store).unlink()
    assert store.result(KEY) == version
    assert store.cached(KEY) is None
    assert store.computed(KEY, lambda: b"value").hit is False


@pytest.mark.parametrize(
    "damaged",
    [b"", b"not json", b"[]", b"{}", b"null", b"\xff\xfe", b'{"object":"../../x","check":"0"}'],
)
def test_a_damaged_pointer_is_a_miss(store: Store, damaged: bytes) -> None:
    store.keep(KEY, b"value")
    only_result(store).write_bytes(damaged)
    assert store.result(KEY) is None
    assert store.computed(KEY, lambda: b"value").hit is False
    assert store.computed(KEY, lambda: b"other").data == b"value"


def test_a_pointer_to_another_value_is_a_miss(store: Store) -> None:
    version, other = store.keep(KEY, b"value"), store.put(b"other")
    path = store.result_path(KEY)
    path.write_bytes(path.read_bytes().replace(version.encode(), other.encode()))
    assert store.result(KEY) is None


def test_a_pointer_copied_to_another_key_is_a_miss(store: Store) -> None:
    store.keep(KEY, b"value")
    elsewhere = store.result_path(key_of("another computation"))
    elsewhere.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(only_result(store), elsewhere)
    assert store.result(key_of("another computation")) is None


def test_a_store_of_a_newer_layout_is_refused_unharmed(store: Store) -> None:
    store.put(b"value")
    (store.root / "schema.json").write_text(f'{{"schema":{STORE_SCHEMA + 1}}}')
    before = files_below(store.root)
    with pytest.raises(StoreError, match=f"has schema {STORE_SCHEMA + 1}"):
        Store(store.root).put(b"other")
    assert files_below(store.root) == before


def test_a_marker_that_is_none_of_ours_is_refused(store: Store) -> None:
    store.put(b"value")
    (store.root / "schema.json").write_text("[]")
    with pytest.raises(StoreError, match="not a store's schema file"):
        Store(store.root).put(b"other")


def test_a_disk_that_is_really_full_loses_nothing_and_works_again_when_freed(
    small_disk: Path,
) -> None:
    store = Store(small_disk / "store")
    version = store.keep(KEY, b"value")
    ballast = small_disk / "ballast"
    with pytest.raises(OSError, match="space"):
        ballast.write_bytes(b"x" * 2 * FULL_DISK_BYTES)
    before = files_below(store.root)
    with pytest.raises(StoreError, match="disk is full"):
        store.keep(KEY, b"y" * 8192)
    assert files_below(store.root) == before
    assert store.cached(KEY) == Computed(version, b"value", hit=True)
    ballast.unlink()
    store.keep(KEY, b"y" * 8192)
    assert store.computed(KEY, lambda: b"").data == b"y" * 8192


@pytest.mark.parametrize("renames", range(3))
def test_a_process_killed_at_any_write_leaves_the_old_value_or_none(
    tmp_path: Path, renames: int
) -> None:
    fresh, used = tmp_path / "fresh", Store(tmp_path / "used")
    used.keep(KEY, b"old value")
    for root in (fresh, used.root):
        arguments = [str(root), str(renames), KEY]
        done = subprocess.run([sys.executable, "-c", KILLED_WHILE_KEEPING, *arguments], check=False)
        assert done.returncode in (0, -9)
    assert Store(fresh).cached(KEY) is None
    found = used.cached(KEY)
    assert found is not None
    assert found.data == (b"old value" if renames < 2 else b"new value")
    assert Store(fresh).computed(KEY, lambda: b"new value").data == b"new value"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_object_that_may_not_be_read_is_not_taken_for_damaged(store: Store) -> None:
    version = store.put(b"value")
    only_object(store).chmod(0)
    with pytest.raises(StoreError, match="cannot be read"):
        store.get(version)
    assert only_object(store).exists()


def test_what_lies_in_the_store_is_listed_with_size_and_pointer(store: Store) -> None:
    version = store.keep(KEY, b"value")
    loose = store.put(b"loose value")
    store.result_path(key_of("other")).parent.mkdir(parents=True, exist_ok=True)
    store.result_path(key_of("other")).write_bytes(b"{}")
    (store.root / "objects" / ".writing-1-a").write_bytes(b"half")
    assert [(o.version, o.size) for o in store.objects()] == sorted([(version, 5), (loose, 11)])
    pointers = {row.key: row.version for row in store.results()}
    assert pointers == {KEY: version, key_of("other"): ""}
    assert [path.name for path in store.unfinished()] == [".writing-1-a"]


def test_a_store_that_is_not_there_lists_nothing(store: Store) -> None:
    assert (list(store.objects()), list(store.results()), store.unfinished()) == ([], [], [])
    assert not store.root.exists()


def test_looking_whether_an_object_is_sound_removes_nothing(store: Store) -> None:
    version = store.put(b"value")
    assert store.sound(version) == b"value"
    store.path_of(version).write_bytes(b"valve")
    assert store.sound(version) is None
    assert store.path_of(version).exists()
    assert not store.is_sound(key_of("never stored"))


def test_removing_takes_pointers_before_objects_so_that_none_dangles(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = [store.keep(key_of(n), str(n).encode()) for n in range(4)]
    unlink = Path.unlink
    for allowed in range(8):
        left = iter(range(allowed))

        def failing(path: Path, missing_ok: bool = False) -> None:
            if next(left, None) is None:  # noqa: B023 - called within this turn of the loop
                raise PermissionError(13, "Permission denied")
            unlink(path, missing_ok=missing_ok)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", failing)
            with pytest.raises(StoreError, match="cannot be removed"):
                store.remove(versions, [key_of(n) for n in range(4)])
        stored = {file.version for file in store.objects()}
        assert {row.version for row in store.results()} <= stored
    store.remove(versions, [key_of(n) for n in range(4)])
    store.remove(versions, [])
    assert (list(store.objects()), list(store.results())) == ([], [])


def test_what_is_stored_together_is_found_at_once_and_by_others_when_it_is_durable(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    monkeypatch.setattr(files, "_sync_file_system", lambda _folder: not order.append("synced"))
    with store.together():
        version = store.keep(KEY, b"value")
        assert store.cached(KEY) == Computed(version, b"value", hit=True)
        other = Store(store.root)
        assert (other.get(version), other.result(KEY)) == (b"value", None)
        assert order == []
        store.make_durable()
        assert other.result(KEY) == version
        assert order == ["synced", "synced"]  # the objects, and then what points to them
        with store.together():
            store.keep(key_of("inner"), b"inner")
        assert other.result(key_of("inner")) is None  # the outer block is not over
        store.keep(key_of("paid"), b"paid", at_once=True)
        assert other.result(key_of("paid")) is not None
    assert other.result(key_of("inner")) is not None
    order.clear()
    store.keep(key_of("later"), b"later")
    assert other.cached(key_of("later")) is not None
    assert order == []  # each for itself again


def test_many_results_are_made_durable_now_and_then_and_all_when_the_block_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "TOGETHER", 3)
    keys = [key_of(number) for number in range(5)]
    other = Store(store.root)

    def stopped() -> None:
        with store.together():
            for key in keys:
                store.keep(key, key.encode())
            assert [other.result(key) is None for key in keys] == [False] * 3 + [True] * 2
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert all(store.cached(key) for key in keys)


def test_no_result_points_to_an_object_that_did_not_reach_the_disk(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_folder: Path) -> bool:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(files, "_sync_file_system", failing)
        with pytest.raises(StoreError, match="Input/output error"), store.together():
            store.keep(KEY, b"value")
    assert list(store.results()) == []
    assert store.computed(KEY, lambda: b"value").hit is False
    assert store.cached(KEY) is not None
