"""Writing the agent index: one SQLite file with full-text search, the same bytes for one graph."""

# ruff: noqa: S608 - made of pieces of ours; what is asked for is a parameter

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

from sift_assets.core.query.passages import passages
from sift_assets.core.records.text import DocumentText
from sift_assets.core.text.folding import GRAM, searchable
from sift_assets.resources.agent_index.schema import (
    INDEXES,
    PAGE_BYTES,
    SCHEMA,
    TABLES,
    VECTOR_ROWS,
    VECTOR_TABLE,
    WORD_TABLES,
)

Rows = Iterable[tuple[Any, ...]]

Encode = Callable[[Sequence[str]], bytes]
"""Returns packed vectors of texts; see `core.query.meaning`."""

ENCODED = {"names": "form", "passages": "text"}
"""Table of what is searched by meaning to the column that is encoded."""


def index_bytes(
    rows: Iterable[tuple[str, Rows]],
    texts: Iterable[tuple[str, DocumentText]],
    about: Mapping[str, str],
    encode: Encode | None = None,
) -> bytes:
    """Return the file of an index; made in memory, so that nothing half-made lies anywhere.

    Args:
        rows: Table to its rows, in order; `documents` before the texts of any.
        texts: Document key to its text, of those documents that have one.
        about: What the index says of itself.
        encode: Gives vectors where it is also searched by meaning; `about` names its `encoder`.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        for name, columns in TABLES.items():
            connection.execute(f"CREATE TABLE {name} ({columns})")
        for name, options in WORD_TABLES.items():
            connection.execute(f"CREATE VIRTUAL TABLE {name} USING fts5({options})")
        connection.execute("BEGIN")
        for table, values in rows:
            _insert(connection, table, values)
        _insert(connection, "about", [*sorted(about.items()), ("schema", str(SCHEMA))])
        _insert(connection, "passages", _passages(connection, texts))
        _write_words(connection)
        if encode is not None:
            connection.execute(f"CREATE TABLE vectors ({VECTOR_TABLE})")
            _insert(connection, "vectors", _vectors(connection, encode))
        for name, columns in INDEXES.items():
            connection.execute(f"CREATE INDEX {name} ON {columns}")
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
        return connection.serialize()


def _insert(connection: sqlite3.Connection, table: str, rows: Rows) -> None:
    width = len(connection.execute(f"SELECT * FROM {table} LIMIT 0").description)
    places = ",".join("?" * width)
    connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)


def _passages(
    connection: sqlite3.Connection, texts: Iterable[tuple[str, DocumentText]]
) -> Iterator[tuple[Any, ...]]:
    numbers: dict[str, int] = dict(connection.execute("SELECT key, id FROM documents").fetchall())
    number = 0
    for key, text in texts:
        for page, start, end in passages(text) if key in numbers else ():
            number += 1
            yield number, numbers[key], page, start, end, text.text[start:end]


def _vectors(connection: sqlite3.Connection, encode: Encode) -> Iterator[tuple[Any, ...]]:
    for table, column in ENCODED.items():
        query = f"SELECT {column} FROM {table} WHERE rowid >= ? ORDER BY rowid LIMIT ?"
        first = 1
        while texts := [text for (text,) in connection.execute(query, (first, VECTOR_ROWS))]:
            yield table, first, encode(texts)
            first += len(texts)


def _write_words(connection: sqlite3.Connection) -> None:
    connection.create_function("searchable", 1, searchable, deterministic=True)
    words = "INSERT INTO {0}(rowid, {1}) SELECT rowid, {2} FROM {3}"
    for statement in (
        words.format("name_words", "form", "searchable(form)", "names"),
        words.format("name_grams", "form", "form", f"names WHERE length(form) >= {GRAM}"),
        words.format("passage_words", "text", "searchable(text)", "passages"),
    ):
        connection.execute(statement)
    for name in WORD_TABLES:
        connection.execute(f"INSERT INTO {name}({name}) VALUES ('optimize')")
