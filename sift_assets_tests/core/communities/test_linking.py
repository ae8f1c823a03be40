"""Proposed links between islands: what speaks for them, and what forbids them."""

import pytest

from sift_assets.core.communities.linking import MAX_LINKS
from sift_assets.core.communities.mapping import community_map
from sift_assets.core.communities.records import ProposedLink
from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.records.extraction import Mention, RelationMention
from sift_assets_tests.core.communities.community_examples import stage
from sift_assets_tests.core.decisions.decision_examples import decided, person, said
from sift_assets_tests.core.graph.graph_examples import attribute, graph_of, mention, relation

Documents = dict[str, list[Mention | RelationMention]]


def links(documents: Documents, *decisions: Decision) -> tuple[ProposedLink, ...]:
    whole = decided(graph_of(documents), *decisions)
    return community_map(whole, stage(min_size=2)).proposed_links


def hired(name: str, at: str, start: int = 0, role: str = "") -> list[Mention | RelationMention]:
    """Say that somebody works for a company, which is an island."""
    attributes = attribute("role", role) if role else ()
    return [
        mention("PERSON", name, start, attributes=attributes),
        mention("ORGANIZATION", at, start + 50),
        relation(name, "WORKS_FOR", at, start, source_type="PERSON", target_type="ORGANIZATION"),
    ]


def test_similar_names_on_two_islands_are_a_question() -> None:
    (found,) = links(
        {"a": hired("Marta Lindqvist", "Acme"), "b": hired("Lindqvist, Martha", "Zorn")}
    )
    assert (found.first[:16], found.second) == ("person:lindqvist", "person:marta_lindqvist")
    assert found.reasons == (
        "similar names: 'Lindqvist, Martha' and 'Marta Lindqvist'",
        "both have relations WORKS_FOR to ORGANIZATION",
    )
    assert 0.5 < found.score < 0.8


def test_a_role_and_a_pattern_in_common_are_a_question_a_pattern_alone_is_none() -> None:
    lawyers = {"a": hired("Ada", "Acme", role="Lawyer"), "b": hired("Bo", "Zorn", role="lawyer")}
    (found,) = links(lawyers)
    assert (found.first, found.second) == ("person:ada", "person:bo")
    assert found.reasons[0] == "both are 'Lawyer'"
    assert links({"a": hired("Ada", "Acme"), "b": hired("Bo", "Zorn")}) == ()


def test_to_be_named_in_one_passage_is_a_question_and_far_apart_is_none() -> None:
    near = {"a": [*hired("Ada", "Acme"), *hired("Bo", "Zorn", 120)]}
    (found,) = links(near)
    assert found.reasons[0] == "named 120 characters apart in a"
    assert links({"a": [*hired("Ada", "Acme"), *hired("Bo", "Zorn", 5_000)]}) == ()


def test_what_a_person_called_different_is_not_asked_about() -> None:
    documents = {"a": hired("Marta Lindqvist", "Acme"), "b": hired("Martha Lindqvist", "Zorn")}
    different = said(Act.NOT_SAME, entities=(person("Marta Lindqvist"), person("Martha Lindqvist")))
    assert links(documents)
    assert links(documents, different) == ()
    three = documents | {"c": hired("M. Lindqvist", "Acme")}
    merged = said(Act.MERGE, 1, entities=(person("M. Lindqvist"), person("Marta Lindqvist")))
    found = {frozenset((one.first, one.second)) for one in links(three, different, merged)}
    assert frozenset(("person:m_lindqvist", "person:martha_lindqvist")) not in found


def test_only_what_nothing_connects_is_asked_about() -> None:
    whole = {"a": [*hired("Marta Lindqvist", "Acme"), *hired("Martha Lindqvist", "Acme", 900)]}
    assert links(whole) == ()


def test_links_are_bounded_one_for_every_two_islands_and_in_order() -> None:
    documents = {
        f"{number:02}": hired(f"Marta Lindqvist {letter}", f"Firm {number:02}", role="clerk")
        for number, letter in enumerate("abcdefghi")
    }
    found = links(documents)
    assert len(found) == MAX_LINKS
    assert [*found] == sorted(found, key=lambda one: (-one.score, one.first, one.second))
    assert all(one.first < one.second and 0 < one.score < 1 for one in found)
    assert len({(one.first, one.second) for one in found}) == MAX_LINKS
    assert links(dict(reversed(documents.items()))) == found


@pytest.mark.parametrize("name", ["Bank of Novgorod", "Novgorod Bank"])
def test_a_rare_word_in_common_brings_entities_together_wherever_they_stand(name: str) -> None:
    """Of some sixty islands only the largest are looked at as a whole."""
    others: Documents = {
        f"x{n:02}": [*hired(f"P{n:02}", f"C{n:02}"), *hired(f"Q{n:02}", f"C{n:02}", 90)]
        for n in range(45)
    }
    small = {"y": hired("Ada", "Novgorod Banking"), "z": hired("Bo", name)}
    found = [one for one in links(others | small) if "novgorod" in one.first]
    assert len(found) == 1
