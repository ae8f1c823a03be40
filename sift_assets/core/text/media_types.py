"""What a document is: by its content first, by the suffix of its name where content says little.

A PDF named `.txt` is a PDF; an HTML page saved as `.doc` is HTML.
"""

import re
from unicodedata import category

from sift_assets.core.text.cleaning import is_blank
from sift_assets.core.text.decoding import decode

PDF = "application/pdf"
HTML = "text/html"
XML = "application/xml"
MAIL = "message/rfc822"
ZIP = "application/zip"
PLAIN = "text/plain"
MARKDOWN = "text/markdown"
UNKNOWN = "application/octet-stream"

_OPEN_XML = "application/vnd.openxmlformats-officedocument."
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
DOCX = f"{_OPEN_XML}wordprocessingml.document"
XLSX = f"{_OPEN_XML}spreadsheetml.sheet"
PPTX = f"{_OPEN_XML}presentationml.presentation"
ODT = f"{_OPEN_DOCUMENT}text"
ODS = f"{_OPEN_DOCUMENT}spreadsheet"
ODP = f"{_OPEN_DOCUMENT}presentation"
EPUB = "application/epub+zip"
RTF = "application/rtf"
DOC, XLS, PPT = "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"
MSG = "application/vnd.ms-outlook"
CSV, TSV = "text/csv", "text/tab-separated-values"
NOTEBOOK = "application/x-ipynb+json"

_SIGNATURES = (
    (b"{\\rtf", RTF),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"\x1f\x8b", "application/gzip"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!", "application/vnd.rar"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (b"\x7fELF", "application/x-executable"),
    (b"OggS", "audio/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"PAR1", "application/vnd.apache.parquet"),
)
_ZIP_MEMBERS = (
    (b"word/document", DOCX),
    (b"xl/workbook", XLSX),
    (b"ppt/presentation", PPTX),
    (b"META-INF/container.xml", EPUB),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_STREAMS = (
    ("WordDocument", DOC),
    ("Workbook", XLS),
    ("PowerPoint Document", PPT),
    ("__nameid_version1.0", MSG),
    ("__properties_version1.0", MSG),
    ("EncryptedPackage", "application/x-ole-encrypted"),
    ("Book", XLS),
)
_TEXT_SUFFIXES = {
    ".md": MARKDOWN, ".markdown": MARKDOWN, ".rst": "text/x-rst",
    ".html": HTML, ".htm": HTML, ".xhtml": HTML, ".xml": XML, ".svg": "image/svg+xml",
    ".fb2": "application/x-fictionbook+xml", ".csv": CSV, ".tsv": TSV, ".eml": MAIL,
    ".json": "application/json", ".jsonl": "application/json", ".ipynb": NOTEBOOK,
    ".yaml": "application/yaml", ".yml": "application/yaml", ".toml": "application/toml",
    ".tex": "application/x-latex", ".bib": "application/x-bibtex",
}  # fmt: skip
_MARKUP_START = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+)?([a-z]\w*)", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HEAD = 65_536  # characters looked at to tell text from binary
_MOST_CONTROLS = 0.02
"""Share of control characters above which bytes are not text: text has none, random bytes 11 %."""


def media_type(data: bytes, suffix: str) -> str:
    """Return the media type of a document, `application/octet-stream` when it is not known.

    Args:
        data: All bytes of the document.
        suffix: Of its name, with the dot; case does not matter.
    """
    if b"%PDF-" in data[:1024]:
        return PDF
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_type(data)
    if data.startswith(_OLE):
        return _ole_type(data)
    if data[:4] == b"RIFF":
        return "image/webp" if data[8:12] == b"WEBP" else UNKNOWN
    if data.startswith(b"BM") and data[6:10] == b"\0\0\0\0":  # reserved, always zero
        return "image/bmp"
    for signature, name in _SIGNATURES:
        if data.startswith(signature) and not (signature.isalnum() and is_text(data)):
            return name
    return _text_type(data, suffix.lower()) if is_text(data) else UNKNOWN


def is_text(data: bytes) -> bool:
    """Whether bytes are text in some encoding."""
    sample = _head(data, _HEAD)
    controls = sum(
        category(character) == "Cc" and character not in "\t\n\r\f\v\x1b\x85"
        for character in sample
    )
    return controls <= _MOST_CONTROLS * len(sample)


def is_nothing(data: bytes) -> bool:
    """Whether a document holds nothing: no bytes, or only zeros and white space."""
    return not data.strip(b"\0 \t\r\n\f\v") or (len(data) < _HEAD and is_blank(decode(data).text))


def _head(data: bytes, length: int) -> str:
    """Decode the beginning of a text, not ending inside a character of several bytes."""
    head = data[:length]
    if len(data) > length:
        head = head[:-4] + head[-4:].rstrip(bytes(range(0x80, 0x100)))
    return decode(head).text


def _zip_type(data: bytes) -> str:
    if data[30:38] == b"mimetype":
        stated = data[38:138].split(b"PK", 1)[0].decode("ascii", "replace")
        for name in (ODT, ODS, ODP, EPUB):
            if stated.startswith(name):
                return name
    return next((name for member, name in _ZIP_MEMBERS if member in data), ZIP)


def _ole_type(data: bytes) -> str:
    found = (name for stream, name in _OLE_STREAMS if stream.encode("utf-16-le") in data)
    return next(found, UNKNOWN)


def _text_type(data: bytes, suffix: str) -> str:
    start = _MARKUP_START.match(_COMMENT.sub("", _head(data, 4096)))
    if start and start.group(1).lower() == "html":
        return HTML
    return _TEXT_SUFFIXES.get(suffix, PLAIN)
