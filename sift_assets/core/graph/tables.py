"""The tables a graph is made of: their columns, their order of rows, and how they become bytes.

What belongs here: schemas and serialisation. What does not: any rule of what goes into a row.
No column holds nulls: an absent text is empty, an absent list has no items. So equal tables have
equal bytes whatever computed them.
"""

import hashlib
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import ClassVar, Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Numbers, is_ascending, mask, order_of, whole

TEXTS = pa.list_(pa.string())

NO_DOCUMENT = ""
"""Stands in `document` where a statement is of a person, not of a document; it supports nothing."""

ATTRIBUTES = pa.list_(pa.struct({"key": pa.string(), "value": pa.string()}))
DATED_ATTRIBUTES = pa.list_(
    pa.struct(
        {
            "key": pa.string(),
            "value": pa.string(),
            "document": pa.string(),
            "document_date": pa.string(),
        }
    )
)

MENTION_FIELDS = {
    "entity_id": pa.string(),
    "type": pa.string(),
    "name": pa.string(),
    "surface": pa.string(),
    "kind": pa.string(),
    "page": pa.int32(),
    "chunk": pa.int32(),
    "start": pa.int64(),
    "end": pa.int64(),
    "alignment": pa.string(),
    "confidence": pa.float64(),
    "attributes": ATTRIBUTES,
    "extractor": pa.string(),
    "original_type": pa.string(),
}
"""A name in a place. `original_type` is what the extractor said where the domain retyped it."""

EVIDENCE_FIELDS = {
    "source_id": pa.string(),
    "type": pa.string(),
    "target_id": pa.string(),
    "page": pa.int32(),
    "chunk": pa.int32(),
    "start": pa.int64(),
    "end": pa.int64(),
    "quote": pa.string(),
    "alignment": pa.string(),
    "confidence": pa.float64(),
    "tier": pa.string(),
    "extractor": pa.string(),
    "original_type": pa.string(),
    "valid_from": pa.string(),
    "valid_to": pa.string(),
    "attributes": ATTRIBUTES,
}
"""One statement of a relation. `quote` equals the text's slice from `start` to `end`."""

QUARANTINE_FIELDS = {
    "kind": pa.string(),
    "reason": pa.string(),
    "detail": pa.string(),
    "chunk": pa.int32(),
    "record": pa.string(),
}
"""A record kept out of the graph; `record` is its canonical JSON."""

SCOPE_FIELDS = {"collection": pa.string(), "folder": pa.string(), "tags": TEXTS}
"""Where a document belongs; repeated on its mentions, so that readers can filter without joins."""

FRAGMENT_MENTIONS = pa.schema(MENTION_FIELDS | {"document": pa.string()})
FRAGMENT_EVIDENCE = pa.schema(EVIDENCE_FIELDS | {"document": pa.string()})
FRAGMENT_QUARANTINE = pa.schema(QUARANTINE_FIELDS | {"document": pa.string()})

DOCUMENTS = pa.schema(
    {"document": pa.string(), "title": pa.string(), "document_date": pa.string()} | SCOPE_FIELDS
)
MENTIONS = pa.schema(
    MENTION_FIELDS | {"document": pa.string(), "document_date": pa.string()} | SCOPE_FIELDS
)
EVIDENCE = pa.schema(
    {"relation_id": pa.string()}
    | EVIDENCE_FIELDS
    | {"document": pa.string(), "document_date": pa.string()}
)
QUARANTINE = FRAGMENT_QUARANTINE
ENTITIES = pa.schema(
    {
        "id": pa.string(),
        "type": pa.string(),
        "name": pa.string(),
        "aliases": TEXTS,
        "attributes": DATED_ATTRIBUTES,
        "confidence": pa.float64(),
        "support": pa.int64(),
        "mention_count": pa.int64(),
        "documents": TEXTS,
        "extractors": TEXTS,
        "first_seen": pa.string(),
        "last_seen": pa.string(),
        "isolated": pa.bool_(),
        "status": pa.string(),
        "flags": TEXTS,
    }
)
RELATIONS = pa.schema(
    {
        "id": pa.string(),
        "source_id": pa.string(),
        "type": pa.string(),
        "target_id": pa.string(),
        "source_name": pa.string(),
        "source_type": pa.string(),
        "target_name": pa.string(),
        "target_type": pa.string(),
        "confidence": pa.float64(),
        "support": pa.int64(),
        "mention_count": pa.int64(),
        "documents": TEXTS,
        "extractors": TEXTS,
        "first_seen": pa.string(),
        "last_seen": pa.string(),
        "valid_from": pa.string(),
        "valid_to": pa.string(),
        "conflict": pa.bool_(),
        "best_document": pa.string(),
        "best_page": pa.int32(),
        "best_start": pa.int64(),
        "best_end": pa.int64(),
        "best_quote": pa.string(),
        "status": pa.string(),
        "flags": TEXTS,
    }
)

_LENGTH_BYTES = 8
"""Before each part of a bundle: its length, as a little-endian number."""

_COMPRESSION = "zstd"

MENTION_ORDER = (
    *("entity_id", "document", "start", "end", "surface"),
    *("type", "name", "kind", "confidence", "extractor", "original_type"),
)
"""The first line is unique in a build: a fragment holds one row per entity, span and surface. The
second keeps the order total where a merge has joined two entities named at one place."""

EVIDENCE_ORDER = (
    *("relation_id", "document", "start", "end", "valid_from", "valid_to", "original_type"),
    *("quote", "confidence", "tier", "extractor"),
)
"""The first line is unique in a build: two stated periods or two original types are two
statements. The second is for merges, as in `MENTION_ORDER`."""

QUARANTINE_ORDER = ("document", "chunk", "kind", "reason", "detail", "record")


@dataclass(frozen=True, eq=False)
class TableBundle:  # noqa: PLW1641 - tables are not hashable; `content_hash` is the key
    """A frozen value made of Arrow tables and texts; equal values have equal bytes.

    Subclasses declare their fields, tables and plain texts, with `eq=False` to keep the equality
    of this class.

    Attributes:
        together: Whether all fields are compressed in one piece. Of small tables, that takes a
            tenth of the time and less than half the room; of large ones it takes more memory.
    """

    together: ClassVar[bool] = False

    def to_bytes(self) -> bytes:
        """Return all fields in order of declaration, each with its length before it."""
        compression = None if self.together else _COMPRESSION
        parts = [_encode(getattr(self, field.name), compression) for field in fields(self)]
        lengths = (struct.pack("<Q", len(part)) for part in parts)
        whole = b"".join(chain.from_iterable(zip(lengths, parts, strict=True)))
        return _compressed(whole) if self.together else whole

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read a value back from `to_bytes`.

        Raises:
            ValueError: The bytes are not such a value.
        """
        values: dict[str, pa.Table | str] = {}
        data = _decompressed(data) if cls.together else data
        offset = 0
        for field in fields(cls):
            part, offset = _next_part(data, offset)
            values[field.name] = part.decode() if field.type is str else _read_table(part)
        if offset != len(data):
            raise ValueError(f"{len(data) - offset} bytes too many for a {cls.__name__}")
        return cls(**values)

    def content_hash(self) -> str:
        """Return the SHA-256 of the bytes, as 64 hexadecimal digits."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Compare by content: row order counts, how a table is laid out in memory does not."""
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, f.name) == getattr(other, f.name) for f in fields(self))


def table_of(rows: Sequence[Mapping[str, object]], schema: pa.Schema) -> pa.Table:
    """Make a table of rows given as mappings; every column of the schema must be present."""
    return pa.table({name: [row[name] for row in rows] for name in schema.names}, schema=schema)


def empty_lists(length: int) -> pa.ListArray:
    """Return a column of lists of texts without any item."""
    return pa.ListArray.from_arrays(
        pa.array(np.zeros(length + 1, np.int32)), pa.array([], pa.string())
    )


def ordered(table: pa.Table, columns: Sequence[str]) -> pa.Table:
    """Return the rows in ascending order of some columns, text by code point."""
    if len(table) < 2 or is_ascending(whole(table[column]) for column in columns):
        return table
    keys = [whole(table[column]) for column in columns]
    return taken(table, order_of(keys, len(table)))


def only(table: pa.Table, wanted: pa.Array | pa.ChunkedArray) -> pa.Table:
    """Return the rows where a mask is true; without a copy where they follow each other."""
    rows = np.flatnonzero(mask(pc.fill_null(wanted, fill_value=False)))
    first = int(rows[0]) if len(rows) else 0
    if not len(rows) or int(rows[-1]) - first + 1 == len(rows):
        return table.slice(first, len(rows))
    return taken(table, rows)


def taken(table: pa.Table, rows: Numbers) -> pa.Table:
    """Return some rows; column by column, so that no more than one of them is there twice."""
    indices = pa.array(rows)
    columns = [whole(table[name]).take(indices) for name in table.column_names]
    return pa.table(columns, schema=table.schema)


def _encode(value: pa.Table | str, compression: str | None) -> bytes | pa.Buffer:
    return value.encode() if isinstance(value, str) else _write_table(value, compression)


def _compressed(data: bytes) -> bytes:
    return pa.compress(data, codec=_COMPRESSION, asbytes=True)


def _decompressed(data: bytes) -> bytes:
    try:
        with pa.CompressedInputStream(pa.BufferReader(data), _COMPRESSION) as stream:
            return stream.read()
    except OSError as error:
        raise ValueError(f"not compressed tables: {error}") from error


def _write_table(table: pa.Table, compression: str | None) -> pa.Buffer:
    """Arrow IPC, one batch; no metadata, so bytes depend on rows and columns only.

    On one thread: each further one takes some ten megabytes and makes the sum of CPU time larger.
    """
    sink = pa.BufferOutputStream()
    plain = table.replace_schema_metadata(None).combine_chunks()
    if any(_is_view(whole(column)) for column in plain.columns):
        plain = pa.concat_tables([plain, plain.schema.empty_table()]).combine_chunks()
    options = pa.ipc.IpcWriteOptions(compression=compression, use_threads=False)
    with pa.ipc.new_stream(sink, plain.schema, options=options) as writer:
        writer.write_table(plain)
    return sink.getvalue()


def _is_view(column: pa.Array) -> bool:
    """Say whether a column is a stretch of a longer one: Arrow would write more than its rows."""
    return column.offset != 0 or column.get_total_buffer_size() != column.nbytes


def _read_table(data: bytes) -> pa.Table:
    try:
        with pa.ipc.open_stream(data, options=pa.ipc.IpcReadOptions(use_threads=False)) as reader:
            return reader.read_all()
    except pa.ArrowInvalid as error:
        raise ValueError(f"not an Arrow table: {error}") from error


def _next_part(data: bytes, offset: int) -> tuple[bytes, int]:
    start = offset + _LENGTH_BYTES
    if len(data) < start:
        raise ValueError("the bytes end early")
    (length,) = struct.unpack_from("<Q", data, offset)
    if len(data) < start + length:
        raise ValueError("the bytes end early")
    return data[start : start + length], start + length
