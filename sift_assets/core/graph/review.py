"""What waits for a person: the status of every entity and relation, with the reasons.

The vocabulary of statuses, one per entity and relation:

    pending        waits for a person, for the reasons in `flags`; readers mark or leave it out
    confirmed      a person has confirmed it; set by decisions, never here
    single_source  nothing speaks against it, one document states it
    supported      nothing speaks against it, two or more documents state it
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.grouping import keys_of, lists_of, noisy_or
from sift_assets.core.graph.relations import replaced
from sift_assets.core.graph.tables import only
from sift_assets.core.records.extraction import Alignment

LOCAL_PREFIX = "local"
"""Extractors whose names start so use the threshold of the local model's lower scale."""


class Status(StrEnum):
    """See the module."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    SINGLE_SOURCE = "single_source"
    SUPPORTED = "supported"


class Flag(StrEnum):
    """Why something is pending.

    `aligned_only`: none of its quotes is in the text word for word. `conflict`: a functional
    relation with another target. `low_confidence`: below its extractor's threshold.
    `review_required`: the domain wants a person for this relation type.
    """

    ALIGNED_ONLY = "aligned_only"
    CONFLICT = "conflict"
    LOW_CONFIDENCE = "low_confidence"
    REVIEW_REQUIRED = "review_required"


def with_status(graph: KnowledgeGraph, review: ReviewFacet) -> KnowledgeGraph:
    """Set `status` and `flags` of all entities and relations.

    Confidence is low when no extractor alone reaches its own threshold, and all of them together
    do not reach the strictest one concerned. So further evidence never makes a fact pending.

    Args:
        graph: As built.
        review: Thresholds by extractor and the relation types that always wait.
    """
    entities, relations = graph.entities, graph.relations
    required = pa.array(review.review_required, pa.string())
    entity_flags = {
        Flag.ALIGNED_ONLY: _without(entities["id"], _verbatim(graph.mentions, "entity_id")),
        Flag.LOW_CONFIDENCE: _without(entities["id"], _sure_entities(graph.mentions, review)),
    }
    relation_flags = {
        Flag.ALIGNED_ONLY: _without(relations["id"], _verbatim(graph.evidence, "relation_id")),
        Flag.CONFLICT: only(relations, relations["conflict"])["id"],
        Flag.LOW_CONFIDENCE: _without(relations["id"], _sure_relations(graph, review)),
        Flag.REVIEW_REQUIRED: only(relations, pc.is_in(relations["type"], required))["id"],
    }
    return replace(
        graph,
        entities=_marked(entities, entity_flags),
        relations=_marked(relations, relation_flags),
    )


def _verbatim(table: pa.Table, column: str) -> pa.ChunkedArray:
    """Return the keys that at least one quote of the text itself speaks for."""
    return only(table, pc.not_equal(table["alignment"], str(Alignment.ALIGNED)))[column]


def _sure_entities(mentions: pa.Table, review: ReviewFacet) -> pa.ChunkedArray:
    limits = _thresholds(mentions["extractor"], review)
    return only(mentions, pc.greater_equal(mentions["confidence"], limits))["entity_id"]


def _sure_relations(graph: KnowledgeGraph, review: ReviewFacet) -> pa.ChunkedArray:
    evidence = graph.evidence
    limits = _thresholds(evidence["extractor"], review)
    strictest = (
        evidence.append_column("limit", limits)
        .group_by("relation_id")
        .aggregate([("limit", "max")])
    )
    positions = pc.index_in(graph.relations["id"], strictest["relation_id"].combine_chunks())
    reached = pc.greater_equal(
        graph.relations["confidence"], strictest["limit_max"].take(positions)
    )
    sure = [only(graph.relations, reached)["id"]]
    for limit in pc.unique(limits).to_pylist():
        own = only(evidence, pc.equal(limits, limit))
        keys = keys_of(own, "relation_id")
        combined = noisy_or(own, "relation_id", keys)
        sure.append(pa.chunked_array([keys.filter(pc.greater_equal(combined, limit))]))
    return pa.chunked_array([chunk for part in sure for chunk in part.chunks], pa.string())


def _thresholds(extractors: pa.ChunkedArray, review: ReviewFacet) -> pa.ChunkedArray:
    is_local = pc.starts_with(extractors, LOCAL_PREFIX)
    return pc.if_else(is_local, review.thresholds.local, review.thresholds.llm)


def _without(ids: pa.ChunkedArray, sound: pa.ChunkedArray) -> pa.ChunkedArray:
    return ids.filter(pc.invert(pc.is_in(ids, sound.combine_chunks())))


def _marked(table: pa.Table, flagged: Mapping[Flag, pa.ChunkedArray]) -> pa.Table:
    ids = table["id"].combine_chunks()
    flags = pa.concat_tables(
        [
            pa.table({"id": found, "flag": pa.array([str(flag)] * len(found), pa.string())})
            for flag, found in flagged.items()
        ]
    )
    lists = lists_of(flags, "id", ids, ("flag",))
    settled = pc.if_else(
        pc.greater(table["support"], 1), str(Status.SUPPORTED), str(Status.SINGLE_SOURCE)
    )
    has_flags = pc.greater(pc.list_value_length(lists), 0)
    status = pc.if_else(has_flags, str(Status.PENDING), settled)
    return replaced(replaced(table, "flags", lists), "status", status)
