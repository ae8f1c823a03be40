"""The map: numbers of groups, connections, bridges and islands, held against networkx."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.communities.bridging import bridges, connections
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.mapping import (
    NOWHERE,
    all_connections,
    community_map,
    modularity,
)
from sift_assets.core.communities.records import Connection, Share
from sift_assets.core.communities.settings import CommunityStage
from sift_assets.core.communities.weights import Network, network_of
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets_tests.core.communities.community_examples import (
    as_networkx,
    circle,
    clique,
    graph,
    network,
    networks,
    people,
    stage,
)
from sift_assets_tests.core.decisions.decision_examples import LAW, decided, graphs, rows
from sift_assets_tests.core.graph.graph_examples import LAW as SMALL_LAW

TWO_CIRCLES = {
    "a.txt": circle("ABCD"),
    "b.txt": [*circle("MNOP"), ("D", "M")],
    "c.txt": [*circle("XYZ"), ("Q", "R")],
}
"""Two circles with a bond between them, one circle by itself, and a pair by itself."""


def test_a_map_says_where_everybody_belongs_and_how_communities_hang_together() -> None:
    found = community_map(graph(TWO_CIRCLES), stage())
    assert [(one.key, one.size, one.relations, one.weight, one.outside) for one in found.told] == [
        ("person:a", 4, 6, pytest.approx(4.8), pytest.approx(0.8)),
        ("person:m", 4, 6, pytest.approx(4.8), pytest.approx(0.8)),
        ("person:x", 3, 3, pytest.approx(2.4), 0.0),
    ]
    assert found.members["person:d"] == "person:a"
    assert found.members["person:q"] == UNASSIGNED
    assert found.coverage == pytest.approx(11 / 13, abs=1e-6)
    bond = Connection(first="person:a", second="person:m", weight=0.8, relations=1, entities=2)
    assert found.connections == (bond,)
    assert [(one.entity, one.community) for one in found.bridges] == [
        ("person:d", "person:a"),
        ("person:m", "person:m"),
    ]
    assert found.bridges[0].participation == pytest.approx(1 - (9 + 1) / 16)
    assert found.bridges[0].shares == (
        Share(community="person:a", weight=2.4),
        Share(community="person:m", weight=0.8),
    )
    assert [(one.key, one.size, one.communities) for one in found.islands] == [
        ("person:d", 8, ("person:a", "person:m")),
        ("person:x", 3, ("person:x",)),
        ("person:q", 2, ()),
    ]
    assert found.algorithm == CommunityStage().version


def test_every_two_communities_are_listed_also_those_that_do_not_hang_together() -> None:
    found = [*all_connections(community_map(graph(TWO_CIRCLES), stage()))]
    assert [(one.first[-1], one.second[-1], one.weight) for one in found] == [
        ("a", "m", 0.8),
        ("a", "x", 0.0),
        ("m", "x", 0.0),
    ]
    assert found[1] == Connection(first="person:a", second="person:x")


def test_a_graph_of_nothing_has_a_map() -> None:
    found = community_map(graph({}), stage())
    assert (found.members, found.groups, found.coverage, found.modularity) == ({}, (), 0.0, 0.0)
    assert (found.connections, found.bridges, found.islands) == ((), (), ())
    assert [*all_connections(found)] == []


@LAW
@given(graphs(), st.sampled_from((2, 3)))
def test_a_map_of_any_graph_adds_up(built: KnowledgeGraph, least: int) -> None:
    resolved = decided(built)
    found = community_map(resolved, stage(min_size=least))
    assert list(found.members) == sorted(resolved.entities["id"].to_pylist())
    sizes = {one.key: one.size for one in found.told}
    assert len(sizes) == len(found.told)
    held = [key for key in found.members.values() if key != UNASSIGNED]
    assert {key: held.count(key) for key in held} == sizes
    assert found.coverage == pytest.approx(len(held) / max(len(found.members), 1), abs=1e-6)
    pairs = [(one.first, one.second) for one in found.connections]
    assert pairs == sorted(set(pairs))
    assert set(pairs) <= {(one.first, one.second) for one in all_connections(found)}
    across = [
        pair
        for pair in rows(resolved.relations, "source_id", "target_id")
        if len({found.members[one] for one in pair} - {UNASSIGNED}) == 2
    ]
    assert sum(one.relations for one in found.connections) == len(across)
    assert community_map(resolved, stage(min_size=least)).to_bytes() == found.to_bytes()


@SMALL_LAW
@given(networks(), st.lists(st.integers(NOWHERE, 3), min_size=14, max_size=14))
def test_modularity_is_that_of_networkx(whole: Network, drawn: list[int]) -> None:
    numbers = np.array(drawn[: len(whole)], np.int64)
    alone = [{row} for row in np.flatnonzero(numbers == NOWHERE).tolist()]
    parts = [{*np.flatnonzero(numbers == one).tolist()} for one in range(4)]
    expected = 0.0
    if whole.weight.sum():
        expected = nx.community.modularity(as_networkx(whole), [*alone, *filter(None, parts)])
    assert modularity(whole, numbers) == pytest.approx(expected)


@SMALL_LAW
@given(networks(), st.lists(st.integers(NOWHERE, 3), min_size=14, max_size=14))
def test_connections_and_bridges_are_as_defined(whole: Network, drawn: list[int]) -> None:
    """Computed pair by pair here, for all at once there."""
    own, keys = np.array(drawn[: len(whole)], np.int64), list("abcd")
    found = {(one.first, one.second): one for one in connections(whole, own, keys)}
    for first, second in combinations(range(4), 2):
        between = [(a, b, w) for a, b, w in whole if {own[a], own[b]} == {first, second}]
        expected = Connection(
            first=keys[first],
            second=keys[second],
            weight=sum(w for _, _, w in between),
            relations=len(between),
            entities=len({row for pair in between for row in pair[:2]}),
        )
        assert found.get((keys[first], keys[second])) == (expected if between else None)
    known = {one.entity: one for one in bridges(whole, own, keys).listed}
    for row, name in enumerate(whole.names):
        shares = dict.fromkeys(range(4), 0.0)
        for a, b, weight in whole:
            other = b if a == row else a
            if row in (a, b) and own[other] >= 0:
                shares[int(own[other])] += weight
        reached = {keys[one]: weight for one, weight in shares.items() if weight}
        assert (name in known) == (len(reached) > 1)
        if name in known:
            bridge = known[name]
            assert {one.community: one.weight for one in bridge.shares} == reached
            total = sum(reached.values())
            squares = sum((weight / total) ** 2 for weight in reached.values())
            assert bridge.participation == pytest.approx(1 - squares, abs=1e-6)
            assert bridge.community == (keys[own[row]] if own[row] >= 0 else UNASSIGNED)


def test_an_entity_that_reaches_as_much_into_each_of_three_communities_leads() -> None:
    ids = people("", 10)
    circles = [ids[1:4], ids[4:7], ids[7:10]]
    spokes = [(ids[0], one[0], 1.0) for one in circles]
    whole = network([*spokes, *(edge for one in circles for edge in clique(*one))])
    own = np.array([0, *(n for n in range(3) for _ in range(3))])
    found = bridges(whole, own, ["a", "b", "c"])
    first = found.listed[0]
    assert (first.entity, first.participation) == (ids[0], pytest.approx(2 / 3, abs=1e-6))
    assert len(found.listed) > 1
    shorter = bridges(whole, own, ["a", "b", "c"], most=1)
    assert shorter == (found.listed[:1], len(found.listed) - 1)


def test_groups_of_every_level_are_on_the_map() -> None:
    built = graph({"a.txt": [*circle("ABCDEF"), *circle("MNOPQR"), ("F", "M"), ("E", "N")]})
    settings = stage(resolution=0.01, max_size=10)
    found = community_map(built, settings)
    assert [(one.key, one.level, one.parent, one.divided) for one in found.groups] == [
        ("person:e", 0, "", True),
        ("person:a", 1, "person:e", False),
        ("person:m", 1, "person:e", False),
    ]
    top = found.groups[0]
    assert (top.size, top.relations, top.outside) == (12, 32, 0.0)
    assert top.weight == pytest.approx(network_of(built.entities, built.relations).weight.sum())
    assert {found.members[one] for one in found.members} == {"person:a", "person:m"}
