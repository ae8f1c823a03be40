"""Small networks and graphs to find communities in, with strategies for random ones."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

import networkx as nx
import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from sift_assets.core.communities.settings import CommunitySettings, CommunityStage
from sift_assets.core.communities.weights import Network
from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.records.extraction import Mention, RelationMention
from sift_assets_tests.core.decisions.decision_examples import decided
from sift_assets_tests.core.graph.graph_examples import graph_of, mention, relation

Edge = tuple[str, str, float]

EVERY = ("leiden", "graspologic", "louvain")


def stage(**settings: object) -> CommunityStage:
    return CommunityStage(settings=CommunitySettings.model_validate(settings))


def network(edges: Iterable[Edge], alone: Iterable[str] = ()) -> Network:
    """Make a network of distinct pairs of ids with weights, and of ids in no pair."""
    pairs = sorted((min(a, b), max(a, b), weight) for a, b, weight in edges)
    ids = sorted({one for pair in pairs for one in pair[:2]} | set(alone))
    at = {one: row for row, one in enumerate(ids)}
    return Network(
        ids=pa.array(ids, pa.string()),
        first=np.array([at[one] for one, _, _ in pairs], np.int64),
        second=np.array([at[other] for _, other, _ in pairs], np.int64),
        weight=np.array([weight for _, _, weight in pairs], np.float64),
        relations=np.ones(len(pairs), np.int64),
    )


def clique(*ids: str, weight: float = 1.0) -> list[Edge]:
    return [(one, other, weight) for one, other in combinations(ids, 2)]


def people(prefix: str, count: int) -> list[str]:
    return [f"person:{prefix}{number:02}" for number in range(count)]


def as_networkx(found: Network) -> "nx.Graph[int]":
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(found)))
    graph.add_weighted_edges_from(found)
    return graph


def edges(prefix: str = "person:", most: int = 14) -> st.SearchStrategy[list[Edge]]:
    """Draw distinct pairs among a few ids, with weights as documents give them."""
    ids = st.integers(0, most - 1).map(lambda number: f"{prefix}{number:02}")
    pairs = st.tuples(ids, ids).filter(lambda pair: pair[0] < pair[1])
    weights = st.integers(0, 12).map(lambda tick: tick / 4)
    return st.dictionaries(pairs, weights, max_size=40).map(
        lambda found: [(one, other, weight) for (one, other), weight in sorted(found.items())]
    )


def networks() -> st.SearchStrategy[Network]:
    """Networks with some entities that are in no pair."""
    alone = st.sets(st.sampled_from(people("", 14)))
    return st.builds(network, edges(), alone)


Said = Sequence[tuple[str, str]]
"""Pairs of names of people who know each other."""


def document(pairs: Said, *others: str) -> list[Mention | RelationMention]:
    """Say who knows whom, and name others."""
    names = sorted({name for pair in pairs for name in pair} | set(others))
    found = [mention("PERSON", name, 20 * at) for at, name in enumerate(names)]
    stated = [relation(one, "KNOWS", other, 20 * at) for at, (one, other) in enumerate(pairs)]
    return [*found, *stated]


def graph(documents: Mapping[str, Said], *decisions: Decision) -> ResolvedGraph:
    """Build a resolved graph of documents that say who knows whom."""
    return decided(graph_of({key: document(said) for key, said in documents.items()}), *decisions)


def circle(letters: str) -> list[tuple[str, str]]:
    """Everybody knows everybody."""
    return list(combinations(letters, 2))


def ids_of(names: Collection[str]) -> set[str]:
    return {f"person:{name.lower()}" for name in names}
