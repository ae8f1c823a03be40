"""Relations as claims about canonical entities: what a verdict on a relation is about."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.looking_up import rows_of
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.identity import relation_id
from sift_assets.core.graph.tables import only
from sift_assets.core.graph.type_map import TypeMap


class Claim(NamedTuple):
    """A relation by the ids of its ends; of a symmetric type in order of id."""

    source: str
    type: str
    target: str

    @property
    def id(self) -> str:
        """The id of the relation."""
        return relation_id(self.source, self.type, self.target)


class Claims:
    """The claims of a graph, merges applied.

    Args:
        graph: The built graph, splits applied.
        canonical: Canonical id of every entity that is one with others.
        types: The domain, compiled.
    """

    def __init__(self, graph: KnowledgeGraph, canonical: Mapping[str, str], types: TypeMap) -> None:
        self._graph = graph
        self._canonical = canonical
        self._types = types

    def between(self, source: str, said_type: str, target: str) -> Claim:
        """Return the claim that a relation makes today, its type read as the domain reads it."""
        reading = self._types.relation_type(said_type)
        if reading is None:
            return self._ordered(source, said_type, target)
        if reading.is_reversed:
            return self._ordered(target, reading.type, source)
        return self._ordered(source, reading.type, target)

    def holds(self, claim: Claim) -> bool:
        """Say whether the graph states a claim."""
        is_there = len(rows_of(claim.id, self._graph.relations, "id")) > 0
        return is_there or claim in self._of_merged

    def stated_by(
        self, relations: Iterable[str], said_type: str, source: str | None, target: str | None
    ) -> Claim | None:
        """Return the one claim that some relations of the built graph make; None for several.

        One sentence may state several things, so a claim must join the ends that are known, and
        one of the same type in the same direction: that A owns B says nothing of B owning A. Only
        with both ends known may its type be another one.

        Args:
            relations: Ids of relations of the built graph.
            said_type: The type it had; preferred.
            source: Id of the end it went from, if that was found.
            target: Likewise of the other.
        """
        reading = self._types.relation_type(said_type)
        name = reading.type if reading else said_type
        ends = (target, source) if reading and reading.is_reversed else (source, target)
        first, second = (end and self._canonical.get(end, end) for end in ends)
        known = {end for end in (first, second) if end}
        ids = pa.array(sorted(relations), pa.string())
        claims = self._claims(pc.is_in(self._graph.relations["id"], ids))
        claims = {one for one in claims if known <= {one.source, one.target}}
        of_type = {one for one in claims if one.type == name}
        if not self._types.is_symmetric(name):
            turned = {
                one
                for one in of_type
                if (first or one.source, second or one.target) != (one.source, one.target)
            }
            claims, of_type = claims - turned, of_type - turned
        wanted = of_type if of_type or len(known) < 2 else claims
        return next(iter(wanted)) if len(wanted) == 1 else None

    def _ordered(self, source: str, name: str, target: str) -> Claim:
        ends = [self._canonical.get(end, end) for end in (source, target)]
        if self._types.is_symmetric(name):
            ends.sort()
        return Claim(ends[0], name, ends[1])

    def _claims(self, wanted: pa.ChunkedArray) -> set[Claim]:
        rows = only(self._graph.relations.select(["source_id", "type", "target_id"]), wanted)
        columns = (column.to_pylist() for column in rows.columns)
        return {self._ordered(*row) for row in zip(*columns, strict=True)}

    @cached_property
    def _of_merged(self) -> set[Claim]:
        merged = pa.array(sorted(self._canonical), pa.string())
        ends = (self._graph.relations[end] for end in ("source_id", "target_id"))
        return self._claims(pc.or_(*(pc.is_in(end, merged) for end in ends)))
