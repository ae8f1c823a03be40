"""The ways in which a document has no text, in words that tell people what to do.

A reason never holds text of the document: reasons are shown in logs and in Dagster's metadata.
"""

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.front_matter import Stated
from sift_assets.core.text.pages import PageText, join_pages

NO_CONTENT = "The document is empty."
NO_TEXT = "There is no text in the document."
PASSWORD = "The document is protected by a password: save a copy without one."  # noqa: S105
DAMAGED = "The document is damaged or not what it seems to be: open it and save it again."
NOT_READ = "Documents of this type are not read: convert it to PDF, DOCX, HTML or plain text."
NOT_A_FILE = "This is not a regular file but a pipe, a device or a folder: remove it."
OLD_NOT_READ = "This old format is not read: save it as DOCX, XLSX, PPTX or PDF."
ARCHIVE = "Archives are not read: unpack it, so that each file in it is a document of its own."
NO_ENGINE = (
    "The document is an image and no OCR engine is at hand: "
    "install Tesseract (tesseract-ocr), or set ocr_engine."
)
OCR_OFF = "The document is an image and OCR is switched off: set ocr to true."
OCR_BLANK = "The document is an image, and OCR found no text on it."
BOMB = "The document unpacks to far more than its own size: it is refused as a possible bomb."


def without_text(status: ReadStatus, reason: str, media_type: str = "") -> DocumentText:
    """Return the value of a document that has no text."""
    return DocumentText(status=status, reason=reason, media_type=media_type)


def too_large(megabytes: float) -> DocumentText:
    """Return the value of a document above the limit of size."""
    reason = f"The document is larger than {megabytes:g} MB: split it, or raise max_megabytes."
    return without_text(ReadStatus.TOO_LARGE, reason)


def with_pages(
    pages: list[PageText],
    *,
    media_type: str,
    reader: str,
    stated: Stated | None = None,
    warnings: tuple[str, ...] = (),
    ocr_reason: str = NO_ENGINE,
) -> DocumentText:
    """Return the value of a document that was read, with the status that its pages give it.

    Args:
        pages: What was found, page by page.
        media_type: Of the document.
        reader: Name and version of what read it.
        stated: Title, date and language as the document states them.
        warnings: Of the reader.
        ocr_reason: Why pages that are images were not recognised.
    """
    text, spans = join_pages(pages)
    stated = stated or Stated()
    images = sum(span.status is ReadStatus.NEEDS_OCR for span in spans)
    if text:
        status, reason = ReadStatus.TEXT, ""
    elif images:
        status, reason = ReadStatus.NEEDS_OCR, ocr_reason
    else:
        recognised = any(span.method != "layer" for span in spans)
        status, reason = ReadStatus.EMPTY, OCR_BLANK if recognised else NO_TEXT
    if text and images:
        noun = "page needs" if images == 1 else "pages need"
        warnings = (*warnings, f"{images} {noun} OCR")
        reason = ocr_reason.replace("The document is an image", "Some pages are images")
    return DocumentText(
        status=status,
        reason=reason,
        media_type=media_type,
        title=stated.title,
        document_date=stated.document_date,
        language=stated.language,
        text=text,
        pages=spans if text else (),
        reader=reader,
        warnings=warnings,
        tags=stated.tags,
        names=stated.names,
    )


def depends_on_ocr(text: DocumentText) -> bool:
    """Whether another OCR engine, or one at all, might have read a document differently.

    Then the version of the engine belongs into the key of the stored text; else it does not, so
    that installing an engine later re-reads only the documents that want it.
    """
    return (
        text.status is ReadStatus.NEEDS_OCR
        or text.reason == OCR_BLANK
        or any(page.status is ReadStatus.NEEDS_OCR or page.method != "layer" for page in text.pages)
    )
