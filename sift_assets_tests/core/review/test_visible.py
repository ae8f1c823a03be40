"""In what a reviewer sees nothing hides, and nothing that shows is changed."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.review.visible import HIDDEN, all_visible, visible


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_shows_stays_and_what_hides_becomes_its_number(text: str) -> None:
    shown = visible(text)
    assert all(unicodedata.category(c) not in HIDDEN or c in "\t\n" for c in shown)
    kept = [c for c in text if c in "\t\n" or unicodedata.category(c) not in HIDDEN]
    if len(kept) == len(text):
        assert shown == text
    rest = iter(shown)
    assert all(c in rest for c in kept)  # in the same order


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bø\u200b", "Bø\\u200b"), ("\u202ea", "\\u202ea"), ("\x1b[2J", "\\u001b[2J"),
        ("\U000e0041", "\\U000e0041"), ("\ud800", "\\ud800"), ("a\tb\nc", "a\tb\nc"),
        ("עברית 中文 é", "עברית 中文 é"),
    ],
)  # fmt: skip
def test_names_that_differ_in_what_is_hidden_are_told_apart(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_every_text_of_plain_data_is_made_visible_and_can_be_encoded() -> None:
    data = {"a\u200b": ["\ud800", {"b": ("\x07", 1, None, True, 0.5)}]}
    shown = all_visible(data)
    assert shown == {"a\\u200b": ["\\ud800", {"b": ["\\u0007", 1, None, True, 0.5]}]}
    assert json.dumps(shown, ensure_ascii=False).encode()
