"""A PDF as pdfium sees it: what is drawn on each page, its own text, and its image."""

import io
from collections.abc import Iterator
from itertools import islice
from typing import Any, Self

from sift_assets.resources.readers.failures import Damaged, PasswordNeeded

OCR_DPI = 300  # Tesseract's documentation asks for at least 300 dots per inch
MOST_PIXELS = 25_000_000
"""Of one rendered page: A3 at 300 dpi has 17 million; a hostile page may be 5 metres wide."""

FEWEST_RULES = 4
"""Drawn paths from which a page may hold a ruled table: two rows of two cells, each with its box;
underlines and boxes around a letterhead are fewer."""

SCAN_SHARE = 0.5
"""Share of a page that one image covers when the page is a scan; photographs are smaller."""

FEWEST_STROKES = 20  # paths without any text: letters drawn as outlines rather than a frame
_MOST_OBJECTS = 5000  # looked at on a page; a drawing may have millions
_IMAGE, _PATH = 3, 2  # FPDF_PAGEOBJ_IMAGE, FPDF_PAGEOBJ_PATH


class PdfPage:
    """One page: counts of what is drawn on it.

    Attributes:
        index: 0-based.
        object_count: Of everything drawn.
        is_ruled: Whether there are enough lines or boxes for a table.
        is_scan: Whether one image covers most of the page.
        is_drawn: Whether there is anything that OCR could find text on.
    """

    def __init__(self, index: int, page: Any) -> None:
        """Look at the page; cheap, because nothing is rendered."""
        self.index = index
        self._page = page
        objects = list(islice(page.get_objects(max_depth=3), _MOST_OBJECTS))
        images = [item for item in objects if item.type == _IMAGE]
        paths = sum(item.type == _PATH for item in objects)
        self.object_count = len(objects)
        self.is_ruled = paths >= FEWEST_RULES
        self.is_scan = any(self._share(image) >= SCAN_SHARE for image in images)
        self.is_drawn = bool(images) or paths >= FEWEST_STROKES

    def text(self) -> str:
        """Return pdfium's own text of the page, in logical order for every direction."""
        return self._page.get_textpage().get_text_range()

    def _share(self, item: Any) -> float:
        left, bottom, right, top = item.get_bounds()
        width, height = self._page.get_size()
        return (right - left) * (top - bottom) / max(width * height, 1.0)


class PdfFile:
    """An open PDF; a context manager."""

    def __init__(self, data: bytes) -> None:
        """Open it.

        Raises:
            PasswordNeeded: It is encrypted.
            Damaged: pdfium cannot open it.
        """
        import pypdfium2

        try:
            self._pdf = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            if "password" in str(error).lower():
                raise PasswordNeeded from error
            raise Damaged(type(error).__name__) from error

    def __enter__(self) -> Self:
        """Return the file."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self._pdf.close()

    def pages(self) -> Iterator[PdfPage]:
        """Yield the pages in order; each is to be used before the next is asked for.

        Raises:
            Damaged: A page cannot be loaded.
        """
        import pypdfium2

        for index in range(len(self._pdf)):
            try:
                page = self._pdf[index]
                yield PdfPage(index, page)
                page.close()
            except pypdfium2.PdfiumError as error:
                raise Damaged(type(error).__name__) from error

    def image_of(self, index: int) -> bytes:
        """Return a page as a grey PNG image for OCR."""
        page = self._pdf[index]
        width, height = page.get_size()
        scale = OCR_DPI / 72  # a PDF point is 1/72 inch
        scale *= min(1.0, (MOST_PIXELS / max(width * height * scale * scale, 1.0)) ** 0.5)
        buffer = io.BytesIO()
        bitmap = page.render(scale=scale, grayscale=True)  # pyright: ignore[reportArgumentType]
        bitmap.to_pil().save(buffer, "PNG", compress_level=1)
        page.close()
        return buffer.getvalue()
