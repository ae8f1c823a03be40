"""What a reader hands back, before it becomes a `DocumentText`; and what it is given."""

from collections.abc import Callable
from pathlib import PurePath
from typing import NamedTuple

from sift_assets.core.text.front_matter import Stated
from sift_assets.core.text.pages import PageText
from sift_assets.core.text.settings import ReaderSettings


class Given(NamedTuple):
    """One document to read.

    Attributes:
        data: All its bytes.
        name: Of the file; only its suffix is used.
        media_type: As found out from the content.
        settings: How to read.
        progress: Called after each page that took long, so that the time limit starts anew.
    """

    data: bytes
    name: str
    media_type: str
    settings: ReaderSettings
    progress: Callable[[], None]

    @property
    def suffix(self) -> str:
        """Suffix of the name with its dot, in lower case."""
        return PurePath(self.name).suffix.lower()


class Found(NamedTuple):
    """What was found in a document.

    Attributes:
        pages: In order.
        reader: Name and version of what read it.
        stated: Title, date and language as the document states them.
        warnings: Short codes for people.
        ocr_reason: Why pages that are images were not recognised, empty when all were.
    """

    pages: list[PageText]
    reader: str
    stated: Stated = Stated()
    warnings: tuple[str, ...] = ()
    ocr_reason: str = ""
