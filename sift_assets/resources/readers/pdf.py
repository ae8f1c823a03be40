"""PDF files, page by page: the text layer, the table pass, and recognition of what is an image.

kreuzberg reads the layer by default. Three kinds of page get something better: pages written from
right to left (kreuzberg 4.10 reverses the words of a line, pdfplumber the letters, pdfium neither),
pages with ruled tables, and pages whose layer came back blank (pdfplumber reads some of those).
"""

import unicodedata
from collections.abc import Sequence
from importlib.metadata import version
from itertools import islice

from sift_assets.core.text.cleaning import is_blank
from sift_assets.core.text.front_matter import Stated
from sift_assets.core.text.pages import PageText
from sift_assets.resources.readers.failures import Damaged
from sift_assets.resources.readers.found import Found, Given
from sift_assets.resources.readers.office import extract, kreuzberg_version, stated_by
from sift_assets.resources.readers.pdf_file import PdfFile, PdfPage
from sift_assets.resources.readers.pdf_plumbing import Plumbed
from sift_assets.resources.readers.recognition import recognise_pages

SCAN_CHARACTERS = 50
"""An image over most of a page with fewer characters than this is a scan with a stamp or a page
number on it; sift-kg takes the same number for a whole document."""

RIGHT_TO_LEFT_SHARE = 0.3
"""Share of right-to-left letters above which a page is taken as written that way: a page of
Arabic about software has many Latin words, a page of English quotes a few Arabic ones."""

_SAMPLE = 3000  # characters looked at for the direction of writing


def read_pdf(given: Given) -> Found:
    """Read a PDF.

    Raises:
        PasswordNeeded: It is encrypted.
        Damaged: Neither pdfium nor pdfplumber can open it.
    """
    by_plumber = given.settings.reader_of(given.media_type, given.suffix) == "pdfplumber"
    try:
        pdf = PdfFile(given.data)
    except Damaged:
        return _read_damaged(given)
    with pdf, Plumbed(given.data) as plumbed:
        layers, stated = _plumber_layers(plumbed) if by_plumber else _kreuzberg_layers(given)
        pages = [
            _page(page, layers[index] if index < len(layers) else "", plumbed)
            for index, page in enumerate(pdf.pages())
        ]
        pages, ocr_reason = recognise_pages(pages, pdf.image_of, given)
    reader = plumber_version() if by_plumber else kreuzberg_version()
    return Found(pages, reader, stated=stated, ocr_reason=ocr_reason)


def plumber_version() -> str:
    """Return the reader's name for `DocumentText.reader`."""
    return f"pdfplumber/{version('pdfplumber')}"


def _page(page: PdfPage, layer: str, plumbed: Plumbed) -> PageText:
    """Return the best text of one page, and whether it wants OCR."""
    text = page.text() if _is_right_to_left(layer) else layer
    if is_blank(text) and page.object_count:
        text = page.text() or plumbed.text_of(page.index)
    elif page.is_ruled:
        text = plumbed.text_with_tables(page.index, at_least=text) or text
    shown = len("".join(text.split()))
    wants_ocr = page.is_drawn if not shown else page.is_scan and shown < SCAN_CHARACTERS
    return PageText(text=text, needs_ocr=wants_ocr)


def _is_right_to_left(text: str) -> bool:
    if text.isascii():
        return False
    letters = list(islice((sign for sign in text if sign.isalpha()), _SAMPLE))
    right = sum(unicodedata.bidirectional(letter) in ("R", "AL") for letter in letters)
    return right > RIGHT_TO_LEFT_SHARE * len(letters)


def _kreuzberg_layers(given: Given) -> tuple[Sequence[str], Stated]:
    result = extract(given.data, given.media_type, structure=False)
    layers = {page["page_number"]: page["content"] for page in result.pages or ()}
    last = max(layers, default=0)
    texts = [layers.get(number, "") for number in range(1, last + 1)]
    return texts, stated_by(dict(result.metadata))


def _plumber_layers(plumbed: Plumbed) -> tuple[Sequence[str], Stated]:
    return [plumbed.text_of(index) for index in range(plumbed.page_count())], plumbed.stated()


def _read_damaged(given: Given) -> Found:
    """Read with pdfplumber what pdfium cannot open; without images there is no OCR."""
    with Plumbed(given.data) as plumbed:
        layers, stated = _plumber_layers(plumbed)
    pages = [PageText(text=layer) for layer in layers]
    return Found(pages, plumber_version(), stated=stated, warnings=("damaged PDF",))
