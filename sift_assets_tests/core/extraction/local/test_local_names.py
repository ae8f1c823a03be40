import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.extraction.local.names import (
    core_words,
    initials,
    is_plausible,
    tidy,
    trim,
    trim_title,
    words,
)


@pytest.mark.parametrize(
    ("span", "name"),
    [
        ("the Northfen Water Company", "Northfen Water Company"),
        ("Salame’s", "Salame"),
        ("Acme Inc.", "Acme Inc."),
        ("Lundby.", "Lundby"),
        ("U.S.", "U.S."),
        ('"Lexora"', "Lexora"),
        ("McDonough School of Business at", "McDonough School of Business"),
        ("(Quillon Partners)", "Quillon Partners"),
        ("the", "the"),
        ("---", ""),
    ],
)
def test_a_span_is_trimmed_to_the_name(span: str, name: str) -> None:
    start, end = trim(span, 0, len(span))
    assert span[start:end] == name


@pytest.mark.parametrize(
    ("span", "name"),
    [("Dr. Lucia Ferrante", "Lucia Ferrante"), ("Judge Ray", "Ray"), ("Mayor", "Mayor")],
)
def test_a_title_is_cut_from_a_persons_name(span: str, name: str) -> None:
    assert span[trim_title(span, 0, len(span)) :] == name


@given(st.text(max_size=60))
def test_trimming_stays_inside_the_span_and_is_final(text: str) -> None:
    start, end = trim(text, 0, len(text))
    assert 0 <= start <= end <= len(text)
    assert trim(text, start, end) == (start, end)


@pytest.mark.parametrize(
    "name",
    [
        "1998",
        "12-34",
        "x" * 81,
        "press@tessera.example",
        "https://orbis.example/a",
        "@handle",
        "www.orbis.example",
        "CEO",
        "",
        "  ",
        "A|B",
        "lowercase",
        "one\ntwo\nthree",
    ],
)
def test_spans_of_absurd_shape_are_no_names(name: str) -> None:
    assert not is_plausible(name)


@pytest.mark.parametrize(
    "name", ["eBay", "3M", "van Aalst", "李明", "Crypto.com", "Toys R Us", "BP"]
)
def test_unusual_names_are_names(name: str) -> None:
    assert is_plausible(name)


def test_forms_of_a_name() -> None:
    assert core_words("Binance Holdings Ltd.") == ("binance", "holdings")
    assert core_words("Acme Trading GmbH") == ("acme", "trading")
    assert words("Bankman-Fried’s") == ("bankman", "fried", "s")
    assert initials("Sam Bankman-Fried") == "SBF"
    assert initials("Bank of the West") == "BW"
    assert tidy("Sam\n  Lee") == "Sam Lee"
