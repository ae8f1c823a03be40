from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import Community
from sift_assets.core.graph.tables import taken
from sift_assets.core.narrative.gathering import material_of
from sift_assets.core.narrative.material import (
    MOST_RELATIONS,
    Material,
    known_names,
    passages_of,
    profile_material,
)
from sift_assets.core.narrative.row_facts import LONGEST_VALUE, MOST_STATEMENTS
from sift_assets.core.records.extraction import RelationMention
from sift_assets_tests.core.graph.graph_examples import attribute, mention, relation
from sift_assets_tests.core.narrative.narrative_examples import (
    community_of,
    company,
    harbour,
    material,
    person,
)

ADA, KESTREL, OSLO = "person:ada_varga", "organization:kestrel_ltd", "location:oslo"
TABLES = ("members", "mentions", "relations", "evidence", "documents")


def test_a_community_is_read_with_all_that_is_stated_of_it() -> None:
    told = material(harbour(), outside=[OSLO])
    assert (told.size, told.documents) == (5, 2)
    assert told.types == {"ORGANIZATION": 2, "PERSON": 3}
    assert told.outside == (OSLO,)
    employed = next(one for one in told.relations if one.touches(ADA) and one.touches(KESTREL))
    assert (employed.type, employed.source_name, employed.valid_from) == (
        *("EMPLOYED_BY", "Ada Varga"),
        "2010-05-03",
    )
    assert employed.passages[0].quote.endswith("since 3 May 2010.")
    assert (employed.other(ADA), employed.name_of(KESTREL)) == (KESTREL, "Kestrel Ltd")
    ada = profile_material(told, ADA).member
    assert [one.document for one in ada.passages] == ["a.txt", "b.txt", "a.txt"]
    assert ada.relation_count == 2
    assert [told.leads_out(one) for one in told.relations].count(True) == 1
    assert "Oslo" in known_names(told)
    assert set(passages_of(told)) >= {one.id for one in employed.passages}


def shuffled(community: Community, order: Sequence[int]) -> Community:
    def mixed(table: pa.Table) -> pa.Table:
        rows = sorted(range(len(table)), key=lambda row: order[row % len(order)])
        return taken(table, np.array(rows, np.int64))

    tables = {name: mixed(getattr(community, name)) for name in TABLES}
    return Community(key=community.key, **tables)


@settings(max_examples=20)
@given(st.permutations(range(7)))
def test_the_order_of_rows_has_no_meaning(order: Sequence[int]) -> None:
    community = community_of(harbour())
    assert material_of(shuffled(community, order)) == material_of(community)


def test_a_new_relation_changes_the_profiles_of_its_two_ends_only() -> None:
    documents = harbour()
    before = material(documents)
    added = relation("Tom Brandt", "MET", "Karl Meier", 900, quote="Tom Brandt met Karl Meier.")
    named = (person("Karl Meier", 500), person("Tom Brandt", 90))
    after = material({**documents, "c.txt": [added, *named]})
    changed = {
        member.id
        for member in after.members
        if profile_material(after, member.id).content_hash()
        != profile_material(before, member.id).content_hash()
    }
    assert changed == {"person:karl_meier", "person:tom_brandt"}


def test_other_documents_change_nothing() -> None:
    documents = harbour()
    before = community_of(documents)
    elsewhere = {"z.txt": [person("Zoe"), company("Zeta"), relation("Zoe", "OWNS", "Zeta", 50)]}
    after = community_of(
        {**documents, **elsewhere}, outside=["person:zoe", "organization:zeta"], key=before.key
    )
    assert material_of(after) == material_of(before)


def test_an_entity_that_is_no_member_has_no_profile() -> None:
    with pytest.raises(KeyError):
        profile_material(material(harbour(), outside=[OSLO]), OSLO)


def test_what_is_kept_is_bounded_and_the_best() -> None:
    many = MOST_RELATIONS + 5
    names = [f"Firm {number:03d}" for number in range(many)]
    stated = [relation("Ada Varga", "OWNS", name, 100 * at) for at, name in enumerate(names)]
    everywhere = [
        relation("Ada Varga", "OWNS", "Firm 204", 90_000 + at, quote=f"Firm 204 is hers {at}")
        for at in range(6)
    ]
    told = material(
        {
            "a.txt": [person("Ada Varga"), *map(company, names), *stated],
            "b.txt": [person("Ada Varga"), company("Firm 204"), *everywhere],
        },
        outside=[f"organization:firm_{number:03d}" for number in range(many)],
    )
    profile = profile_material(told, ADA)
    assert len(profile.relations) == MOST_RELATIONS
    assert profile.member.relation_count == many
    assert profile.relations[0].target_name == "Firm 204"
    assert {one.document for one in profile.relations[0].passages} == {"a.txt", "b.txt"}
    assert len(profile.relations[0].statements) == MOST_STATEMENTS


def test_the_ends_of_a_period_can_be_cited() -> None:
    def stated(at: int, **period: str) -> RelationMention:
        quote = f"Ada Varga was there, {at}."
        return relation("Ada Varga", "MEMBER_OF", "Club", at, quote=quote, **period)

    periods = [{}, {}, {}, {"valid_from": "2011"}, {"valid_from": "2010"}, {"valid_to": "2013"}]
    rows = [stated(100 * at, **period) for at, period in enumerate(periods)]
    told = material({"a.txt": [person("Ada Varga"), company("Club"), *rows]})
    (member,) = told.relations
    assert member.period == ("2010", "2013")
    assert {one.valid_from for one in member.statements} >= {"2010"}
    assert {one.valid_to for one in member.statements} >= {"2013"}


def test_stated_values_keep_where_they_stand_and_long_ones_are_left_out() -> None:
    told = material(
        {
            "a.txt": [person("Ada Varga", attributes=attribute("role", "chief"))],
            "b.txt": [
                person("Ada Varga", attributes=attribute("role", "chief")),
                person("Ada Varga", 50, attributes=attribute("life", "x" * (LONGEST_VALUE + 1))),
            ],
        }
    )
    (ada,) = told.members
    assert [(one.key, one.value, len(one.passages)) for one in ada.values] == [("role", "chief", 2)]


def test_the_unassigned_are_a_community_of_their_own() -> None:
    told = material({"a.txt": [mention("FRUIT", "Apple")]}, key=UNASSIGNED)
    assert told.is_unassigned
    assert not material(harbour()).is_unassigned


def test_the_material_survives_being_stored() -> None:
    told = material(harbour())
    assert Material.from_bytes(told.to_bytes()) == told
