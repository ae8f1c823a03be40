"""Plain formats with a structure of their own: separated values and notebooks."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, cast

from sift_assets.core.text.rows import table_text

_SAMPLE = 8192  # characters from which the separator is guessed
_SEPARATORS = ",;\t|"
_LARGEST_FIELD = 1_000_000  # characters; the standard library's own limit is 131,072


def delimited_text(text: str) -> str:
    """Return a CSV or TSV text as rows `cell | cell`; the text itself when it is no table."""
    sample = text[:_SAMPLE]
    try:
        dialect = csv.Sniffer().sniff(sample, _SEPARATORS)
    except csv.Error:
        dialect = csv.excel_tab if sample.count("\t") > sample.count(",") else csv.excel
    csv.field_size_limit(_LARGEST_FIELD)
    try:
        return table_text(csv.reader(io.StringIO(text.replace("\0", "")), dialect))
    except csv.Error:
        return text


def notebook_text(text: str) -> str:
    """Return the cells of a Jupyter notebook with their text outputs; the text when it is none."""
    try:
        notebook = json.loads(text)
        return "\n\n".join(filter(None, _cells(notebook)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return text


def _cells(notebook: dict[str, Any]) -> Iterator[str]:
    for cell in cast("list[dict[str, Any]]", notebook["cells"]):
        yield _joined(cell.get("source", "")).strip("\n")
        for output in cast("list[dict[str, Any]]", cell.get("outputs", [])):
            plain = output.get("text") or output.get("data", {}).get("text/plain", "")
            yield _joined(plain).strip("\n")


def _joined(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)
