"""The overview of a report without a language model: the centre, how it hangs together, when.

Each sentence says what the graph holds, and cites passages for everyone whom it names.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import only
from sift_assets.core.narrative.chains import VAGUE
from sift_assets.core.narrative.listing import listed, sentence, shown
from sift_assets.core.narrative.periods import Period, date_words
from sift_assets.core.narrative.records import Passage, Sentence
from sift_assets.core.narrative.relation_words import relation_sentence
from sift_assets.core.narrative.report_evidence import (
    Link,
    Row,
    entity_passages,
    is_citable,
    links_of,
    most_central,
    passage_of,
    relation_passages,
    summed_weights,
)

CENTRAL = 5
"""Entities that an overview begins with: as many as one keeps in mind."""

RELATIONS = 6
"""Relations that it tells of, the heaviest; not more than `RELATIONS_EACH` of one entity."""

RELATIONS_EACH = 3

COMMUNITIES = 5
"""Communities that it names, the largest."""

BRIDGES = 2
"""Entities between communities that it names."""


class Told(NamedTuple):
    """Sentences, with every passage that they cite by id."""

    sentences: tuple[Sentence, ...]
    passages: dict[str, Passage]


class _Names(NamedTuple):
    name: dict[str, str]
    type: dict[str, str]
    where: dict[str, tuple[Passage, ...]]

    def listed(self, ids: Iterable[str]) -> str:
        return listed([shown(self.name[one]) for one in ids])

    def cites(self, ids: Iterable[str]) -> tuple[Passage, ...]:
        return tuple(dict.fromkeys(one for each in ids for one in self.where[each][:1]))


def overview_of(
    graph: KnowledgeGraph, community_map: CommunityMap, all_links: Sequence[Link] | None = None
) -> Told:
    """Tell what a graph is about; without a relation that can be cited there is nothing to tell.

    Args:
        graph: The graph.
        community_map: Its communities.
        all_links: The graph's, where they are known already.
    """
    known_links = links_of(graph) if all_links is None else all_links
    links = [link for link in known_links if not link.is_pending]
    weights = summed_weights(links)
    if not weights:
        return Told((), {})
    strongest = _strongest(links)
    central = most_central(weights, CENTRAL)
    keys = [group.key for group in community_map.largest_first[:COMMUNITIES]]
    bridges = [one.entity for one in community_map.bridges[:BRIDGES] if one.participation > 0]
    ends = {end for link in strongest for end in (link.source, link.target)}
    names = _names(graph, {*central, *keys, *bridges, *ends})
    told = [
        _centre(central, names),
        *_relations(graph, strongest, names),
        *_communities(keys, names),
        *_bridges(bridges, community_map, names),
        *_period(graph),
    ]
    cited = {one.id: one for _, passages in told for one in passages}
    sentences = tuple(
        Sentence(text=sentence(text), cites=tuple(one.id for one in passages))
        for text, passages in told
        if passages
    )
    return Told(sentences, dict(sorted(cited.items())))


_Said = tuple[str, tuple[Passage, ...]]


def _centre(central: list[str], names: _Names) -> _Said:
    known = [one for one in central if one in names.where]
    return f"the documents tell most of {names.listed(known)}", names.cites(known)


def _strongest(links: Iterable[Link]) -> list[Link]:
    """Return the heaviest relations that say what they are, not all of them of one entity."""
    order = sorted(links, key=lambda link: (-link.weight, link.id))
    chosen: list[Link] = []
    told: dict[str, int] = {}
    pairs: set[frozenset[str]] = set()
    for link in order:
        ends = frozenset({link.source, link.target})
        is_new = ends not in pairs and all(told.get(end, 0) < RELATIONS_EACH for end in ends)
        if is_new and link.type not in VAGUE and len(ends) == 2:
            chosen.append(link)
            pairs.add(ends)
            told |= {end: told.get(end, 0) + 1 for end in ends}
    return chosen[:RELATIONS]


def _relations(graph: KnowledgeGraph, links: list[Link], names: _Names) -> Iterable[_Said]:
    passages = relation_passages(graph, links)
    for link in links:
        text = relation_sentence(
            names.name[link.source],
            link.type,
            names.name[link.target],
            Period(link.valid_from, link.valid_to),
            source_type=names.type[link.source],
        )
        yield text, passages[link.id]


def _communities(keys: list[str], names: _Names) -> Iterable[_Said]:
    known = [key for key in keys if key in names.where]
    if len(known) > 1:
        yield f"the largest communities centre on {names.listed(known)}", names.cites(known)


def _bridges(bridges: Iterable[str], community_map: CommunityMap, names: _Names) -> Iterable[_Said]:
    reach = {one.entity: len(one.shares) for one in community_map.bridges}
    for one in bridges:
        if one in names.where and reach[one] > 1:
            text = f"{names.listed([one])} has relations into {reach[one]} communities"
            yield text, names.cites([one])


def _period(graph: KnowledgeGraph) -> Iterable[_Said]:
    """Say from when to when the documents are, citing the first and the last."""
    dates = zip(
        graph.documents["document_date"].to_pylist(),
        graph.documents["document"].to_pylist(),
        strict=True,
    )
    dated = sorted(one for one in dates if one[0])
    if not dated:
        return
    (first, document), (last, other) = dated[0], dated[-1]
    where = tuple(one for key in dict.fromkeys((document, other)) for one in _first_of(graph, key))
    if first == last:
        yield f"the documents that are dated are of {date_words(first)}", where
    else:
        yield f"the documents are dated from {date_words(first)} to {date_words(last)}", where


def _first_of(graph: KnowledgeGraph, document: str) -> list[Passage]:
    table = only(graph.mentions, pc.equal(graph.mentions["document"], document))
    rows: list[Row] = [row for row in table.to_pylist() if is_citable(row)]
    order = sorted(rows, key=lambda row: (row["start"], row["end"], row["surface"]))
    return [passage_of(row) for row in order[:1]]


def _names(graph: KnowledgeGraph, wanted: set[str]) -> _Names:
    chosen = pc.is_in(graph.entities["id"], pa.array(sorted(wanted), pa.string()))
    rows = only(graph.entities.select(["id", "name", "type"]), chosen).to_pylist()
    names: Mapping[str, str] = {row["id"]: row["name"] for row in rows}
    types = {row["id"]: row["type"] for row in rows}
    return _Names(dict(names), types, entity_passages(graph, wanted))
