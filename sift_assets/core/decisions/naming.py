"""Naming the subjects of a decision: from an id of today's graph to values that last."""

from collections.abc import Sequence
from typing import Any

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
from sift_assets.core.decisions.looking_up import rows_of
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.entities import ALIAS_LENGTH
from sift_assets.core.graph.identity import normal_form
from sift_assets.core.records.extraction import MentionKind

Row = dict[str, Any]

_RELATION_COLUMNS = ["id", "source_id", "type", "target_id", "documents"]


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
        values = self._values(one)
        if values is None:
            return None
        mentions = self._mentions(values.get("canonical_id", one), normal_form(values["name"]))
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
        row = _only_row(one, self._graph.relations.select(_RELATION_COLUMNS))
        ends = [self.entity(row[f"{end}_id"]) for end in ("source", "target")] if row else []
        if row is None or ends[0] is None or ends[1] is None:
            return None
        evidence = rows_of(one, self._graph.evidence, "relation_id").select(["document", "quote"])
        documents = sorted(row["documents"])
        return RelationRef(
            source=ends[0],
            type=row["type"],
            target=ends[1],
            anchors=_anchors(evidence.to_pylist(), "quote"),
            documents=tuple(documents[:DOCUMENTS_KEPT]),
            support=len(documents),
        )

    def _values(self, one: str) -> Row | None:
        if isinstance(self._graph, ResolvedGraph):
            identity = _only_row(one, self._graph.identities)
            if identity is not None:
                return identity
        return _only_row(one, self._graph.entities.select(["id", "type", "name"]))

    def _mentions(self, canonical: str, form: str) -> list[Row]:
        """Return an entity's mentions under one name: of a merged one, its own and no other's."""
        mentions = rows_of(canonical, self._graph.mentions, "entity_id")
        rows = mentions.select(["document", "name", "surface", "kind"]).to_pylist()
        named = [row for row in rows if row["kind"] != str(MentionKind.REFERENCE)]
        return [row for row in named if normal_form(row["name"]) == form] or named


def _only_row(one: str, table: pa.Table) -> Row | None:
    rows = rows_of(one, table, "id").to_pylist()
    return rows[0] if rows else None


def _anchors(rows: Sequence[Row], text: str) -> tuple[Anchor, ...]:
    """Return some places: one of each document first, so that they survive a deletion."""
    pairs = sorted({(row["document"], digest_of(row[text])) for row in rows if row["document"]})
    first: dict[str, tuple[str, str]] = {}
    for pair in pairs:
        first.setdefault(pair[0], pair)
    chosen = [*first.values(), *(pair for pair in pairs if pair not in set(first.values()))]
    return tuple(Anchor(document=at, digest=digest) for at, digest in chosen[:ANCHORS_KEPT])
