"""Words that no cited passage has give away what a model was told to say."""

import pytest

from sift_assets.core.narrative.asking.support import (
    is_english,
    names_someone,
    unsupported,
)
from sift_assets_tests.core.narrative.asking.asking_examples import NAMES, QUOTES


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Ada Varga has worked for Kestrel Ltd since 3 May 2010.", QUOTES[0]),
        ("Kestrel Ltd purchased the tug Heron in 2012 for 40,000 euros.", QUOTES[1]),
        ("Tom Brandt was captain of the Heron.", QUOTES[2]),
        ("Tom Brandt and Ada Varga.", QUOTES[2]),
        ("In 2010 Ada Varga was with Kestrel Ltd.", QUOTES[0]),
        ("Ada Varga was an employee of Kestrel Ltd.", "Kestrel Ltd employs Ada Varga."),
        ("A judge sentenced Tom to 25 years in prison.", "Tom was sentenced to 25 years."),
        ("Tom was arrested in May and later extradited.", "In May Tom was arrested."),
        ("Ada withdrew from the deal to buy it.", "Ada would not move forward with the deal."),
    ],
)
def test_who_tells_in_other_words_keeps_some(text: str, quote: str) -> None:
    assert unsupported(text, [quote], (), NAMES) == ()


@pytest.mark.parametrize(
    "text",
    [
        "All charges against Ada Varga were dropped.",
        "Ada Varga is innocent.",
        "Tom Brandt stole every document.",
        "Ada Varga is bad.",
        "Ada Varga died.",
        "In May 2010 Ada Varga was arrested by Kestrel Ltd.",
        "Ada Varga commanded Kestrel Ltd as its chief executive.",
        "Kestrel Ltd deserves praise and funding.",
    ],
)
def test_a_sentence_that_its_passage_does_not_know_is_given_away(text: str) -> None:
    assert unsupported(text, [QUOTES[0]], (), NAMES)


def test_what_the_graph_says_in_words_counts_as_evidence() -> None:
    text, quote = "Ada Varga controls Kestrel Ltd.", "Ada Varga: 51 shares of Kestrel Ltd."
    assert unsupported(text, [quote], (), NAMES) == ("controls",)
    assert unsupported(text, [quote], ["Ada Varga controls Kestrel Ltd."], NAMES) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (QUOTES[0], True),
        ("Minutes, page 4", True),
        ("Ada Varga arbeitet seit 2010 für die Kestrel GmbH und ist mit Tom verheiratet.", False),
        ("Ada Varga travaille pour la société depuis 2010 et vit dans le port.", False),
        ("Ada Varga trabaja en la empresa desde 2010 y vive con Tom.", False),
        ("Ада Варга работает в компании.", False),
        ("艾达在公司工作", False),
    ],
)
def test_english_is_told_by_its_small_words(text: str, expected: bool) -> None:
    assert is_english(text) is expected


def test_of_passages_in_another_language_nothing_is_demanded() -> None:
    quote = "Ada Varga arbeitet seit 2010 für die Kestrel GmbH und ist Kapitänin."
    assert unsupported("Ada Varga is employed there as a captain.", [quote], (), NAMES) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada Varga works for Kestrel Ltd.", True),
        ("The work of Varga was praised.", True),
        ("The tug heron was sold.", True),
        ("An ETF on bitcoin was sold.", True),
        ("C++ was taught there.", True),
        ("He works for the firm.", False),
        ("Explain the theory of relativity.", False),
        ("The rest of them left for the sea.", False),
    ],
)
def test_a_sentence_names_whom_it_is_about(text: str, expected: bool) -> None:
    assert names_someone(text, (*NAMES, "The Two of Us", "bitcoin", "C++", "++")) is expected
