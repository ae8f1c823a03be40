"""What the page is given: every fact with its passages, and nothing that was refused."""

import json
from typing import Any

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.decisions.decision import Act
from sift_assets.core.graph.build import DocumentFacts
from sift_assets.core.viewing.choosing import Choice
from sift_assets_tests.core.decisions.decision_examples import company, joining, person, said
from sift_assets_tests.core.viewing.view_examples import (
    confirmed,
    narrative_about,
    papers,
    rejected,
    shown,
    source_of,
)
from sift_assets_tests.fakes.hash_seeds import printed_under_hash_seeds

PAPERS = {key: paper for key, paper in papers().items() if key != "hostile.txt"}
ADA = "person:ada_varga"


def rows(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def relation_between(data: Any, source: str, target: str) -> dict[str, Any]:
    names = data["entities"]["name"]
    (found,) = [
        one
        for one in rows(data["relations"])
        if (names[one["source"]], names[one["target"]]) == (source, target)
    ]
    return found


def quotes(data: Any, numbers: list[int]) -> list[tuple[str, int, str]]:
    """Return document, page and quote of passages, cut out as a browser would."""
    found: list[tuple[str, int, str]] = []
    for document, page, part, start, end in (data["passages"][one] for one in numbers):
        text = data["documents"][document][4][part][0].encode("utf-16-le")
        quote = text[2 * start : 2 * end].decode("utf-16-le")
        found.append((data["documents"][document][1], page, quote))
    return found


def test_every_relation_opens_every_passage_that_states_it() -> None:
    data = shown(source_of(PAPERS), PAPERS)
    works = relation_between(data, "Ada Varga", "Kestrel Ltd")
    assert quotes(data, [one[0] for one in works["evidence"]]) == [
        ("letters/a letter.txt", 1, "Ada Varga has worked for Kestrel Ltd since 2010."),
        ("minutes.txt", 1, "🚢🚢 The minutes say: Ada Varga, of Kestrel Ltd, was there."),
    ]
    assert (works["support"], works["status"], works["valid_from"]) == (2, "supported", "2010")
    assert data["wordings"][works["wording"]][:3] == ["WORKS_FOR", "works for", "employs"]


def test_every_entity_opens_its_mentions_and_each_attribute_its_own() -> None:
    data = shown(source_of(PAPERS), PAPERS)
    entities = rows(data["entities"])
    jose = next(one for one in entities if one["name"] == "José Álvarez")
    assert {quote for _, _, quote in quotes(data, jose["mentions"])} == {"José Álvarez"}
    ((key, value, passages),) = jose["attributes"]
    assert (key, value) == ("role", "harbour master")
    assert quotes(data, passages) == [("letters/a letter.txt", 2, "José Álvarez")]
    assert all(one["mentions"] for one in entities)
    tom = next(one for one in entities if one["name"] == "Tom Brandt")
    assert tom["aliases"] == ["Captain Brandt"]


def test_what_was_refused_is_nowhere_on_the_page() -> None:
    before = shown(source_of(PAPERS), PAPERS)
    assert relation_between(before, "Tom Brandt", "Kestrel Ltd")
    data = shown(source_of(PAPERS, rejected()), PAPERS)
    ends = [(one["source"], one["target"]) for one in rows(data["relations"])]
    assert len(ends) == len(before["relations"]["id"]) - 1
    retracted = said(Act.RETRACT, entities=(person("Tom Brandt"),))
    gone = json.dumps(shown(source_of(PAPERS, (retracted,)), PAPERS)["entities"])
    assert "Brandt" not in gone


def test_pending_and_confirmed_are_told_apart_and_who_decided_is_said() -> None:
    pending = relation_between(shown(source_of(PAPERS), PAPERS), "Ada Varga", "José Álvarez")
    assert (pending["status"], pending["flags"]) == ("pending", ["review_required"])
    data = shown(source_of(PAPERS, confirmed()), PAPERS)
    known = relation_between(data, "Ada Varga", "José Álvarez")
    assert known["status"] == "confirmed"
    (decision,) = data["decided"][known["id"]]
    assert (decision["verdict"], decision["actor"], decision["reason"]) == (
        "confirmed",
        "Ada",
        "she said so",
    )


def test_what_only_a_person_has_stated_has_no_passage() -> None:
    stated = said(Act.ADD, relation=joining(person("Tom Brandt"), "WORKS_FOR", company("Pelagos")))
    data = shown(source_of(PAPERS, (stated,)), PAPERS)
    assert relation_between(data, "Tom Brandt", "Pelagos")["evidence"] == []
    assert all(document >= 0 for document, *_ in data["passages"])


def test_a_description_is_told_while_all_that_it_cites_is_still_stated() -> None:
    key = "minutes.txt"
    community = source_of(PAPERS).communities.members[ADA]
    told = {community: narrative_about(community, PAPERS[key], key)}
    source = source_of(PAPERS, narratives=told, labels={community: "The harbour"})
    data = shown(source, PAPERS)
    row = data["entities"]["id"].index(ADA)
    ((sentence, (passage,)),) = data["descriptions"][str(row)]
    assert sentence == "Ada Varga works for Kestrel Ltd."
    assert quotes(data, [passage])[0][0] == key
    listed = {one: (label, story) for one, label, story, _ in data["communities"]}
    assert listed[community][0] == "The harbour"
    assert listed[community][1] == [[sentence, [passage]]]
    gone = {name: paper for name, paper in PAPERS.items() if name != key}
    later = shown(source_of(gone, narratives=told), gone)
    assert later["descriptions"] == {}
    assert all(not story for _, _, story, _ in later["communities"])


def test_communities_are_those_of_the_map_and_each_has_a_name() -> None:
    source = source_of(PAPERS)
    data = shown(source, PAPERS)
    keys = [one[0] for one in data["communities"]]
    members = {one["id"]: keys[one["community"]] for one in rows(data["entities"])}
    assert members == source.communities.members
    labels = {one[0]: one[1] for one in data["communities"]}
    assert labels.get(UNASSIGNED, "in no community") == "in no community"
    assert labels[source.communities.members[ADA]] in data["entities"]["name"]


def test_a_part_says_what_it_is_a_part_of() -> None:
    choice = Choice(neighborhood="Tom Brandt")
    data = shown(source_of(PAPERS), PAPERS, choice)
    assert data["about"]["choice"] == ["within 1 step of Tom Brandt"]
    assert data["about"]["entities"] == 6
    assert sorted(data["entities"]["name"]) == ["Kestrel Ltd", "Tom Brandt"]
    assert [one[1] for one in data["documents"]] == ["letters/a letter.txt", "minutes.txt"]


def test_an_empty_graph_makes_an_empty_page() -> None:
    data = shown(source_of({}), {})
    assert data["entities"]["id"] == data["relations"]["id"] == data["passages"] == []
    assert DocumentFacts().document_date == ""


def test_the_page_does_not_depend_on_the_seed_of_hashes() -> None:
    code = (
        "import json\n"
        "from sift_assets_tests.core.viewing.view_examples import papers, shown, source_of\n"
        "print(json.dumps(shown(source_of(papers()), papers())))"
    )
    assert len(printed_under_hash_seeds(code)) == 1
