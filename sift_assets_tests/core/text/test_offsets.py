"""Byte offsets into character offsets."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.offsets import character_offsets


@given(st.text(st.characters(exclude_categories=("Cs",))), st.text())
def test_every_character_is_found_at_its_byte_offset(text: str, more: str) -> None:
    text = text + "".join(sign for sign in more if not 0xD800 <= ord(sign) < 0xE000)
    offsets = [len(text[:index].encode()) for index in range(len(text) + 1)]
    assert character_offsets(text, offsets) == tuple(range(len(text) + 1))
    assert character_offsets(text, offsets[::-1]) == tuple(range(len(text), -1, -1))


def test_an_offset_inside_a_character_is_its_beginning() -> None:
    assert character_offsets("aé€😀", [0, 1, 2, 3, 4, 5, 6, 7, 9, 10]) == (
        0, 1, 1, 2, 2, 2, 3, 3, 3, 4,
    )  # fmt: skip


def test_an_offset_outside_is_the_nearer_end() -> None:
    assert character_offsets("é", [-5, 99]) == (0, 1)
    assert character_offsets("abc", [-5, 2, 99]) == (0, 2, 3)
