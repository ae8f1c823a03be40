"""Tables as lines of text, so that what a row says is found and quoted like any sentence."""

from collections.abc import Iterable, Sequence

CELL_SEPARATOR = " | "


def row_text(cells: Iterable[object]) -> str:
    """Return one row as `cell | cell`; line breaks inside a cell become spaces.

    Empty cells in the middle keep their place, trailing ones are dropped. A row without content
    is the empty string.
    """
    texts = [" ".join(str(cell).split()) if cell is not None else "" for cell in cells]
    while texts and not texts[-1]:
        texts.pop()
    return CELL_SEPARATOR.join(texts)


def table_text(rows: Iterable[Sequence[object]]) -> str:
    """Return a table as lines of rows, without the empty ones."""
    return "\n".join(filter(None, (row_text(row) for row in rows)))
