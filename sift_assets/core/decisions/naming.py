"""Naming the subjects of a decision: from an id of today's graph to values that last."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import pyarrow as pa

from sift_assets.core.decisions.decision import (
    ALIASES_KEPT,
    ANCHORS_KEPT,
    DOCUMENTS_KEPT,
    Anchor,
    EntityRef,
    RelationRef,
    digest_of,
)
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.entities import ALIAS_LENGTH
from sift_assets.core.graph.grouping import Groups
from sift_assets.core.graph.identity import normal_form
from sift_assets.core.records.extraction import MentionKind

Row = dict[str, Any]

_MENTION_COLUMNS = ["document", "name", "surface", "kind"]


class Naming:
    """Names entities and relations of one graph by their values.

    Args:
        graph: The built graph, or the resolved one: there a merged entity is named by the values
            of the one that stands for all, not by what it is shown as.
    """

    def __init__(self, graph: KnowledgeGraph) -> None:
        self._graph = graph

    def entity(self, one: str) -> EntityRef | None:
        """Name an entity; None for an id that the graph does not have.

        An id of one that was merged names that one, so that a decision can be about it alone.
        """
        values = self._identities.get(one) or self._entities.get(one)
        if values is None:
            return None
        mentions = self._mentions(self._canonical(one), normal_form(values["name"]))
        surfaces = {row["surface"] for row in mentions} - {values["name"], ""}
        surfaces = {one for one in surfaces if len(one) <= ALIAS_LENGTH}
        return EntityRef(
            type=values["type"],
            name=values["name"],
            part=values.get("part", ""),
            aliases=tuple(sorted(surfaces, key=lambda name: (len(name), name))[:ALIASES_KEPT]),
            anchors=_anchors(mentions, "surface"),
        )

    def relation(self, one: str) -> RelationRef | None:
        """Name a relation by its id; None for one that the graph does not have."""
        row = self._relations.get(one)
        ends = [self.entity(row[f"{end}_id"]) for end in ("source", "target")] if row else []
        if row is None or ends[0] is None or ends[1] is None:
            return None
        evidence = _rows_of(one, self._evidence)
        documents = sorted(row["documents"])
        return RelationRef(
            source=ends[0],
            type=row["type"],
            target=ends[1],
            anchors=_anchors(evidence, "quote"),
            documents=tuple(documents[:DOCUMENTS_KEPT]),
            support=len(documents),
        )

    def _canonical(self, one: str) -> str:
        return self._identities[one]["canonical_id"] if one in self._identities else one

    def _mentions(self, canonical: str, form: str) -> list[Row]:
        """Return an entity's mentions under one name: of a merged one, its own and no other's."""
        rows = _rows_of(canonical, self._mentions_by_entity)
        named = [row for row in rows if row["kind"] != str(MentionKind.REFERENCE)]
        return [row for row in named if normal_form(row["name"]) == form] or named

    @cached_property
    def _identities(self) -> dict[str, Row]:
        if not isinstance(self._graph, ResolvedGraph):
            return {}
        return {row["id"]: row for row in self._graph.identities.to_pylist()}

    @cached_property
    def _mentions_by_entity(self) -> "_Runs":
        return _runs(self._graph.mentions, "entity_id", _MENTION_COLUMNS)

    @cached_property
    def _evidence(self) -> "_Runs":
        return _runs(self._graph.evidence, "relation_id", ["document", "quote"])

    @cached_property
    def _entities(self) -> dict[str, Row]:
        return _by_id(self._graph.entities.select(["id", "type", "name"]))

    @cached_property
    def _relations(self) -> dict[str, Row]:
        columns = ["id", "source_id", "type", "target_id", "documents"]
        return _by_id(self._graph.relations.select(columns))


class _Runs(NamedTuple):
    """Some columns of a table that is sorted by an id, and the first row and length of each id."""

    table: pa.Table
    places: dict[str, tuple[int, int]]


def _runs(table: pa.Table, key: str, columns: list[str]) -> _Runs:
    groups = Groups(table, key)
    starts = groups.starts.tolist()
    places = zip(starts, groups.counts().to_pylist(), strict=True)
    return _Runs(table.select(columns), dict(zip(groups.keys.to_pylist(), places, strict=True)))


def _rows_of(one: str, runs: _Runs) -> list[Row]:
    return runs.table.slice(*runs.places.get(one, (0, 0))).to_pylist()


def _by_id(table: pa.Table) -> dict[str, Row]:
    return {row["id"]: row for row in table.to_pylist()}


def _anchors(rows: Sequence[Row], text: str) -> tuple[Anchor, ...]:
    """Return some places: one of each document first, so that they survive a deletion."""
    pairs = sorted({(row["document"], digest_of(row[text])) for row in rows if row["document"]})
    first: dict[str, tuple[str, str]] = {}
    for pair in pairs:
        first.setdefault(pair[0], pair)
    chosen = [*first.values(), *(pair for pair in pairs if pair not in set(first.values()))]
    return tuple(Anchor(document=at, digest=digest) for at, digest in chosen[:ANCHORS_KEPT])
