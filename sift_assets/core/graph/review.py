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

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import Mask, mask
from sift_assets.core.graph.grouping import Groups, Shares, lists_of
from sift_assets.core.graph.relations import replaced
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
    `new_evidence`: a person has decided about it, and so many documents have stated it since that
    the domain opens it again. `review_required`: the domain wants a person for this relation type.
    """

    ALIGNED_ONLY = "aligned_only"
    CONFLICT = "conflict"
    LOW_CONFIDENCE = "low_confidence"
    NEW_EVIDENCE = "new_evidence"
    REVIEW_REQUIRED = "review_required"


def with_status(graph: KnowledgeGraph, review: ReviewFacet) -> KnowledgeGraph:
    """Set `status` and `flags` of all entities and relations.

    Confidence is low when no extractor alone reaches its own threshold, and all of them together
    do not reach the strictest one concerned. So further evidence never makes a fact pending.

    Args:
        graph: As built: its tables are in their order.
        review: Thresholds by extractor and the relation types that always wait.
    """
    required = pa.array(review.review_required, pa.string())
    entities, relations = graph.entities, graph.relations
    mentions = Groups(graph.mentions, "entity_id")
    evidence = Groups(graph.evidence, "relation_id")
    entity_flags = {
        Flag.ALIGNED_ONLY: ~_verbatim(mentions),
        Flag.LOW_CONFIDENCE: ~_sure_entities(mentions, review),
    }
    relation_flags = {
        Flag.ALIGNED_ONLY: ~_verbatim(evidence),
        Flag.CONFLICT: mask(relations["conflict"]),
        Flag.LOW_CONFIDENCE: ~_sure_relations(evidence, relations, review),
        Flag.REVIEW_REQUIRED: mask(pc.is_in(relations["type"], required)),
    }
    return replace(
        graph,
        entities=_marked(entities, entity_flags),
        relations=_marked(relations, relation_flags),
    )


def _verbatim(groups: Groups) -> Mask:
    """Say of which things at least one quote of the text itself speaks."""
    return groups.any(mask(pc.not_equal(groups.table["alignment"], str(Alignment.ALIGNED))))


def _sure_entities(mentions: Groups, review: ReviewFacet) -> Mask:
    limits = _thresholds(mentions.table, review)
    return mentions.any(mentions.table["confidence"].to_numpy() >= limits)


def _sure_relations(evidence: Groups, relations: pa.Table, review: ReviewFacet) -> Mask:
    limits = _thresholds(evidence.table, review)
    strictest = np.zeros(len(evidence))
    np.maximum.at(strictest, evidence.group, limits)
    is_sure = relations["confidence"].to_numpy() >= strictest
    for limit in np.unique(limits):
        own = limits == limit
        is_sure |= evidence.any(own) & (evidence.noisy_or(own) >= limit)
    return is_sure


def _thresholds(table: pa.Table, review: ReviewFacet) -> Shares:
    is_local = mask(pc.starts_with(table["extractor"], LOCAL_PREFIX))
    return np.where(is_local, review.thresholds.local, review.thresholds.llm)


def _marked(table: pa.Table, flagged: Mapping[Flag, Mask]) -> pa.Table:
    rows = [np.flatnonzero(found) for found in flagged.values()]
    flags = [pa.repeat(str(flag), len(found)) for flag, found in zip(flagged, rows, strict=True)]
    lists = lists_of(np.concatenate(rows), len(table), {"flag": pa.concat_arrays(flags)})
    settled = pc.if_else(
        pc.greater(table["support"], 1), str(Status.SUPPORTED), str(Status.SINGLE_SOURCE)
    )
    has_flags = pc.greater(pc.list_value_length(lists), 0)
    status = pc.if_else(has_flags, str(Status.PENDING), settled)
    return replaced(replaced(table, "flags", lists), "status", status)
