"""CSV tables for spreadsheets: entities, relations, mentions, evidence.

A cell that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV
Injection): names and quotes come from documents that nobody vouches for.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from sift_assets.core.exports.columns import (
    ENTITY_COLUMNS,
    EVIDENCE_COLUMNS,
    MENTION_COLUMNS,
    RELATION_COLUMNS,
    Annotations,
    Row,
    entity_rows,
    evidence_rows,
    flat,
    mention_rows,
    relation_rows,
)
from sift_assets.core.graph.build import KnowledgeGraph

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What makes a spreadsheet evaluate a cell; the last four are what East Asian editions accept."""


def csv_files(graph: KnowledgeGraph, annotations: Annotations | None = None) -> dict[str, bytes]:
    """Write a graph as CSV tables.

    Args:
        graph: With its status.
        annotations: Descriptions and communities for `entities.csv`.

    Returns:
        By file name, UTF-8 with a header row and LF line ends. Lists are JSON text. Numbers are
        bare, texts quoted; texts that start like a formula begin with an apostrophe.
    """
    entities = entity_rows(graph, annotations or Annotations())
    return {
        "entities.csv": _table(ENTITY_COLUMNS, entities),
        "relations.csv": _table(RELATION_COLUMNS, relation_rows(graph)),
        "mentions.csv": _table(MENTION_COLUMNS, mention_rows(graph)),
        "evidence.csv": _table(EVIDENCE_COLUMNS, evidence_rows(graph)),
    }


def safe_cell(text: str) -> str:
    """Return a text that no spreadsheet runs as a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _table(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(columns)
    writer.writerows([_cell(row[name]) for name in columns] for row in rows)
    return buffer.getvalue().encode("utf-8")


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return safe_cell(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return flat(value)  # a list begins with a bracket, no formula does
