"""What is read of each format: text, pages, rows, title, date."""

from email.message import EmailMessage

import pytest

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.outcomes import depends_on_ocr
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.reading import read_bytes
from sift_assets_tests.resources.readers.made_documents import (
    docx_of,
    epub_of,
    odt_of,
    pdf_of,
    pptx_of,
    rtf_of,
    xlsx_of,
    zip_of,
)

TABLE = [["Name", "Role"], ["Ada", "Chief"]]
ROWS = "Name | Role\nAda | Chief"
NO_OCR = ReaderSettings(ocr=False)


def read(data: bytes | str, name: str, settings: ReaderSettings = NO_OCR) -> DocumentText:
    data = data if isinstance(data, bytes) else data.encode()
    return read_bytes(data, name, settings, lambda: None)


def page_texts(found: DocumentText) -> list[str]:
    return [found.text[page.start : page.end] for page in found.pages]


def test_word_and_open_document_texts_keep_paragraphs_and_rows() -> None:
    for data, name in (
        (docx_of(["Hello Ada.", "Größe"], TABLE), "a.docx"),
        (odt_of(["Hello Ada.", "Größe"], TABLE), "a.odt"),
    ):
        assert read(data, name).text == f"Hello Ada.\n\nGröße\n\n{ROWS}"


def test_a_sheet_is_a_page_and_an_empty_one_is_an_empty_page() -> None:
    found = read(xlsx_of({"People": TABLE, "None": [], "More": [["x", "y"]]}), "a.xlsx")
    assert page_texts(found) == [f"People\n{ROWS}", "", "More\nx | y"]
    assert found.pages[1].status is ReadStatus.EMPTY


def test_a_slide_is_a_page_with_its_tables_as_rows() -> None:
    found = read(pptx_of([["Title", "Body"], ["Second"]], TABLE), "a.pptx")
    assert page_texts(found) == ["Title\nBody", f"Second\n{ROWS}"]


def test_a_book_is_read_with_its_stated_title_date_and_language() -> None:
    found = read(epub_of(["Chapter one.", "Chapter two."]), "a.epub")
    assert found.text == "Chapter one.\n\nChapter two."
    assert (found.title, found.document_date, found.language) == ("The Made Book", "1999-05", "en")


def test_rich_text_is_read_whatever_its_suffix() -> None:
    assert read(rtf_of(["One.", "Two."]), "a.doc").text == "One.\n\nTwo."


def test_a_pdf_page_is_a_page_and_a_ruled_table_becomes_rows_in_its_place() -> None:
    found = read(pdf_of(["First page.", "Second page."], TABLE), "a.pdf")
    assert page_texts(found) == [f"First page.\n{ROWS}", "Second page."]
    assert found.reader.startswith("kreuzberg/")


def test_pdfplumber_can_be_asked_for_by_setting_and_finds_the_same() -> None:
    data = pdf_of(["First page.", "Second page."], TABLE)
    plumbed = read(data, "a.pdf", ReaderSettings(ocr=False, readers={".pdf": "pdfplumber"}))
    assert plumbed.reader.startswith("pdfplumber/")
    assert plumbed.text == read(data, "a.pdf").text


def test_a_pdf_of_texts_and_scans_is_text_and_counts_the_pages_that_need_ocr() -> None:
    found = read(pdf_of(["Words.", None, "More words.", None]), "a.pdf")
    assert found.status is ReadStatus.TEXT
    assert [page.status.value for page in found.pages] == ["text", "needs_ocr", "text", "needs_ocr"]
    assert found.warnings == ("2 pages need OCR",)
    assert "OCR is switched off" in found.reason


def test_a_pdf_of_scans_needs_ocr_and_one_of_blank_pages_is_empty() -> None:
    assert read(pdf_of([None, None]), "a.pdf").status is ReadStatus.NEEDS_OCR
    assert read(pdf_of(["", " "]), "a.pdf").status is ReadStatus.EMPTY


def test_a_scan_with_a_page_number_still_needs_ocr_and_keeps_its_number() -> None:
    number = b"BT /F 12 Tf 300 20 Td (17) Tj ET q 612 0 0 792 0 0 cm /I Do Q"
    plain = b"q 612 0 0 792 0 0 cm /I Do Q"
    data = pdf_of([None]).replace(b"/Length %d >>\nstream\n%s" % (len(plain), plain),
                                  b"/Length %d >>\nstream\n%s" % (len(number), number))  # fmt: skip
    found = read(data, "a.pdf")
    assert found.text == "17"
    assert found.pages[0].status is ReadStatus.NEEDS_OCR
    assert found.warnings == ("1 page needs OCR",)


@pytest.mark.parametrize("suffix", [".txt", ".docx", ".xyz", ""])
def test_a_pdf_is_a_pdf_whatever_its_name(suffix: str) -> None:
    found = read(pdf_of(["Words."]), f"a{suffix}")
    assert (found.text, found.media_type) == ("Words.", "application/pdf")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "def f():\n    return 1\n"),
        ("a.md", "Some *marked* text.\n"),
        ("a.json", '{"name": "Ada"}'),
        ("a.yaml", "name: Ada\n"),
        ("a.tex", "\\section{One}"),
        ("a.log", "2024-01-01 started"),
        ("a.rst", "Title\n====="),
        ("README", "Read me."),
        ("a.unknown", "Any text."),
    ],
)
def test_text_of_every_kind_is_read_as_it_stands(name: str, text: str) -> None:
    found = read(text, name)
    assert found.text == text.strip("\n")
    assert found.reader == "plain/1"


def test_markup_is_read_without_its_tags_and_scripts() -> None:
    assert read("<p>One</p><script>x</script>", "a.html").text == "One"
    assert read("<r><a>One</a> <b>two</b></r>", "a.xml").text == "One two"
    assert read("<svg><text>Label</text><script>x</script></svg>", "a.svg").text == "Label"
    fiction = "<FictionBook><body><p>One</p><p>Two</p></body></FictionBook>"
    assert read(fiction, "a.fb2").text == "One\n\nTwo"


def test_separated_values_are_rows_and_notebooks_are_cells() -> None:
    assert read("Name,Role\nAda,Chief\n", "a.csv").text == ROWS
    assert read('{"cells": [{"source": ["x = 1"]}]}', "a.ipynb").text == "x = 1"


def test_an_old_encoding_is_read_with_a_warning() -> None:
    found = read("Größe in Köln".encode("cp1252"), "a.txt")
    assert found.text == "Größe in Köln"
    assert found.warnings == ("encoding guessed: cp1252",)


def test_the_attachments_of_a_mail_are_pages_when_they_are_text_pdf_or_word() -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "ada@example.org", "Papers"
    mail.set_content("See the papers.")
    for name, data in (
        ("a.pdf", pdf_of(["In the PDF."])),
        ("b.docx", docx_of(["In the letter."])),
        ("c.txt", b"In the note."),
        ("d.zip", zip_of({"x": "y"})),
        ("e.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 20),
    ):
        mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    found = read(mail.as_bytes(), "a.eml")
    assert page_texts(found)[1:] == [
        "a.pdf\n\nIn the PDF.",
        "b.docx\n\nIn the letter.",
        "c.txt\n\nIn the note.",
    ]
    assert "Attachment: e.png" in page_texts(found)[0]
    assert found.warnings == ("attachments not read: 2",)


def test_a_scanned_attachment_is_a_page_in_need_of_ocr() -> None:
    mail = EmailMessage()
    mail["From"] = "ada@example.org"
    mail.set_content("See the scan.")
    mail.add_attachment(pdf_of([None]), maintype="application", subtype="pdf", filename="scan.pdf")
    found = read(mail.as_bytes(), "a.eml")
    assert [page.status.value for page in found.pages] == ["text", "needs_ocr"]
    assert found.warnings == ("1 page needs OCR",)
    assert "OCR is switched off" in found.reason
    assert depends_on_ocr(found)


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (zip_of({"a.txt": "text"}), "a.zip", "unpack it"),
        (b"\x1f\x8b\x08" + b"\0" * 30, "a.gz", "unpack it"),
        (b"\x7fELF" + bytes(range(200)), "a.out", "convert it"),
        (b"SQLite format 3\0" + bytes(200), "a.db", "convert it"),
        (bytes(range(256)) * 20, "a.bin", "convert it"),
    ],
)
def test_what_is_not_read_is_unsupported_and_says_what_to_do(
    data: bytes, name: str, words: str
) -> None:
    found = read(data, name)
    assert found.status is ReadStatus.UNSUPPORTED
    assert words in found.reason
