"""Which part of a graph is shown: real filters, that take the rest away before anything is drawn.

In this order: the neighbourhood of an entity, a document, a community, a least confidence, the
best connected.
"""

from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import Mask, Numbers, whole
from sift_assets.core.graph.tables import only
from sift_assets.core.viewing.choice import Choice
from sift_assets.core.viewing.naming import (
    Named,
    community_named,
    document_named,
    entity_named,
)

MOST_SHOWN = 20_000
"""Entities on one page, the best connected of more. Twice as many as are painted within two
seconds without a graphics card; nobody sees more in one picture."""


class Chosen(NamedTuple):
    """What is shown of a graph.

    Attributes:
        graph: Entities, the relations between them, and all that speaks for either.
        left_out: Entities that were to be shown and are not, for there are more than `MOST_SHOWN`.
    """

    graph: KnowledgeGraph
    left_out: int


def chosen(graph: ResolvedGraph, communities: Named, choice: Choice) -> Chosen:
    """Cut a graph down to what is to be shown.

    Args:
        graph: The resolved graph.
        communities: Of all its entities.
        choice: See `Choice`.

    Raises:
        ChoiceError: A name is not there, or several entities have it.
    """
    cut = _Cut(graph)
    if choice.neighborhood:
        cut.neighbourhood(entity_named(graph, choice.neighborhood), choice.depth)
    if choice.document:
        cut.document(choice.document)
    if choice.community:
        key = community_named(communities, choice.community)
        cut.entities &= np.array([communities.members.get(one) == key for one in cut.ids], bool)
    if choice.min_confidence:
        cut.confident(choice.min_confidence)
    if choice.top:
        cut.best_connected(choice.top)
    left_out = cut.at_most(MOST_SHOWN)
    return Chosen(cut.graph(), left_out)


class _Cut:
    """A graph of which rows are struck out, one filter after the other."""

    def __init__(self, graph: KnowledgeGraph) -> None:
        self._graph = graph
        self.ids: list[str] = graph.entities["id"].to_pylist()
        self.entities: Mask = np.ones(len(self.ids), bool)
        self._stays: Mask = np.ones(len(graph.relations), bool)
        ids = whole(graph.entities["id"])
        ends = [pc.index_in(whole(graph.relations[n]), ids) for n in ("source_id", "target_id")]
        self._source, self._target = (pc.fill_null(end, -1).to_numpy() for end in ends)

    @property
    def relations(self) -> Mask:
        """Relations that stay: those between entities that do."""
        return self._stays & self.entities[self._source] & self.entities[self._target]

    def neighbourhood(self, entity: str, depth: int) -> None:
        reached = np.array([one == entity for one in self.ids], bool)
        for _ in range(depth):
            wider = self._with_neighbours(reached)
            if (wider == reached).all():
                break
            reached = wider
        self.entities &= reached

    def document(self, name: str) -> None:
        key = document_named(self._graph.documents["document"].to_pylist(), name)
        self.entities &= _lists(self._graph.entities, key)
        self._stays &= _lists(self._graph.relations, key)

    def confident(self, least: float) -> None:
        self.entities &= self._graph.entities["confidence"].to_numpy() >= least
        self._stays &= self._graph.relations["confidence"].to_numpy() >= least

    def best_connected(self, top: int) -> None:
        self.entities &= self._with_neighbours(self._best(top))

    def at_most(self, most: int) -> int:
        """Keep the best connected, and return how many are left out."""
        before = int(self.entities.sum())
        if before > most:
            self.entities &= self._best(most)
        return before - int(self.entities.sum())

    def graph(self) -> KnowledgeGraph:
        whole_graph, relations = self._graph, self.relations
        if self.entities.all() and relations.all():
            return whole_graph
        ids = whole(whole_graph.entities["id"]).filter(pa.array(self.entities))
        stated = whole(whole_graph.relations["id"]).filter(pa.array(relations))
        mentions, evidence = whole_graph.mentions, whole_graph.evidence
        return KnowledgeGraph(
            entities=only(whole_graph.entities, pa.array(self.entities)),
            mentions=only(mentions, pc.is_in(mentions["entity_id"], ids)),
            relations=only(whole_graph.relations, pa.array(relations)),
            evidence=only(evidence, pc.is_in(evidence["relation_id"], stated)),
            quarantine=whole_graph.quarantine.slice(0, 0),
            documents=whole_graph.documents,
        )

    def _best(self, most: int) -> Mask:
        stays = self.relations
        degrees = np.zeros(len(self.ids), np.int64)
        for ends in (self._source, self._target):
            np.add.at(degrees, ends[stays], 1)
        degrees[~self.entities] = -1
        best = np.zeros(len(self.ids), bool)
        best[np.argsort(-degrees, kind="stable")[:most]] = True
        return best & self.entities

    def _with_neighbours(self, those: Mask) -> Mask:
        found, stays = those.copy(), self.relations
        _mark(found, self._target[stays & those[self._source]])
        _mark(found, self._source[stays & those[self._target]])
        return found


def _mark(those: Mask, rows: Numbers) -> None:
    those[rows] = True


def _lists(table: pa.Table, document: str) -> Mask:
    """Say which rows name a document."""
    lists = whole(table["documents"])
    rows = pc.list_parent_indices(lists).filter(pc.equal(lists.flatten(), document))
    found = np.zeros(len(table), bool)
    _mark(found, rows.to_numpy())
    return found
