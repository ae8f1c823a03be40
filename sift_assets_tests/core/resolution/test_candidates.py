"""Which pairs are worth comparing: the rules, and the bounds of all of them."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.resolution.blocking import RULES, acronyms_of
from sift_assets.core.resolution.candidates import (
    FULL_BLOCK,
    NEAR_IN_BLOCK,
    RARE,
    candidates,
)
from sift_assets.core.resolution.names import Kind, kind_of, taken_apart
from sift_assets.core.resolution.ngrams import letter_neighbours, value_neighbours
from sift_assets.core.resolution.subjects import Subject, subjects_of
from sift_assets_tests.core.resolution.resolution_examples import Known, part_of

GIVEN = ("Ada", "Adda", "Bob", "Robert", "Cy")
SURNAMES = ("Lovelace", "Lovelase", "Byron", "Biron", "Ng")


def subjects(type_: str, *known: Known | str) -> list[Subject]:
    return subjects_of(part_of(type_, *known))


def rules(type_: str, one: Known | str, other: Known | str) -> set[str]:
    """Return the rules that find a pair in company of others."""
    company = ("Unrelated Company", "Zebra Crossing", "Quorum Works")
    held = subjects(type_, one, other, *company)
    names = {other.name if isinstance(other, Known) else other}
    names.add(one.name if isinstance(one, Known) else one)
    found = candidates(held, kind_of(type_), {"letters": letter_neighbours(held)})
    wanted = (
        set(found.blocked_by(at))
        for at, (a, b) in enumerate(found.pairs())
        if {held[a].name.text, held[b].name.text} == names
    )
    return next(wanted, set())


@pytest.mark.parametrize(
    ("type_", "one", "other", "rule"),
    [
        ("PERSON", "Tara Mac Aulay", "Tara MacAulay", "spelling"),
        ("PERSON", "Changpeng Zhao", "Zhao Changpeng", "spelling"),
        ("PERSON", Known("CZ", aliases=("Changpeng Zhao",)), "Changpeng Zhao", "other name"),
        ("PERSON", "J. Holloway", "Jane Holloway", "surname and initial"),
        ("PERSON", "Bob Marchetti", "Robert Marchetti", "surname and initial"),
        ("ORGANIZATION", "IRS", "Internal Revenue Service", "acronym"),
        ("PERSON", "Юлия Тимошенко", "Yulia Tymoshenko", "sound"),
        ("PERSON", "Recarey", "Joe Recarey", "rare word"),
        ("PERSON", "Katharine Abernathy", "Katherine Abernathy", "letters"),
        (
            "PERSON",
            Known("Ada", attributes=(("email", "a@b.example"),)),
            Known("Quill", attributes=(("email", "A@b.example"),)),
            "shared value",
        ),
    ],
)
def test_a_rule_finds_what_it_is_for(
    type_: str, one: Known | str, other: Known | str, rule: str
) -> None:
    assert rule in rules(type_, one, other)


def test_similar_values_find_a_pair_of_unlike_names() -> None:
    mails = ("freddie.g60@anderson.example", "oliver.bird@smith.example", "e.lloyd@jimenez.example")
    known = [Known(f"Name{at}", attributes=(("email", mail),)) for at, mail in enumerate(mails)]
    other = Known("Quite Another", attributes=(("email", "fredie.g60@anderson.example"),))
    held = subjects("PERSON", *known, other)
    names = [{held[a].name.text, held[b].name.text} for a, b in value_neighbours(held)]
    assert {"Name0", "Quite Another"} in names


def test_acronyms_leave_out_small_words_and_countries() -> None:
    name = taken_apart("U.S. Securities and Exchange Commission", Kind.OTHER)
    assert {"sec", "saec", "usec"} <= acronyms_of(name)


def test_nothing_is_found_where_nothing_is_alike() -> None:
    assert rules("ORGANIZATION", "Blue Harbour", "Xylophone Kit") == set()
    assert list(letter_neighbours(subjects("PRODUCT", "→", "←"))) == []
    assert list(letter_neighbours([])) == []


def test_a_large_block_gives_pairs_in_proportion_to_its_size() -> None:
    known = [Known(f"{chr(97 + at % 26)}{at} Smith", id=f"person:{at:04}") for at in range(300)]
    held = subjects("PERSON", *known)
    found = candidates(held, Kind.PERSON, {})
    assert len(found) <= len(held) * NEAR_IN_BLOCK * len(RULES)
    partners = Counter(at for pair in found.pairs() for at in pair)
    keys = max(sum(len({*rule.keys(subject, Kind.PERSON)}) for rule in RULES) for subject in held)
    assert max(partners.values()) <= keys * max(FULL_BLOCK - 1, 2 * NEAR_IN_BLOCK)


def test_a_word_that_many_share_finds_nothing() -> None:
    shared = [f"Harbour {letter}ota" for letter in "bdfhjklmnprs"]
    few = candidates(subjects("ORGANIZATION", *shared), Kind.OTHER, {})
    many = candidates(subjects("ORGANIZATION", *shared, "Harbour wota"), Kind.OTHER, {})
    assert len(shared) == RARE
    assert len(few) == RARE * (RARE - 1) // 2
    assert len(many) == 0


NAMES = st.sampled_from(
    ("Ada Quill", "A. Quill", "Quill", "Ada Marsh", "Bo Marsh", "Marsh", "Zed Ode", "Zed Oda")
)


@settings(max_examples=40, deadline=None)
@given(st.sets(NAMES, min_size=2))
def test_an_unrelated_entity_changes_no_candidates(names: set[str]) -> None:
    def found(*known: str) -> dict[frozenset[str], tuple[str, ...]]:
        held = subjects("PERSON", *known)
        pairs = candidates(held, Kind.PERSON, {"letters": letter_neighbours(held)})
        return {
            frozenset((held[a].id, held[b].id)): pairs.blocked_by(at)
            for at, (a, b) in enumerate(pairs.pairs())
            if "fyodor" not in held[a].id + held[b].id
        }

    assert found(*names, "Fyodor Xwyzx") == found(*names)


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(GIVEN), st.sampled_from(SURNAMES)), unique=True, min_size=1),
    st.integers(1, 4),
)
def test_how_many_blocks_are_in_memory_at_once_shapes_nothing(
    names: list[tuple[str, str]], at_once: int
) -> None:
    held = subjects("PERSON", *map(" ".join, names))
    whole, in_parts = (candidates(held, Kind.PERSON, {}, size) for size in (len(held), at_once))
    assert list(in_parts.pairs()) == list(whole.pairs())
    assert in_parts.rules.tolist() == whole.rules.tolist()
