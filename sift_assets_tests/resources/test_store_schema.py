"""An older store is brought up to date step by step; a newer one is refused."""

from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.records.record import canonical_json, key_of
from sift_assets.resources import store_schema
from sift_assets.resources.store import Store
from sift_assets.resources.store_schema import STORE_SCHEMA

KEY = key_of("a computation")


@pytest.fixture
def older(tmp_path: Path) -> Store:
    """Return a store of schema 1 with one result."""
    store = Store(tmp_path)
    store.keep(KEY, b"value")
    (tmp_path / "schema.json").write_bytes(canonical_json({"schema": 1}))
    return store


def test_the_steps_are_done_in_order_before_anything_is_written_and_once(
    older: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []
    monkeypatch.setattr(store_schema, "STORE_SCHEMA", 4)
    steps = {number: lambda number=number: done.append(number) for number in (3, 1)}
    store = Store(older.root, steps)
    assert store.cached(KEY) is not None
    assert done == []  # looking changes nothing
    store.put(b"other")
    assert done == [1, 3]
    assert (older.root / "schema.json").read_bytes() == b'{"schema":4}'
    Store(older.root, steps).put(b"a third")
    assert done == [1, 3]
    assert store.cached(KEY) is not None


def test_an_interrupted_step_is_done_again(older: Store) -> None:
    tries: list[str] = []

    def step() -> None:
        tries.append("tried")
        if len(tries) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Store(older.root, {1: step}).put(b"other")
    Store(older.root, {1: step}).put(b"other")
    assert len(tries) == 2


def test_a_lost_marker_is_written_anew_after_all_steps(older: Store) -> None:
    (older.root / "schema.json").unlink()
    done: list[int] = []
    Store(older.root, {1: lambda: done.append(1)}).put(b"other")
    assert done == [1]
    assert (older.root / "schema.json").read_bytes() == canonical_json({"schema": STORE_SCHEMA})


@pytest.mark.parametrize("reading", [True, False])
def test_a_newer_store_is_refused_also_to_readers(older: Store, reading: bool) -> None:
    (older.root / "schema.json").write_bytes(canonical_json({"schema": STORE_SCHEMA + 1}))
    store = Store(older.root)
    with pytest.raises(StoreError, match=f"has schema {STORE_SCHEMA + 1}.*Upgrade sift_assets"):
        store.cached(KEY) if reading else store.put(b"other")
    assert [path.name for path in sorted(older.root.iterdir())] == [
        "objects", "results", "schema.json",
    ]  # fmt: skip
