"""Which part of a graph is shown: real filters, and helpful errors for what is not there."""

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.conversion import to_networkx
from sift_assets.core.viewing import choosing
from sift_assets.core.viewing.choice import Choice
from sift_assets.core.viewing.choosing import chosen
from sift_assets.core.viewing.naming import Named
from sift_assets.core.viewing.shown import named
from sift_assets_tests.core.decisions.decision_examples import LAW, decided, graphs
from sift_assets_tests.core.viewing.view_examples import papers, source_of

ADA, TOM, JOSE = "person:ada_varga", "person:tom_brandt", "person:jose_alvarez"
KESTREL, PELAGOS, OSLO = "organization:kestrel_ltd", "organization:pelagos", "location:oslo"

PAPERS = {key: paper for key, paper in papers().items() if key != "hostile.txt"}
KEY = source_of(PAPERS).communities.members[ADA]
SOURCE = source_of(PAPERS, labels={KEY: "Hàrbour  folk"})


def shown(**choice: object) -> tuple[set[str], set[str]]:
    """Return names of entities, and relations as `source type target`."""
    graph = chosen(SOURCE.graph, named(SOURCE), Choice.model_validate(choice)).graph
    relations = graph.relations.select(["source_name", "type", "target_name"]).to_pylist()
    ids = set(graph.relations["id"].to_pylist())
    assert set(graph.evidence["relation_id"].to_pylist()) == ids
    assert set(graph.mentions["entity_id"].to_pylist()) == set(graph.entities["id"].to_pylist())
    return set(graph.entities["name"].to_pylist()), {" ".join(r.values()) for r in relations}


def test_by_default_everything_is_shown() -> None:
    found = chosen(SOURCE.graph, named(SOURCE), Choice())
    assert found == (SOURCE.graph, 0)
    assert Choice().words() == ()
    assert Choice().file_name == "viewer.html"


@pytest.mark.parametrize(
    ("depth", "names"),
    [
        (0, {"Tom Brandt"}),
        (1, {"Tom Brandt", "Kestrel Ltd"}),
        (2, {"Tom Brandt", "Kestrel Ltd", "Ada Varga", "Oslo"}),
        (9, {"Tom Brandt", "Kestrel Ltd", "Ada Varga", "Oslo", "José Álvarez", "Pelagos"}),
    ],
)
def test_a_neighbourhood_reaches_as_far_as_asked_in_either_direction(
    depth: int, names: set[str]
) -> None:
    assert shown(neighborhood="Tom Brandt", depth=depth)[0] == names


@given(graphs(), st.integers(0, 3), st.data())
@LAW
def test_a_neighbourhood_is_that_of_networkx(
    built: KnowledgeGraph, depth: int, data: st.DataObject
) -> None:
    graph = decided(built)
    ids = graph.entities["id"].to_pylist()
    assume(ids)
    entity = data.draw(st.sampled_from(ids))
    found = chosen(graph, Named({}, {}), Choice(neighborhood=entity, depth=depth)).graph
    whole = to_networkx(graph)
    near = nx.ego_graph(whole, entity, radius=depth, undirected=True)
    assert set(found.entities["id"].to_pylist()) == set(near)
    assert set(found.relations["id"].to_pylist()) == {key for _, _, key in near.edges(keys=True)}


def test_a_document_shows_what_it_states() -> None:
    everything = shown(document="minutes.txt")
    assert everything[0] == {"Ada Varga", "Kestrel Ltd", "Tom Brandt", "Oslo"}
    assert "Ada Varga KNOWS José Álvarez" not in everything[1]
    for name in ("letters/a%20letter.txt", "letters/a letter.txt", "a letter.txt", "a letter"):
        assert shown(document=name)[0] == {"Ada Varga", "Kestrel Ltd", "José Álvarez", "Pelagos"}


def test_a_community_shows_its_members_by_label_or_key() -> None:
    wanted = {one for one, key in SOURCE.communities.members.items() if key == KEY}
    for name in (KEY, "Hàrbour  folk", "harbour FOLK"):
        graph = chosen(SOURCE.graph, named(SOURCE), Choice(community=name)).graph
        assert set(graph.entities["id"].to_pylist()) == wanted


def test_a_least_confidence_leaves_out_entities_and_relations() -> None:
    assert shown(min_confidence=1.0) == (set(), set())
    sure, _ = shown(min_confidence=0.9)
    assert sure < shown()[0]
    assert all(
        row["confidence"] >= 0.9 or row["name"] not in sure
        for row in SOURCE.graph.entities.to_pylist()
    )


def test_the_best_connected_come_with_those_they_are_related_to() -> None:
    assert shown(top=1)[0] == {"Kestrel Ltd", "Ada Varga", "Tom Brandt", "Oslo"}


def test_filters_add_up() -> None:
    assert shown(neighborhood="Ada Varga", depth=1, document="minutes.txt") == (
        {"Ada Varga", "Kestrel Ltd"},
        {"Ada Varga WORKS_FOR Kestrel Ltd"},
    )
    words = Choice(neighborhood="Ada", depth=2, min_confidence=0.5, top=3).words()
    assert words[0] == "within 2 steps of Ada"
    assert len(words) == 3


def test_no_page_has_more_entities_than_a_browser_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "MOST_SHOWN", 2)
    graph, left_out = chosen(SOURCE.graph, named(SOURCE), Choice())
    assert (set(graph.entities["name"].to_pylist()), left_out) == ({"Kestrel Ltd", "Ada Varga"}, 4)


def test_each_choice_has_a_file_of_its_own_that_any_system_can_name() -> None:
    names = [
        Choice(neighborhood=name, depth=depth).file_name
        for name in ("Ada", "ada!", "../../etc", "a/b\\c\0", "п" * 300)
        for depth in (1, 2)
    ]
    assert len(set(names)) == len(names)
    assert all(len(name) < 100 for name in names)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.") for name in names)
    assert all("/" not in name and name.startswith("viewer-") for name in names)
