"""Random small graphs, and what filters mean, said once more and plainly."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import networkx as nx
from hypothesis import strategies as st

from sift_assets.core.query.dates import days_of
from sift_assets_tests.core.query.small_world import Paper, Papers, Stated, name_type

NAMES = ("Ada Aa", "Bo Bb", "Cy Cc", "Di Dd", "EE", "FF", "GG")
TYPES = ("MET", "OWNS")

STATED = st.tuples(st.sampled_from(NAMES), st.sampled_from(TYPES), st.sampled_from(NAMES)).filter(
    lambda one: one[0] != one[2]
)
PAPERS = st.lists(
    st.builds(
        Paper,
        states=st.lists(STATED, min_size=1, max_size=5, unique=True),
        date=st.sampled_from(["", "2010", "2011-06", "2012-01-05"]),
        folder=st.sampled_from(["", "a", "a/b", "ab"]),
        tags=st.sampled_from([(), ("x",), ("x", "y")]),
        confidence=st.sampled_from([0.3, 0.9]),
    ),
    min_size=1,
    max_size=6,
).map(lambda papers: {f"{n}.txt": one for n, one in enumerate(papers)})

MOST_FILTERS = 3
"""Of one question: more of them leave nothing to find."""


def filters_of(papers: Papers) -> st.SearchStrategy[dict[str, Any]]:
    """Return filters that name what some documents have."""
    facts = [fact for one in papers.values() for fact in one.states]
    folders = sorted({one.folder for one in papers.values()} - {""})
    tags = sorted({tag for one in papers.values() for tag in one.tags})
    types = sorted({name_type(end) for fact in facts for end in (fact[0], fact[2])})
    each = {
        "folders": st.lists(st.sampled_from(folders), min_size=1).map(tuple) if folders else None,
        "tags": st.sampled_from([(tag,) for tag in tags]) if tags else None,
        "documents": st.lists(st.sampled_from(sorted(papers)), min_size=1).map(tuple),
        "since": st.sampled_from(["2010", "2011", "2011-06-30", "2012"]),
        "until": st.sampled_from(["2010", "2011", "2011-07", "2011-05"]),
        "min_support": st.integers(1, 3),
        "min_confidence": st.sampled_from([0.5, 0.95]),
        "relation_types": st.sampled_from(sorted({(fact[1],) for fact in facts})),
        "entity_types": st.sampled_from([(one,) for one in types]),
    }
    known = {name: values for name, values in each.items() if values is not None}
    names = st.lists(st.sampled_from(sorted(known)), max_size=MOST_FILTERS, unique=True)
    return names.flatmap(lambda some: st.fixed_dictionaries({name: known[name] for name in some}))


WORLDS = PAPERS.flatmap(lambda papers: st.tuples(st.just(papers), filters_of(papers)))
"""Documents, and filters for them."""


def in_scope(key: str, paper: Paper, filters: Mapping[str, Any]) -> bool:
    """Say whether a document is one of those that filters allow."""
    folders, days = filters.get("folders"), days_of(paper.date) if paper.date else None
    since, until = (
        days_of(filters[name]) if name in filters else None for name in ("since", "until")
    )
    return not (
        (folders and not any(f"{paper.folder}/".startswith(f"{one}/") for one in folders))
        or ("tags" in filters and not {*filters["tags"]} & {*paper.tags})
        or ("documents" in filters and key not in filters["documents"])
        or (since and not (days and days.last >= since.first))
        or (until and not (days and days.first <= until.last))
    )


def expected_facts(papers: Papers, filters: Mapping[str, Any]) -> dict[Stated, int]:
    """Return the relations that pass filters, with their support."""
    scope = {key: one for key, one in papers.items() if in_scope(key, one, filters)}
    support: dict[Stated, int] = {}
    for fact in (fact for paper in scope.values() for fact in {*paper.states}):
        support[fact] = support.get(fact, 0) + 1
    return {
        fact: number
        for fact, number in support.items()
        if number >= filters.get("min_support", 0)
        and confidence_of(fact, papers) >= filters.get("min_confidence", 0)
        and fact[1] in filters.get("relation_types", TYPES)
    }


def confidence_of(fact: Stated, papers: Papers) -> float:
    """Return how sure all documents together make a relation."""
    doubt = 1.0
    for paper in papers.values():
        doubt *= 1 - paper.confidence if fact in paper.states else 1
    return round(1 - doubt, 9)


def network(facts: Sequence[Stated], inner: Sequence[str] = NAMES) -> "nx.Graph[str]":
    """Return who is next to whom, by name."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_edges_from((one, other) for one, _, other in facts if {one, other} <= {*inner})
    return graph


def typed(filters: Mapping[str, Any]) -> list[str]:
    """Return the names whose type filters allow."""
    return [
        one for one in NAMES if name_type(one) in filters.get("entity_types", (name_type(one),))
    ]


def pairs() -> list[tuple[str, str]]:
    """Return all pairs of different names."""
    return [(one, other) for one, other in product(NAMES, NAMES) if one < other]
