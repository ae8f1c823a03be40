"""The smallest Word and Excel writers that the sample needs; stored, so that bytes never vary."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

_MADE = (2023, 5, 15, 9, 0, 0)
"""The date of every member of the archives; fixed, so that equal content has equal bytes."""

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_CORE_TYPE = "application/vnd.openxmlformats-package.core-properties+xml"


def docx(title: str, date: str, paragraphs: Sequence[str]) -> bytes:
    """Write paragraphs as a Word document.

    Args:
        title: Document property, and the heading.
        date: ISO 8601 date of creation, a document property.
        paragraphs: Plain text, one string a paragraph.
    """
    shown = "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'
        for text in (title, *paragraphs)
    )
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{shown}</w:body></w:document>'
    parts = {"word/document.xml": document}
    return _package("word/document.xml", {"word/document.xml": _WORD_TYPE}, parts, title, date)


def xlsx(title: str, date: str, sheet: str, rows: Sequence[Sequence[str | int]]) -> bytes:
    """Write one table as an Excel workbook.

    Args:
        title: Document property.
        date: ISO 8601 date of creation, a document property.
        sheet: Name of the sheet.
        rows: Cells by row; text or whole numbers.
    """
    table = "".join(f"<row>{''.join(_cell(value) for value in row)}</row>" for row in rows)
    sheets = f'<sheets><sheet name="{escape(sheet)}" sheetId="1" r:id="rId1"/></sheets>'
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}/relationships">'
        f"{sheets}</workbook>",
        "xl/_rels/workbook.xml.rels": _relationships(
            {"worksheets/sheet1.xml": f"{_OFFICE}/relationships/worksheet"}
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_SHEET}"><sheetData>{table}</sheetData>'
        "</worksheet>",
    }
    types = {
        "xl/workbook.xml": f"{_SHEET_TYPE}.sheet.main+xml",
        "xl/worksheets/sheet1.xml": f"{_SHEET_TYPE}.worksheet+xml",
    }
    return _package("xl/workbook.xml", types, parts, title, date)


def _cell(value: str | int) -> str:
    if isinstance(value, int):
        return f"<c><v>{value}</v></c>"
    return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def _package(
    main: str, types: Mapping[str, str], parts: Mapping[str, str], title: str, date: str
) -> bytes:
    """Zip the parts with the three that every Office file has."""
    links = {
        main: f"{_OFFICE}/relationships/officeDocument",
        "docProps/core.xml": f"{_PACKAGE}/relationships/metadata/core-properties",
    }
    members = {
        "[Content_Types].xml": _content_types({**types, "docProps/core.xml": _CORE_TYPE}),
        "_rels/.rels": _relationships(links),
        "docProps/core.xml": _core_properties(title, date),
        **parts,
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, text in members.items():
            archive.writestr(zipfile.ZipInfo(name, _MADE), _HEAD + text)
    return buffer.getvalue()


def _content_types(types: Mapping[str, str]) -> str:
    shown = "".join(f'<Override PartName="/{n}" ContentType="{t}"/>' for n, t in types.items())
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        f'ContentType="application/xml"/>{shown}</Types>'
    )


def _relationships(links: Mapping[str, str]) -> str:
    shown = "".join(
        f'<Relationship Id="rId{number}" Type="{kind}" Target="{target}"/>'
        for number, (target, kind) in enumerate(links.items(), start=1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{shown}</Relationships>'


def _core_properties(title: str, date: str) -> str:
    return (
        f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(title)}</dc:title>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{date}T09:00:00Z</dcterms:created>'
        "</cp:coreProperties>"
    )
