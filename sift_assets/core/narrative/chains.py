"""Key connections: how the most central entities hang together through others.

A chain is as strong as its weakest relation, and stands on passages alone: what waits for a person
is in none. Source documents are no entities, so no chain can go through one.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.narrative.listing import sentence, shown
from sift_assets.core.narrative.periods import Period
from sift_assets.core.narrative.records import Chain, Passage, Sentence, Step
from sift_assets.core.narrative.relation_words import predicate, when
from sift_assets.core.narrative.report_evidence import (
    Link,
    links_of,
    most_central,
    relation_passages,
    summed_weights,
)

CENTRAL_ENTITIES = 10
"""Whose connections are key; as many as the report names as most central."""

FEWEST, MOST = 2, 4
"""Relations of a chain: one alone is told with its entities; the ends of more than four have
nothing to do with each other."""

MAX_CHAINS = 6
"""As many as a reader follows."""

MAX_SHARED = 0.5
"""Share of a chain's entities that chosen ones may go through: with more it tells little new."""

VAGUE = frozenset({"ASSOCIATED_WITH", "CONNECTED_TO", "LINKED_TO", "RELATED_TO", "RELATES_TO"})
"""Types that say that there is a relation, not which: of two entities another one is told."""

Neighbours = dict[str, dict[str, list[Link]]]
"""By entity, by the entity that relations join it with, those relations."""


class Found(NamedTuple):
    """Chains, with every passage that they cite by id."""

    chains: tuple[Chain, ...]
    passages: dict[str, Passage]


class _Path(NamedTuple):
    entities: tuple[str, ...]
    weakest: float


def key_connections(graph: KnowledgeGraph, all_links: Sequence[Link] | None = None) -> Found:
    """Find the strongest chains among the most central entities, the strongest first.

    For each pair of them that no relation joins, the strongest of the shortest paths counts. The
    same for any order of the rows of the graph.

    Args:
        graph: Entities, relations and what speaks for them.
        all_links: The graph's, where they are known already.
    """
    known_links = links_of(graph) if all_links is None else all_links
    links = [link for link in known_links if not link.is_pending]
    weights = summed_weights(links)
    neighbours = _neighbours(links)
    ends = most_central(weights, CENTRAL_ENTITIES)
    paths = [path for start in ends for path in _paths(neighbours, start, set(ends))]
    chosen = _chosen(paths, weights)
    steps = {pair: _strongest(neighbours, *pair) for one in chosen for pair in pairwise(one)}
    passages = relation_passages(graph, steps.values())
    names = _names(graph, {end for one in chosen for end in one})
    chains = tuple(_chain(entities, steps, passages, names) for entities in chosen)
    cited = {one for chain in chains for step in chain.steps for one in step.cites}
    known = {one.id: one for group in passages.values() for one in group}
    return Found(chains, {one: known[one] for one in sorted(cited)})


def _neighbours(links: Iterable[Link]) -> Neighbours:
    found: Neighbours = {}
    for link in links:
        if link.source != link.target:
            found.setdefault(link.source, {}).setdefault(link.target, []).append(link)
            found.setdefault(link.target, {}).setdefault(link.source, []).append(link)
    return found


def _weight(links: Iterable[Link]) -> float:
    return sum(link.weight for link in links)


def _paths(neighbours: Neighbours, start: str, ends: set[str]) -> list[_Path]:
    """Return the strongest shortest path to each end behind the start in order of id.

    Level by level, and no entity twice: the work is at most one look at each relation.
    """
    reached: dict[str, _Path] = {start: _Path((start,), float("inf"))}
    level, missing = [start], {end for end in ends if end > start}
    for _ in range(MOST):
        if not missing:
            break
        found: dict[str, _Path] = {}
        for one in level:
            for other, links in neighbours.get(one, {}).items():
                if other not in reached:
                    _keep_stronger(found, other, reached[one], _weight(links))
        reached |= found
        level = sorted(found)
        missing -= found.keys()
    paths = [reached[end] for end in sorted(ends) if end > start and end in reached]
    return [path for path in paths if len(path.entities) > FEWEST]


def _keep_stronger(found: dict[str, _Path], end: str, before: _Path, weight: float) -> None:
    """Keep the path whose weakest relation is stronger; of equal ones the first by ids."""
    weakest = min(before.weakest, weight)
    known = found.get(end)
    if known is None or (-weakest, before.entities) < (-known.weakest, known.entities[:-1]):
        found[end] = _Path((*before.entities, end), weakest)


def _chosen(paths: Iterable[_Path], weights: Mapping[str, float]) -> list[tuple[str, ...]]:
    """Choose by the weakest relation, then by how much hangs on what lies between the ends."""

    def rank(path: _Path) -> tuple[float, float, int, tuple[str, ...]]:
        between = sum(weights[one] for one in path.entities[1:-1])
        return -path.weakest, -between, len(path.entities), path.entities

    chosen: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for path in sorted(paths, key=rank):
        if len(seen.intersection(path.entities)) <= MAX_SHARED * len(path.entities):
            chosen.append(path.entities)
            seen.update(path.entities)
    return chosen[:MAX_CHAINS]


def _strongest(neighbours: Neighbours, one: str, other: str) -> Link:
    links = neighbours[one][other]
    return min(links, key=lambda link: (link.type in VAGUE, -link.weight, link.id))


def _names(graph: KnowledgeGraph, wanted: set[str]) -> dict[str, tuple[str, str]]:
    rows = zip(*(graph.entities[name].to_pylist() for name in ("id", "name", "type")), strict=True)
    return {one: (name, type_) for one, name, type_ in rows if one in wanted}


def _chain(
    entities: tuple[str, ...],
    links: Mapping[tuple[str, str], Link],
    passages: Mapping[str, tuple[Passage, ...]],
    names: Mapping[str, tuple[str, str]],
) -> Chain:
    steps: list[Step] = []
    sentences: list[Sentence] = []
    for one, other in pairwise(entities):
        link = links[one, other]
        cites = tuple(passage.id for passage in passages[link.id])
        steps.append(Step(source=link.source, relation=link.type, target=link.target, cites=cites))
        sentences.append(Sentence(text=_told(link, one, names), cites=cites))
    return Chain(entities=entities, steps=tuple(steps), sentences=tuple(sentences))


def _told(link: Link, subject: str, names: Mapping[str, tuple[str, str]]) -> str:
    """Say a relation with the entity that comes first on the path as its subject, if it can be."""
    period = Period(link.valid_from, link.valid_to)
    source_type = names[link.source][1]
    ends = (link.source, link.target)
    says = ""
    if subject == link.target:
        says = predicate(link.type, period, source_type=source_type, backward=True)
        ends = (link.target, link.source) if says else ends
    says = says or predicate(link.type, period, source_type=source_type)
    first, last = (shown(names[end][0]) for end in ends)
    return sentence(f"{first} {says} {last}{when(link.type, period, source_type)}")
