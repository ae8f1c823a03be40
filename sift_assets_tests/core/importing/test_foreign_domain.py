"""A domain file of sift-kg as one of ours: as it stands, or without what sift-kg overlooks."""

import pytest

from sift_assets.core.domain.loading import read_domain
from sift_assets.core.errors import ConfigError
from sift_assets.core.importing.foreign_domain import our_domain

SOUND = """\
domain:
  name: Harbour
  entity_types:
    Person: {description: Somebody, extraction_hints: [names]}
    ship: A vessel
  relation_types:
    sails on: {source_types: [person], target_types: [Ship], review_required: true}
"""

LAX = """\
name: Harbour
author: somebody
system_context:
entity_types:
  PERSON:
  SHIP: {description: A vessel, color: red}
relation_types:
  SAILS_ON: {source_types: [PERSON, CAPTAIN], target_types: [SHIP]}
fallback_relation: RELATED
"""


def test_a_sound_file_stays_as_it_is_to_the_byte() -> None:
    assert our_domain(SOUND, "domain.yaml") == (SOUND, ())


def test_what_sift_kg_overlooks_is_left_out_and_listed() -> None:
    text, left_out = our_domain(LAX, "domain.yaml")
    domain = read_domain(text, "domain.yaml")
    assert set(domain.entity_types) == {"PERSON", "SHIP"}
    assert domain.relation_types["SAILS_ON"].source_types == ("PERSON",)
    assert domain.fallback_relation is None
    assert left_out == (
        "`author`, which is no field of a domain",
        "`system_context`, which is empty",
        "the emptiness of `entity_types.PERSON`",
        "`entity_types.SHIP.color`",
        "`CAPTAIN` in `relation_types.SAILS_ON`, which is no type here",
        "`fallback_relation: RELATED`, which is no type here",
    )


@pytest.mark.parametrize("text", ["entity_types: [", "entity_types: {PERSON: {hints: {a: 1}}}"])
def test_what_no_one_can_read_is_an_error_with_its_place(text: str) -> None:
    with pytest.raises(ConfigError, match=r"domain\.yaml"):
        our_domain(text, "domain.yaml")
