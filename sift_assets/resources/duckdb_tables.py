"""Tables as a DuckDB database. DuckDB is an optional part."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from sift_assets.core.errors import MissingEngineError, StoreError
from sift_assets.resources.files import store_error

CONTENT = "export"
"""Table with one row: what the database was made from."""


def duckdb_bytes(tables: Mapping[str, pa.Table], content: str, scratch: Path) -> bytes:
    """Return a database with these tables.

    Args:
        tables: By name; lists are lists.
        content: Hash of what the tables say, kept in it: two files of the same tables never have
            the same bytes, because DuckDB gives each a random id.
        scratch: The file that it is made in, for DuckDB makes none in memory. What is there goes,
            before and after; nobody else may use it meanwhile.

    Raises:
        MissingEngineError: DuckDB is not installed.
        StoreError: It cannot be made there, for example because the disk is full.
    """
    duckdb = _duckdb()
    try:
        scratch.parent.mkdir(parents=True, exist_ok=True)
        remove_scratch(scratch)
    except OSError as error:
        raise store_error(scratch, error) from error
    try:
        with duckdb.connect(str(scratch)) as database:
            for name, table in tables.items():
                database.register("given", table)
                database.execute(f'CREATE TABLE "{name}" AS FROM given')
                database.unregister("given")
            database.execute(f"CREATE TABLE {CONTENT} AS SELECT ? AS content", [content])
        return scratch.read_bytes()
    except duckdb.IOException as error:
        raise StoreError(
            f"{scratch}: DuckDB cannot write it.", "Check free space and permissions."
        ) from error
    finally:
        remove_scratch(scratch)


def remove_scratch(scratch: Path) -> None:
    """Remove what a killed process left of a database in the making: file, log and spilled rows."""
    for left in (scratch, scratch.with_name(f"{scratch.name}.wal")):
        left.unlink(missing_ok=True)
    shutil.rmtree(scratch.with_name(f"{scratch.name}.tmp"), ignore_errors=True)


def duckdb_content(file: Path) -> str:
    """Return the hash of what a database says; empty where it is none of ours.

    Raises:
        MissingEngineError: DuckDB is not installed.
    """
    duckdb = _duckdb()
    try:
        with duckdb.connect(str(file), read_only=True) as database:
            row = database.execute(f"SELECT content FROM {CONTENT}").fetchone()  # noqa: S608 - ours
    except duckdb.Error:
        return ""
    return str(row[0]) if row else ""


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError as error:
        raise MissingEngineError(
            "DuckDB is not installed, so no DuckDB file can be written.",
            "Run `pip install 'sift-assets[duckdb]'`, or take the format out of `export_formats`.",
        ) from error
    return duckdb
