import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.narrative.listing import SHOWN_LENGTH, listed, sentence, shown
from sift_assets.core.narrative.periods import Period, event_words, state_words


@pytest.mark.parametrize(
    ("names", "more", "row"),
    [
        ([], 0, ""),
        (["A"], 0, "A"),
        (["A", "B"], 0, "A and B"),
        (["A", "B", "C"], 0, "A, B and C"),
        (["A"], 4, "A and 4 more"),
        (["A"], 4321, "A and 4,321 more"),
        (["A", "B"], 4, "A, B, and 4 more"),
        (["Palo Alto, California", "B", "C"], 0, "Palo Alto, California; B; and C"),
        (["Voss and Sons", "B"], 2, "Voss and Sons; B; and 2 more"),
    ],
)
def test_names_are_put_in_a_row(names: list[str], more: int, row: str) -> None:
    assert listed(names, more) == row


@given(st.text(max_size=200))
def test_what_is_shown_is_one_line_and_not_long(name: str) -> None:
    line = shown(name)
    assert line == " ".join(line.split())
    assert len(line) <= SHOWN_LENGTH
    assert not set(line) & set("\n\r\t\x00\u202e\u200b\u2028")
    assert shown(line) == line


def test_a_sentence_has_one_mark_at_its_end() -> None:
    assert [sentence(text) for text in ("it is", "owns Inc.", "why?", "cut…")] == [
        *("It is.", "Owns Inc.", "Why?", "Cut…")
    ]


def test_a_state_lasts_and_an_event_happens() -> None:
    assert [state_words(Period(*one)) for one in (("2010", ""), ("", "2010-02"), ("", ""))] == [
        *("since 2010", "until February 2010", "")
    ]
    assert [event_words(Period(*one)) for one in (("2010", ""), ("2010-02-03", ""))] == [
        *("in 2010", "on 3 February 2010")
    ]
