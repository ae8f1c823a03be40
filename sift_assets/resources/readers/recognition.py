"""OCR of the pages that need it, page by page, with one engine."""

from collections.abc import Callable

from sift_assets.core.text import outcomes
from sift_assets.core.text.pages import PageText
from sift_assets.resources.readers.failures import Bomb
from sift_assets.resources.readers.found import Given
from sift_assets.resources.readers.ocr.engines import NO_ENGINE_VERSION, engine_version, recogniser
from sift_assets.resources.readers.ocr.failure import OcrDoubtful, OcrFailed

_IMAGE = "The document is an image"


def recognise_pages(
    pages: list[PageText], image_of: Callable[[int], bytes], given: Given
) -> tuple[list[PageText], str]:
    """Recognise the pages that need OCR; the others stay as they are.

    Args:
        pages: All pages of the document.
        image_of: Gives the PNG image of a page by its 0-based number.
        given: The document with its settings.

    Returns:
        The pages, and why those that still need OCR were not recognised (empty when none does).
    """
    if not any(page.needs_ocr for page in pages):
        return pages, ""
    if not given.settings.ocr:
        return pages, outcomes.OCR_OFF
    if engine_version(given.settings) == NO_ENGINE_VERSION:
        return pages, outcomes.NO_ENGINE
    done = list(pages)
    reason = ""
    for index, page in enumerate(pages):
        if not page.needs_ocr:
            continue
        try:
            done[index] = _recognised(page, image_of(index), given)
        except OcrDoubtful:
            reason = f"{_IMAGE}, and OCR was not confident: set ocr_language to its language."
        except OcrFailed as failure:
            return done, f"{_IMAGE}; to have it read, {failure}."
        except (MemoryError, Bomb):
            raise
        except Exception as error:  # noqa: BLE001 - engines raise many kinds; other pages stand
            return done, f"{_IMAGE}, and OCR failed ({type(error).__name__})."
        given.progress()
    return done, reason


def _recognised(page: PageText, image: bytes, given: Given) -> PageText:
    settings = given.settings
    text = recogniser(settings)(image, settings.ocr_language)
    if len(text.strip()) <= len(page.text.strip()):
        text = page.text  # the layer of a scan that carries more than OCR can see
    method = "layer" if text == page.text and text else f"ocr:{settings.ocr_engine}"
    return PageText(text=text, method=method)
