from collections.abc import Callable

import pytest

from sift_assets.core.records.extraction import Extraction, MentionKind


def names(extraction: Extraction) -> dict[str, str]:
    """Return the entity name behind every surface that is no reference."""
    return {m.surface: m.name for m in extraction.mentions if m.kind is not MentionKind.REFERENCE}


@pytest.mark.parametrize(
    ("text", "surface", "name"),
    [
        ("Tomas Wray spoke. Later Wray left the room.", "Wray", "Tomas Wray"),
        (
            "Castor Marine Insurance Group (CMIG) sued. CMIG lost.",
            "CMIG",
            "Castor Marine Insurance Group",
        ),
        (
            'Hollis Biolabs Inc. ("Hollis") signed. The results belong to Hollis.',
            "Hollis",
            "Hollis Biolabs Inc.",
        ),
        (
            "Genova Reads, also known as Gereads, was sold. Gereads closed.",
            "Gereads",
            "Genova Reads",
        ),
        (
            "Silverquay Trading Limited, formerly Quay Brothers Limited, is in debt.",
            "Quay Brothers Limited",
            "Silverquay Trading Limited",
        ),
        (
            "Northfen Water Company hired staff. Northfen is owned by a fund.",
            "Northfen",
            "Northfen Water Company",
        ),
        ("Nereid Data GmbH was sold. Nereid Data grew.", "Nereid Data", "Nereid Data GmbH"),
        ("The United States agreed. The U.S. paid.", "U.S.", "United States"),
    ],
)
def test_another_name_of_an_entity_is_gathered_under_the_fullest(
    read: Callable[[str], Extraction], text: str, surface: str, name: str
) -> None:
    assert names(read(text)).get(surface) == name


def test_a_surname_of_two_people_is_nobodys_alias(read: Callable[[str], Extraction]) -> None:
    text = "Cameron Winklevoss and Tyler Winklevoss came. Later Winklevoss spoke to the press."
    assert names(read(text)).get("Winklevoss", "Winklevoss") == "Winklevoss"


def test_a_surname_in_use_stays_with_the_first_when_a_namesake_enters(
    read: Callable[[str], Extraction],
) -> None:
    text = (
        "Karl Lindqvist wrote. Lindqvist was ill. His brother Axel Lindqvist came. Lindqvist died."
    )
    assert names(read(text)).get("Lindqvist") == "Karl Lindqvist"


def test_a_firm_is_not_an_alias_of_its_longer_named_offspring(
    read: Callable[[str], Extraction],
) -> None:
    text = "Binance grew fast. Binance opened Binance Labs in Dublin. Binance paid for it."
    assert names(read(text)).get("Binance") == "Binance"


def test_a_surname_takes_the_type_of_the_full_name(read: Callable[[str], Extraction]) -> None:
    text = "Sam Bankman-Fried founded Halvard Energy. Bankman-Fried left Halvard Energy."
    types = {m.surface: m.type for m in read(text).mentions}
    assert types["Bankman-Fried"] == types["Sam Bankman-Fried"] == "PERSON"


def test_unlabelled_capitals_that_end_like_a_body_are_one(
    read: Callable[[str], Extraction],
) -> None:
    text = "Ask the Coastal Dredging Oversight Board too. The Big Grey Heron sank."
    assert [(m.type, m.name) for m in read(text).mentions if m.surface.endswith("Board")] == [
        ("ORGANIZATION", "Coastal Dredging Oversight Board")
    ]


def test_missed_occurrences_of_a_known_name_are_found(read: Callable[[str], Extraction]) -> None:
    text = "Halvard Energy grew. halvard was a king. HALVARD ENERGY\n\n- Halvard Energy"
    starts = [m.evidence.start for m in read(text).mentions if m.surface == "Halvard Energy"]
    assert starts == [0, text.rindex("Halvard Energy")]


@pytest.mark.parametrize(
    ("text", "pronoun", "name"),
    [
        ("Helen Varga opened the meeting. She thanked the staff.", "She", "Helen Varga"),
        ("Halvard Energy grew. It bought a mill.", "It", "Halvard Energy"),
        ("Halvard Energy grew. The company bought a mill.", "The company", "Halvard Energy"),
        ("Mr. Tomas Wray met Mrs. Helen Varga. She left.", "She", "Helen Varga"),
    ],
)
def test_a_reference_points_to_who_was_talked_about(
    read: Callable[[str], Extraction], text: str, pronoun: str, name: str
) -> None:
    found = {m.surface: m.name for m in read(text).mentions if m.kind is MentionKind.REFERENCE}
    assert found.get(pronoun) == name


def test_a_pronoun_without_anybody_before_it_stays_open(read: Callable[[str], Extraction]) -> None:
    assert read("She left. It rained.").mentions == ()


def test_it_as_an_object_stands_for_nobody(read: Callable[[str], Extraction]) -> None:
    text = "Halvard Energy published a plan. Tomas Wray called it a lie."
    assert "it" not in [m.surface for m in read(text).mentions]


def test_a_relation_through_a_reference_is_worth_less(read: Callable[[str], Extraction]) -> None:
    named = read("Tomas Wray joined Halvard Energy.").relations[0].confidence
    text = "Tomas Wray came to see the mill. He joined Halvard Energy."
    through = next(r for r in read(text).relations if r.type == "EMPLOYED_BY").confidence
    assert 0 < through < named
