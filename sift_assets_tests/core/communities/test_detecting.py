"""Communities and those that divide them."""

from collections import Counter
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.communities.detecting import Found, components, detect, membership
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.settings import Algorithm
from sift_assets.core.communities.weights import Network, strengths
from sift_assets_tests.core.communities.community_examples import (
    EVERY,
    Edge,
    as_networkx,
    clique,
    edges,
    network,
    networks,
    people,
    stage,
)
from sift_assets_tests.core.graph.graph_examples import LAW
from sift_assets_tests.evals.communities.planted import planted


def told(found: tuple[Found, ...]) -> list[Found]:
    return [one for one in found if not one.divided]


@LAW
@given(networks(), st.sampled_from(EVERY), st.integers(2, 4), st.sampled_from((0.5, 1.0, 3.0)))
def test_every_entity_is_in_one_community_told_of_or_in_none(
    whole: Network, algorithm: Algorithm, least: int, resolution: float
) -> None:
    found = detect(whole, stage(algorithm=algorithm, min_size=least, resolution=resolution))
    counts = Counter(row for one in told(found) for row in one.members)
    assert set(counts.values()) <= {1}
    assert all(len(one.members) >= least for one in found)
    where = membership(whole, found)
    assert list(where) == whole.names
    assert Counter(where.values()) - Counter({UNASSIGNED: len(whole)}) == {
        one.key: len(one.members) for one in told(found)
    }
    assert [row for row, key in enumerate(where.values()) if key != UNASSIGNED] == sorted(counts)


@LAW
@given(networks(), st.sampled_from(EVERY))
def test_a_key_is_the_most_central_member_and_a_community_hangs_together(
    whole: Network, algorithm: Algorithm
) -> None:
    found = detect(whole, stage(algorithm=algorithm, min_size=2))
    graph = as_networkx(whole)
    assert [(one.level, one.key) for one in found] == sorted({(o.level, o.key) for o in found})
    for one in found:
        inside = strengths(whole, np.isin(np.arange(len(whole)), one.members).astype(np.int64))
        ranked = sorted(one.members, key=lambda row, of=inside: (-of[row], whole.names[row]))
        assert one.key == whole.names[ranked[0]]
        assert nx.is_connected(graph.subgraph(one.members))


@LAW
@given(edges(), st.randoms(use_true_random=False))
def test_the_order_of_pairs_at_an_entity_shapes_nothing(drawn: list[Edge], random: Random) -> None:
    mixed = [(b, a, w) if random.random() < 0.5 else (a, b, w) for a, b, w in drawn]
    random.shuffle(mixed)
    settings = stage(min_size=2)
    assert detect(network(mixed), settings) == detect(network(drawn), settings)


@LAW
@given(edges(), edges("zebra:"), edges("ant:"), st.sampled_from(EVERY))
def test_what_no_relation_reaches_has_no_say(
    drawn: list[Edge], other: list[Edge], third: list[Edge], algorithm: Algorithm
) -> None:
    """Other components come, go and change their names; this one keeps its communities."""
    settings = stage(algorithm=algorithm, min_size=2)
    alone = named(network(drawn), settings)
    for others in (other, third, other + third):
        whole = named(network(drawn + others), settings)
        assert {one for one in whole if one[0].startswith("person:")} == alone


def named(whole: Network, settings: object) -> set[tuple[str, frozenset[str]]]:
    found = detect(whole, settings)  # type: ignore[arg-type]
    return {(one.key, frozenset(whole.names[row] for row in one.members)) for one in found}


@LAW
@given(networks())
def test_components_are_those_of_networkx(whole: Network) -> None:
    expected = sorted(sorted(c) for c in nx.connected_components(as_networkx(whole)) if len(c) > 1)
    assert sorted(components(whole)) == expected


@pytest.mark.parametrize("algorithm", EVERY)
def test_a_large_community_is_divided_by_levels(algorithm: Algorithm) -> None:
    known = planted(400, 0.1, seed=2).network
    found = detect(known, stage(algorithm=algorithm, resolution=0.05, max_size=60))
    whole = next(one for one in found if one.level == 0)
    assert (whole.divided, len(whole.members)) == (True, 400)
    parts = {(one.level, one.key): one for one in found}
    for one in found:
        if one.level:
            parent = parts[one.level - 1, one.parent]
            assert parent.divided
            assert set(one.members) < set(parent.members)
    assert max(len(one.members) for one in told(found)) < 120
    assert sum(len(one.members) for one in told(found)) > 380


def test_what_cannot_be_divided_stays_whole() -> None:
    ids = people("", 20)
    (found,) = detect(network(clique(*ids)), stage(max_size=10))
    assert (found.divided, len(found.members)) == (False, 20)


def test_fewer_than_the_least_size_are_unassigned() -> None:
    a, b, c, d, e = people("", 5)
    whole = network([*clique(a, b), *clique(c, d, e)])
    assert membership(whole, detect(whole, stage())) == {
        a: UNASSIGNED, b: UNASSIGNED, c: c, d: c, e: c,
    }  # fmt: skip


def test_a_network_without_pairs_or_without_weight_has_no_communities() -> None:
    assert detect(network([]), stage()) == ()
    for algorithm in EVERY:
        assert detect(network(clique(*people("", 4), weight=0.0)), stage(algorithm=algorithm)) == ()
