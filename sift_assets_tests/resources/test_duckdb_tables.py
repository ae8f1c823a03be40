"""Tables as a DuckDB database."""

import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from sift_assets.core.errors import MissingEngineError, StoreError
from sift_assets.resources.duckdb_tables import duckdb_bytes, duckdb_content

TABLES = {
    "facts": pa.table(
        {"id": ["a", "b'; DROP"], "weight": [0.5, 1.0], "names": [["x", "y"], []]},
        pa.schema({"id": pa.string(), "weight": pa.float64(), "names": pa.list_(pa.string())}),
    ),
    "none": pa.table({"id": pa.array([], pa.string())}),
}


def test_every_value_reads_back_and_nothing_else_is_left(tmp_path: Path) -> None:
    scratch = tmp_path / "made" / "making.duckdb"
    scratch.parent.mkdir()
    for left in ("", ".wal"):
        scratch.with_name(scratch.name + left).write_bytes(b"left by a killed process")
    data = duckdb_bytes(TABLES, "c0", scratch)
    assert list(scratch.parent.iterdir()) == []
    file = tmp_path / "graph.duckdb"
    file.write_bytes(data)
    with duckdb.connect(str(file), read_only=True) as database:
        found = database.execute("FROM facts").fetchall()
        assert database.execute("SELECT count(*) FROM none").fetchone() == (0,)
    assert found == [("a", 0.5, ["x", "y"]), ("b'; DROP", 1.0, [])]
    assert duckdb_content(file) == "c0"


def test_a_file_that_is_none_of_ours_says_nothing(tmp_path: Path) -> None:
    broken, other = tmp_path / "broken.duckdb", tmp_path / "other.duckdb"
    broken.write_bytes(b"no database" * 1000)
    with duckdb.connect(str(other)) as database:
        database.execute("CREATE TABLE mine (one INTEGER)")
    assert (duckdb_content(broken), duckdb_content(other)) == ("", "")


def test_without_duckdb_the_error_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingEngineError, match=r"pip install 'sift-assets\[duckdb\]'") as raised:
        duckdb_bytes(TABLES, "c0", tmp_path / "making.duckdb")
    assert raised.value.exit_code == 2


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(StoreError, match="file"):
        duckdb_bytes(TABLES, "c0", tmp_path / "file" / "making.duckdb")
    assert (tmp_path / "file").read_bytes() == b"mine"
