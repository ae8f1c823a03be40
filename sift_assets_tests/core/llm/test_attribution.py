"""Telling by what an answer says which text it was given about."""

import pytest

from sift_assets.core.llm.attribution import is_about, standing_in, statements

KEYS = ("entities", "relations")
ANSWER = (
    'Here it is: ```json\n{"entities": [{"name": "Ada  Varga", "type": "PERSON", "n": 3, "x": "ab",'
    ' "context": ["Ada Varga works for\\nKestrel Ltd."]}], "relations": []}\n```'
)
SAYS = frozenset({"Ada Varga", "PERSON", "Ada Varga works for Kestrel Ltd."})


def test_names_quotes_and_values_are_statements_and_the_schemas_words_are_not() -> None:
    assert statements(ANSWER, KEYS) == SAYS


@pytest.mark.parametrize("answer", ["Zorbax and no object", '{"entit', '["Zorbax"]'])
def test_of_an_answer_without_an_object_every_word_is_a_statement(answer: str) -> None:
    found = statements(answer, KEYS)
    assert bool(standing_in(found, "about Zorbax")) == ("Zorbax" in answer)


def test_an_answer_cut_in_the_middle_states_what_was_complete() -> None:
    cut = '{"entities": [{"name": "Tom Brandt", "type": "PERSON"}, {"name": "Ad'
    assert "Tom Brandt" in statements(cut, KEYS)


NAME = frozenset({"Ada Varga"})


@pytest.mark.parametrize(
    ("text", "revealed", "about"),
    [
        ("Ada Varga works for Kestrel Ltd. today.", NAME, True),
        ("Ada Varga works for Kestrel Ltd. today.", NAME | {"Zorbax"}, False),
        ("Ada Varga left.", NAME, False),
        ("Ada Varga works for Kestrel Ltd.", SAYS - {"PERSON"}, True),
        ("Nobody is here.", NAME, False),
    ],
)
def test_an_answer_is_about_a_text_that_it_quotes_and_that_holds_all_it_reveals(
    text: str, revealed: frozenset[str], about: bool
) -> None:
    assert is_about(SAYS, text, revealed) is about


def test_what_an_answer_says_in_its_own_words_does_not_count() -> None:
    says = SAYS | {"a person of some weight in the firm"}
    assert is_about(says, "Ada Varga works for Kestrel Ltd.", NAME)


def test_without_a_quote_the_names_decide() -> None:
    names = frozenset({"Ada Varga", "Kestrel Ltd"})
    assert is_about(names, "Ada Varga of Kestrel Ltd", names)
    assert not is_about(names, "Ada Varga", names)
