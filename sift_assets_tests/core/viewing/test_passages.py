"""Passages: each once, with text around it, counted as a browser counts."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.records.text import DocumentText, Page, ReadStatus
from sift_assets.core.viewing.passages import AROUND, NO_PART, Passages, Place


def text_of(text: str, *pages: int) -> DocumentText:
    starts = [0, *pages]
    ends = [*pages, len(text)]
    spans = zip(starts, ends, strict=True)
    found = tuple(Page(number=n, start=a, end=b) for n, (a, b) in enumerate(spans, 1))
    return DocumentText(status=ReadStatus.TEXT, text=text, pages=found)


def sliced(text: str, start: int, end: int) -> str:
    """Slice a text as JavaScript does, by UTF-16 code units."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, list[Place]]:
    """Draw a text, some of it far from the rest, and places in it."""
    pieces = draw(st.lists(st.sampled_from(["ship ", "🚢", "\n", "é", "x" * 900]), min_size=1))
    text = "".join(pieces)
    starts = st.integers(0, len(text) - 1)
    spans = draw(st.lists(st.tuples(starts, st.integers(1, 9)), max_size=12))
    return text, [Place("d", start, min(len(text), start + size)) for start, size in spans]


@given(documents())
def test_a_browser_finds_the_quote_at_the_place_that_it_is_told(
    drawn: tuple[str, list[Place]],
) -> None:
    text, places = drawn
    passages = Passages({"d": 0}, {"d": text_of(text)})
    numbers = [passages.number(p, 0, text[p.start : p.end]) for p in places]
    rows, parts = passages.written()
    assert len(rows) == len(set(places)) == len(set(numbers))
    for place, number in zip(places, numbers, strict=True):
        document, _page, part, start, end = rows[number]
        assert document == 0
        assert sliced(parts["d"][part][0], start, end) == text[place.start : place.end]
    wholes = [part[0] for part in parts.get("d", [])]
    assert all(whole in text for whole in wholes)
    assert sum(map(len, wholes)) <= len(text)


def test_text_far_from_every_passage_is_left_out() -> None:
    text = "far " * 1000 + "here" + " far" * 1000
    passages = Passages({"d": 0}, {"d": text_of(text)})
    passages.number(Place("d", 4000, 4004), 0, "here")
    _, parts = passages.written()
    ((part, _pages, is_cut_before, is_cut_after),) = parts["d"]
    assert len(part) == 4 + 2 * AROUND
    assert is_cut_before
    assert is_cut_after


def test_a_part_begins_with_a_line_where_one_begins_near() -> None:
    text = "x" * 2000 + "\n" + "y" * (AROUND + 10) + "here"
    passages = Passages({"d": 0}, {"d": text_of(text)})
    passages.number(Place("d", len(text) - 4, len(text)), 0, "here")
    _, parts = passages.written()
    assert parts["d"][0][0].startswith("y")


def test_pages_are_told_where_they_begin() -> None:
    text = "🚢 one\ntwo here"
    passages = Passages({"d": 0}, {"d": text_of(text, 6)})
    passages.number(Place("d", 10, 14), 2, "here")
    assert passages.written() == (
        [[0, 2, 0, 11, 15]],
        {"d": [[text, [[0, 1], [7, 2]], False, False]]},
    )


def test_a_name_across_a_line_break_is_found_although_it_is_kept_with_a_space() -> None:
    passages = Passages({"d": 0}, {"d": text_of("Ada\n Varga")})
    passages.number(Place("d", 0, 10), 0, "Ada Varga")
    assert passages.written()[0] == [[0, 0, 0, 0, 10]]


def test_a_quote_that_the_text_does_not_have_is_kept_without_text_around_it() -> None:
    passages = Passages({"d": 0, "e": 1}, {"d": text_of("something else")})
    for place in (Place("d", 3, 8), Place("e", 0, 5), Place("d", 0, 0)):
        passages.number(place, 3, "quote")
    rows, parts = passages.written()
    assert rows == [[0, 3, NO_PART, "quote"], [1, 3, NO_PART, "quote"], [0, 3, NO_PART, "quote"]]
    assert parts == {}
