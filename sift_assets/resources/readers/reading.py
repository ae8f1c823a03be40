"""Bytes of a document into a `DocumentText`: which reader for which type, and what failures mean.

Runs inside the reading process. Nothing that a document does here raises: it becomes a status.
"""

from collections.abc import Callable
from pathlib import PurePath

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text import media_types as types
from sift_assets.core.text import outcomes
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.failures import Bomb, Damaged, PasswordNeeded
from sift_assets.resources.readers.found import Found, Given
from sift_assets.resources.readers.images import read_image
from sift_assets.resources.readers.language import language_of
from sift_assets.resources.readers.mail import read_mail
from sift_assets.resources.readers.office import read_office
from sift_assets.resources.readers.pdf import read_pdf
from sift_assets.resources.readers.plain import read_markup, read_plain
from sift_assets.resources.readers.slides import read_slides

Reader = Callable[[Given], Found]

_READERS: dict[str, Reader] = {
    types.PDF: read_pdf,
    types.PPTX: read_slides,
    types.HTML: read_markup,
    types.XML: read_markup,
    "image/svg+xml": read_markup,
    "application/x-fictionbook+xml": read_markup,
    types.NOTEBOOK: read_plain,
    types.MAIL: lambda given: read_mail(given, read_given),
    **dict.fromkeys(
        (types.DOCX, types.XLSX, types.ODT, types.ODS, types.EPUB, types.RTF), read_office
    ),
    **dict.fromkeys((types.DOC, types.XLS, types.PPT, types.MSG), read_office),
    **dict.fromkeys(
        ("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/webp"),
        read_image,
    ),
    **dict.fromkeys(
        (
            "application/json",
            "application/yaml",
            "application/toml",
            "application/x-latex",
            "application/x-bibtex",
        ),
        read_plain,
    ),
}

_REASONS = {
    types.ZIP: outcomes.ARCHIVE,
    "application/gzip": outcomes.ARCHIVE,
    "application/x-7z-compressed": outcomes.ARCHIVE,
    "application/vnd.rar": outcomes.ARCHIVE,
    types.ODP: outcomes.OLD_NOT_READ,
}


def read_bytes(
    data: bytes, name: str, settings: ReaderSettings, progress: Callable[[], None]
) -> DocumentText:
    """Read one document; whatever the bytes are, the answer is a value.

    Args:
        data: All bytes of the document.
        name: Of its file; only the suffix is used.
        settings: How to read.
        progress: Called after each page that took long.

    Raises:
        MemoryError: There is not enough memory; the process should be replaced.
    """
    if types.is_nothing(data):
        return outcomes.without_text(ReadStatus.EMPTY, outcomes.NO_CONTENT)
    kind = types.media_type(data, PurePath(name).suffix)
    text = read_given(Given(data, name, kind, settings, progress))
    return text.model_copy(update={"language": _language(text)})


def read_given(given: Given) -> DocumentText:
    """Read one document whose media type is known; see `read_bytes`."""
    kind = given.media_type
    if kind == "application/x-ole-encrypted":
        return outcomes.without_text(ReadStatus.ENCRYPTED, outcomes.PASSWORD, kind)
    reader = reader_for(kind)
    if reader is None:
        reason = _REASONS.get(kind, outcomes.NOT_READ)
        return outcomes.without_text(ReadStatus.UNSUPPORTED, reason, kind)
    try:
        return _value(reader(given), kind)
    except PasswordNeeded:
        return outcomes.without_text(ReadStatus.ENCRYPTED, outcomes.PASSWORD, kind)
    except Bomb:
        return outcomes.without_text(ReadStatus.UNREADABLE, outcomes.BOMB, kind)
    except Damaged as finding:
        return _unreadable(str(finding), kind)
    except MemoryError:
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of a Rust parser is no Exception
        return _unreadable(type(error).__name__, kind)


def reader_for(media_type: str) -> Reader | None:
    """Return the reader of a media type, None when documents of that type are not read."""
    if media_type in _READERS:
        return _READERS[media_type]
    return read_plain if media_type.startswith("text/") else None


def _language(text: DocumentText) -> str:
    """Return the language of a document; that it cannot be told is no reason to lose the text."""
    try:
        return text.language or (language_of(text.text) if text.text else "")
    except MemoryError:
        raise
    except BaseException:  # noqa: BLE001 - a panic of a Rust parser is no Exception
        return ""


def _value(found: Found, kind: str) -> DocumentText:
    return outcomes.with_pages(
        found.pages,
        media_type=kind,
        reader=found.reader,
        stated=found.stated,
        warnings=found.warnings,
        ocr_reason=found.ocr_reason,
    )


def _unreadable(cause: str, kind: str) -> DocumentText:
    reason = f"{outcomes.DAMAGED} ({cause})" if cause else outcomes.DAMAGED
    return outcomes.without_text(ReadStatus.UNREADABLE, reason, kind)
