"""Tables and passages of Markdown."""

import re
from collections.abc import Iterable, Sequence

MADE = (
    "<!-- Made from the code by `python -m sift_assets_tests.docs.reference`; "
    "what is written here by hand is lost. -->"
)
"""Stands in every page that nobody should edit."""


def page(title: str, *parts: str) -> str:
    """Return a page that is made from code.

    Args:
        title: Its heading.
        parts: Paragraphs, headings and tables; empty ones are left out.
    """
    return "\n\n".join([f"# {title}", MADE, *(part for part in parts if part)]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a pipe in a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("|" + "|".join(_cell(cell) for cell in line) + "|" for line in lines)


def code(text: str) -> str:
    """Return text as code."""
    return f"`{text}`"


def codes(texts: Iterable[str], between: str = ", ") -> str:
    """Return texts as code, one after the other."""
    return between.join(code(text) for text in texts)


def one_line(text: str) -> str:
    """Return a passage in one line."""
    return re.sub(r"\s+", " ", text).strip()


def _cell(text: str) -> str:
    inside = one_line(text).replace("|", "\\|")
    return inside if set(inside) == {"-"} else f" {inside} "
