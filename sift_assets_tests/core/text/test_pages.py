"""Pages into one text with spans, and the status of the whole."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.records.text import ReadStatus
from sift_assets.core.text.cleaning import is_blank
from sift_assets.core.text.outcomes import NO_ENGINE, NO_TEXT, OCR_BLANK, depends_on_ocr, with_pages
from sift_assets.core.text.pages import PageText, join_pages

PAGES = st.lists(
    st.builds(PageText, text=st.text(max_size=20), needs_ocr=st.booleans()), max_size=6
)


@given(PAGES)
def test_pages_ascend_do_not_overlap_and_hold_all_that_is_visible(pages: list[PageText]) -> None:
    text, spans = join_pages(pages)
    assert [span.number for span in spans] == list(range(1, len(pages) + 1))
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    assert all(one.end <= two.start for one, two in pairwise(spans))
    outside = text
    for span in reversed(spans):
        outside = outside[: span.start] + outside[span.end :]
    assert set(outside) <= {"\n"}


@given(PAGES)
def test_the_status_is_text_exactly_when_there_is_visible_text(pages: list[PageText]) -> None:
    value = with_pages(pages, media_type="text/plain", reader="test/1")
    assert (value.status is ReadStatus.TEXT) == (not is_blank(value.text))
    assert value.status is ReadStatus.TEXT or value.reason


def test_a_page_that_is_blank_has_an_empty_span_and_adds_no_separator() -> None:
    text, spans = join_pages([PageText(text="a"), PageText(text=" \n"), PageText(text="b\r\n")])
    assert text == "a\n\nb"
    assert [(span.start, span.end, span.status.value) for span in spans] == [
        (0, 1, "text"),
        (1, 1, "empty"),
        (3, 4, "text"),
    ]


def test_some_pages_without_ocr_are_text_with_a_warning() -> None:
    pages = [PageText(text="words"), PageText(text="", needs_ocr=True)]
    value = with_pages(pages, media_type="application/pdf", reader="r/1", warnings=("w",))
    assert value.status is ReadStatus.TEXT
    assert value.warnings == ("w", "1 page needs OCR")
    assert value.reason.startswith("Some pages are images and no OCR engine")
    assert value.pages[1].status is ReadStatus.NEEDS_OCR


def test_only_images_need_ocr_and_nothing_at_all_is_empty() -> None:
    image = PageText(text="", needs_ocr=True)
    blank = PageText(text=" ")
    recognised = PageText(text="", method="ocr:tesseract")
    assert with_pages([image, blank], media_type="", reader="").reason == NO_ENGINE
    assert with_pages([blank], media_type="", reader="").reason == NO_TEXT
    assert with_pages([recognised], media_type="", reader="").reason == OCR_BLANK
    assert with_pages([], media_type="", reader="").status is ReadStatus.EMPTY


def test_only_documents_with_images_depend_on_the_ocr_engine() -> None:
    def value(*pages: PageText) -> bool:
        return depends_on_ocr(with_pages(list(pages), media_type="", reader=""))

    words = PageText(text="words")
    assert not value(words)
    assert not value(PageText(text=""))
    assert value(words, PageText(text="", needs_ocr=True))
    assert value(PageText(text="", needs_ocr=True))
    assert value(words, PageText(text="seen", method="ocr:tesseract"))
    assert value(PageText(text="", method="ocr:tesseract"))
