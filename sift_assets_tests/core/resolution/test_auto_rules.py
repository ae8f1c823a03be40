"""Which opt-in rule would decide a pair, and that each is narrow."""

import pytest

from sift_assets_tests.core.resolution.resolution_examples import Known, pair_of, proposed

SHARED = (("WORKS_FOR", "Acme"),)


@pytest.mark.parametrize(
    ("type_", "one", "other", "rule"),
    [
        ("PERSON", "Detective Joe Recarey", "Joe Recarey", "title"),
        ("PERSON", "Dr. Ada Quill", "Prof. Ada Quill", ""),
        ("PERSON", "Lady Ada Quill", "Ada Quill", ""),
        ("PERSON", "Mr. Quill", "Quill", ""),
        ("PERSON", "Joe Recarey", "Joe Recarey Jr.", ""),
        ("SHIP", "President Abel Lincoln", "Abel Lincoln", ""),
        ("CONCEPT", "options contract", "options contracts", "plural"),
        ("CONCEPT", "Options Contract", "Options Contracts", ""),
        ("CONCEPT", "security", "securities", ""),
        ("PERSON", "john william", "john williams", ""),
        ("ORGANIZATION", "Bar Assocaition", "Bar Association", "typo"),
        ("PERSON", "Ada Abernathy", "Ada Abernahty", "typo"),
        ("PERSON", "Johan Hansen", "Johan Hanson", ""),
        ("PERSON", "Erik Johannsen", "Erik Johansen", ""),
    ],
)
def test_a_rule_decides_only_what_is_plain(type_: str, one: str, other: str, rule: str) -> None:
    found = proposed(type_, Known(one, related=SHARED), Known(other, related=SHARED), least=0.01)
    pair = pair_of(found, one, other)
    assert (pair.rule if pair is not None else "") == rule


def test_a_slip_needs_something_shared() -> None:
    pair = pair_of(
        proposed("PERSON", "Ada Abernathy", "Ada Abernahty"), "Ada Abernathy", "Ada Abernahty"
    )
    assert pair is not None
    assert pair.rule == ""


def test_a_differing_value_is_for_a_person() -> None:
    born = (Known("Dr. Ada Quill", attributes=(("born", "1970"),)), (("born", "1901"),))
    found = proposed("PERSON", born[0], Known("Ada Quill", attributes=born[1]))
    pair = pair_of(found, "Dr. Ada Quill", "Ada Quill")
    assert pair is None or pair.rule == ""
