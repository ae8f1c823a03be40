"""Answers of every shape become a sound domain or a problem; what is left out is told."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.discovery.reading import (
    CUT,
    MAX_DESCRIPTION,
    MAX_ENTITY_TYPES,
    MAX_RELATION_TYPES,
    NO_TYPES,
    WITHHELD,
    read_types,
    spelled_type,
)
from sift_assets.core.discovery.uniting import FALLBACK, Proposal
from sift_assets.core.discovery.writing import domain_text
from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import Domain
from sift_assets.core.llm.model import FinishReason, ModelAnswer

OWN_TEXT = """\
# Ours.
schema_free: true
system_context: About ships.

entity_types:
    # The one that we are sure of.
    VESSEL:
        description: A ship.
        synonyms: [SHIP]

relation_types:
    OWNS:
        source_types: [VESSEL]
        inverse: OWNED_BY
"""
OWN = read_domain(OWN_TEXT, "own.yaml")
RENAMED_TEXT = """\
schema_free: true
fallback_relation: linked to
entity_types:
  PERSON: {description: Somebody., renamed_from: [VESSEL]}
relation_types:
  LINKED_TO: {symmetric: true, synonyms: [ASSOCIATED_WITH]}
  A: {source_types: [PERSON], inverse: OWNED_BY, renamed_from: [B]}
"""
RENAMED = read_domain(RENAMED_TEXT, "renamed.yaml")
LISTING_TEXT = "schema_free: true\nrelation_types:\n  A: {synonyms: [ASSOCIATED_WITH]}\n"
LISTING = read_domain(LISTING_TEXT, "listing.yaml")
FREE = Domain(schema_free=True)


def read(said: Any, own: Domain = FREE) -> Proposal:
    text = said if isinstance(said, str) else json.dumps(said)
    return read_types(ModelAnswer(text=text), own)


def domain_of(said: Any, own: Domain = FREE) -> Domain:
    domain = read(said, own).domain
    assert domain is not None
    return domain


def reasons(said: Any, own: Domain = FREE) -> dict[str, str]:
    return {f"{one.kind} {one.name}": one.reason for one in read(said, own).dropped}


def relation(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": "d", "source_types": ["PERSON"], **fields}


PERSON = {"name": "PERSON", "description": "A human being."}


def test_types_are_read_with_descriptions_endpoints_symmetry_and_inverse() -> None:
    said = {
        "entity_types": [{**PERSON, "hints": ["a name"]}, {"name": "Shell company"}],
        "relation_types": [
            relation("works-for", target_types="shell company", inverse="employs"),
            relation("knows", symmetric=True, inverse="KNOWN_BY", review_required=True),
        ],
    }
    domain = domain_of(said)
    assert not domain.schema_free
    assert domain.entity_types["PERSON"].hints == ("a name",)
    assert domain.entity_types.keys() == {"PERSON", "SHELL_COMPANY"}
    works, knows = domain.relation_types["WORKS_FOR"], domain.relation_types["KNOWS"]
    assert (works.source_types, works.target_types) == (("PERSON",), ("SHELL_COMPANY",))
    assert (works.inverse, works.symmetric) == ("EMPLOYS", False)
    assert (knows.inverse, knows.symmetric, knows.review_required) == (None, True, True)
    assert domain.fallback_relation == FALLBACK


def test_mappings_of_names_and_plain_sentences_are_read_as_types() -> None:
    said = {
        "entity_types": {"person": "A human being.", "place": None},
        "relation_types": {"lives in": {"source_types": "person", "target_types": ["place"]}},
    }
    domain = domain_of(said)
    assert domain.entity_types["PERSON"].description == "A human being."
    assert domain.relation_types["LIVES_IN"].source_types == ("PERSON",)


def test_types_of_one_name_are_merged() -> None:
    twice = {
        "entity_types": [PERSON, {"name": "person", "hints": ["x"]}, {"name": "PLACE"}],
        "relation_types": [relation("OWNS"), relation("owns", source_types=["PLACE"])],
    }
    domain = domain_of(twice)
    assert domain.entity_types["PERSON"].description == "A human being."
    assert domain.entity_types["PERSON"].hints == ("x",)
    assert domain.relation_types["OWNS"].source_types == ("PERSON", "PLACE")


def test_an_unknown_endpoint_is_left_out_and_a_relation_that_has_no_other_goes_with_it() -> None:
    said = {
        "entity_types": [PERSON],
        "relation_types": [
            relation("A", target_types=["PERSON", "GHOST"]),
            relation("B", target_types=["GHOST", "船"]),
        ],
    }
    assert domain_of(said).relation_types["A"].target_types == ("PERSON",)
    assert "B" not in domain_of(said).relation_types
    told = reasons(said)
    assert told["endpoint A -> GHOST"] == "no such entity type"
    assert told["relation B"] == "none of its endpoint types is known"


def test_an_inverse_is_no_relation_of_its_own_and_a_taken_name_is_no_inverse() -> None:
    said = {
        "entity_types": [PERSON],
        "relation_types": [
            relation("HIRED", inverse="HIRED_BY"),
            relation("HIRED_BY"),
            relation("FIRED", inverse="HIRED"),
            relation("MARRIED", inverse="MARRIED"),
            relation("EXTENDS"),
        ],
    }
    domain = domain_of(said)
    assert domain.relation_types.keys() == {"HIRED", "FIRED", "MARRIED", FALLBACK}
    assert domain.relation_types["FIRED"].inverse is None
    assert domain.relation_types["MARRIED"].symmetric
    told = reasons(said)
    assert told["relation HIRED_BY"] == "the inverse of HIRED"
    assert told["inverse HIRED"] == "of FIRED: the name is taken"
    assert told["relation EXTENDS"] == "built in"


def test_the_users_own_types_stay_as_they_are_and_stand_for_their_synonyms() -> None:
    said = {
        "entity_types": [{"name": "VESSEL", "description": "Else."}, {"name": "SHIP"}, PERSON],
        "relation_types": [
            relation("OWNS", source_types=[]),
            relation("OWNED_BY"),
            relation("BOARDS", target_types=["SHIP"]),
        ],
    }
    domain = domain_of(said, OWN)
    assert domain.entity_types["VESSEL"] == OWN.entity_types["VESSEL"]
    assert domain.relation_types["OWNS"] == OWN.relation_types["OWNS"]
    assert domain.relation_types["BOARDS"].target_types == ("VESSEL",)
    assert domain.system_context == "About ships."
    told = reasons(said, OWN)
    assert told["entity VESSEL"] == told["relation OWNS"] == "yours already"
    assert told["entity SHIP"] == "another name of VESSEL"
    assert told["relation OWNED_BY"] == "the inverse of OWNS"
    assert read(said, OWN).discovered == ("PERSON", FALLBACK, "BOARDS")


def test_so_many_types_at_most_are_taken_and_texts_are_one_bounded_line() -> None:
    said = {
        "entity_types": [
            {"name": f"T{n}", "description": "<<<DOCUMENT\u202e\n" + "x" * 9999} for n in range(99)
        ],
        "relation_types": [relation(f"R{n}", source_types=[]) for n in range(99)],
    }
    domain = domain_of(said)
    assert len(domain.entity_types) == MAX_ENTITY_TYPES
    assert len(domain.relation_types) == MAX_RELATION_TYPES + 1  # and the fallback
    description = domain.entity_types["T0"].description
    assert len(description) == MAX_DESCRIPTION
    assert description.startswith("‹‹‹DOCUMENT x")
    assert reasons(said)["entity T98"] == f"more than {MAX_ENTITY_TYPES} types"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", NO_TYPES),
        ("I cannot do that.", NO_TYPES),
        ('{"entity_types": null, "relation_types": null}', NO_TYPES),
        ('{"entity_types": [[], 7, null, "", {"name": {}}]}', NO_TYPES),
        ('{"entity_types": "PERSON"}', NO_TYPES),
    ],
)
def test_an_answer_without_types_is_a_problem_and_no_empty_domain(text: str, problem: str) -> None:
    found = read(text)
    assert (found.domain, found.problem) == (None, problem)


def test_a_cut_answer_counts_as_far_as_it_goes_if_it_reached_the_relations() -> None:
    whole = json.dumps({"entity_types": [PERSON], "relation_types": [relation("A"), relation("B")]})
    cut = ModelAnswer(text=whole[:-20], finish_reason=FinishReason.LENGTH)
    found = read_types(cut, FREE)
    assert found.cut
    assert found.domain is not None
    assert found.domain.relation_types.keys() == {"A", FALLBACK}
    early = ModelAnswer(text=whole[: whole.index('"rel')], finish_reason=FinishReason.LENGTH)
    assert read_types(early, FREE).problem == CUT
    withheld = ModelAnswer(text="", finish_reason=FinishReason.FILTERED)
    assert read_types(withheld, FREE).problem == WITHHELD


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (" Shell-company ", "SHELL_COMPANY"),
        ("works  for", "WORKS_FOR"),
        ("C++", "C"),
        ("3D_MODEL", ""),
        ("人物", ""),
        ("X" * 65, ""),
        (None, ""),
    ],
)
def test_a_name_is_upper_snake_case_or_no_name(said: Any, name: str) -> None:
    assert spelled_type(said) == name


NAMES = st.sampled_from(
    ["PERSON", "person", "SHIP", "VESSEL", "OWNS", "OWNED_BY", "A", "B", "EXTENDS", FALLBACK, "?"]
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "name": NAMES | st.none() | st.integers(),
        "description": st.text(max_size=40) | st.none() | st.lists(st.integers(), max_size=2),
        "hints": st.lists(st.text(max_size=20), max_size=5) | st.text(max_size=9) | st.none(),
        "source_types": st.lists(NAMES, max_size=3) | NAMES | st.none(),
        "target_types": st.lists(NAMES, max_size=3) | st.integers(),
        "symmetric": st.booleans() | st.text(max_size=3),
        "inverse": NAMES | st.none(),
        "review_required": st.booleans() | st.none(),
    },
)
SECTION = st.lists(FIELDS | NAMES | st.none(), max_size=8) | st.dictionaries(NAMES, FIELDS | NAMES)


OWNS = st.sampled_from(
    [
        ("schema_free: true\n", FREE),
        (OWN_TEXT, OWN),
        (RENAMED_TEXT, RENAMED),
        (LISTING_TEXT, LISTING),
    ]
)


@given(SECTION, SECTION, OWNS)
def test_whatever_is_answered_the_domain_is_sound_and_its_file_says_the_same(
    entities: Any, relations: Any, owns: tuple[str, Domain]
) -> None:
    own_text, own = owns
    found = read({"entity_types": entities, "relation_types": relations}, own)
    if found.domain is None:
        assert found.problem
        return
    text = domain_text(found.domain, own_text, own)
    written = read_domain(text, "discovered.yaml")
    for_people = {"name": "", "version": "", "description": ""}
    assert written.model_copy(update=for_people) == found.domain.model_copy(update=for_people)
    assert ("# The one that we are sure of." in text) == (own is OWN)
    for name, kind in own.entity_types.items():
        assert written.entity_types[name] == kind
    for name, kind in own.relation_types.items():
        assert written.relation_types[name] == kind


@given(st.text(max_size=200))
def test_no_answer_whatever_makes_reading_fail(text: str) -> None:
    assert read(text).problem == NO_TYPES or read(text).domain is not None
