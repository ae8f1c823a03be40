"""Passages cover a text exactly and are short enough to read."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.query.passages import LONGEST, passages
from sift_assets.core.records.text import DocumentText, Page, ReadStatus

PIECES = st.sampled_from(["word ", "A sentence. ", "\n", "\n\n", "x" * 400, "long " * 150, "。"])


@given(st.lists(st.lists(PIECES, max_size=12).map("".join), min_size=1, max_size=4))
def test_passages_cover_the_text_each_on_its_page(parts: list[str]) -> None:
    text, pages = "", []
    for number, part in enumerate(parts, 1):
        start = len(text)
        text += part
        if part:
            pages.append(Page(number=number, start=start, end=len(text)))
        text += "\n\n"
    found = list(passages(DocumentText(status=ReadStatus.TEXT, text=text, pages=tuple(pages))))
    if not text.strip():
        assert found == []
        return
    assert "".join(text[one.start : one.end] for one in found) == text
    assert all(0 < one.end - one.start <= LONGEST for one in found)
    for one in found:
        held = [page.number for page in pages if page.start < one.end and one.start < page.end]
        assert held in ([], [one.page])


def test_a_short_heading_goes_with_what_follows_it() -> None:
    text = "Heading\n\n" + "A sentence of some words. " * 20 + "\n\n" + "Another one. " * 30
    found = list(passages(DocumentText(status=ReadStatus.TEXT, text=text)))
    assert [text[one.start :].partition(" ")[0] for one in found] == ["Heading\n\nA", "Another"]
