"""pdfplumber: text of pages that other readers leave blank, and ruled tables as rows."""

import io
from typing import Any, Self

from sift_assets.core.text.dates import first_date
from sift_assets.core.text.front_matter import Stated, title_of
from sift_assets.core.text.rows import table_text
from sift_assets.resources.readers.failures import Damaged, PasswordNeeded

SMALLEST_TABLE = 2  # rows and columns; pdfplumber's finder also reports boxes around paragraphs
FILLED_SHARE = 0.5
"""Of the cells of a real table; the finder over-reports (220 tables in 55 files of its own tests),
and its false ones are mostly empty."""

KEPT_SHARE = 0.9
"""Of the words of the text layer that must survive for the table pass to be taken."""

_RULED = {"vertical_strategy": "lines", "horizontal_strategy": "lines"}


class Plumbed:
    """A PDF that pdfplumber opens when it is first needed, because it is slow; a context manager.

    Every method raises `Damaged` when pdfplumber cannot open the file at all, `PasswordNeeded`
    when it is encrypted.
    """

    def __init__(self, data: bytes) -> None:
        """Remember the bytes; nothing is parsed yet."""
        self._data = data
        self._opened: Any = None

    def __enter__(self) -> Self:
        """Return the file."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it, if it was ever opened."""
        if self._opened is not None:
            self._opened.close()

    def page_count(self) -> int:
        """Return the number of pages."""
        return len(self._pdf().pages)

    def text_of(self, index: int) -> str:
        """Return the text of a page, empty when pdfplumber fails on it."""
        page = self._page(index)
        try:
            return page.extract_text() if page is not None else ""
        except Exception:  # noqa: BLE001 - pdfminer raises every kind of error on broken pages
            return ""
        finally:
            _forget(page)

    def text_with_tables(self, index: int, at_least: str) -> str:
        """Return the text of a page with its ruled tables as rows in their place.

        Args:
            index: Of the page, 0-based.
            at_least: The text that another reader gave; the answer must keep its words.

        Returns:
            Empty when there is no table, or when words would be lost.
        """
        page = self._page(index)
        try:
            text = _with_tables(page) if page is not None else ""
        except Exception:  # noqa: BLE001 - as above
            return ""
        finally:
            _forget(page)
        words = set(at_least.split())
        kept = len(words & set(text.split()))
        return text if kept >= KEPT_SHARE * len(words) else ""

    def stated(self) -> Stated:
        """Return title and date from the metadata."""
        metadata = self._pdf().metadata
        title, created = (metadata.get(key) for key in ("Title", "CreationDate"))
        return Stated(title=title_of(title), document_date=first_date(created))

    def _page(self, index: int) -> Any:
        try:
            return self._pdf().pages[index]
        except IndexError:
            return None

    def _pdf(self) -> Any:
        if self._opened is None:
            import pdfplumber

            try:
                self._opened = pdfplumber.open(io.BytesIO(self._data))
                _ = self._opened.pages  # parsed here, so that what is broken shows here
            except Exception as error:
                cause = f"{error!r} {error.__context__!r}".lower()
                if "password" in cause or "encrypt" in cause:
                    raise PasswordNeeded from error
                raise Damaged(type(error).__name__) from error
        return self._opened


def _forget(page: Any) -> None:
    """Drop what pdfplumber keeps of a page: on long files it would fill the memory."""
    if page is not None:
        page.close()


def _with_tables(page: Any) -> str:
    tables = [table for table in page.find_tables(_RULED) if _is_table(table.extract())]
    if not tables:
        return ""
    blocks = [(table.bbox[1], table_text(table.extract())) for table in tables]
    outside = page.filter(lambda item: not any(_is_inside(item, table.bbox) for table in tables))
    blocks += [(line["top"], line["text"]) for line in outside.extract_text_lines()]
    return "\n".join(text for _, text in sorted(blocks, key=lambda block: block[0]))


def _is_table(rows: list[list[str | None]]) -> bool:
    if len(rows) < SMALLEST_TABLE or max(map(len, rows)) < SMALLEST_TABLE:
        return False
    cells = [cell for row in rows for cell in row]
    return sum(bool(cell and cell.strip()) for cell in cells) >= FILLED_SHARE * len(cells)


def _is_inside(item: dict[str, Any], box: tuple[float, float, float, float]) -> bool:
    across = (item["x0"] + item["x1"]) / 2
    down = (item["top"] + item["bottom"]) / 2
    return box[0] <= across <= box[2] and box[1] <= down <= box[3]
