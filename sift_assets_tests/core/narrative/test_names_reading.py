import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.narrative.names_reading import name_runs
from sift_assets.core.narrative.tokens import forms_of, tokens_of

KNOWN = ("Ada Varga", "Varga", "Kestrel Ltd", "FTX", "FTX US", "Bank of Norway", "gradient descent")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ada Varga met Karl Meier.", ["Ada Varga", "Karl Meier"]),
        ("Then Ada Varga's firm paid FTX US.", ["Ada Varga", "FTX US"]),
        ("Outside Kestrel Ltd, nothing.", ["Kestrel Ltd"]),
        ("Zelda paid.", ["Zelda"]),
        ("The Bank of Norway paid.", ["Bank of Norway"]),
        ("FTX CEO Varga paid.", ["FTX", "Varga"]),
        ("She uses gradient descent.", ["gradient descent"]),
        ("Its ftx is small.", []),
        ("It filed a 10-K with eBay.", ["10-K", "eBay"]),
        ("Kestrel Ltd (Oslo) and FTX (US) met.", ["Kestrel Ltd", "Oslo", "FTX", "US"]),
        ("“Meier” it says.", ["Meier"]),
    ],
)
def test_names_are_found_in_a_sentence(text: str, parts: list[str]) -> None:
    assert [part.text for run in name_runs(text, KNOWN) for part in run.parts] == parts


def test_words_with_capitals_that_follow_each_other_are_one_run() -> None:
    (run,) = name_runs("Ada Meier Varga met nobody.", KNOWN)
    assert run.whole.text == "Ada Meier Varga"
    assert [(part.text, part.is_known) for part in run.parts] == [
        ("Ada Meier", False),
        ("Varga", True),
    ]


def test_words_are_compared_without_case_accents_and_possessives() -> None:
    assert forms_of("Malmö's ÉTÉ, Bankman-Fried’s “U.S.” C++ AT&T") == (
        *("malmo", "ete", "bankman-fried", "us", "c++", "at&t"),
    )
    assert [token.is_close for token in tokens_of("a b, c")] == [False, True, False]


@given(st.text(max_size=60), st.lists(st.text(max_size=12), max_size=4))
def test_parts_lie_in_the_text_in_order(text: str, known: list[str]) -> None:
    parts = [part for run in name_runs(text, known) for part in run.parts]
    assert [text[part.start : part.end] for part in parts] == [part.text for part in parts]
    assert all(one.end <= other.start for one, other in itertools.pairwise(parts))
