"""Tables as an SQLite database."""

import json
import sqlite3
from collections.abc import Iterator

import pyarrow as pa
import pytest

from sift_assets.resources.sqlite_tables import sqlite_bytes

TABLES = {
    "facts": pa.table(
        {
            "id": ["a", 'b"; DROP TABLE facts; --'],
            "weight": [0.5, 1.0],
            "pages": pa.array([1, 2**40], pa.int64()),
            "is_sure": [True, False],
            "names": [["x", "y;\x00"], []],
        }
    ),
    "none": pa.table({"id": pa.array([], pa.string())}),
}
INDEXES = {"facts": ("id",)}


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(sqlite_bytes(TABLES, INDEXES))
    yield connection
    connection.close()


def test_every_value_reads_back(database: sqlite3.Connection) -> None:
    rows = database.execute("SELECT * FROM facts").fetchall()
    expected = [tuple(row.values()) for row in TABLES["facts"].to_pylist()]
    assert [(*row[:-1], json.loads(row[-1])) for row in rows] == expected
    assert database.execute("SELECT count(*) FROM none").fetchone() == (0,)


def test_columns_have_types_and_indexes(database: sqlite3.Connection) -> None:
    columns = database.execute("PRAGMA table_info(facts)").fetchall()
    assert {row[1]: row[2] for row in columns} == {
        "id": "TEXT",
        "weight": "REAL",
        "pages": "INTEGER",
        "is_sure": "INTEGER",
        "names": "TEXT",
    }
    plan = database.execute("EXPLAIN QUERY PLAN SELECT * FROM facts WHERE id = 'a'").fetchall()
    assert "facts_id" in str(plan)


def test_the_same_tables_give_the_same_bytes() -> None:
    assert sqlite_bytes(TABLES, INDEXES) == sqlite_bytes(TABLES, INDEXES)
