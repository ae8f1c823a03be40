"""Folding: what a reader may leave out does not count, letters of every script do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.folding import folded, grams, looked_for, words


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("  Ada\n VARGA ", "ada varga"),
        ("Müller", "muller"),
        ("Nina Ørsted", "nina orsted"),
        ("Straße", "strasse"),
        ("Łódź", "lodz"),
        ("Ёлкин", "елкин"),
        ("ﬁnance", "finance"),
        ("हिन्दी", "हिन्दी"),
        ("ガス", "ガス"),
        ("שָׁלוֹם", "שלום"),
    ],
)
def test_case_and_accents_fold_and_scripts_stay(text: str, form: str) -> None:
    assert folded(text) == form


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Who's Ada?", ("who", "s", "ada")),
        ("東京 Tower", ("東", "京", "tower")),
        ("हिन्दी भाषा", ("हिन्दी", "भाषा")),
        ("— … —", ()),
    ],
)
def test_words_are_found_in_every_script(text: str, found: tuple[str, ...]) -> None:
    assert words(text) == found


def test_pieces_of_a_name_are_three_characters_long() -> None:
    assert grams("abcd") == ("abc", "bcd")
    assert grams("ab") == ("ab",)
    assert grams("") == ()


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Achterberg & Voss", "achterberg voss"),
        ("O'Neill,  J.", "o neill j"),
        ("Kestrel\u00adLtd", "kestrel ltd"),
        ("C++", "c"),
        ("???", "???"),
        ("東京 Tower", "東 京 tower"),
    ],
)
def test_who_looks_for_a_part_of_a_name_may_leave_out_signs(name: str, form: str) -> None:
    assert looked_for(name) == form
    assert looked_for(form) == form
