"""Documents made to do harm, or broken: a status with a reason, in bounded time, every time."""

import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
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

SUFFIXES = (
    ".pdf .docx .doc .odt .rtf .xlsx .xls .ods .csv .tsv .pptx .ppt .html .htm .xml .svg .json "
    ".yaml .txt .md .rst .log .epub .fb2 .eml .msg .png .jpg .gif .webp .bmp .tiff .zip .bib .tex "
    ".ipynb .py .unknown"
)
ALL_SUFFIXES = re.findall(r"\S+", SUFFIXES)
NO_OCR = ReaderSettings(ocr=False, timeout_seconds=30)
SECRET = "the secret of the machine"

REPOSITORY = Path(__file__).parents[3]
DATA = Path(os.environ.get("SIFT_EVAL_DATA", REPOSITORY.parent / "shared" / "data"))
NAUGHTY = DATA / "strings" / "blns.json"


@pytest.fixture(scope="module")
def reader() -> Iterator[ReaderProcess]:
    with ReaderProcess(NO_OCR) as process:
        yield process


def read(reader: ReaderProcess, folder: Path, name: str, data: bytes) -> DocumentText:
    path = folder / name
    path.write_bytes(data)
    result = reader.read(path)
    assert not result.transient, result.text.reason
    assert_honest(result.text)
    return result.text


def assert_honest(text: DocumentText) -> None:
    assert (text.status is ReadStatus.TEXT) == bool(text.text.strip())
    assert text.reason or text.status is ReadStatus.TEXT
    assert all(page.end <= len(text.text) for page in text.pages)


@pytest.mark.parametrize("suffix", ALL_SUFFIXES)
def test_an_empty_file_or_one_of_spaces_or_zeros_is_empty(
    suffix: str, reader: ReaderProcess, tmp_path: Path
) -> None:
    for data in (b"", b" \n" * 400, b"\0" * 5000):
        assert read(reader, tmp_path, f"a{suffix}", data).status is ReadStatus.EMPTY


@pytest.mark.parametrize("suffix", ALL_SUFFIXES)
def test_random_bytes_are_never_a_success(
    suffix: str, reader: ReaderProcess, tmp_path: Path
) -> None:
    data = random.Random(suffix).randbytes(20_000)  # noqa: S311 - examples
    found = read(reader, tmp_path, f"a{suffix}", data)
    assert found.status in (ReadStatus.UNSUPPORTED, ReadStatus.UNREADABLE)


SIGNATURES = {
    "pdf": b"%PDF-1.7\n",
    "zip": b"PK\x03\x04",
    "png": b"\x89PNG\r\n\x1a\n",
    "rtf": b"{\\rtf1 ",
    "ole": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "jpeg": b"\xff\xd8\xff",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_random_bytes_behind_a_true_signature_are_never_a_success(
    name: str, reader: ReaderProcess, tmp_path: Path
) -> None:
    data = SIGNATURES[name] + random.Random(1).randbytes(20_000)  # noqa: S311 - examples
    found = read(reader, tmp_path, "a.bin", data)
    if name != "rtf":  # whatever follows is the text of a Rich Text document
        assert found.status in (ReadStatus.UNSUPPORTED, ReadStatus.UNREADABLE)


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("a.docx", "word/document.xml"),
        ("a.xlsx", "xl/workbook.xml"),
        ("a.pptx", "ppt/presentation.xml"),
        ("a.epub", "META-INF/container.xml"),
    ],
)
def test_a_zip_bomb_is_refused_before_it_unpacks(
    name: str, member: str, reader: ReaderProcess, tmp_path: Path
) -> None:
    data = zip_of({member: b"<x>" + b" " * 300_000_000})
    assert len(data) < 1_000_000
    found = read(reader, tmp_path, name, data)
    assert found.status is ReadStatus.UNREADABLE
    assert "bomb" in found.reason


def test_a_zip_bomb_with_forged_sizes_ends_within_its_limits(
    reader: ReaderProcess, tmp_path: Path
) -> None:
    data = bytearray(zip_of({"word/document.xml": b"<x>" + b" " * 200_000_000}))
    real = (200_000_003).to_bytes(4, "little")
    while (at := data.find(real)) >= 0:
        data[at : at + 4] = (1000).to_bytes(4, "little")
    path = tmp_path / "a.docx"
    path.write_bytes(data)
    assert_honest(reader.read(path).text)


LAUGHS = "<!DOCTYPE x [<!ENTITY l0 'ha'>" + "".join(
    f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10)
)


@pytest.mark.parametrize("suffix", [".xml", ".html", ".svg", ".fb2"])
def test_a_billion_laughs_are_not_laughed_in_markup(
    suffix: str, reader: ReaderProcess, tmp_path: Path
) -> None:
    data = f"<?xml version='1.0'?>{LAUGHS}]><x><p>fine &l9;</p></x>".encode()
    assert "haha" not in read(reader, tmp_path, f"a{suffix}", data).text


def test_a_billion_laughs_are_not_laughed_in_office_documents(
    reader: ReaderProcess, tmp_path: Path
) -> None:
    head = f"{LAUGHS}]>"
    assert "haha" not in read(reader, tmp_path, "a.docx", docx_of(["x &l9;"], head=head)).text


def test_an_external_entity_reads_no_file_of_the_machine(
    reader: ReaderProcess, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET)
    head = f'<!DOCTYPE d [<!ENTITY s SYSTEM "file://{secret}">]>'
    for name, data in (
        ("a.docx", docx_of(["before &s; after"], head=head)),
        ("a.xml", f"{head}<d>before &s; after</d>".encode()),
        ("a.svg", f"{head}<svg><text>before &s;</text></svg>".encode()),
        ("a.html", f"{head}<html><iframe src='file://{secret}'></iframe>x</html>".encode()),
    ):
        assert SECRET not in read(reader, tmp_path, name, data).text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "utf-16-le"])
def test_a_slide_with_a_document_type_is_refused(
    encoding: str, reader: ReaderProcess, tmp_path: Path
) -> None:
    main = f"<?xml version='1.0' encoding='{encoding[:6]}'?><!DOCTYPE p [<!ENTITY e 'x'>]><p/>"
    data = zip_of({"ppt/presentation.xml": main.encode(encoding)})
    found = read(reader, tmp_path, "a.pptx", data)
    assert found.status is ReadStatus.UNREADABLE
    assert "DOCTYPE" in found.reason


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_document_is_read_or_refused_but_never_an_empty_success(
    share: float, reader: ReaderProcess, tmp_path: Path
) -> None:
    for name, data in whole_documents().items():
        read(reader, tmp_path, name, data[: int(len(data) * share)])


def whole_documents() -> dict[str, bytes]:
    table = [["Name", "Role"], ["Ada", "Chief"]]
    return {
        "a.pdf": pdf_of(["Words on a page.", None], table),
        "a.docx": docx_of(["Words in a letter."], table),
        "a.xlsx": xlsx_of({"One": table}),
        "a.pptx": pptx_of([["Words on a slide."]], table),
        "a.odt": odt_of(["Words."], table),
        "a.epub": epub_of(["Words in a book."]),
        "a.rtf": rtf_of(["Words."]),
        "a.eml": b"From: a@example.org\nSubject: x\n\nWords.",
        "a.html": b"<html><body><p>Words.</p></body></html>",
        "a.csv": b"Name,Role\nAda,Chief\n",
    }


def test_a_hundred_mutated_documents_are_read_or_refused_in_bounded_time(
    reader: ReaderProcess, tmp_path: Path
) -> None:
    source = random.Random(42)  # noqa: S311 - examples
    for name, data in whole_documents().items():
        for _ in range(10):
            mutated = bytearray(data)
            for _ in range(source.randint(1, 12)):
                mutated[source.randrange(len(mutated))] = source.randrange(256)
            read(reader, tmp_path, name, bytes(mutated))


def test_deeply_nested_markup_is_read_in_bounded_time(
    reader: ReaderProcess, tmp_path: Path
) -> None:
    data = b"<div>" * 200_000 + b"core" + b"<table><tr><td>" * 20_000
    assert read(reader, tmp_path, "a.html", data).text == "core"


def test_deeply_nested_json_is_read_in_bounded_time(reader: ReaderProcess, tmp_path: Path) -> None:
    assert read(reader, tmp_path, "a.ipynb", b"[" * 500_000).status is ReadStatus.TEXT


def test_a_reason_never_holds_text_of_the_document(reader: ReaderProcess, tmp_path: Path) -> None:
    marked = b"SECRETWORD"
    for name, data in whole_documents().items():
        broken = data[:60] + marked + data[80:]
        assert "SECRETWORD" not in read(reader, tmp_path, name, broken).reason


def test_an_image_that_claims_billions_of_pixels_is_refused(
    reader: ReaderProcess, tmp_path: Path
) -> None:
    import struct
    import zlib

    head = b"IHDR" + struct.pack(">IIBBBBB", 100_000, 100_000, 8, 0, 0, 0, 0)
    pixels = b"IDAT" + zlib.compress(bytes(100))
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part))
        for part in (head, pixels)
    )
    assert "bomb" in read(reader, tmp_path, "a.png", data).reason


@pytest.mark.skipif(not NAUGHTY.is_file(), reason=f"no {NAUGHTY}: set SIFT_EVAL_DATA")
def test_naughty_strings_are_read_as_content_and_as_names(
    reader: ReaderProcess, tmp_path: Path
) -> None:
    for number, string in enumerate(json.loads(NAUGHTY.read_text("utf-8"))):
        data = string.encode("utf-8", "replace")
        read(reader, tmp_path, f"{number}.txt", data)
        read(reader, tmp_path, f"{number}.md", data)
        name = string.replace("/", "_").replace("\0", "")[:60] or "_"
        if name not in (".", ".."):
            found = read(reader, tmp_path, f"{name}.txt", b"content")
            assert found.text == "content"


@pytest.mark.parametrize(
    "name", ["new\nline.txt", "quote'\".txt", "-rf.txt", "$(x).txt", "\u202e.txt"]
)
def test_odd_file_names_are_opened_as_they_are(
    name: str, reader: ReaderProcess, tmp_path: Path
) -> None:
    assert read(reader, tmp_path, name, b"content").text == "content"


def test_a_file_name_that_is_not_utf8_is_opened(reader: ReaderProcess, tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    path.write_bytes(b"content")
    assert reader.read(path).text.text == "content"
