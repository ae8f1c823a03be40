"""Every sample file of the evaluation data has the status and the words that a person expects."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets.core.records.text import ReadStatus
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess

REPOSITORY = Path(__file__).parents[3]
DATA = Path(os.environ.get("SIFT_EVAL_DATA", REPOSITORY.parent / "shared" / "data"))
FILES = DATA / "files"

pytestmark = pytest.mark.skipif(
    not FILES.is_dir(), reason=f"no sample files in {FILES}: set SIFT_EVAL_DATA"
)
needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="Tesseract is not installed"
)

EXPECTED = {
    "docling/LICENSE": ("text", "International Business Machines", ""),
    "docling/eml_with_attachment.eml": ("text", "This is a test attachment file.", ""),
    "docling/powerpoint_bad_text.pptx": ("text", "customisable and copyright-free", "2023-11-02"),
    "docling/tablecell.docx": ("text", "Some text after", "2024-11-12"),
    "docling/word_tables.docx": ("text", "Cell 1.0 | Cell 1.1 | Cell 1.2", "2025-01-31"),
    "docling/xlsx_06_edge_cases_.xlsx": ("text", "What is the main objective? |", ""),
    "kreuzberg/LICENSE": ("text", "Na'aman Hirschfeld", ""),
    "kreuzberg/copy_protected.pdf": ("text", "LayoutParser: A Unified Toolkit", "2023-04-21"),
    "kreuzberg/fake_email.msg": ("text", "Roses are red", "2023-03-28"),
    "kreuzberg/fake_memo.pdf": ("text", "20,000 bottles of water", "2023-05-16"),
    "kreuzberg/html_only.eml": ("text", "It includes:", "2024-05-10"),
    "kreuzberg/multipart_email.eml": ("text", "From: sender@example.com", "2024-03-15"),
    "kreuzberg/right_to_left_01.pdf": ("text", "البرمجة بلغة R", "2024-11-01"),
    "kreuzberg/sample_email.eml": ("text", "Subject: Test Email Subject", "2024-01-01"),
    "kreuzberg/scanned.pdf": ("text", "STATE UNIVERSITIES ANNUITANTS", "2007-02-27"),
    "kreuzberg/unit_test_lists.doc": ("text", "List item 1.2.1", ""),
    "pdfplumber/LICENSE": ("text", "Jeremy Singer-Vine", ""),
    "pdfplumber/empty.pdf": ("empty", "", ""),
    "pdfplumber/malformed-from-issue-932.pdf": ("text", "2021", ""),
    "pdfplumber/password-example.pdf": ("encrypted", "", ""),
    "kreuzberg/invoice_image.png": ("needs_ocr", "", ""),
    "kreuzberg/non_searchable.pdf": ("needs_ocr", "", "2013-10-08"),
    "kreuzberg/test_hello_world.png": ("needs_ocr", "", ""),
}
"""Without OCR: status, words that must be in the text, date of the document."""

RECOGNISED = {
    "kreuzberg/invoice_image.png": "Date: 2025-07-10",
    "kreuzberg/non_searchable.pdf": "Non-text-searchable PDF",
    "kreuzberg/test_hello_world.png": "Hello World",
}


@pytest.fixture(scope="module")
def reader() -> Iterator[ReaderProcess]:
    with ReaderProcess(ReaderSettings(ocr=False)) as process:
        yield process


def test_every_sample_file_is_in_the_table() -> None:
    found = {path.relative_to(FILES).as_posix() for path in FILES.rglob("*") if path.is_file()}
    assert found == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_document_is_read_as_expected(name: str, reader: ReaderProcess) -> None:
    status, words, date = EXPECTED[name]
    found = reader.read(FILES / name)
    assert found.text.status == status
    assert words in found.text.text
    assert found.text.document_date == date
    assert len(found.content_hash) == 64
    assert not found.transient
    if found.text.status is ReadStatus.TEXT:
        last = found.text.pages[-1]
        assert found.text.pages[0].start == 0
        assert last.end == len(found.text.text)
    else:
        assert found.text.reason
        assert found.text.text == ""


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_document_is_read_alike_twice(name: str, reader: ReaderProcess) -> None:
    assert reader.read(FILES / name) == reader.read(FILES / name)


@needs_tesseract
@pytest.mark.parametrize("name", RECOGNISED)
def test_an_image_is_recognised_when_tesseract_is_installed(name: str) -> None:
    with ReaderProcess() as process:
        text = process.read(FILES / name).text
    assert text.status is ReadStatus.TEXT
    assert RECOGNISED[name] in text.text
    assert text.pages[0].method == "ocr:tesseract"


@needs_tesseract
def test_a_chinese_scan_taken_for_english_is_left_in_need_of_ocr() -> None:
    with ReaderProcess() as process:
        text = process.read(FILES / "pdfplumber/malformed-from-issue-932.pdf").text
    assert text.text == "2021 3 31"
    assert text.pages[0].status is ReadStatus.NEEDS_OCR
    assert "set ocr_language" in text.reason


def test_pdfplumber_reads_the_same_words_of_a_pdf_as_kreuzberg(reader: ReaderProcess) -> None:
    path = FILES / "kreuzberg/fake_memo.pdf"
    other = reader.read(path, ReaderSettings(ocr=False, reader="pdfplumber")).text
    assert other.text.split() == reader.read(path).text.text.split()
    assert other.reader.startswith("pdfplumber/")
