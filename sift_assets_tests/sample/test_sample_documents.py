"""The sample corpus is what it claims to be, file by file."""

import csv
import email
import email.policy
import io
import unicodedata
import zipfile
from pathlib import Path

import kreuzberg
import pdfplumber
import pytest
import yaml
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.runlength import rldecode
from pdfplumber.utils.exceptions import PdfminerException

from sift_assets.sample import sample_documents
from sift_assets.sample.generate import SEALED_WORD, binary_documents, write_binary_documents
from sift_assets.sample.pdf import run_length

EXPECTED = yaml.safe_load((Path(__file__).parent / "expected.yaml").read_text("utf-8"))
MAX_CORPUS_BYTES = 300_000

MAGIC = {
    ".pdf": b"%PDF-1.4",
    ".docx": b"PK\x03\x04",
    ".xlsx": b"PK\x03\x04",
    ".html": b"<!DOCTYPE html>",
    ".eml": b"From: ",
}


def names_on_disk() -> list[str]:
    root = sample_documents()
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())


def readable_text() -> str:
    root = sample_documents()
    wanted = [name for name, status in EXPECTED["documents"].items() if status == "text"]
    texts = [kreuzberg.extract_file_sync(str(root / name)).content for name in wanted]
    return " ".join(" ".join(texts).split())


@pytest.mark.parametrize("name", sorted(binary_documents()))
def test_generating_a_binary_document_again_gives_the_committed_bytes(name: str) -> None:
    assert binary_documents()[name]() == (sample_documents() / name).read_bytes()


def test_the_script_writes_all_binary_documents_into_a_folder(tmp_path: Path) -> None:
    write_binary_documents(tmp_path / "new")
    written = {p.relative_to(tmp_path / "new").as_posix() for p in tmp_path.rglob("*.*")}
    assert written == set(binary_documents())


def test_the_expected_documents_are_exactly_those_in_the_folder() -> None:
    assert names_on_disk() == sorted(EXPECTED["documents"])


def test_the_corpus_is_small() -> None:
    sizes = [path.stat().st_size for path in sample_documents().rglob("*") if path.is_file()]
    assert 0 < sum(sizes) <= MAX_CORPUS_BYTES


@pytest.mark.parametrize("name", names_on_disk())
def test_each_file_starts_as_its_format_does(name: str) -> None:
    data = (sample_documents() / name).read_bytes()
    assert data.startswith(MAGIC.get(Path(name).suffix, b""))
    if Path(name).suffix in {".txt", ".md", ".csv"}:
        assert "\r" not in data.decode("utf-8")


def test_only_the_empty_document_is_empty() -> None:
    sizes = {name: (sample_documents() / name).stat().st_size for name in names_on_disk()}
    assert [name for name, size in sizes.items() if size == 0] == ["notes/empty.txt"]


def test_the_extract_has_two_pages_with_a_text_layer() -> None:
    with pdfplumber.open(sample_documents() / "registry/company-extract.pdf") as pdf:
        texts = [page.extract_text() for page in pdf.pages]
    assert len(texts) == 2
    assert "Pelagos Trust owns Kestrelmoor Logistics." in texts[0]
    assert "Related companies" in texts[1]


def test_the_scan_holds_an_image_and_no_text_layer() -> None:
    with pdfplumber.open(sample_documents() / "registry/charter-scan.pdf") as pdf:
        (page,) = pdf.pages
        assert page.chars == []
        assert len(page.images) == 1
        shades = page.to_image(resolution=72).original.convert("L").getextrema()
    assert shades == (0, 255)


def test_the_sealed_document_opens_only_with_its_password() -> None:
    path = sample_documents() / "legal/sealed-settlement.pdf"
    with pytest.raises(PdfminerException) as refused:
        pdfplumber.open(path)
    assert isinstance(refused.value.args[0], PDFPasswordIncorrect)
    with pytest.raises(kreuzberg.ParsingError, match="password"):
        kreuzberg.extract_file_sync(str(path))
    assert b"Norrsund" not in path.read_bytes()
    with pdfplumber.open(path, password=SEALED_WORD) as pdf:
        assert "settle all claims" in pdf.pages[0].extract_text()


def test_the_office_files_are_sound_archives_with_fixed_dates() -> None:
    for name in ("board/minutes.docx", "finance/payments.xlsx"):
        with zipfile.ZipFile(sample_documents() / name) as archive:
            assert archive.testzip() is None
            assert {info.date_time for info in archive.infolist()} == {(2023, 5, 15, 9, 0, 0)}


def test_the_tables_keep_their_rows() -> None:
    root = sample_documents()
    sheet = kreuzberg.extract_file_sync(str(root / "finance/payments.xlsx")).content
    assert sheet.count("Kestrelmoor Logistics") == 5
    rows = list(csv.DictReader(io.StringIO((root / "finance/vessels.csv").read_text("utf-8"))))
    assert [row["owner"] for row in rows] == ["Norrsund Marine Group"] + ["Tidewell Shipping"] * 2


def test_the_mail_names_its_people_in_its_headers() -> None:
    data = (sample_documents() / "mail/re-invoices.eml").read_bytes()
    message = email.message_from_bytes(data, policy=email.policy.default)
    assert [address.display_name for address in message["Cc"].addresses] == ["Lindqvist, Marta"]
    assert message["Date"].datetime.date().isoformat() == "2021-10-28"


def test_the_hostile_name_survives_a_zip_and_is_in_composed_form() -> None:
    (name,) = [name for name in names_on_disk() if "[draft]" in name]
    assert unicodedata.normalize("NFC", name) == name
    assert all(mark in name for mark in (*" ,'%[]()–é", "..."))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "")
    with zipfile.ZipFile(buffer) as archive:
        assert archive.namelist() == [name]


def test_every_expected_name_and_alias_stands_in_a_readable_document() -> None:
    text = readable_text()
    names = [entity["name"] for entity in EXPECTED["entities"]]
    aliases = [alias for entity in EXPECTED["entities"] for alias in entity["aliases"]]
    missing = [name for name in names + aliases if name not in text]
    assert missing == []


def test_every_expected_relation_and_duplicate_is_between_expected_names() -> None:
    known = {entity["name"] for entity in EXPECTED["entities"]}
    known |= {alias for entity in EXPECTED["entities"] for alias in entity["aliases"]}
    ends = [rel[end] for rel in EXPECTED["relations"] for end in ("source", "target")]
    assert set(ends) <= known
    assert {name for pair in EXPECTED["duplicates"] for name in pair} <= known


@pytest.mark.parametrize("data", [b"", b"a", b"aab", b"ab" * 100, b"\0" * 1000, b"abccc" * 60])
def test_run_length_compression_is_undone_by_its_reader(data: bytes) -> None:
    assert rldecode(run_length(data)) == data
