"""Values and rows as XML.

Quotes come from any document, so characters that XML cannot say (form feeds of PDF pages) are
taken out; the JSON and table exports keep them. Written line by line rather than by networkx, which
takes several times as long and declares only the columns that some row has.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.exports.columns import ENTITY_COLUMNS, RELATION_COLUMNS
from sift_assets.core.exports.writing import Notation, rows, written
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.tables import ENTITIES, RELATIONS

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The complement of production 2, Char, of XML 1.0 (fifth edition)."""

NODE_LABEL = {"label": "name"}
EDGE_LABEL = {"label": "type"}
"""Columns that repeat another under the name by which viewers look for it."""

WEIGHT = "weight"
"""Column of relations that viewers take for the strength of an edge, see `with_weight`."""


def xml_text(text: str) -> str:
    """Return a text without what XML cannot say; all line ends become newlines, as parsers do."""
    return _NOT_XML.sub("", text).replace("\r\n", "\n").replace("\r", "\n")


def xml_value(value: Any) -> str:
    """Return a value as the content of an element."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return escape(xml_text(str(value)))


def xml_attribute(value: Any) -> str:
    """Return a value as that of an attribute, in quotation marks."""
    text = ("true" if value else "false") if isinstance(value, bool) else xml_text(str(value))
    return quoteattr(text)


_SPECIAL = r"[&<>\r]|[^\t\n\r\x20-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]"

CONTENT = Notation(xml_value, _SPECIAL)
ATTRIBUTE = Notation(xml_attribute, rf'{_SPECIAL}|["\n\t]', '"')
"""How values are written as the content of an element, and as that of an attribute."""


def with_weight(relations: pa.Table) -> pa.Table:
    """Return relations with the number of documents that support each as `WEIGHT`.

    At least 1: what only a person has stated has none, and Gephi takes no edge without a weight.
    """
    return relations.append_column(WEIGHT, pc.max_element_wise(whole(relations["support"]), 1))


def column_types(
    columns: Iterable[str], schema: pa.Schema, left_out: set[str], kinds: Mapping[str, str]
) -> dict[str, str]:
    """Return the type of each column of an export, `string` for all that `kinds` does not name."""
    stored = {field.name: kinds.get(str(field.type), "string") for field in schema}
    return {name: stored.get(name, "string") for name in columns if name not in left_out}


def node_types(kinds: Mapping[str, str]) -> dict[str, str]:
    """Return the type of every column of a node but its id, by Arrow's names of types."""
    degree = {"degree": kinds["int64"]}
    return column_types(ENTITY_COLUMNS, ENTITIES, {"id"}, kinds) | degree


def edge_types(kinds: Mapping[str, str]) -> dict[str, str]:
    """Return the type of every column of an edge but its id and ends, likewise."""
    return column_types(RELATION_COLUMNS, RELATIONS, {"id", "source_id", "target_id"}, kinds)


def elements(
    template: str, table: pa.Table, attributes: Iterable[str], values: Iterable[str]
) -> pa.Array:
    """Return an element per row.

    Args:
        template: With a place (`%s`) for each attribute and then for each value.
        table: Its rows.
        attributes: Columns that are written as attributes, in quotation marks.
        values: Columns that are written as content.
    """
    own = [written(table[column], ATTRIBUTE) for column in attributes]
    within = [written(table[column], CONTENT) for column in values]
    return rows(template, [*own, *within])
