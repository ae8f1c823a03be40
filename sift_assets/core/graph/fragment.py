"""One document's part of the graph, without the document's name: built once, cached by content.

A fragment reads one extraction and the domain's graph facet, nothing else. The document's key is
added when the graph is built, so a renamed or copied document re-uses its fragment.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from sift_assets.core.domain.facets import GraphFacet
from sift_assets.core.graph.endpoints import Claim, Joined, NameIndex, Unjoined, resolve
from sift_assets.core.graph.settling import Settled, quarantined, refusal, settle
from sift_assets.core.graph.tables import (
    FRAGMENT_EVIDENCE,
    FRAGMENT_MENTIONS,
    FRAGMENT_QUARANTINE,
    TableBundle,
    table_of,
)
from sift_assets.core.graph.type_map import TypeMap, type_map, type_name
from sift_assets.core.records.extraction import (
    Alignment,
    Attribute,
    Extraction,
    MentionKind,
    Quarantined,
    QuarantineReason,
    RelationMention,
)
from sift_assets.core.records.record import canonical_json

ALIGNMENTS = (Alignment.EXACT, Alignment.NORMALISED, Alignment.ALIGNED)
"""Best first. `ungrounded` is not among them: it never reaches the graph."""

KINDS = (MentionKind.NAME, MentionKind.ALIAS, MentionKind.REFERENCE)
"""Strongest first."""

Row = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Fragment(TableBundle):
    """One document's rows.

    Attributes:
        mentions: `FRAGMENT_MENTIONS`; one row per entity, span and surface.
        evidence: `FRAGMENT_EVIDENCE`; one row per relation, span, period and original type.
        quarantine: `FRAGMENT_QUARANTINE`; distinct rows.
    """

    mentions: pa.Table
    evidence: pa.Table
    quarantine: pa.Table


def build_fragment(extraction: Extraction, facet: GraphFacet) -> Fragment:
    """Bring one document's extraction into the domain's terms.

    Args:
        extraction: Of one document, in any order of its records.
        facet: The domain as the graph reads it.

    Returns:
        Rows sorted and de-duplicated: the same sentence read in two chunks counts once.
    """
    types = type_map(facet)
    settled, refused = settle(extraction.mentions, types)
    evidence, unrelated = _evidence(extraction, NameIndex(settled), types)
    mentions = [_mention_row(one, extraction.extractor) for one in settled]
    quarantine = {_quarantine_key(one) for one in (*extraction.quarantined, *refused, *unrelated)}
    return Fragment(
        mentions=table_of(_distinct(mentions, _mention_key), FRAGMENT_MENTIONS),
        evidence=table_of(_distinct(evidence, _evidence_key), FRAGMENT_EVIDENCE),
        quarantine=table_of(
            [
                dict(zip(("chunk", "kind", "reason", "detail", "record"), key, strict=True))
                for key in sorted(quarantine)
            ],
            FRAGMENT_QUARANTINE,
        ),
    )


def _evidence(
    extraction: Extraction, index: NameIndex, types: TypeMap
) -> tuple[list[Row], list[Quarantined]]:
    rows: list[Row] = []
    refused: list[Quarantined] = []
    for relation in extraction.relations:
        row = _relate(relation, index, types)
        if isinstance(row, Quarantined):
            refused.append(row)
        else:
            rows.append(row | {"extractor": extraction.extractor})
    return rows, refused


def _relate(relation: RelationMention, index: NameIndex, types: TypeMap) -> Row | Quarantined:
    refused = refusal(relation)
    if refused:
        return refused
    reading = types.relation_type(relation.type)
    if reading is None:
        detail = f"The domain has no relation type {relation.type!r} and no fallback."
        return quarantined(relation, QuarantineReason.UNKNOWN_TYPE, detail)
    claim = _claim(relation, reading.type, types)
    if reading.is_reversed:
        claim = claim._replace(
            source=claim.target,
            target=claim.source,
            source_type=claim.target_type,
            target_type=claim.source_type,
        )
    ends = resolve(claim, index, types)
    if isinstance(ends, Unjoined):
        return quarantined(relation, ends.reason, ends.detail)
    if types.is_symmetric(reading.type):
        ends = Joined(*sorted(ends))
    return _evidence_row(relation, reading.type, ends)


def _claim(relation: RelationMention, relation_type: str, types: TypeMap) -> Claim:
    """Endpoint types go through the domain's synonyms like those of mentions do."""
    return Claim(
        type=relation_type,
        source=relation.source,
        target=relation.target,
        source_type=types.entity_type(relation.source_type) or relation.source_type,
        target_type=types.entity_type(relation.target_type) or relation.target_type,
        chunk=relation.chunk,
    )


def _mention_row(one: Settled, extractor: str) -> Row:
    mention, place = one.mention, one.mention.evidence
    said = type_name(mention.type) or mention.type
    return {
        "entity_id": one.entity_id,
        "type": one.type,
        "name": one.name,
        "surface": " ".join(mention.surface.split()),
        "kind": str(one.kind),
        "page": place.page,
        "chunk": mention.chunk,
        "start": place.start,
        "end": place.end,
        "alignment": str(place.alignment),
        "confidence": float(mention.confidence),
        "attributes": _plain(mention.attributes),
        "extractor": extractor,
        "original_type": "" if said == one.type else said,
    }


def _evidence_row(relation: RelationMention, relation_type: str, ends: Joined) -> Row:
    place = relation.evidence
    said = relation.original_type or type_name(relation.type) or relation.type
    return {
        "source_id": ends.source.entity_id,
        "type": relation_type,
        "target_id": ends.target.entity_id,
        "page": place.page,
        "chunk": relation.chunk,
        "start": place.start,
        "end": place.end,
        "quote": place.quote,
        "alignment": str(place.alignment),
        "confidence": float(relation.confidence),
        "tier": relation.tier,
        "original_type": "" if said == relation_type else said,
        "valid_from": relation.valid_from,
        "valid_to": relation.valid_to,
        "attributes": _plain(relation.attributes),
    }


def _mention_key(row: Row) -> tuple[str, int, int, str]:
    return row["entity_id"], row["start"], row["end"], row["surface"]


def _evidence_key(row: Row) -> tuple[str, ...]:
    names = ("source_id", "type", "target_id", "start", "end", "valid_from", "valid_to")
    return (*(row[name] for name in names), row["original_type"])


def _quarantine_key(one: Quarantined) -> tuple[int, str, str, str, str]:
    record = canonical_json(one.record).decode()
    return one.chunk, one.kind, str(one.reason), one.detail, record


def _distinct(rows: Iterable[Row], key: Callable[[Row], Hashable]) -> list[Row]:
    """Merge rows with one key, sorted by key: the best row speaks, attributes are united."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return [_merged(groups[each]) for each in sorted(groups)]


def _merged(rows: Sequence[Row]) -> Row:
    if len(rows) == 1:
        return rows[0]
    best = min(rows, key=_rank)
    pairs = {(item["key"], item["value"]) for row in rows for item in row["attributes"]}
    merged = best | {"attributes": _plain(Attribute(key=k, value=v) for k, v in pairs)}
    if "kind" in best:
        merged["kind"] = min((row["kind"] for row in rows), key=KINDS.index)
    return merged


def _rank(row: Row) -> tuple[Any, ...]:
    """Best evidence first; the rest only makes the choice independent of the order of records."""
    rest = sorted((name, repr(value)) for name, value in row.items())
    return -row["confidence"], ALIGNMENTS.index(row["alignment"]), row["chunk"], rest


def _plain(attributes: Iterable[Attribute]) -> list[Mapping[str, str]]:
    pairs = sorted({(one.key, one.value) for one in attributes})
    return [{"key": key, "value": value} for key, value in pairs]
