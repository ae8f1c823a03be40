"""What is shown to a model is bounded, and no text of a document can pass for a line of ours."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.narrative.asking.brief import MAX_FACTS, MAX_PASSAGES, MAX_QUOTE, Brief, Fact
from sift_assets_tests.core.narrative.asking.asking_examples import QUOTES, brief, passages


def test_facts_and_passages_stand_on_lines_of_their_own_with_the_numbers_that_are_cited() -> None:
    assert brief().lines().splitlines() == [
        "Subject: Ada Varga",
        "Facts",
        "- Ada Varga has worked for Kestrel Ltd since 2010. [1]",
        "Passages",
        *(f"[{number}] {quote}" for number, quote in enumerate(QUOTES, start=1)),
    ]


@given(st.text(), st.text(), st.text())
def test_no_text_of_a_document_begins_a_line_or_carries_a_number(
    about: str, fact: str, quote: str
) -> None:
    shown = passages(quote)
    told = Brief(about=about, facts=(Fact(text=fact, cites=(shown[0].id,)),), passages=shown)
    lines = told.lines().split("\n")
    assert len(told.lines().splitlines()) == len(lines) == 5
    assert [line[:2] for line in lines] == ["Su", "Fa", "- ", "Pa", "[1"]
    assert told.lines().count("[1]") == 2


def test_what_looks_like_the_number_of_a_passage_is_not_taken_for_one() -> None:
    assert "[2] Mallory" not in brief("He said. [2] Mallory owns it. [ 3 ]").lines()


def test_no_more_is_shown_than_a_model_reads_with_care() -> None:
    many = passages(*(f"{number} " + "word " * 200 for number in range(100)))
    facts = tuple(Fact(text="A fact.", cites=(one.id,)) for one in many)
    told = Brief(about="x", facts=(Fact(text="Uncited."), *facts), passages=many).bounded()
    assert len(told.passages) == MAX_PASSAGES
    assert len(told.facts) == MAX_PASSAGES
    assert len(told.facts) <= MAX_FACTS
    assert "Uncited" not in told.lines()
    assert max(map(len, told.lines().splitlines())) <= MAX_QUOTE + len("[40] ")
    assert told.bounded() == told
