"""How documents are read: the part of the settings that readers see."""

from typing import Any, Literal

from pydantic import Field, model_validator

from sift_assets.core.records.record import Record
from sift_assets.core.text.media_types import PDF

READER_VERSION = 2
"""Part of the key of every stored text: raise it when the same bytes are read differently."""

ReaderName = Literal["kreuzberg", "pdfplumber"]
OcrEngine = Literal["tesseract", "rapidocr", "easyocr", "paddleocr", "gcv"]

CLOUD_ENGINES = frozenset(("gcv",))
"""OCR engines that send pages to someone else's computer."""

_SHAPES_NO_VALUE = frozenset(("timeout_seconds", "memory_megabytes"))


class ReaderSettings(Record):
    """How documents are read.

    Attributes:
        reader: What reads PDF files. Other formats have one reader each.
        readers: Instead of `reader`, by media type (`application/pdf`) or suffix (`.pdf`).
        ocr: Whether pages without text are recognised.
        ocr_engine: Which engine does that; never replaced by another one.
        ocr_language: As the engine names it, for example `eng` or `deu+eng` for Tesseract.
        ocr_cloud: The consent to send pages to a cloud engine.
        max_megabytes: Larger documents are `too_large`; one megabyte is 1,000,000 bytes.
        timeout_seconds: For one step: parsing, or the recognition of one page.
        memory_megabytes: Address space of the reading process, in MiB.
    """

    reader: ReaderName = "kreuzberg"
    readers: dict[str, ReaderName] = {}
    ocr: bool = True
    ocr_engine: OcrEngine = "tesseract"
    ocr_language: str = Field(default="eng", pattern=r"^[A-Za-z][A-Za-z0-9_+/-]{0,63}$")
    ocr_cloud: bool = False
    max_megabytes: float = Field(default=100, gt=0)
    timeout_seconds: float = Field(default=60, gt=0)
    memory_megabytes: int = Field(default=2048, ge=512)

    @model_validator(mode="after")
    def _pdfplumber_reads_pdf_only(self) -> "ReaderSettings":
        for what, reader in self.readers.items():
            if reader == "pdfplumber" and what.lower() not in (PDF, ".pdf"):
                raise ValueError(f"readers: pdfplumber reads PDF only, not {what}")
        return self

    def shaping(self) -> dict[str, Any]:
        """Return what shapes a text, as plain data: part of the key of a stored text.

        Limits of time and memory are left out: they decide whether a text is had, not which.
        """
        return self.model_dump(mode="json", exclude=set(_SHAPES_NO_VALUE))

    def reader_of(self, media_type: str, suffix: str) -> ReaderName:
        """Return the reader of a document: by its suffix or media type, else `reader`."""
        for what, reader in sorted(self.readers.items()):
            if what.lower() in (media_type, suffix.lower()):
                return reader
        return self.reader
