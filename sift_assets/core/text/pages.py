"""Pages into one text with spans: the only place where a document's offsets come into being."""

from collections.abc import Iterable

from sift_assets.core.records.record import Record
from sift_assets.core.records.text import Page, ReadStatus
from sift_assets.core.text.cleaning import clean, is_blank

PAGE_SEPARATOR = "\n\n"


class PageText(Record):
    """What a reader found on one page, before it is cleaned.

    Attributes:
        text: As the reader gives it.
        method: `layer`, or `ocr:<engine>`.
        needs_ocr: Whether the page shows an image and has no text, or next to none.
    """

    text: str
    method: str = "layer"
    needs_ocr: bool = False


def join_pages(pages: Iterable[PageText]) -> tuple[str, tuple[Page, ...]]:
    """Join pages into the text of a document, each with its span and status.

    Args:
        pages: In order; the first one gets number 1.

    Returns:
        The cleaned text, and one `Page` for each given. A page without text has an empty span.
    """
    parts: list[str] = []
    spans: list[Page] = []
    length = 0
    for number, page in enumerate(pages, start=1):
        text = clean(page.text).strip("\n")
        if is_blank(text):
            text = ""
        if text and length:
            parts.append(PAGE_SEPARATOR)
            length += len(PAGE_SEPARATOR)
        start, length = length, length + len(text)
        parts.append(text)
        status = _status(page, text)
        spans.append(
            Page(number=number, start=start, end=length, status=status, method=page.method)
        )
    return "".join(parts), tuple(spans)


def _status(page: PageText, text: str) -> ReadStatus:
    if page.needs_ocr:
        return ReadStatus.NEEDS_OCR
    return ReadStatus.TEXT if text else ReadStatus.EMPTY
