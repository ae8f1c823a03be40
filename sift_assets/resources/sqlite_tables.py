"""Tables as an SQLite database."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa

_TYPES = {"double": "REAL", "int32": "INTEGER", "int64": "INTEGER", "bool": "INTEGER"}


def sqlite_bytes(tables: Mapping[str, pa.Table], indexes: Mapping[str, Sequence[str]]) -> bytes:
    """Return a database with these tables, made in memory.

    Args:
        tables: By name; lists become JSON text, truth values 0 or 1.
        indexes: Table to the columns that it is searched by.

    Returns:
        The file; the same tables give the same bytes with one version of SQLite, which writes its
        own into it.
    """
    database = sqlite3.connect(":memory:")
    try:
        for name, table in tables.items():
            columns = ", ".join(
                f"{_quoted(field.name)} {_TYPES.get(str(field.type), 'TEXT')} NOT NULL"
                for field in table.schema
            )
            database.execute(f"CREATE TABLE {_quoted(name)} ({columns})")
            places = ", ".join("?" for _column in table.column_names)
            database.executemany(
                f"INSERT INTO {_quoted(name)} VALUES ({places})",  # noqa: S608 - names are ours
                zip(*map(_values, table.columns), strict=True),
            )
        for name, columns in indexes.items():
            for column in columns:
                index = _quoted(f"{name}_{column}")
                database.execute(f"CREATE INDEX {index} ON {_quoted(name)} ({_quoted(column)})")
        database.commit()
        return database.serialize()
    finally:
        database.close()


def _values(column: pa.ChunkedArray) -> Iterable[object]:
    values = column.to_pylist()
    if not pa.types.is_list(column.type):
        return values
    return [json.dumps(value, ensure_ascii=False, sort_keys=True) for value in values]


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'
