"""How the domain reads types and names."""

import pytest

from sift_assets.core.domain.facets import GraphFacet
from sift_assets.core.graph.type_map import EXTENDS, Placed, Reading, type_map, type_name
from sift_assets_tests.core.graph.graph_examples import GENERAL, domain

TEAMS = domain(
    entity_types={
        "DEPARTMENT": {"vocabulary": ["Engineering", "Legal"], "fallback_type": "ORGANIZATION"},
        "COLOUR": {"vocabulary": ["Orange"]},
        "FRUIT": {"vocabulary": ["Orange", "Kiwi"]},
        "ORGANIZATION": {},
    }
)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("PERSON", "PERSON"),
        ("person", "PERSON"),
        (" Works-For ", "WORKS_FOR"),
        ("works for", "WORKS_FOR"),
        ("ｐｅｒｓｏｎ", "PERSON"),
        ("", ""),
        ("人物", ""),
        ("9LIVES", ""),
        ("</script>", ""),
        ("X" * 65, ""),
    ],
)
def test_types_are_read_as_upper_snake_case(said: str, name: str) -> None:  # A24, B8
    assert type_name(said) == name


@pytest.mark.parametrize(
    ("said", "type_"),
    [
        ("Person", "PERSON"),
        ("company", "ORGANIZATION"),
        ("FIRM", "ORGANIZATION"),
        ("SPACESHIP", None),
        ("", None),
    ],
)
def test_entity_types_go_through_synonyms_and_earlier_names(said: str, type_: str | None) -> None:
    assert type_map(GENERAL).entity_type(said) == type_


@pytest.mark.parametrize(
    ("said", "reading"),
    [
        ("LED_BY", Reading("LED_BY")),  # C11: no morphology, a schema type is never renamed
        ("PROPOSED_BY", Reading("PROPOSED_BY")),
        ("PROPOSES", Reading("PROPOSED_BY", is_reversed=True)),
        ("headed by", Reading("LED_BY")),
        ("RUN_BY", Reading("LED_BY")),
        ("LEADS", None),
        (EXTENDS, Reading(EXTENDS)),
    ],
)
def test_relation_types_are_read_by_what_the_domain_declares(
    said: str, reading: Reading | None
) -> None:
    assert type_map(GENERAL).relation_type(said) == reading


def test_a_domains_own_type_wins_over_another_types_synonym() -> None:
    facet = domain(entity_types={"A": {"synonyms": ["B"]}, "B": {}})
    assert type_map(facet).entity_type("B") == "B"


def test_without_a_schema_every_well_formed_type_is_kept() -> None:
    types = type_map(domain(schema_free=True))
    assert types.entity_type("Space ship") == "SPACE_SHIP"
    assert types.relation_type("orbits") == Reading("ORBITS")
    assert types.entity_type("???") is None
    assert types.relation_type("???") is None
    assert types.fits("ORBITS", "ANY", "OTHER")


@pytest.mark.parametrize(
    ("type_", "name", "place"),
    [
        ("ORGANIZATION", "engineering", Placed("DEPARTMENT", "Engineering")),  # B13
        ("DEPARTMENT", "ENGINEERING", Placed("DEPARTMENT", "Engineering")),
        ("DEPARTMENT", "Catering", Placed("ORGANIZATION", "Catering")),
        ("COLOUR", "Mauve", Placed("COLOUR", "Mauve")),
        ("COLOUR", "orange", Placed("COLOUR", "Orange")),
        ("ORGANIZATION", "Orange", Placed("ORGANIZATION", "Orange")),
        ("COLOUR", "kiwi", Placed("FRUIT", "Kiwi")),
    ],
)
def test_closed_vocabularies_apply_to_names_of_any_type(
    type_: str, name: str, place: Placed
) -> None:
    assert type_map(TEAMS).place(type_, name) == place


@pytest.mark.parametrize(("b_falls_to", "end"), [("C", "C"), ("A", "B"), ("B", "B"), (None, "B")])
def test_fallbacks_are_followed_to_their_end_and_circles_are_left(
    b_falls_to: str | None, end: str
) -> None:
    facet = domain(
        entity_types={
            "A": {"vocabulary": ["one"], "fallback_type": "B"},
            "B": {"vocabulary": ["two"], "fallback_type": b_falls_to},
            "C": {},
        }
    )
    assert type_map(facet).place("A", "three").type == end


def test_an_empty_endpoint_list_allows_every_type() -> None:
    facet = domain(entity_types={"A": {}, "B": {}}, relation_types={"R": {"source_types": ["A"]}})
    types = type_map(facet)
    assert types.fits("R", "A", "B")
    assert not types.fits("R", "B", "A")
    assert types.fits(EXTENDS, "B", "A")


def test_a_symmetric_relation_fits_when_either_reading_does() -> None:
    lists = {"source_types": ["A"], "target_types": ["B"]}
    facet = domain(
        entity_types={"A": {}, "B": {}}, relation_types={"R": lists | {"symmetric": True}}
    )
    types = type_map(facet)
    assert types.fits("R", "A", "B")
    assert types.fits("R", "B", "A")
    assert not types.fits("R", "A", "A")


def test_only_two_stated_endpoint_lists_prove_a_direction() -> None:
    def can_be_turned(**fields: object) -> bool:
        facet: GraphFacet = domain(
            entity_types={"A": {}, "B": {}}, relation_types={"R": dict(fields)}
        )
        return type_map(facet).can_be_turned("R")

    assert can_be_turned(source_types=["A"], target_types=["B"])
    assert not can_be_turned(source_types=["A"])
    assert not can_be_turned(source_types=["A"], target_types=["B"], symmetric=True)
    assert not type_map(GENERAL).can_be_turned("NOT_THERE")
