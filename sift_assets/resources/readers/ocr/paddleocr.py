"""PaddleOCR 3: its models must have been downloaded before, because readers have no network."""

import io
from functools import cache
from typing import Any

from sift_assets.resources.readers.ocr.failure import OcrFailed


def recognise(image: bytes, language: str) -> str:
    """Return the text on a PNG image; see `Recogniser`. Languages as `en`, `german`, `ch`."""
    import numpy as np
    from PIL import Image

    pixels = np.asarray(Image.open(io.BytesIO(image)).convert("RGB"))
    pages = _reader(language).predict(pixels[:, :, ::-1])  # it takes blue before red
    return "\n".join(line for page in pages for line in page["rec_texts"])


@cache
def _reader(language: str) -> Any:
    from paddleocr import PaddleOCR  # pyright: ignore[reportMissingImports, reportAttributeAccessIssue]

    try:
        return PaddleOCR(
            lang=language,
            use_doc_orientation_classify=False,
            use_doc_unwarping=False,
            use_textline_orientation=False,
        )
    except Exception as error:  # it raises many kinds without its models
        raise OcrFailed("download PaddleOCR's models first, and name the language") from error
