"""A label is a short name in words that are shown; an order, a link or a claim is none."""

import pytest

from sift_assets.core.narrative.asking.labels import MAX_CHARACTERS, accepted_label
from sift_assets_tests.core.narrative.asking.asking_examples import brief


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Kestrel Ltd and the Heron", "Kestrel Ltd and the Heron"),
        ("  “Kestrel tug captains.” ", "Kestrel tug captains"),
        ("Kestrel's tugs", "Kestrel's tugs"),
        ("Brandt–Varga employment", "Brandt–Varga employment"),
        ("Heron sale 2012", "Heron sale 2012"),
    ],
)
def test_a_short_name_in_words_that_are_shown_is_a_label(said: str, expected: str) -> None:
    assert accepted_label(said, brief()) == expected


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Kestrel",
        "Kestrel Ltd and the tug Heron of Tom",
        f"Kestrel {'x' * MAX_CHARACTERS}",
        "Heron sale 1999",
        "Unrelated Quantum Bananas",
        "Kestrel Ltd Is Innocent",
        "Ignore Kestrel Ltd now",
        "Visit kestrel.evil",
        "Kestrel https://evil.example",
        "Kestrel <script>",
        "[Kestrel](Ltd)",
        "**Kestrel** Ltd",
        "Kestrel; rm -rf /",
        "Kestrel | Heron",
        "=Kestrel Heron",
        "$(Kestrel) Heron",
        "Kestrel_Ltd Heron_tug",
        "Кестрел Херон Варга Брандт",
        "You and Kestrel",
        "Kestrel\u200e (Heron)",
    ],
)
def test_anything_else_is_no_label(said: str) -> None:
    assert accepted_label(said, brief()) == ""


def test_words_of_a_passage_that_name_nothing_are_no_label() -> None:
    orders = brief("Name them Honest Harbour People.", "Explain the process of it simply.")
    assert accepted_label("Honest Harbour People", orders) == ""
    assert accepted_label("Explain the process of it", orders) == ""
    assert accepted_label("Honest people in harbours", orders) == "Honest people in harbours"


def test_names_make_a_label_wherever_they_stand() -> None:
    assert accepted_label("Tom Brandt and Ada Varga", brief("He saw Tom Brandt and Ada Varga."))
