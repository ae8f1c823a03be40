"""The part of a graph that decisions touch, cut out, and put back computed anew.

A few hundred decisions touch little of a large graph. The rest keeps its rows as they are, so that
applying them costs little more than to copy it.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import Mask, Numbers, mask, whole
from sift_assets.core.graph.conflicts import conflicting
from sift_assets.core.graph.entities import entity_table, with_isolation
from sift_assets.core.graph.relations import (
    ends_of,
    relation_ids,
    relation_table,
    replaced,
    with_ends,
)
from sift_assets.core.graph.tables import EVIDENCE_ORDER, MENTION_ORDER, only, ordered, taken
from sift_assets.core.graph.type_map import TypeMap


class Section:
    """Some entities of a graph with all their mentions, all their relations, and some others.

    Args:
        graph: As built: without status, its tables in their order.
        entities: Ids of the entities; some may not be in it.
        relations: Ids of further relations, likewise.

    Attributes:
        mentions: Those of the entities.
        evidence: That of all relations of the section.
    """

    def __init__(
        self, graph: KnowledgeGraph, entities: Collection[str], relations: Collection[str] = ()
    ) -> None:
        ids, others = (pa.array(sorted(those), pa.string()) for those in (entities, relations))
        stated, said = graph.relations, graph.evidence
        self._graph = graph
        self._is_inside: dict[str, Mask] = {
            "entities": mask(pc.is_in(graph.entities["id"], ids)),
            "mentions": mask(pc.is_in(graph.mentions["entity_id"], ids)),
            "relations": touching(stated, ids) | mask(pc.is_in(stated["id"], others)),
            "evidence": touching(said, ids) | mask(pc.is_in(said["relation_id"], others)),
        }
        self.mentions = only(graph.mentions, pa.array(self._is_inside["mentions"]))
        self.evidence = only(graph.evidence, pa.array(self._is_inside["evidence"]))

    def put_back(self, mentions: pa.Table, evidence: pa.Table, types: TypeMap) -> KnowledgeGraph:
        """Return the graph with other mentions and evidence in the place of the section's.

        The same, byte for byte, as to assemble all rows, inside and outside.

        Args:
            mentions: Of entities of the section only; as for `assembled`.
            evidence: Of relations of the section, or of others with an end in it.
            types: The domain, compiled.
        """
        evidence = replaced(evidence, "relation_id", relation_ids(evidence))
        evidence = ordered(evidence, EVIDENCE_ORDER)
        mentions = ordered(mentions, MENTION_ORDER)
        entities = self._joined("entities", entity_table(mentions), "id")
        relations = self._joined("relations", relation_table(evidence), "id")
        relations = replaced(relations, "conflict", conflicting(relations, types))
        ends = ends_of(relations, entities)
        return replace(
            self._graph,
            entities=with_isolation(entities, ends),
            mentions=self._joined("mentions", mentions, "entity_id"),
            relations=with_ends(relations, entities, ends),
            evidence=self._joined("evidence", evidence, "relation_id"),
        )

    def _joined(self, name: str, inside: pa.Table, key: str) -> pa.Table:
        """Put rows in order between those outside; none has the key of one of those."""
        table: pa.Table = getattr(self._graph, name)
        outside: Numbers = np.flatnonzero(~self._is_inside[name])
        places = _places(whole(table[key]), outside, whole(inside[key]))
        rows: Numbers = len(table) + np.arange(len(inside))
        return taken(pa.concat_tables([table, inside]), np.insert(outside, places, rows))


def touching(table: pa.Table, entities: pa.Array) -> Mask:
    """Say which relations, or statements of one, have one of some entities at an end."""
    ends = [mask(pc.is_in(table[end], entities)) for end in ("source_id", "target_id")]
    return ends[0] | ends[1]


def _places(keys: pa.Array, rows: Numbers, new: pa.Array) -> Numbers:
    """Return how many of some rows, in order of their keys, come before each of some new keys.

    Bisection, all new keys at once: numpy would need every key as an object of Python.
    """
    low, high = np.zeros(len(new), np.int64), np.full(len(new), len(rows))
    while (is_open := low < high).any():
        middle = np.minimum((low + high) // 2, len(rows) - 1)
        is_before = mask(pc.less(keys.take(pa.array(rows[middle])), new))
        low = np.where(is_open & is_before, middle + 1, low)
        high = np.where(is_open & ~is_before, middle, high)
    return low
