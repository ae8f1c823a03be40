"""One entity and one relation as writers see them, from rows of the tables of a graph.

What belongs here: which places, values and periods of one thing are kept. Which things are, is in
`gathering`.
"""

from collections.abc import Iterable
from typing import Any

from sift_assets.core.graph.tables import NO_DOCUMENT
from sift_assets.core.narrative.material import (
    MemberFacts,
    RelationCount,
    RelationFacts,
    StatedValue,
    Statement,
)
from sift_assets.core.narrative.records import Passage
from sift_assets.core.records.extraction import Alignment, MentionKind

MOST_STATEMENTS = 3
"""Places that are cited for one relation: more prove it no better, and a reader opens one."""

MOST_PASSAGES = 6
"""Places where a member is named that are kept to be cited."""

MOST_VALUES = 60
"""Stated properties of one entity; those of most documents. An extractor that states more of one
entity describes its documents."""

LONGEST_VALUE = 300
"""Characters of a stated property; a longer one is a passage, and is told of as one."""

_ALIGNMENTS = list(map(str, Alignment))
_ENDS = ("valid_from", "valid_to")
_KINDS = list(map(str, MentionKind))

Row = dict[str, Any]


def usable(rows: Iterable[Row]) -> list[Row]:
    """Keep the rows that can be cited: what a person has stated stands in no document."""
    return [row for row in rows if row["document"] != NO_DOCUMENT and _quote(row).strip()]


def _quote(row: Row) -> str:
    return row["quote"] if "quote" in row else row["surface"]


def member_facts(
    row: Row, mentions: list[Row], relations: tuple[RelationCount, ...]
) -> MemberFacts:
    """Return what is known of a member, from its row, its mentions and its relations."""
    return MemberFacts(
        id=row["id"],
        type=row["type"],
        name=row["name"],
        aliases=tuple(sorted(row["aliases"])),
        status=row["status"],
        first_seen=row["first_seen"],
        last_seen=row["last_seen"],
        documents=row["support"],
        values=_values(mentions),
        passages=_spread(sorted(mentions, key=_mention_rank), MOST_PASSAGES),
        relations=relations,
    )


def _mention_rank(row: Row) -> tuple[Any, ...]:
    place = (row["document"], row["start"], row["end"], row["surface"])
    return _KINDS.index(row["kind"]), -row["confidence"], *place


def _values(mentions: Iterable[Row]) -> tuple[StatedValue, ...]:
    """Gather what mentions state, each with a passage a document; most documents first kept."""
    stated: dict[tuple[str, str], dict[str, Passage]] = {}
    for row in sorted(mentions, key=_mention_rank):
        for item in row["attributes"]:
            if item["key"].strip() and 0 < len(item["value"].strip()) <= LONGEST_VALUE:
                places = stated.setdefault((item["key"], item["value"]), {})
                places.setdefault(row["document"], _passage(row))
    best = sorted(stated, key=lambda pair: (-len(stated[pair]), pair))[:MOST_VALUES]
    return tuple(
        StatedValue(
            key=key,
            value=value,
            passages=tuple(one for _, one in sorted(stated[key, value].items())),
        )
        for key, value in sorted(best)
    )


def relation_facts(row: Row, evidence: list[Row]) -> RelationFacts:
    """Return what is known of a relation, from its row and its evidence."""
    best = _best(sorted(evidence, key=_evidence_rank))
    valid_from, valid_to = _validity(evidence)
    return RelationFacts(
        id=row["id"],
        type=row["type"],
        source=row["source_id"],
        source_name=row["source_name"],
        source_type=row["source_type"],
        target=row["target_id"],
        target_name=row["target_name"],
        target_type=row["target_type"],
        status=row["status"],
        support=row["support"],
        valid_from=valid_from,
        valid_to=valid_to,
        statements=tuple(map(_statement, best)),
    )


def _best(ranked: list[Row]) -> list[Row]:
    """Choose the best evidence, what states the ends of the validity, then other documents."""
    stating = (
        next(one for one in ranked if one[end] == limit)
        for end, limit in zip(_ENDS, _validity(ranked), strict=True)
    )
    chosen = {id(one): one for one in (ranked[0], *stating, *_first_of_each(ranked), *ranked)}
    return list(chosen.values())[:MOST_STATEMENTS]


def _validity(evidence: Iterable[Row]) -> tuple[str, str]:
    """Return the earliest start and the latest end that can be cited."""
    starts, ends = (sorted({row[end] for row in evidence} - {""}) for end in _ENDS)
    return (starts[0] if starts else ""), (ends[-1] if ends else "")


def _evidence_rank(row: Row) -> tuple[Any, ...]:
    place = (row["document"], row["start"], row["end"], row["quote"])
    period = (row["valid_from"], row["valid_to"], row["original_type"])
    return -row["confidence"], _ALIGNMENTS.index(row["alignment"]), *place, *period


def _statement(row: Row) -> Statement:
    stated = {(item["key"], item["value"]) for item in row["attributes"]}
    return Statement(
        passage=_passage(row),
        verbatim=row["alignment"] != Alignment.ALIGNED,
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
        attributes=tuple(sorted(stated)),
    )


def _spread(rows: list[Row], most: int) -> tuple[Passage, ...]:
    """Return some passages of rows that are in order: one of each document before a second one."""
    first = {id(row) for row in _first_of_each(rows)}
    ordered = sorted(rows, key=lambda row: id(row) not in first)
    return tuple(dict.fromkeys(map(_passage, ordered)))[:most]


def _first_of_each(rows: Iterable[Row]) -> Iterable[Row]:
    seen: dict[str, Row] = {}
    for row in rows:
        seen.setdefault(row["document"], row)
    return seen.values()


def _passage(row: Row) -> Passage:
    return Passage(
        document=row["document"],
        page=row["page"],
        start=row["start"],
        end=row["end"],
        quote=_quote(row),
    )
