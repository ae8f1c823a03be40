"""EasyOCR: its models must have been downloaded before, because readers have no network."""

from functools import cache
from typing import Any

from sift_assets.resources.readers.ocr.failure import OcrFailed


def recognise(image: bytes, language: str) -> str:
    """Return the text on a PNG image; see `Recogniser`. Languages as `en` or `en+de`."""
    return "\n".join(_reader(language).readtext(image, detail=0, paragraph=True))


@cache
def _reader(language: str) -> Any:
    from easyocr import Reader  # pyright: ignore[reportMissingImports, reportAttributeAccessIssue]

    try:
        return Reader(language.split("+"), gpu=False, download_enabled=False, verbose=False)
    except (FileNotFoundError, ValueError) as error:
        raise OcrFailed(
            "download EasyOCR's models first, and name languages as it does (en, de)"
        ) from error
