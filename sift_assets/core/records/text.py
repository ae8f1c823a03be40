"""What reading a document yields: its text with pages, or a status that says why there is none."""

from enum import StrEnum
from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from sift_assets.core.records.record import Record


class ReadStatus(StrEnum):
    """How reading a document, or one of its pages, ended. Every one is a value, not an error."""

    TEXT = "text"
    NEEDS_OCR = "needs_ocr"
    EMPTY = "empty"
    ENCRYPTED = "encrypted"
    UNREADABLE = "unreadable"
    UNSUPPORTED = "unsupported"
    TOO_LARGE = "too_large"


class Page(Record):
    """One page (sheet, slide, message part) as a span of the document's text.

    Attributes:
        number: 1-based.
        start: First character of the page in the document's text.
        end: One past its last character. Pages ascend and do not overlap; separators between
            pages belong to no page.
        status: `text`, `needs_ocr` (an image with no text, or with no more than a page number or a
            stamp, which then is in the span) or `empty` (nothing on it).
        method: What read it: `layer` (the file's own text) or `ocr:<engine>`.
    """

    number: int
    start: int
    end: int
    status: ReadStatus = ReadStatus.TEXT
    method: str = "layer"


HINTS = frozenset({"tags", "names"})
"""Fields that few documents have."""


class StatedName(Record):
    """A name that a document itself says means another: a link that shows it, an other title.

    Attributes:
        shown: As it stands in the text.
        name: What it means.
    """

    shown: str
    name: str


class DocumentText(Record):
    """The text of one document, independent of the document's name.

    Attributes:
        status: `text` exactly when `text` is not blank.
        reason: For people: what is wrong and what to do; empty for a clean success. Never holds
            document text.
        media_type: From the content and the suffix, for example `application/pdf`.
        title: As the file states it; empty when it does not.
        document_date: ISO 8601 date to the precision that the document states (`2024`,
            `2024-03`, `2024-03-01`), from inside the document, never from file times.
        language: ISO 639-1 code, empty when unknown.
        text: Lines end in a line feed; no NUL, no lone surrogate. All offsets everywhere are
            indices of characters into this string.
        pages: Spans of `text`; one page for formats without pages; none without text.
        reader: Name and version of what read it, for example `kreuzberg/4.10.4`.
        warnings: Short codes with counts, for example `2 pages need OCR`.
        tags: Labels that the document gives itself; sorted.
        names: Names that it says mean others; sorted.
    """

    status: ReadStatus
    reason: str = ""
    media_type: str = ""
    title: str = ""
    document_date: str = ""
    language: str = ""
    text: str = ""
    pages: tuple[Page, ...] = ()
    reader: str = ""
    warnings: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    names: tuple[StatedName, ...] = ()

    @model_serializer(mode="wrap")
    def _without_empty_hints(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave hints out where there are none: such a text has the bytes it had without them."""
        fields: dict[str, Any] = written(self)
        return {name: one for name, one in fields.items() if one or name not in HINTS}

    def page_at(self, offset: int) -> int:
        """Return the 1-based number of the page that holds a character offset, 0 if none does."""
        for page in self.pages:
            if page.start <= offset < page.end:
                return page.number
        return 0


class Chunk(Record):
    """A stretch of a document's text that is extracted from in one piece.

    Attributes:
        index: 0-based, ascending with `start`.
        start: First character that this chunk owns. Chunks own the whole text, without gap or
            overlap.
        end: One past the last owned character.
        carried_from: First character of what is shown to a model: up to two sentences before
            `start` are carried over, so that a relation across the cut is seen. At most `start`.
    """

    index: int
    start: int
    end: int
    carried_from: int
