"""JSON of people and other programs is plain data that we can store, or a ValueError."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.config.json_source import read_json
from sift_assets.core.records.record import canonical_json

Plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1, 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(Plain, st.booleans())
def test_what_was_written_is_read(value: Any, escaped: bool) -> None:
    text = json.dumps(value, ensure_ascii=escaped)
    assert read_json(text) == value == read_json(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "", "[", "NaN", "[Infinity]", '{"a": -Infinity}', "[" * 200_000, '{"a":' * 200_000,
        r'"\ud800"', r'{"\uDC00": 1}', r'["\ud83d", "\ude00"]', "9" * 5000,
    ],
    ids=range(11),
)  # fmt: skip
def test_what_we_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)
    with pytest.raises(ValueError, match=r"."):
        read_json(text.encode())


def test_a_character_in_two_halves_is_whole_and_half_of_one_in_bytes_is_refused() -> None:
    assert read_json(r'"\ud83d\ude00"') == "😀"
    assert read_json(r'"\\ud800"') == r"\ud800"
    with pytest.raises(ValueError, match=r"."):
        read_json(b'"\xed\xa0\x80"')


@given(st.text(st.sampled_from('[]{}":,\\ud8e0019-.eE NaN'), max_size=30))
def test_any_text_is_stored_again_or_refused(text: str) -> None:
    try:
        value = read_json(text)
    except ValueError:
        return
    if "e" not in text.lower():  # a number beyond every number is infinite
        canonical_json(value)
