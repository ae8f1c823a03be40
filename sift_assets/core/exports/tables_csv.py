"""CSV tables for spreadsheets: entities, relations, mentions, evidence.

A cell that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV
Injection): names and quotes come from documents that nobody vouches for.
"""

import re
from typing import Any

import pyarrow as pa

from sift_assets.core.exports.columns import (
    entity_table,
    evidence_table,
    mention_table,
    relation_table,
)
from sift_assets.core.exports.content import ExportContent
from sift_assets.core.exports.writing import Notation, joined, rows, written

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What makes a spreadsheet evaluate a cell; the last four are what East Asian editions accept."""


def csv_files(content: ExportContent) -> dict[str, bytes]:
    """Write a graph as CSV tables.

    Args:
        content: What is exported.

    Returns:
        By file name, UTF-8 with a header row and LF line ends. Lists are JSON text. Numbers are
        bare, texts quoted; texts that start like a formula begin with an apostrophe.
    """
    graph = content.graph
    return {
        "entities.csv": csv_table(entity_table(graph, content.annotations)),
        "relations.csv": csv_table(relation_table(graph)),
        "mentions.csv": csv_table(mention_table(graph)),
        "evidence.csv": csv_table(evidence_table(graph)),
    }


def safe_cell(text: str) -> str:
    """Return a text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def csv_table(table: pa.Table) -> bytes:
    """Return one table as CSV, see `csv_files`."""
    head = ",".join(map(_cell, table.column_names))
    template = ",".join("%s" for _column in table.column_names)
    cells = [written(column, CELL) for column in table.columns]
    return f"{head}\n".encode() + joined(rows(f"{template}\n", cells), "")


def _cell(value: Any) -> str:
    if isinstance(value, str):  # the text of a list begins with a bracket, no formula does
        return _quoted(safe_cell(value))
    if isinstance(value, bool):
        return _quoted("true" if value else "false")
    return str(value)


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


CELL = Notation(_cell, rf'^[{re.escape("".join(FORMULA_STARTS))}]|"', '"')
"""How a value is written."""
