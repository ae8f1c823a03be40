"""Where sentences end, in several scripts."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.sentences import sentence_ends, sentences

EXAMPLES = [
    ("One ends. Two follows.", ["One ends.", "Two follows."]),
    ("Dr. Smith met J. Doe of Acme Inc. in May. He left.", None),
    ("It cost 3.5 million. Really?", ["It cost 3.5 million.", "Really?"]),
    ('He said "No." Then he left.', ['He said "No."', "Then he left."]),
    ("Wait... what happened", ["Wait... what happened"]),
    ("A heading\n\nA paragraph", ["A heading", "A paragraph"]),
    ("他来了。她走了。", ["他来了。", "她走了。"]),
    ("هل جاء؟ نعم.", ["هل جاء؟", "نعم."]),
    ("वह आया। वह गया।", ["वह आया।", "वह गया।"]),
    ("The U.S. Senate voted. It passed.", ["The U.S. Senate voted.", "It passed."]),
    ("", []),
    ("   \n ", []),
]


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_sentences_end_where_a_reader_says(text: str, expected: list[str] | None) -> None:
    if expected is None:
        expected = ["Dr. Smith met J. Doe of Acme Inc. in May.", "He left."]
    assert [text[start:end] for start, end in sentences(text)] == expected


@given(st.text(), st.integers(0, 30), st.integers(0, 60))
def test_sentences_hold_every_character_that_is_not_white_space(
    text: str, start: int, end: int
) -> None:
    start, end = min(start, len(text)), min(max(start, end), len(text))
    spans = sentences(text, start, end)
    assert all(left < right for left, right in spans)
    assert all(one[1] <= two[0] for one, two in pairwise(spans))
    inside = "".join(text[left:right] for left, right in spans)
    assert "".join(inside.split()) == "".join(text[start:end].split())


@given(st.text())
def test_sentence_ends_lie_inside_the_text(text: str) -> None:
    ends = sentence_ends(text)
    assert list(ends) == sorted(set(ends))
    assert all(0 < end < len(text) for end in ends)
