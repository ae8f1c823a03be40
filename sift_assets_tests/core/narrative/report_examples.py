"""Small graphs to report of, in a domain of any types, with strategies for random ones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from sift_assets.core.communities.mapping import community_map
from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.communities.settings import CommunitySettings, CommunityStage
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.records.extraction import Extraction, Mention, RelationMention
from sift_assets_tests.core.decisions.decision_examples import TABLES, decided
from sift_assets_tests.core.graph.graph_examples import domain, graph_of, mention, relation

OPEN = domain(schema_free=True)


def resolved_of(
    documents: Mapping[str, Extraction | Sequence[Mention | RelationMention]],
    dates: Mapping[str, str] | None = None,
) -> ResolvedGraph:
    """Build and resolve a graph without any decision."""
    return decided(graph_of(documents, OPEN, dates), facet=OPEN)


def people(*names: str) -> list[Mention | RelationMention]:
    return [mention("PERSON", name, 100 * at) for at, name in enumerate(names)]


def map_of(graph: ResolvedGraph, min_size: int = 3) -> CommunityMap:
    return community_map(graph, CommunityStage(settings=CommunitySettings(min_size=min_size)))


def shuffled(graph: ResolvedGraph, seed: int) -> ResolvedGraph:
    """Return a graph with the rows of its tables in another order."""
    chance = np.random.default_rng(seed)
    tables = {name: getattr(graph, name) for name in TABLES}
    return replace(
        graph,
        **{
            name: table.take(pa.array(chance.permutation(len(table))))
            for name, table in tables.items()
        },
    )


LETTERS = tuple("abcdefghijkl")
STATED = ("OWNS", "EMPLOYED_BY", "MARRIED_TO", "ASSOCIATED_WITH", "PRAISED_BY", "LOCATED_IN")
DATED = (
    "in 2019",
    "on 3 May 2020",
    "in May 2020",
    "long ago",
    "between 2010 and 2012",
    "in 2019 and in 2021",
)


@st.composite
def graphs(draw: st.DrawFn) -> ResolvedGraph:
    """Draw a graph of people in some documents, who are joined at random, now and then dated."""
    documents: dict[str, list[Mention | RelationMention]] = {}
    one = st.sampled_from(LETTERS)
    period = st.sampled_from(("", "", "2010", "2012-05", "2013-01-01", "some day"))
    for key in draw(st.sets(st.sampled_from(("a.txt", "b.txt", "c.txt")), min_size=1)):
        found = people(*LETTERS)
        pairs = draw(st.lists(st.tuples(one, st.sampled_from(STATED), one), max_size=14))
        for at, (source, type_, target) in enumerate(pairs):
            said = f"{source} and {target} met {draw(st.sampled_from(DATED))}."
            dates = {"valid_from": draw(period), "valid_to": draw(period)}
            sure = draw(st.sampled_from((0.3, 0.75, 0.9)))
            found.append(
                relation(
                    source, type_, target, 2_000 + 100 * at, quote=said, confidence=sure, **dates
                )
            )
        documents[key] = found
    return resolved_of(documents)
