"""The files that a page of the viewer is made of, as they lie in the installed package."""

from pathlib import Path

from sift_assets.core.viewing.page import PageParts

_FOLDER = Path(__file__).parent


def page_parts() -> PageParts:
    """Return the files that a page is made of, as they lie in the installed package."""
    return PageParts(
        template=_read("source/page.html"),
        style=_read("built/page.css"),
        script=_read("built/page.js"),
        licences=_read("built/licences.txt"),
    )


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
