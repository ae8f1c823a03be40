"""What each function answers, on one small graph."""

from itertools import combinations
from pathlib import Path

import pytest

from sift_assets.core.query.errors import Code, QueryError
from sift_assets.core.query.index import Direction
from sift_assets.core.query.neighbourhood import query
from sift_assets.core.query.overview import entity_info, info, topology
from sift_assets.core.query.paths import path
from sift_assets.core.query.proving import evidence
from sift_assets.core.query.searching import search
from sift_assets_tests.core.query.small_world import HARBOUR, Paper, asked, said, text_of, written


def test_search_finds_passages_with_page_place_and_who_is_named(harbour: Path) -> None:
    (place,) = said(harbour, search, "harbour winter", entities=False).passages
    assert (place.document, place.page) == ("letters/ada.txt", 2)
    assert text_of(HARBOUR[place.document])[place.start : place.end].strip() == place.text
    (named,) = said(harbour, search, "audited", entities=False).passages
    assert {one.name for one in named.entities} == {"Karl Meier", "PELAGOS", "Nina Ørsted"}


def test_search_takes_some_words_where_no_passage_has_all(harbour: Path) -> None:
    found = said(harbour, search, "harbour nothing", entities=False).passages
    assert {one.document for one in found} == {"letters/ada.txt", "minutes/2015/audit.txt"}


@pytest.mark.parametrize("text", ["", "  ", "?!", '"'])
def test_there_must_be_a_word_to_look_for(harbour: Path, text: str) -> None:
    with pytest.raises(QueryError) as caught:
        said(harbour, search, text)
    assert caught.value.code is Code.BAD_FILTER


@pytest.mark.parametrize(
    "text", ['Ada" OR "x', "NEAR(ada", "ada*", "form:ada", "'; DROP TABLE names"]
)
def test_words_are_words_whatever_they_look_like(harbour: Path, text: str) -> None:
    assert said(harbour, search, text).text == text


def test_every_fact_leads_to_the_places_that_state_it(harbour: Path) -> None:
    best = said(harbour, query, "Ada Varga").facts[0]
    assert (best.type, best.support, best.statements) == ("WORKS_FOR", 2, 2)
    for source in best.sources:
        text = text_of(HARBOUR[source.document])
        assert text[source.start : source.end] == source.quote == "Ada Varga WORKS_FOR KESTREL."
        assert source.title == f"About {source.document}"


def test_direction_is_seen_from_the_entity(harbour: Path) -> None:
    out = said(harbour, query, "KESTREL", direction=Direction.OUT).facts
    into = said(harbour, query, "KESTREL", direction=Direction.IN).facts
    assert [one.target.name for one in out] == ["PELAGOS"]
    assert [one.source.name for one in into] == ["Ada Varga"]


def test_a_path_has_the_evidence_of_each_step_in_its_own_direction(harbour: Path) -> None:
    (way, *_) = said(harbour, path, "Nina Ørsted", "Ada Varga", alternatives=2).paths
    assert way.length == 3
    assert way.steps[0].relations[0].sources[0].quote == "Nina Ørsted WORKS_FOR PELAGOS."


def test_islands_have_no_path_and_the_error_says_where_to_look(harbour: Path) -> None:
    with pytest.raises(QueryError, match="islands") as caught:
        said(harbour, path, "Tom Brandt", "Ada Varga")
    assert caught.value.code is Code.NO_PATH
    with pytest.raises(QueryError, match="are one"):
        said(harbour, path, "Ada Varga", "person:ada_varga")
    with pytest.raises(QueryError, match="alternatives"):
        said(harbour, path, "Tom Brandt", "Ada Varga", alternatives=99)


def test_topology_tells_communities_what_connects_them_and_islands(harbour: Path) -> None:
    shape = said(harbour, topology)
    assert (shape.entities, shape.relations, shape.isolated) == (7, 6, 0)
    assert sum(one.size for one in shape.communities) + shape.unassigned == 7
    assert all(one.top for one in shape.communities)
    assert {one.size for one in shape.islands} == {5, 2}
    labels = {one.label for one in shape.communities}
    assert all({one.first, one.second} <= labels for one in shape.connections)


def test_every_two_communities_are_connected_or_listed_as_not(tmp_path: Path) -> None:
    circles = [
        [f"{first} {last}" for last in ["Alpha", "Beta", "Gamma", "Delta"]] for first in "ABC"
    ]
    met = [(one, "MET", other) for circle in circles for one, other in combinations(circle, 2)]
    bridge = (circles[0][0], "MET", circles[1][0])
    file = written(tmp_path / "index.sqlite", {"a.txt": Paper([*met, bridge])})
    shape = said(file, topology)
    (linked,) = shape.connections
    assert linked.relations == 1
    assert {one.relations for one in shape.disconnected} == {0}
    pairs = [{one.first, one.second} for one in (linked, *shape.disconnected)]
    labels = sorted(one.label for one in shape.communities)
    assert sorted(map(sorted, pairs)) == [list(pair) for pair in combinations(labels, 2)]


def test_info_counts_the_graph_and_an_entity(harbour: Path) -> None:
    whole = said(harbour, info)
    assert whole.counts.entities_by_type == {"ORGANIZATION": 2, "PERSON": 5}
    assert (whole.counts.documents, whole.first_date, whole.last_date) == (
        4,
        "2012-05-03",
        "2015-02",
    )
    assert [one.document for one in whole.documents][-1] == "island.txt"
    one = said(harbour, entity_info, "PELAGOS")
    assert one.relations == {"AUDITED": 1, "OWNS": 1, "WORKS_FOR": 1}
    assert [(d.document, d.tags) for d in one.documents] == [
        ("minutes/board.txt", ("board",)),
        ("minutes/2015/audit.txt", ()),
    ]


def test_evidence_is_of_an_entity_a_relation_or_two_entities(harbour: Path) -> None:
    named = said(harbour, evidence, "Karl Meier")
    assert {one.document for one in named.sources} == {"letters/ada.txt", "minutes/2015/audit.txt"}
    relation = "person:ada_varga|WORKS_FOR|organization:kestrel"
    (fact,) = said(harbour, evidence, relation).facts
    assert (fact.id, len(fact.sources)) == (relation, 2)
    between = said(harbour, evidence, "KESTREL", "Ada Varga")
    assert [one.id for one in between.facts] == [relation]
    with pytest.raises(QueryError, match="Nothing states a relation"):
        said(harbour, evidence, "KESTREL", "Karl Meier")


def test_a_folder_holds_what_lies_below_it_and_no_folder_of_a_like_name(harbour: Path) -> None:
    scope = {"folders": ("minutes",)}
    assert said(harbour, info, filters=scope).counts.documents == 2
    fact = said(harbour, query, "Ada Varga", filters=scope).facts[0]
    assert (fact.support, [one.document for one in fact.sources]) == (1, ["minutes/board.txt"])


def test_labels_and_islands_of_the_whole_graph_are_not_told_of_a_scope(harbour: Path) -> None:
    whole = said(harbour, topology).communities
    assert any("PELAGOS" in one.label for one in whole)
    scope = {"folders": ("letters",)}
    for ask, given in ((query, ("Ada Varga",)), (entity_info, ("Ada Varga",)), (topology, ())):
        told = said(harbour, ask, *given, filters=scope)
        assert "PELAGOS" not in str(told)
    assert all(one.label for one in said(harbour, topology, filters=scope).communities)
    assert said(harbour, topology, filters=scope).islands == ()


def test_a_document_is_named_by_its_path_as_well(tmp_path: Path) -> None:
    file = written(
        tmp_path / "index.sqlite", {"a%20b.txt": Paper([("Ada Varga", "MET", "KESTREL")])}
    )
    for name in ("a b.txt", "a%20b.txt"):
        assert said(file, info, filters={"documents": (name,)}).counts.documents == 1


def test_an_unknown_filter_value_is_an_error_with_the_known_ones(harbour: Path) -> None:
    with pytest.raises(QueryError) as caught, asked(harbour, entity_types=("PERSONS",)):
        pass
    assert caught.value.code is Code.BAD_FILTER
    assert caught.value.details["known"][0] == "PERSON"
