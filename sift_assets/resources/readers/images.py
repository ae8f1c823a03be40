"""Images: a page for each frame of a TIFF, one page for the others; all of it is OCR."""

import io
from importlib.metadata import version
from typing import Any

from sift_assets.core.text.dates import first_date
from sift_assets.core.text.front_matter import Stated
from sift_assets.core.text.pages import PageText
from sift_assets.resources.readers.failures import Bomb, Damaged
from sift_assets.resources.readers.found import Found, Given
from sift_assets.resources.readers.recognition import recognise_pages

MOST_PIXELS = 100_000_000
"""Of one frame: twice the largest cameras; a bomb of a few kilobytes may claim billions."""

SMALL_WIDTH = 1000
"""Pixels; a narrower picture is doubled, because letters of a screenshot are below the 20 pixels
of height from which Tesseract reads well."""

MOST_FRAMES = 500  # of a multi-page TIFF: the longest faxes
_DATE_TIME_ORIGINAL, _DATE_TIME = 0x9003, 0x0132  # Exif tags
_EXIF_FOLDER = 0x8769


def read_image(given: Given) -> Found:
    """Read the text on an image.

    Raises:
        Damaged: It is no image that can be opened.
        Bomb: It claims far too many pixels or frames.
    """
    from PIL import Image, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = None  # our own limit refuses; Pillow's would only warn
    try:
        with Image.open(io.BytesIO(given.data)) as image:
            frames = getattr(image, "n_frames", 1) if given.media_type == "image/tiff" else 1
            if image.width * image.height > MOST_PIXELS or frames > MOST_FRAMES:
                raise Bomb
            pages = [PageText(text="", needs_ocr=True) for _ in range(frames)]
            stated = Stated(document_date=_date_taken(image))
            done, reason = recognise_pages(pages, lambda index: _frame(image, index), given)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        raise Damaged(type(error).__name__) from error
    return Found(done, f"image/{version('pillow')}", stated=stated, ocr_reason=reason)


def _frame(image: Any, index: int) -> bytes:
    image.seek(index)
    if image.width * image.height > MOST_PIXELS:
        raise Bomb
    flat = image.convert("RGBA") if image.mode in ("P", "LA", "PA") else image
    if flat.mode == "RGBA":  # black letters on nothing would be black on black
        paper = flat.copy()
        paper.paste((255, 255, 255, 255), (0, 0, *flat.size))
        paper.alpha_composite(flat)
        flat = paper
    grey = flat.convert("L")
    if grey.width < SMALL_WIDTH:
        grey = grey.resize((grey.width * 2, grey.height * 2))
    buffer = io.BytesIO()
    grey.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _date_taken(image: Any) -> str:
    exif = image.getexif()
    taken = exif.get_ifd(_EXIF_FOLDER).get(_DATE_TIME_ORIGINAL) or exif.get(_DATE_TIME) or ""
    return first_date(str(taken)[:10].replace(":", "-"))
