"""PowerPoint presentations, a slide as a page.

Read by our own code: kreuzberg 4.10 joins the paragraphs of a shape into one line and gives no
text by slide. A document type declaration, which the format forbids, is refused, so that no
entity is ever expanded.
"""

import io
import posixpath
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from sift_assets.core.text.dates import first_date
from sift_assets.core.text.front_matter import Stated, title_of
from sift_assets.core.text.pages import PageText
from sift_assets.core.text.rows import table_text
from sift_assets.resources.readers.archives import refuse_bombs
from sift_assets.resources.readers.failures import Damaged
from sift_assets.resources.readers.found import Found, Given

SLIDES_READER = "slides/1"

_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SLIDE = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_REFERENCE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class _WithoutDoctype(ET.TreeBuilder):
    """Builds a tree, and stops where a document type begins: the parser knows every encoding."""

    def doctype(self, *_: object) -> None:
        """Refuse a declaration before any entity in it is read."""
        raise Damaged("DOCTYPE")


def read_slides(given: Given) -> Found:
    """Read the slides in their order, each followed by its notes.

    Raises:
        Damaged: A part is missing or not well formed.
        Bomb: It unpacks to far too much.
    """
    refuse_bombs(given.data)
    try:
        with zipfile.ZipFile(io.BytesIO(given.data)) as archive:
            pages = [PageText(text=text) for text in _slide_texts(archive)]
            stated = _stated(archive)
    except (zipfile.BadZipFile, ET.ParseError, KeyError, ValueError, OSError) as error:
        raise Damaged(type(error).__name__) from error
    return Found(pages, SLIDES_READER, stated=stated)


def _slide_texts(archive: zipfile.ZipFile) -> Iterator[str]:
    main = "ppt/presentation.xml"
    targets = _targets(archive, main)
    for entry in _part(archive, main).iter(f"{_SLIDE}sldId"):
        slide, _ = targets[entry.attrib[_REFERENCE]]
        texts = list(_blocks(_part(archive, slide)))
        for notes, kind in _targets(archive, slide).values():
            if kind.endswith("/notesSlide"):
                texts.extend(_blocks(_part(archive, notes)))
        yield "\n".join(filter(None, texts))


def _blocks(element: ET.Element) -> Iterator[str]:
    """Yield paragraphs and tables in the order of the file."""
    for child in element:
        if child.tag == f"{_DRAWING}tbl":
            rows = child.iter(f"{_DRAWING}tr")
            yield table_text([_paragraph(cell) for cell in row] for row in rows)
        elif child.tag == f"{_DRAWING}p":
            yield _paragraph(child)
        else:
            yield from _blocks(child)


def _paragraph(element: ET.Element) -> str:
    parts = (
        "\n" if part.tag == f"{_DRAWING}br" else part.text or ""
        for part in element.iter()
        if part.tag in (f"{_DRAWING}t", f"{_DRAWING}br")
    )
    return "".join(parts)


def _targets(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """Return, by id, the parts that a part refers to, each with the kind of reference."""
    folder, name = posixpath.split(part)
    listing = f"{folder}/_rels/{name}.rels"
    if listing not in archive.namelist():
        return {}
    return {
        entry.attrib["Id"]: (_resolved(folder, entry.attrib["Target"]), entry.attrib["Type"])
        for entry in _part(archive, listing)
        if entry.attrib.get("TargetMode") != "External"
    }


def _resolved(folder: str, target: str) -> str:
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")


def _part(archive: zipfile.ZipFile, name: str) -> ET.Element:
    parser = ET.XMLParser(target=_WithoutDoctype())  # noqa: S314 - no declaration, so no entities
    return ET.fromstring(archive.read(name), parser)  # noqa: S314


def _stated(archive: zipfile.ZipFile) -> Stated:
    name = "docProps/core.xml"
    if name not in archive.namelist():
        return Stated()
    fields = {entry.tag.rpartition("}")[2]: entry.text or "" for entry in _part(archive, name)}
    return Stated(
        title=title_of(fields.get("title", "")), document_date=first_date(fields.get("created"))
    )
