from collections.abc import Sequence

import pytest

from sift_assets.core.narrative.material import MemberFacts
from sift_assets.core.narrative.writing.describing import dates_of, details_of, what_it_is
from sift_assets.core.narrative.writing.kinds import counted, noun_of
from sift_assets.core.records.extraction import Attribute
from sift_assets_tests.core.graph.graph_examples import alias
from sift_assets_tests.core.narrative.narrative_examples import company, material, person

Stated = tuple[tuple[str, str], ...]


def member(*stated: Stated, is_person: bool = True, aliases: Sequence[str] = ()) -> MemberFacts:
    """Return an entity of which each document states something."""
    make, kind = (person, "PERSON") if is_person else (company, "ORGANIZATION")
    documents = {
        f"{at}.txt": [
            make("Ada Varga", attributes=tuple(Attribute(key=k, value=v) for k, v in pairs)),
            *(alias(kind, "Ada Varga", one, 50) for one in aliases),
        ]
        for at, pairs in enumerate(stated or ((),))
    }
    (found,) = material(documents).members
    return found


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ((), "Ada Varga is an organization"),
        (((), ()), "Ada Varga is an organization named in 2 documents"),
        (((("type", "Cryptocurrency exchange"),),), "Ada Varga is a cryptocurrency exchange"),
        (((("type", "American company"),),), "Ada Varga is an American company"),
        (((("type", "Criminal Trial"),),), "Ada Varga is a criminal trial"),
        (((("type", "FTX subsidiary"),),), "Ada Varga is an FTX subsidiary"),
        (((("kind", "Ada"),),), "Ada Varga is an organization"),
        (((("type", "regulators"),),), "Ada Varga is an organization"),
        (((("type", "money laundering"),),), "Ada Varga is an organization"),
        (((("type", "financial/corporate event"),),), "Ada Varga is an organization"),
        (
            ((("type", "bank"),), (("type", "Bank"),), (("type", "agency"),)),
            "Ada Varga is a bank named in 3 documents",
        ),
    ],
)
def test_an_entity_is_what_most_documents_say(stated: tuple[Stated, ...], said: str) -> None:
    assert what_it_is(member(*stated, is_person=False)).text == said


def test_people_are_described_by_the_roles_that_their_relations_do_not_tell() -> None:
    ada = member((("role", "director"), ("role", "CEO of FTX"), ("title", "ceo of ftx")))
    assert what_it_is(ada, {"director"}).text == "Ada Varga is described as “CEO of FTX”"
    assert what_it_is(ada, {"director", "ceo of ftx"}).text == "Ada Varga is a person"


def test_other_names_are_told_unless_they_are_a_part_of_the_name() -> None:
    ada = member(aliases=("Varga", "A. V.", "Adele Varga"))
    assert what_it_is(ada).text == "Ada Varga, also called Adele Varga and A. V., is a person"


def test_dates_are_told_in_order_of_time_the_more_exact_one_of_two() -> None:
    ada = member(
        (("birth_date", "March 5, 1992"), ("arrest_date", "12 December 2022")),
        (("birth_date", "1992"), ("date", "2020"), ("sentence", "in 2024, 25 years")),
    )
    said = dates_of(ada)
    assert said is not None
    assert said.text == (
        "the dates stated for Ada Varga are 5 March 1992 (birth), 2020 and "
        "12 December 2022 (arrest)"
    )
    assert len(said.cites) == 3
    assert dates_of(member()) is None


def test_further_details_are_quoted_and_what_is_known_is_not_repeated() -> None:
    ada = member(
        (
            ("nationality", "Norwegian"),
            ("employer", "Kestrel"),
            ("is_member", "true"),
            ("birth_date", "1992"),
            ("alias", "Adele"),
            ("relationship_with_all_others", "cold"),
            ("note", "see page 3"),
            ("life", "x" * 90),
        )
    )
    said = details_of(ada, ["Kestrel Ltd"])
    assert said is not None
    assert said.text == "also stated of Ada Varga: nationality “Norwegian”"
    assert details_of(member()) is None


def test_types_are_said_as_nouns() -> None:
    types = {"PERSON": 2, "LOCATION": 1, "SHELL_COMPANY": 3, "GPE": 1, "EVENT": 1, "TYPE_9": 1}
    assert counted(types) == [*("3 shell companies", "2 people", "2 places", "an event", "a type")]
    assert noun_of("FINANCIAL_ACCOUNT") == "financial account"
