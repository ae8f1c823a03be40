"""Small documents in many formats, made from text: what the tests of the readers read."""

import io
import zipfile

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def zip_of(members: dict[str, str | bytes], first_stored: str = "") -> bytes:
    """Pack members into a ZIP; `first_stored` is written first and uncompressed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        if first_stored:
            archive.writestr(
                zipfile.ZipInfo(first_stored), members[first_stored], zipfile.ZIP_STORED
            )
        for name, content in members.items():
            if name != first_stored:
                archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _package(kind: str, main: str, part: str) -> dict[str, str | bytes]:
    return {
        "[Content_Types].xml": f'<?xml version="1.0"?><Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/{part}" ContentType="{kind}"/></Types>',
        "_rels/.rels": f'<?xml version="1.0"?><Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="{part}"/>'
        "</Relationships>",
        part: main,
    }


def docx_of(paragraphs: list[str], table: list[list[str]] | None = None, head: str = "") -> bytes:
    """Make a Word document; `head` goes before the root element (for a document type)."""
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in paragraphs)
    if table:
        cell = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
        rows = "".join(f"<w:tr>{''.join(cell.format(c) for c in row)}</w:tr>" for row in table)
        body += f"<w:tbl>{rows}</w:tbl><w:p/>"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    main = f'<?xml version="1.0"?>{head}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body>'
    return zip_of(_package(kind, main + "</w:document>", "word/document.xml"))


def xlsx_of(sheets: dict[str, list[list[str]]]) -> bytes:
    """Make a workbook with inline strings."""
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    entries, relations = "", ""
    members: dict[str, str | bytes] = {}
    for number, (name, rows) in enumerate(sheets.items(), start=1):
        entries += f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>'
        relations += (
            f'<Relationship Id="rId{number}" Type="{OFFICE}/worksheet" '
            f'Target="worksheets/sheet{number}.xml"/>'
        )
        lines = ""
        for line, row in enumerate(rows, start=1):
            cells = "".join(
                f'<c r="{chr(65 + column)}{line}" t="inlineStr"><is><t>{cell}</t></is></c>'
                for column, cell in enumerate(row)
            )
            lines += f'<row r="{line}">{cells}</row>'
        members[f"xl/worksheets/sheet{number}.xml"] = (
            f'<?xml version="1.0"?><worksheet xmlns="{space}"><sheetData>{lines}</sheetData>'
            "</worksheet>"
        )
    main = (
        f'<?xml version="1.0"?><workbook xmlns="{space}" xmlns:r="{OFFICE}"><sheets>{entries}'
        "</sheets></workbook>"
    )
    members["xl/_rels/workbook.xml.rels"] = (
        f'<?xml version="1.0"?><Relationships xmlns="{PACKAGE}/relationships">{relations}'
        "</Relationships>"
    )
    return zip_of({**_package(kind, main, "xl/workbook.xml"), **members})


def pptx_of(slides: list[list[str]], table: list[list[str]] | None = None) -> bytes:
    """Make a presentation: each slide a list of paragraphs; the table goes on the last one."""
    drawing = "http://schemas.openxmlformats.org/drawingml/2006/main"
    space = "http://schemas.openxmlformats.org/presentationml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
    members: dict[str, str | bytes] = {}
    entries, relations = "", ""
    for number, paragraphs in enumerate(slides, start=1):
        entries += f'<p:sldId id="{255 + number}" r:id="rId{number}"/>'
        relations += (
            f'<Relationship Id="rId{number}" Type="{OFFICE}/slide" '
            f'Target="slides/slide{number}.xml"/>'
        )
        text = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in paragraphs)
        shape = f"<p:sp><p:nvSpPr/><p:spPr/><p:txBody><a:bodyPr/>{text}</p:txBody></p:sp>"
        if table and number == len(slides):
            cell = "<a:tc><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>"
            rows = "".join(f"<a:tr>{''.join(cell.format(c) for c in row)}</a:tr>" for row in table)
            shape += (
                "<p:graphicFrame><a:graphic><a:graphicData "
                'uri="http://schemas.openxmlformats.org/drawingml/2006/table">'
                f"<a:tbl>{rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
            )
        members[f"ppt/slides/slide{number}.xml"] = (
            f'<?xml version="1.0"?><p:sld xmlns:p="{space}" xmlns:a="{drawing}"><p:cSld>'
            f"<p:spTree>{shape}</p:spTree></p:cSld></p:sld>"
        )
    main = (
        f'<?xml version="1.0"?><p:presentation xmlns:p="{space}" xmlns:r="{OFFICE}">'
        f"<p:sldIdLst>{entries}</p:sldIdLst></p:presentation>"
    )
    members["ppt/_rels/presentation.xml.rels"] = (
        f'<?xml version="1.0"?><Relationships xmlns="{PACKAGE}/relationships">{relations}'
        "</Relationships>"
    )
    return zip_of({**_package(kind, main, "ppt/presentation.xml"), **members})


def odt_of(paragraphs: list[str], table: list[list[str]] | None = None) -> bytes:
    """Make an OpenDocument text."""
    names = "urn:oasis:names:tc:opendocument:xmlns"
    body = "".join(f"<text:p>{text}</text:p>" for text in paragraphs)
    if table:
        cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
        rows = "".join(
            f"<table:table-row>{''.join(cell.format(c) for c in row)}</table:table-row>"
            for row in table
        )
        body += f'<table:table table:name="T">{rows}</table:table>'
    content = (
        f'<?xml version="1.0"?><office:document-content xmlns:office="{names}:office:1.0" '
        f'xmlns:text="{names}:text:1.0" xmlns:table="{names}:table:1.0"><office:body>'
        f"<office:text>{body}</office:text></office:body></office:document-content>"
    )
    members: dict[str, str | bytes] = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": content,
    }
    return zip_of(members, "mimetype")


def epub_of(chapters: list[str]) -> bytes:
    """Make a book: each chapter one XHTML file."""
    manifest = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>'
        for n in range(len(chapters))
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<?xml version="1.0"?><container version="1.0" '
        'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
        'full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
        "</container>",
        "book.opf": '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" '
        'version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>The Made Book</dc:title><dc:date>1999-05</dc:date><dc:language>en"
        f"</dc:language></metadata><manifest>{manifest}</manifest><spine>{spine}</spine>"
        "</package>",
    }
    for number, text in enumerate(chapters):
        members[f"c{number}.xhtml"] = (
            '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>C'
            f"</title></head><body><p>{text}</p></body></html>"
        )
    return zip_of(members, "mimetype")


def rtf_of(paragraphs: list[str]) -> bytes:
    """Make a Rich Text document of ASCII paragraphs."""
    body = "\\par\n".join(paragraphs)
    return f"{{\\rtf1\\ansi\\deff0{{\\fonttbl{{\\f0 Times;}}}}\\f0 {body}\\par}}".encode("ascii")


def pdf_of(pages: list[str | None], ruled: list[list[str]] | None = None) -> bytes:
    """Make a PDF: a page of Helvetica text for each string, a page that is one grey image for None.

    Args:
        pages: ASCII text; lines separated by a newline.
        ruled: A table with drawn lines, put on the first page below its text.
    """
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b""]
    objects[2] = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    pixel = b"\x80" * 16
    objects.append(
        b"<< /Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray "
        b"/BitsPerComponent 8 /Length 16 >>\nstream\n" + pixel + b"\nendstream"
    )
    kids = []
    for number, text in enumerate(pages):
        stream = b"q 612 0 0 792 0 0 cm /I Do Q" if text is None else _text_stream(text)
        if ruled and number == 0:
            stream += _table_stream(ruled)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F 3 0 R >> /XObject << /I 4 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(kids))
    return _pdf_file(objects)


def _text_stream(text: str) -> bytes:
    lines = text.encode("ascii").split(b"\n")
    shown = b" T* ".join(b"(%s) Tj" % line for line in lines)
    return b"BT /F 12 Tf 14 TL 72 720 Td %s ET " % shown


def _table_stream(rows: list[list[str]]) -> bytes:
    stream = b""
    wide, high, top, left = 110, 20, 600, 72
    for line, row in enumerate(rows):
        for column, cell in enumerate(row):
            x, y = left + column * wide, top - (line + 1) * high
            stream += b"%d %d %d %d re S " % (x, y, wide, high)
            stream += b"BT /F 10 Tf %d %d Td (%s) Tj ET " % (x + 4, y + 6, cell.encode("ascii"))
    return stream


def _pdf_file(objects: list[bytes]) -> bytes:
    data = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + trailer % (len(objects) + 1, start)
