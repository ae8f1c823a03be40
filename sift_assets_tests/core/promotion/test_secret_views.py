"""Other forms of a text lead back to where they are from."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.promotion.secret_views import (
    View,
    decoded_texts,
    joined_view,
    plain_view,
)
from sift_assets_tests.fakes.planted_secrets import encoded

TEXTS = st.text(alphabet="aZ9 \n>|-_\u200bｘé漢", max_size=60)


@given(TEXTS)
def test_what_an_invisible_character_parts_is_whole_in_the_plain_form(text: str) -> None:
    view = plain_view(text)
    assert "\u200b" not in view.text
    assert "ｘ" not in view.text
    for at in range(len(view.text)):
        start, end = view.place(at, at + 1)
        assert end == start + 1
        assert plain_view(text[start:end]).text == view.text[at]


@given(TEXTS, st.booleans())
def test_a_joined_form_has_the_characters_of_the_text_in_their_order(
    text: str, words: bool
) -> None:
    view = plain_view(text)
    joined = joined_view(view, words=words)
    places = [joined.place(at, at + 1)[0] for at in range(len(joined.text))]
    assert places == sorted(places)
    assert all(
        plain_view(text[place]).text == character
        for place, character in zip(places, joined.text, strict=True)
    )


def test_a_token_is_joined_and_a_word_is_not() -> None:
    text = View("the key is\nab1_cd\n> ef\nand more of it\nThe\nend")
    assert joined_view(text, words=False).text == "the key is\nab1_cdefand more of it\nThe\nend"
    assert joined_view(text, words=True).text == "the key isab1_cdefand more of itTheend"


def test_an_empty_stretch_and_the_end_have_a_place() -> None:
    view = plain_view("é\u200bx")
    assert view.place(0, 2) == (0, 3)
    assert view.place(2, 2) == (3, 3)
    assert View("ab").place(1, 1) == (1, 1)


def test_text_is_decoded_wherever_its_encoding_begins_and_other_bytes_are_not() -> None:
    text = "a message of forty characters, or a few more"
    run = encoded(text)
    for before in ("", "x", "xy", "xyz"):
        found = list(decoded_texts(View(f"= {before}{run} =")))
        assert text in [one.text for one in found]
        assert {(one.start, one.end) for one in found} == {
            (2, 2 + len(before + run.rstrip("=")) + (len(run) - len(run.rstrip("="))))
        }
    assert list(decoded_texts(View("Zm9v" + "/" * 60))) == []
