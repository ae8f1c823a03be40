"""OCR page by page, by the engine that was asked for and no other."""

import shutil

import pytest

from sift_assets.core.errors import ConfigError, MissingEngineError
from sift_assets.core.records.text import DocumentText, ReadStatus
from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.ocr.engines import check_engine, engine_version, recogniser
from sift_assets.resources.readers.ocr.failure import OcrDoubtful
from sift_assets.resources.readers.ocr.tesseract import text_of_table
from sift_assets.resources.readers.reading import read_bytes
from sift_assets_tests.resources.readers.made_documents import pdf_of

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="Tesseract is not installed"
)


def read(data: bytes, name: str, settings: ReaderSettings | None = None) -> DocumentText:
    return read_bytes(data, name, settings or ReaderSettings(), lambda: None)


def picture(text: str, kind: str = "PNG", pages: int = 1) -> bytes:
    """Draw words on white paper."""
    import io

    from PIL import Image, ImageDraw, ImageFont

    frames = []
    for number in range(pages):
        image = Image.new("L", (900, 200), 255)
        font = ImageFont.load_default(size=48)
        ImageDraw.Draw(image).text((40, 60), f"{text} {number + 1}", fill=0, font=font)
        frames.append(image)
    buffer = io.BytesIO()
    more = {"save_all": True, "append_images": frames[1:]} if pages > 1 else {}
    frames[0].save(buffer, kind, **more)
    return buffer.getvalue()


def mixed_pdf() -> bytes:
    """Make a PDF of a text page, a scanned page with words on it, and a text page."""
    import io

    import pypdfium2

    scan = pypdfium2.PdfDocument(io.BytesIO(picture("Invoice number", "PDF")))
    whole = pypdfium2.PdfDocument(pdf_of(["A page of text.", "Another page of text."]))
    whole.import_pages(scan, index=1)
    buffer = io.BytesIO()
    whole.save(buffer)
    return buffer.getvalue()


@needs_tesseract
def test_only_the_pages_without_text_are_recognised() -> None:
    found = read(mixed_pdf(), "a.pdf")
    assert [page.method for page in found.pages] == ["layer", "ocr:tesseract", "layer"]
    assert [found.text[page.start : page.end].strip() for page in found.pages] == [
        "A page of text.",
        "Invoice number 1",
        "Another page of text.",
    ]
    assert found.warnings == ()


@needs_tesseract
def test_progress_is_told_after_each_page_that_was_recognised() -> None:
    ticks: list[int] = []
    data = picture("Fax page", "TIFF", pages=3)
    found = read_bytes(data, "a.tiff", ReaderSettings(), lambda: ticks.append(1))
    assert len(ticks) == 3
    assert [found.text[page.start : page.end].strip() for page in found.pages] == [
        "Fax page 1",
        "Fax page 2",
        "Fax page 3",
    ]


HEAD = "level\tpage\tblock\tpar\tline\tword\tleft\ttop\twidth\theight\tconf\ttext"


def table_of(*words: tuple[int, int, float, str]) -> str:
    rows = (
        f"5\t1\t1\t{par}\t{line}\t1\t0\t0\t9\t9\t{conf}\t{text}" for par, line, conf, text in words
    )
    return "\n".join((HEAD, "1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t", *rows))


def test_the_table_of_tesseract_becomes_lines_and_paragraphs() -> None:
    table = table_of((1, 1, 96, "Bill"), (1, 1, 91, "To"), (1, 2, 90, "Ada"), (2, 1, 95, "Sum"))
    assert text_of_table(table) == "Bill To\nAda\n\nSum"
    assert text_of_table(HEAD) == ""


def test_a_page_whose_letters_are_doubtful_on_the_average_has_no_text() -> None:
    assert text_of_table(table_of((1, 1, 10, "ab"), (1, 1, 90, "abcdef"))) == "ab abcdef"
    with pytest.raises(OcrDoubtful):
        text_of_table(table_of((1, 1, 90, "ab"), (1, 1, 10, "abcdef")))


@needs_tesseract
def test_an_image_without_words_is_empty_and_says_that_ocr_found_none() -> None:
    found = read(pdf_of([None]), "a.pdf")
    assert found.status is ReadStatus.EMPTY
    assert "OCR found no text" in found.reason


@needs_tesseract
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "BMP", "GIF", "WEBP", "TIFF"])
def test_images_of_every_kind_are_recognised(kind: str) -> None:
    assert "Company seal" in read(picture("Company seal", kind), f"a.{kind.lower()}").text


@needs_tesseract
def test_a_language_without_data_leaves_the_pages_in_need_and_says_what_to_install() -> None:
    settings = ReaderSettings(ocr_language="xyz")
    found = read(mixed_pdf(), "a.pdf", settings)
    assert found.status is ReadStatus.TEXT
    assert found.pages[1].status is ReadStatus.NEEDS_OCR
    assert "data for xyz" in found.reason
    assert engine_version(settings).endswith("without xyz")


def test_without_tesseract_an_image_needs_ocr_and_the_version_says_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    found = read(picture("Words"), "a.png")
    assert found.status is ReadStatus.NEEDS_OCR
    assert "install Tesseract" in found.reason
    assert engine_version(ReaderSettings()) == "none"


def test_with_ocr_off_an_image_needs_ocr_and_the_reason_says_so() -> None:
    found = read(picture("Words"), "a.png", ReaderSettings(ocr=False))
    assert found.status is ReadStatus.NEEDS_OCR
    assert "set ocr to true" in found.reason
    assert engine_version(ReaderSettings(ocr=False)) == "none"


@needs_tesseract
def test_the_version_of_the_engine_names_it() -> None:
    assert engine_version(ReaderSettings()).startswith("tesseract/")


@pytest.mark.parametrize("engine", ["rapidocr", "easyocr", "paddleocr"])
def test_an_absent_engine_is_an_error_with_the_extra_and_never_another_engine(engine: str) -> None:
    settings = ReaderSettings.model_validate({"ocr_engine": engine})
    with pytest.raises(MissingEngineError, match=rf"sift-assets\[{engine}\]"):
        check_engine(settings)
    with pytest.raises(MissingEngineError):
        engine_version(settings)
    check_engine(settings.model_copy(update={"ocr": False}))


def test_a_cloud_engine_needs_consent_and_then_must_be_installed() -> None:
    with pytest.raises(ConfigError, match="cloud"):
        check_engine(ReaderSettings(ocr_engine="gcv"))
    with pytest.raises(MissingEngineError, match=r"sift-assets\[gcv\]"):
        check_engine(ReaderSettings(ocr_engine="gcv", ocr_cloud=True))


@pytest.mark.parametrize("engine", ["tesseract", "rapidocr", "easyocr", "paddleocr", "gcv"])
def test_every_engine_has_an_adapter_that_loads_without_the_engine(engine: str) -> None:
    assert callable(recogniser(ReaderSettings.model_validate({"ocr_engine": engine})))


def test_an_engine_that_fails_leaves_the_other_pages_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("the text of the page")

    monkeypatch.setattr("sift_assets.resources.readers.ocr.tesseract.recognise", broken)
    monkeypatch.setattr(
        "sift_assets.resources.readers.recognition.engine_version", lambda _: "tesseract/5"
    )
    found = read(mixed_pdf(), "a.pdf")
    assert found.text == "A page of text.\n\nAnother page of text."
    assert found.reason == "Some pages are images, and OCR failed (RuntimeError)."
