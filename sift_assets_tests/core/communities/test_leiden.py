"""Leiden without chance: as good as with it, and an edit stays where it is."""

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given

from sift_assets.core.communities.detecting import Found, detect
from sift_assets.core.communities.leiden import LARGEST_WEIGHT, SMALLEST_WEIGHT, leiden, scale
from sift_assets.core.communities.level import Neighbours
from sift_assets_tests.core.communities.community_examples import (
    Edge,
    as_networkx,
    clique,
    edges,
    network,
    people,
    stage,
)
from sift_assets_tests.core.graph.graph_examples import LAW
from sift_assets_tests.evals.communities.__main__ import nmi, q
from sift_assets_tests.evals.communities.locality import reach
from sift_assets_tests.evals.communities.planted import edited, planted
from sift_assets_tests.evals.communities.variants import graspologic, louvain, ours, ours_unbounded

SLACK = 0.005
"""Of modularity, by which two good divisions of one network differ."""


def members(found: tuple[Found, ...]) -> set[frozenset[int]]:
    return {frozenset(one.members) for one in found if not one.divided}


def test_circles_of_friends_with_a_bond_between_each_two_are_communities() -> None:
    circles = [people(letter, 6) for letter in "abcde"]
    bonds = [(one[0], other[1], 1.0) for one, other in pairwise(circles)]
    whole = network([*bonds, *(edge for circle in circles for edge in clique(*circle))])
    found = detect(whole, stage())
    assert [one.key for one in found] == [circle[0] for circle in circles]
    assert [[whole.names[row] for row in one.members] for one in found] == circles


@pytest.mark.parametrize("size", [3, 6, 8])
def test_a_small_chain_that_stands_by_itself_is_one_community(size: int) -> None:
    ids = people("", size)
    chain = network([(one, other, 1.0) for one, other in pairwise(ids)])
    assert members(detect(chain, stage())) == {frozenset(range(size))}


def test_a_star_is_one_community_whatever_its_size() -> None:
    hub, *others = people("", 300)
    star = network([(hub, other, 1.0) for other in others])
    (found,) = detect(star, stage())
    assert (found.key, len(found.members), found.divided) == (hub, 300, False)


@LAW
@given(edges())
def test_nobody_gains_by_moving_or_by_being_alone(drawn: list[Edge]) -> None:
    graph = as_networkx(network(drawn))
    for component in nx.connected_components(graph):
        neighbours = neighbours_of(graph.subgraph(component))
        found = leiden(neighbours, 1.0)
        for node, label in enumerate(found):
            gains = {other: gain(neighbours, found, node, other) for other in set(found)}
            assert gains[label] >= max([0.0, *gains.values()]) - 1e-6


def neighbours_of(graph: "nx.Graph[int]") -> Neighbours:
    at = {node: place for place, node in enumerate(sorted(graph))}
    return [[(at[other], graph[node][other]["weight"]) for other in graph[node]] for node in at]


def gain(neighbours: Neighbours, communities: list[int], node: int, community: int) -> float:
    """What a community gains from a node, by the definition."""
    degrees = [sum(weight for _, weight in found) for found in neighbours]
    others = [n for n, one in enumerate(communities) if one == community and n != node]
    leads = sum(weight for other, weight in neighbours[node] if other in others)
    return leads - degrees[node] * sum(degrees[n] for n in others) / (2 * scale(sum(degrees) / 2))


def test_the_scale_is_the_weight_in_steps_between_two_bounds() -> None:
    bounds = [SMALLEST_WEIGHT, SMALLEST_WEIGHT, 256.0, LARGEST_WEIGHT]
    assert [scale(weight) for weight in (0, 32, 255, 10_000)] == bounds
    assert all(weight <= scale(weight) < 1.5 * weight for weight in range(33, 4_000, 7))


def test_modularity_is_as_large_as_with_chance() -> None:
    known = planted(1_000, 0.2, seed=3).network
    found = q(known, ours_unbounded(known))
    assert found > q(known, graspologic(known)) - SLACK
    assert found > q(known, louvain(known)) - SLACK


@pytest.mark.parametrize("mixing", [0.1, 0.3, 0.5])
def test_planted_communities_are_found_at_least_as_well_as_by_louvain(mixing: float) -> None:
    known = planted(1_000, mixing, seed=5)
    assert nmi(known, ours(known.network)) >= nmi(known, louvain(known.network))


def test_an_edit_leaves_the_communities_far_from_it_as_they_are() -> None:
    known = planted(1_500, 0.15, seed=7).network
    edits = [edited(known, seed) for seed in range(5)]
    found = reach(known, edits, ours)
    assert (found.far > 60, found.changed) == (True, 0)
    assert reach(known, edits, graspologic).changed > 0
