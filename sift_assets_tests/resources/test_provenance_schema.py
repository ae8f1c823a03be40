"""An index of an older schema loses nothing when it is brought up to date; a newer is refused."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.planning.state import Attempt, Provenance
from sift_assets.resources.provenance import ProvenanceIndex
from sift_assets.resources.provenance_schema import INDEX_DESIGN, INDEX_SCHEMA
from sift_assets_tests.fakes.older_layouts import index_of_1

ONE, TWO = (Provenance(version=version, code_version="1") for version in ("v1", "v2"))
RECORDS = {("texts", "a"): ONE.to_bytes(), ("texts", "b"): TWO.to_bytes(), ("corpus", ""): b"?"}
FAILED = {"a": Attempt(fingerprint="f", count=2, reason="r")}


def schema_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


@pytest.mark.parametrize("schema", range(INDEX_SCHEMA))
def test_an_older_index_is_brought_up_to_date_and_loses_nothing(
    tmp_path: Path, schema: int
) -> None:
    index = ProvenanceIndex(tmp_path / "index.sqlite")
    index_of_1(index.path, RECORDS, FAILED, schema)
    assert index.read("texts") == {"a": ONE, "b": TWO}
    assert index.attempts() == FAILED
    assert schema_of(index.path) == INDEX_SCHEMA
    index.forget_version("v2")
    assert index.read("texts") == {"a": ONE}
    assert [(f.asset, f.problem) for f in index.faults()] == [
        ("corpus", "the record cannot be read")  # kept as it was
    ]


def test_a_new_index_is_of_the_schema_of_today(tmp_path: Path) -> None:
    index = ProvenanceIndex(tmp_path / "index.sqlite")
    index.record("texts", {"a": ONE})
    assert schema_of(index.path) == INDEX_SCHEMA


@pytest.mark.parametrize(
    "look",
    [
        lambda index: index.read("texts"),
        lambda index: index.record("texts", {"a": ONE}),
        lambda index: index.faults(),
    ],
    ids=["reading", "writing", "verifying"],
)
def test_a_newer_index_is_refused_unharmed_with_what_to_do(
    tmp_path: Path, look: Callable[[ProvenanceIndex], object]
) -> None:
    index = ProvenanceIndex(tmp_path / "index.sqlite")
    index_of_1(index.path, RECORDS, {}, INDEX_SCHEMA + 1)
    before = index.path.read_bytes()
    with pytest.raises(StoreError, match=f"has schema {INDEX_SCHEMA + 1}.*delete the file"):
        look(index)
    assert index.path.read_bytes() == before


def test_an_interrupted_step_leaves_the_older_index_for_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = ProvenanceIndex(tmp_path / "index.sqlite")
    index_of_1(index.path, RECORDS, FAILED)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for at in range(INDEX_SCHEMA):
        steps = list(INDEX_DESIGN.steps)
        steps[at] = interrupted
        with monkeypatch.context() as patch:
            design = INDEX_DESIGN._replace(steps=tuple(steps))
            patch.setattr("sift_assets.resources.provenance.INDEX_DESIGN", design)
            with pytest.raises(KeyboardInterrupt):
                ProvenanceIndex(index.path).read("texts")
        assert schema_of(index.path) == 0
    assert index.read("texts") == {"a": ONE, "b": TWO}
