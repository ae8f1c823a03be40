"""Rows of a table as text, without a loop over rows in Python.

Each distinct value of a column is written once, and Arrow puts the pieces together: most values
repeat, a graph has millions of cells, and to join them in Python took three times as long.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.columns import Numbers, whole

TEXT = pa.large_string()
"""All mentions of a large graph together are more than the 2 GiB of a plain column."""

READABLE = json.JSONEncoder(ensure_ascii=False, sort_keys=True)
"""Of lists inside other formats."""

COMPACT = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, allow_nan=False, separators=(",", ":")
)
"""As `canonical_json` writes."""


class Notation(NamedTuple):
    """How a format writes values.

    Attributes:
        write: Writes one value; equal values are written alike.
        special: RE2 pattern of texts that `write` does not write as they are: they are few, and to
            find them takes Arrow a tenth of the time that writing every text takes Python.
        mark: What it puts before and after those that it does.
    """

    write: Callable[[Any], str]
    special: str
    mark: str = ""


JSON_TEXT = Notation(json.encoder.encode_basestring, r'[\x00-\x1f"\\]', '"')
"""Of texts: what both encoders do with one, without asking of what kind it is."""


def written(column: pa.ChunkedArray, notation: Notation) -> pa.Array:
    """Return a column as a format without lists writes it.

    Args:
        column: Without nulls. Of a list its JSON text is written, rather than items with a
            separator: names and quotes hold commas and semicolons.
        notation: Of the format.
    """
    array = whole(column)
    is_list = pa.types.is_list(array.type)
    return _once_each(_json_lists(array, READABLE) if is_list else array, notation)


def json_column(column: pa.ChunkedArray) -> pa.Array:
    """Return every value of a column as compact JSON."""
    array = whole(column)
    if pa.types.is_list(array.type):
        return _json_lists(array, COMPACT)
    if pa.types.is_string(array.type):
        return _once_each(array, JSON_TEXT)
    return _each_by_python(array, COMPACT.encode)


def rows(template: str, columns: Sequence[pa.Array]) -> pa.Array:
    """Return a text per row: a template with a place (`%s`) for each column, in their order."""
    first, *others = (pa.scalar(piece, TEXT) for piece in template.split("%s"))
    pieces = [first, *(part for pair in zip(columns, others, strict=True) for part in pair)]
    return pc.binary_join_element_wise(*pieces, pa.scalar("", TEXT))


def joined(texts: pa.Array, separator: str) -> memoryview:
    """Return all texts in one, without a copy for Python: they may be some hundred megabytes."""
    whole_text = grouped(texts, np.array([len(texts)]), separator)[0]
    return memoryview(whole_text.as_buffer()).cast("B")


def grouped(texts: pa.Array, counts: Numbers, separator: str) -> pa.Array:
    """Return texts joined in groups that follow each other, of so many each."""
    ends = np.concatenate(([0], np.cumsum(counts)))
    groups = pa.LargeListArray.from_arrays(pa.array(ends, pa.int64()), texts)
    return pc.binary_join(groups, pa.scalar(separator, TEXT))


def _once_each(column: pa.Array, notation: Notation) -> pa.Array:
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return _each_by_python(column, notation.write)
    encoded = column.dictionary_encode()
    values = encoded.dictionary.cast(TEXT)
    texts = rows(f"{notation.mark}%s{notation.mark}", [values]) if notation.mark else values
    special = pc.match_substring_regex(values, notation.special)
    if pc.any(special).as_py():
        own = [notation.write(text) for text in values.filter(special).to_pylist()]
        texts = pc.replace_with_mask(texts, special, pa.array(own, TEXT))
    return texts.take(encoded.indices)


def _each_by_python(column: pa.Array, write: Callable[[Any], str]) -> pa.Array:
    encoded = column.dictionary_encode()
    once = pa.array([write(value) for value in encoded.dictionary.to_pylist()], TEXT)
    return once.take(encoded.indices)


def _json_lists(column: pa.Array, encoder: json.JSONEncoder) -> pa.Array:
    items = column.flatten()
    if pa.types.is_nested(items.type):
        texts = pa.array([encoder.encode(item) for item in items.to_pylist()], TEXT)
    else:
        texts = _once_each(items, JSON_TEXT)
    counts = pc.list_value_length(column).to_numpy()
    return rows("[%s]", [grouped(texts, counts, encoder.item_separator)])
