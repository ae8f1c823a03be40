"""What is shown of an entity is what its profile depends on, and no more."""

from collections.abc import Mapping
from typing import Any

import pytest

from sift_assets.core.narrative.asking.brief import MAX_PASSAGES
from sift_assets.core.narrative.asking.briefs import (
    Chapter,
    overview_brief,
    profile_brief,
    story_brief,
)
from sift_assets.core.narrative.gathering import material_of
from sift_assets.core.narrative.material import profile_material
from sift_assets_tests.core.graph.graph_examples import alias, mention
from sift_assets_tests.core.narrative.asking.asking_examples import QUOTES, cited, passages
from sift_assets_tests.fakes.told_community import (
    ADA,
    KESTREL,
    PELAGOS,
    TOM,
    community_of,
    harbour,
    owns,
    works,
)


def profiles(documents: Mapping[str, Any]) -> dict[str, str]:
    material = material_of(community_of(documents))
    found = (ADA, KESTREL, PELAGOS, TOM)
    return {one: profile_brief(profile_material(material, one)).lines() for one in found}


def test_a_new_relation_changes_what_is_shown_of_its_two_ends_and_of_no_other() -> None:
    more = harbour() | {"c.txt": works("Ada Varga", "Pelagos", "Ada Varga left for Pelagos.")}
    before, after = profiles(harbour()), profiles(more)
    assert {one for one in before if before[one] != after[one]} == {ADA, PELAGOS}


def test_facts_are_said_in_words_and_rest_on_the_quotes_below() -> None:
    lines = profiles(harbour())[ADA].splitlines()
    assert lines[0] == "Subject: Ada Varga (PERSON)"
    assert any(line.startswith("- Ada Varga works for Kestrel Ltd. [") for line in lines)
    assert any("met Tom Brandt in the harbour of Pelagos in 2012." in line for line in lines)


def test_properties_and_other_names_are_shown_with_where_they_stand() -> None:
    fields: Any = {"attributes": [{"key": "role", "value": "director"}]}
    called = alias("PERSON", "Ada Varga", "A. V.", 40)
    documents = harbour() | {"d.txt": [mention("PERSON", "Ada Varga", 0, **fields), called]}
    brief = profile_brief(profile_material(material_of(community_of(documents)), ADA))
    (fact,) = [fact for fact in brief.facts if "role" in fact.text]
    assert fact.text == "Ada Varga – role: director"
    assert fact.cites
    assert "director" in brief.grounds[fact.cites[0]].values
    (other,) = [fact for fact in brief.facts if "also called" in fact.text]
    assert other.text == "Ada Varga is also called A. V."


def test_a_story_is_made_from_the_relations_of_the_central_members() -> None:
    brief = story_brief(material_of(community_of(harbour())))
    assert brief.about == "a group of 4: 2 ORGANIZATION, 2 PERSON"
    assert set(brief.counts) == {2, 4}
    assert {"Ada Varga", "Kestrel Ltd", "Pelagos", "Tom Brandt"} <= set(brief.names)
    assert {passage.id for passage in brief.passages} <= brief.grounds.keys()


def test_every_fact_has_its_best_passage_before_any_has_a_second() -> None:
    many = {
        f"{name}.txt": [
            record
            for n in range(30)
            for record in owns("Pelagos", f"Firm{n}", f"In {name} Pelagos owns Firm{n}.", 50 * n)
        ]
        for name in "xyz"
    }
    brief = story_brief(material_of(community_of(many, PELAGOS)))
    assert len(brief.passages) == MAX_PASSAGES
    assert len({quote.quote.rpartition(" ")[2] for quote in brief.passages[:30]}) == 30


def test_an_overview_is_made_from_the_beginnings_of_stories() -> None:
    shown = {one.id: one for one in passages()}
    story = (cited("Ada Varga works.", 1), cited("Kestrel bought Heron.", 2), cited("Tom.", 3))
    chapters = [Chapter(label="Harbour people", size=9, story=story, passages=shown)]
    brief = overview_brief(chapters, ["Tom Brandt", "Ada Varga"])
    assert [fact.text for fact in brief.facts] == [
        "Harbour people (a group of 9): Ada Varga works.",
        "Harbour people (a group of 9): Kestrel bought Heron.",
    ]
    assert [one.quote for one in brief.passages] == list(QUOTES[:2])
    assert brief.counts == (1, 9)
    assert brief.names == ("Ada Varga", "Tom Brandt")
    assert overview_brief([], []).passages == ()


@pytest.mark.parametrize("order", [("a.txt", "b.txt"), ("b.txt", "a.txt")])
def test_the_order_in_which_documents_came_does_not_show(order: tuple[str, ...]) -> None:
    documents = harbour()
    assert profiles({key: documents[key] for key in order}) == profiles(documents)
