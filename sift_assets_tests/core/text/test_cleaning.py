"""What cleaning removes and what it keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.cleaning import clean, is_blank


@given(st.text(st.characters()))
def test_cleaning_twice_is_cleaning_once_and_leaves_what_can_be_stored(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    cleaned.encode("utf-8")
    assert not any(ord(sign) < 32 and sign not in "\n\t" for sign in cleaned)


@pytest.mark.parametrize(
    ("dirty", "expected"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\0b\x1b[31mred", "ab[31mred"),
        ("a\ud800b", "ab"),
        ("\ufefftext", "text"),
        ("page one\x0cpage two", "page one\n\npage two"),
        ("trailing  \t\nnext", "trailing\nnext"),
        ("a\n\n\n\n\n\nb", "a\n\n\nb"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("tab\tstays", "tab\tstays"),
    ],
)
def test_cleaning_keeps_words_and_drops_what_no_one_sees(dirty: str, expected: str) -> None:
    assert clean(dirty) == expected


@pytest.mark.parametrize("text", ["", " \n\t", "\u200b\u200e", "\u00a0", "\0"])
def test_a_text_of_spaces_and_invisible_marks_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", "  -  ", "中", "👍"])
def test_a_text_with_one_visible_sign_is_not_blank(text: str) -> None:
    assert not is_blank(text)
