"""A store in a folder, in memory and on an object server: one behaviour."""

import gc
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from sift_assets.core.errors import ConfigError, CorruptObjectError, MissingEngineError, StoreError
from sift_assets.core.records.record import content_hash, key_of
from sift_assets.resources import places
from sift_assets.resources.places import elsewhere, place_of
from sift_assets.resources.store import Computed, Store
from sift_assets.resources.store_schema import STORE_SCHEMA
from sift_assets_tests.fakes.object_server import BUCKET, client_of, running_object_server

KILLED_BETWEEN = """
import os, sys
from sift_assets.resources.places import PlaceElsewhere, elsewhere
from sift_assets.resources.store import Store
PlaceElsewhere.write = lambda *_, **__: os.kill(os.getpid(), 9)
Store(elsewhere(sys.argv[1])).keep("0" * 64, b"value")
"""
"""Killed after the object, before the result that points to it."""

KEYS = [key_of(number) for number in range(7)]


@pytest.fixture(scope="module")
def object_server() -> Iterator[dict[str, str]]:
    """Run one server for all tests of this module; each has a folder of its own there."""
    with running_object_server() as environment:
        yield environment


@pytest.fixture(params=["folder", "memory", "s3"])
def root(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Return where a new store may lie."""
    if request.param == "s3":
        for name, value in request.getfixturevalue("object_server").items():
            monkeypatch.setenv(name, value)
        yield elsewhere(f"s3://{BUCKET}/{tmp_path.name}/a project/store")
        fsspec.get_filesystem_class("s3").clear_instance_cache()
        gc.collect()
    elif request.param == "memory":
        yield elsewhere(f"memory://{tmp_path.name}")
    else:
        yield tmp_path / "store"


def test_a_store_anywhere_keeps_finds_lists_heals_and_removes(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "AT_ONCE", 3)  # so that there are several pieces
    store = Store(root)
    assert (store.cached(KEYS[0]), list(store.objects()), list(store.results())) == (None, [], [])
    with store.together():
        versions = [store.keep(key, f"value {key}".encode()) for key in KEYS]
        assert store.cached(KEYS[0]) == Computed(versions[0], f"value {KEYS[0]}".encode(), hit=True)
    again = Store(root)
    assert [again.result(key) for key in KEYS] == versions
    size = len(f"value {KEYS[0]}")
    assert [(file.version, file.size) for file in again.objects()] == [
        (version, size) for version in sorted(versions)
    ]
    assert {(row.key, row.version) for row in again.results()} == set(
        zip(KEYS, versions, strict=True)
    )
    assert all(0 < file.modified < float("inf") for file in again.objects())
    assert again.unfinished() == []
    again.path_of(versions[1]).write_bytes(b"damaged")
    again.result_path(KEYS[2]).write_bytes(b"{}")
    missing = content_hash(b"never stored")
    sound = list(again.sound_ones([*versions, missing]))
    assert [data is None for data in sound] == [False, True, *[False] * 5, True]
    assert (again.cached(KEYS[1]), again.result(KEYS[2])) == (None, None)
    with pytest.raises(CorruptObjectError, match="not in the store"):
        again.get(versions[1])
    assert again.keep(KEYS[1], f"value {KEYS[1]}".encode()) == versions[1]
    again.remove([missing, *versions[:6]], [key_of("never kept"), *KEYS[:6]])
    assert [file.version for file in Store(root).objects()] == [versions[6]]
    assert [row.key for row in Store(root).results()] == [KEYS[6]]


def test_what_is_there_once_is_written_once_and_a_damaged_one_anew(root: Path) -> None:
    place = place_of(root)
    assert place.write_once("objects/ab/cd", b"value")
    assert not place.write_once("objects/ab/cd", b"value")
    (root / "objects/ab/cd").write_bytes(b"damaged")
    assert place.write_once("objects/ab/cd", b"value")
    assert place_of(root).read("objects/ab/cd") == b"value"


def test_what_is_replaced_is_what_was_read(root: Path) -> None:
    one, other = place_of(root), place_of(root)
    assert one.swap("schema.json", None, b"1")
    assert not other.swap("schema.json", None, b"2")
    seen = other.read("schema.json")
    assert one.swap("schema.json", b"1", b"3")
    assert not other.swap("schema.json", seen, b"2")
    assert one.read("schema.json") == b"3"
    assert other.swap("schema.json", b"3", b"4")


def test_between_the_look_and_the_write_of_a_swap_the_object_store_keeps_others_out(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "s3" not in str(root):
        pytest.skip("only an object store judges conditions itself")
    one, other = place_of(root), place_of(root)
    other.write("schema.json", b"1")
    look = one.read

    def overtaken(name: str) -> bytes | None:
        found = look(name)
        other.write(name, b"2")  # after the look, before the write
        return found

    monkeypatch.setattr(one, "read", overtaken)
    assert not one.swap("schema.json", b"1", b"3")
    assert other.read("schema.json") == b"2"


def test_of_two_who_bring_a_store_up_to_date_the_newer_marker_stays(root: Path) -> None:
    place = place_of(root)
    place.write("schema.json", b'{"schema":1}')

    def overtaken() -> None:
        place.write("schema.json", b'{"schema":%d}' % (STORE_SCHEMA + 1))

    with pytest.raises(StoreError, match="Upgrade sift_assets"):
        Store(root, {1: overtaken}).put(b"value")
    assert place.read("schema.json") == b'{"schema":%d}' % (STORE_SCHEMA + 1)


def test_writers_at_once_leave_a_sound_store(root: Path) -> None:
    def write() -> None:
        store = Store(root)
        for number, key in enumerate(KEYS):
            store.keep(key, f"value {number}".encode())

    writers = [threading.Thread(target=write) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    store = Store(root)
    found = [store.cached(key) for key in KEYS]
    assert [one.data for one in found if one] == [f"value {n}".encode() for n in range(len(KEYS))]
    assert len(list(store.objects())) == len(KEYS)


def test_an_upload_that_is_cut_off_or_whose_writer_is_killed_leaves_no_part(
    object_server: dict[str, str],
) -> None:
    host, port = object_server["AWS_ENDPOINT_URL"].removeprefix("http://").split(":")
    begun = f"PUT /{BUCKET}/cut/off HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\n"
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(begun.encode() + b"only the beginning")
    command = [sys.executable, "-c", KILLED_BETWEEN, f"s3://{BUCKET}/killed"]
    ended = subprocess.run(command, env={**os.environ, **object_server}, check=False)
    assert ended.returncode == -9
    with client_of(object_server) as client:
        cut, killed = (
            client.list_objects_v2(Bucket=BUCKET, Prefix=prefix).get("Contents", [])
            for prefix in ("cut/", "killed/")
        )
    assert cut == []
    names = sorted(one["Key"].split("/")[1] for one in killed)
    assert names == ["objects", "schema.json"]  # no result, so it is computed again


def test_a_store_of_a_newer_schema_is_refused_anywhere(root: Path) -> None:
    Store(root).put(b"value")
    (root / "schema.json").write_bytes(b'{"schema":%d}' % (STORE_SCHEMA + 1))
    with pytest.raises(StoreError, match="Upgrade sift_assets"):
        Store(root).result(KEYS[0])


def test_a_place_that_is_not_there_is_an_error_for_people_when_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = place_of(elsewhere("memory://nowhere"))

    def failing(_path: str, _data: bytes) -> None:
        raise FileNotFoundError("The specified bucket does not exist")

    monkeypatch.setattr(fsspec.filesystem("memory"), "pipe_file", failing)
    with pytest.raises(StoreError, match=r"memory:.*bucket does not exist.*credentials"):
        place.write("name", b"data")


def test_what_a_foreign_package_raises_is_an_error_for_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class ForeignError(Exception):
        """As botocore's: of no family that others know."""

    def failing(_path: str) -> bytes:
        raise ForeignError("no credentials")

    monkeypatch.setattr(fsspec.filesystem("memory"), "cat_file", failing)
    with pytest.raises(StoreError, match="ForeignError: no credentials"):
        Store(elsewhere("memory://nowhere")).cached(KEYS[0])


def test_a_package_that_is_missing_is_named_by_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    loaded = sys.modules["fsspec.registry"]._registry  # what `fsspec.registry` is a view of
    monkeypatch.delitem(loaded, "s3", raising=False)
    with pytest.raises(MissingEngineError, match=r"pip install 'sift-assets\[s3\]'"):
        elsewhere("s3://bucket/folder")
    monkeypatch.setitem(sys.modules, "gcsfs", None)
    monkeypatch.delitem(loaded, "gs", raising=False)
    with pytest.raises(MissingEngineError, match="install gcsfs"):
        elsewhere("gs://bucket/folder")


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ConfigError, match="nope:// is not known"):
        elsewhere("nope://bucket/folder")


def test_a_url_of_a_folder_is_that_folder(tmp_path: Path) -> None:
    assert elsewhere(tmp_path.as_uri()) == tmp_path
    assert isinstance(elsewhere(tmp_path.as_uri()), Path)
