"""Everything that exported files say, as one text, read by the readers that people have."""

import io
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb
import pyarrow.parquet as pq


def said_in(files: Mapping[str, bytes]) -> str:
    """Return names and contents of files; tables are read out of their compression."""
    return "\n".join(
        part for name, data in files.items() for part in (name, *_texts(Path(name).suffix, data))
    )


def _texts(suffix: str, data: bytes) -> Iterator[str]:
    yield data.decode("utf-8", "replace")
    if suffix == ".parquet":
        yield str(pq.read_table(io.BytesIO(data)).to_pylist())
    elif suffix == ".sqlite":
        database = sqlite3.connect(":memory:")
        database.deserialize(data)
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            yield str(database.execute(f'SELECT * FROM "{name}"').fetchall())  # noqa: S608
        database.close()
    elif suffix == ".duckdb":
        yield from _duckdb_texts(data)


def _duckdb_texts(data: bytes) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "read.duckdb"
        file.write_bytes(data)
        with duckdb.connect(str(file), read_only=True) as database:
            names = [row[0] for row in database.execute("SHOW TABLES").fetchall()]
            for name in names:
                yield str(database.execute(f'FROM "{name}"').fetchall())
