"""Which edit of a domain changes which facet, so that it re-runs just what reads it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.domain.facets import FACETS, Facet, facet_versions, facets_of, review_facet
from sift_assets.core.domain.loading import read_domain
from sift_assets.core.domain.model import Domain

BASE = """\
name: Base
version: "1"
description: for the test
system_context: ships
fallback_relation: LINKED
entity_types:
  FIRM:
    description: a company
    hints: [one, two]
    vocabulary: [Alpha, Beta]
    identity_hints: [number]
  SHIP: {description: a vessel, labels: [PRODUCT]}
relation_types:
  OWNS:
    description: owns it
    source_types: [FIRM]
    target_types: [SHIP]
  LINKED: {symmetric: true}
"""

EDITS = [
    ("name: Base", "name: Other", set[str]()),
    ('version: "1"', 'version: "2"', set[str]()),
    ("description: for the test", "description: something else", set[str]()),
    ("system_context: ships", "# a comment\nsystem_context: ships", set[str]()),
    ("hints: [one, two]", "hints: [one, two, three]", {"prompt"}),
    ("hints: [one, two]", "hints: [two, one]", {"prompt"}),
    ("description: a company", "description: a firm", {"prompt"}),
    ("labels: [PRODUCT]", "labels: [ORG]", {"prompt"}),
    ("description: a vessel", "description: a vessel, patterns: ['IMO \\d{7}']", {"prompt"}),
    ("description: a vessel", "description: a vessel, gazetteer: [Titanic]", {"prompt"}),
    ("description: owns it", "description: owns it\n    cues: [owner]", {"prompt"}),
    ("description: owns it", "description: owns it\n    review_required: true", {"review"}),
    ("system_context: ships", "system_context: ships\nreview: {llm: 0.6}", {"review"}),
    ("system_context: ships", "system_context: ships\ndisjoint: [[firm, ship]]", {"review"}),
    ("labels: [PRODUCT]", "functional_attributes: [flag], labels: [PRODUCT]", {"review"}),
    ("description: owns it", "description: owns it\n    inverse: OWNED_BY", {"prompt", "graph"}),
    ("target_types: [SHIP]", "target_types: [SHIP, FIRM]", {"prompt", "graph"}),
    ("vocabulary: [Alpha, Beta]", "vocabulary: [Alpha]", {"prompt", "graph"}),
    ("fallback_relation: LINKED", "fallback_relation: OWNS", {"prompt", "graph"}),
    ("{symmetric: true}", "{symmetric: false}", {"prompt", "graph"}),
    ("description: owns it", "description: owns it\n    functional: true", {"graph"}),
    ("description: owns it", "description: owns it\n    synonyms: [HOLDS]", {"graph"}),
    ("description: owns it", "description: owns it\n    renamed_from: [HAS]", {"graph"}),
    ("vocabulary: [Alpha, Beta]", "vocabulary: [Alpha, Beta]\n    fallback_type: SHIP", {"graph"}),
    ("identity_hints: [number]", "identity_hints: [seat]", {"resolution"}),
    ("system_context: ships", "system_context: ships\nresolution_context: x", {"resolution"}),
    ("system_context: ships", "system_context: ships\nextraction_context: x", {"prompt"}),
    ("system_context: ships", "system_context: ships\nnarrative_context: x", {"narrative"}),
    ("system_context: ships", "system_context: ships\nnarrative_style: [x]", {"narrative"}),
    ("system_context: ships", "system_context: seas", {"prompt", "resolution", "narrative"}),
]


@pytest.mark.parametrize(("old", "new", "changed"), EDITS)
def test_an_edit_changes_exactly_the_facets_that_read_it(old: str, new: str, changed: set[str]):
    assert old in BASE
    before = facet_versions(facets_of(read_domain(BASE, "a.yaml")))
    after = facet_versions(facets_of(read_domain(BASE.replace(old, new, 1), "a.yaml")))
    assert {facet for facet in before if before[facet] != after[facet]} == changed


def test_groups_of_types_that_exclude_each_other_are_read_as_pairs():
    text = BASE + "disjoint: [[ship, firm, Crew], [FIRM, SHIP]]\n"
    text = text.replace("entity_types:\n", "entity_types:\n  CREW: people\n", 1)
    assert review_facet(read_domain(text, "a.yaml")).disjoint == (
        ("CREW", "FIRM"),
        ("CREW", "SHIP"),
        ("FIRM", "SHIP"),
    )


def test_every_facet_has_a_version_of_its_own():
    versions = facet_versions(facets_of(read_domain(BASE, "a.yaml")))
    assert set(versions) == {"prompt", "graph", "review", "resolution", "narrative"}
    assert len(set(versions.values())) == 5


@given(st.data())
def test_the_order_of_types_changes_no_facet(data: st.DataObject):
    domain = read_domain(PACKED.read_text(encoding="utf-8"), PACKED.name)
    dump = domain.model_dump()
    for section in ("entity_types", "relation_types"):
        dump[section] = dict(data.draw(st.permutations(list(dump[section].items()))))
    assert facets_of(Domain.model_validate(dump)) == facets_of(domain)


@pytest.mark.parametrize("facet", FACETS)
def test_a_facet_is_read_back_from_its_bytes(facet: Facet):
    domain = read_domain(PACKED.read_text(encoding="utf-8"), PACKED.name)
    value = FACETS[facet](domain)
    assert type(value).from_bytes(value.to_bytes()) == value


PACKED = Path(__file__).parents[3] / "domains" / "osint.yaml"
