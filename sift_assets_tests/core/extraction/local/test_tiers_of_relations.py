from collections.abc import Callable

import pytest

from sift_assets.core.extraction.local.tiers import CONFIDENCE, Tier
from sift_assets.core.records.extraction import Extraction

Triples = Callable[[str], set[tuple[str, str, str]]]


@pytest.mark.parametrize(
    ("sentence", "triple", "tier"),
    [
        (
            "Halvard Energy CEO Tomas Wray spoke.",
            ("Tomas Wray", "EMPLOYED_BY", "Halvard Energy"),
            "role",
        ),
        (
            "Tomas Wray, the former director of Halvard Energy, spoke.",
            ("Tomas Wray", "EMPLOYED_BY", "Halvard Energy"),
            "role",
        ),
        (
            "Tomas Wray was appointed chairman of Halvard Energy.",
            ("Tomas Wray", "EMPLOYED_BY", "Halvard Energy"),
            "role",
        ),
        (
            "Tomas Wray is a member of the Green Alliance.",
            ("Tomas Wray", "MEMBER_OF", "Green Alliance"),
            "role",
        ),
        (
            "Tomas Wray is the co-founder of Halvard Energy.",
            ("Tomas Wray", "CREATED", "Halvard Energy"),
            "role",
        ),
        (
            "He lives in Lenox, Massachusetts.",
            ("Lenox", "LOCATED_IN", "Massachusetts"),
            "city_state",
        ),
        (
            "Tomas Wray is married to Helen Varga.",
            ("Tomas Wray", "RELATED_TO", "Helen Varga"),
            "verb",
        ),
        (
            "Helen Varga is the sister of Tomas Wray.",
            ("Helen Varga", "RELATED_TO", "Tomas Wray"),
            "family",
        ),
        (
            "Halvard Energy, a power supplier based in Dublin, grew.",
            ("Halvard Energy", "LOCATED_IN", "Dublin"),
            "verb",
        ),
        (
            "Grace Okello of the University of Nairobi agreed.",
            ("Grace Okello", "EMPLOYED_BY", "University of Nairobi"),
            "membership",
        ),
        (
            "Halvard Energy acquired Ostrey Logistics.",
            ("Halvard Energy", "OWNS", "Ostrey Logistics"),
            "verb",
        ),
        (
            "Ostrey Logistics was acquired by Halvard Energy.",
            ("Halvard Energy", "OWNS", "Ostrey Logistics"),
            "verb",
        ),
        (
            "Ostrey Logistics is a subsidiary of Halvard Energy.",
            ("Halvard Energy", "OWNS", "Ostrey Logistics"),
            "role",
        ),
        (
            "Viktor Anselm founded Halvard Energy.",
            ("Viktor Anselm", "CREATED", "Halvard Energy"),
            "verb",
        ),
        (
            "Halvard Energy, which was founded by Viktor Anselm, grew.",
            ("Viktor Anselm", "CREATED", "Halvard Energy"),
            "verb",
        ),
        (
            "Viktor Anselm decided to join Halvard Energy.",
            ("Viktor Anselm", "EMPLOYED_BY", "Halvard Energy"),
            "verb",
        ),
    ],
)
def test_a_sentence_states_its_relation_by_the_expected_tier(
    read: Callable[[str], Extraction], sentence: str, triple: tuple[str, str, str], tier: str
) -> None:
    found = {(r.source, r.type, r.target): r.tier for r in read(sentence).relations}
    assert found.get(triple) == tier


def test_members_of_a_coordination_share_the_verb(triples: Triples) -> None:
    assert triples(
        "Viktor Anselm and Renata Anselm founded Halvard Energy and Ostrey Logistics."
    ) == {
        (person, "CREATED", firm)
        for person in ("Viktor Anselm", "Renata Anselm")
        for firm in ("Halvard Energy", "Ostrey Logistics")
    }


def test_two_roles_joined_by_and_are_two_relations(triples: Triples) -> None:
    found = triples("Sam Lee is the founder and chief executive of Halvard Energy.")
    assert found == {
        ("Sam Lee", "CREATED", "Halvard Energy"),
        ("Sam Lee", "EMPLOYED_BY", "Halvard Energy"),
    }


def test_a_role_belongs_to_its_holder_and_not_to_the_neighbour(triples: Triples) -> None:
    found = triples("Helen Varga (director of Halvard Energy) and Tomas Wray met Leo Dask.")
    assert ("Helen Varga", "EMPLOYED_BY", "Halvard Energy") in found
    assert not any({"Tomas Wray", "Halvard Energy"} == {a, b} for a, _, b in found)


def test_attending_is_not_being_employed(triples: Triples) -> None:
    found = triples("Tomas Wray attended Stanford University.")
    assert {kind for _, kind, _ in found} == {"ASSOCIATED_WITH"}


def test_speaking_to_somebody_relates_nobody(triples: Triples) -> None:
    assert triples("Tomas Wray told Reuters that the dam was safe.") == set()


def test_a_list_of_senators_gives_each_only_the_own_state(triples: Triples) -> None:
    found = triples("Susan Collins of Maine, Mitt Romney of Utah and Ben Sasse of Nebraska voted.")
    assert ("Susan Collins", "ASSOCIATED_WITH", "Utah") not in found
    assert ("Mitt Romney", "ASSOCIATED_WITH", "Maine") not in found


def test_nothing_is_related_across_headings_cells_and_items(triples: Triples) -> None:
    assert (
        triples("DIRECTORS OF HALVARD ENERGY\nTomas Wray\nHelen Varga | Ostrey Logistics") == set()
    )


def test_the_role_is_an_attribute_of_relation_and_mention(
    read: Callable[[str], Extraction],
) -> None:
    extraction = read("Tomas Wray was the finance director of Halvard Energy.")
    assert [a.value for r in extraction.relations for a in r.attributes] == ["finance director"]
    assert [a.value for m in extraction.mentions for a in m.attributes] == ["finance director"]


def test_confidence_falls_from_nouns_to_verbs_to_mere_paths() -> None:
    order = [Tier.ROLE, Tier.FAMILY, Tier.PLACE, Tier.VERB, Tier.SVO, Tier.SHORT_PATH]
    values = [CONFIDENCE[tier] for tier in order]
    assert values == sorted(values, reverse=True)
