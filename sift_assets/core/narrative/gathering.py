"""From the tables of a community to the facts that writers use, bounded and free of order."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.communities.records import Community
from sift_assets.core.graph.review import Status
from sift_assets.core.graph.tables import NO_DOCUMENT, only
from sift_assets.core.narrative.material import (
    MOST_RELATIONS,
    Material,
    MemberFacts,
    RelationCount,
    RelationFacts,
    StatedValue,
    Statement,
)
from sift_assets.core.narrative.records import Passage
from sift_assets.core.records.extraction import Alignment, MentionKind

MOST_MEMBERS = 300
"""Members that are looked at, the most central ones: twice as many as a community has unless
nothing divides it. The unassigned may be thousands, and are a list."""

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


def material_of(community: Community) -> Material:
    """Read the tables of a community as facts.

    The same for any order of the rows of its tables, and the same whatever other documents than
    those that touch the community say.
    """
    members = _in_order(community.members)
    kept = [row["id"] for row in members[:MOST_MEMBERS]]
    evidence = _by(_usable(community.evidence.to_pylist()), "relation_id")
    relations = _ranked(community, evidence, set(kept))
    mentions = only(community.mentions, pc.is_in(community.mentions["entity_id"], pa.array(kept)))
    by_entity = _by(_usable(mentions.to_pylist()), "entity_id")
    counts = _counts(relations)
    inside = set(community.members["id"].to_pylist())
    told = _told(relations, set(kept))
    ends = {one for row in told for one in (row["source_id"], row["target_id"])}
    return Material(
        community=community.key,
        size=len(community.members),
        types=_types(community.members),
        documents=len(set(community.mentions["document"].to_pylist()) - {NO_DOCUMENT}),
        members=tuple(
            _member(row, by_entity.get(row["id"], []), counts.get(row["id"], ()))
            for row in members[:MOST_MEMBERS]
        ),
        centrality={row["id"]: row["centrality"] for row in members[:MOST_MEMBERS]},
        outside=tuple(sorted(ends - inside)),
        relations=tuple(_relation(row, evidence[row["id"]]) for row in told),
    )


def _in_order(members: pa.Table) -> list[Row]:
    columns = ["id", "centrality"]
    order = members.select(columns).to_pylist()
    first = sorted(order, key=lambda row: (-row["centrality"], row["id"]))[:MOST_MEMBERS]
    rows = only(members, pc.is_in(members["id"], pa.array([row["id"] for row in first])))
    return sorted(rows.to_pylist(), key=lambda row: (-row["centrality"], row["id"]))


def _types(members: pa.Table) -> dict[str, int]:
    counted = pc.value_counts(members["type"]).to_pylist()
    return dict(sorted((row["values"], row["counts"]) for row in counted))


def _usable(rows: Iterable[Row]) -> list[Row]:
    """Keep the rows that can be cited: what a person has stated stands in no document."""
    return [row for row in rows if row["document"] != NO_DOCUMENT and _quote(row).strip()]


def _quote(row: Row) -> str:
    return row["quote"] if "quote" in row else row["surface"]


def _by(rows: Iterable[Row], key: str) -> dict[str, list[Row]]:
    ordered = sorted(rows, key=itemgetter(key))
    return {value: list(group) for value, group in groupby(ordered, key=itemgetter(key))}


def _ranked(community: Community, evidence: Mapping[str, Any], kept: set[str]) -> list[Row]:
    """Return the relations of some members that have a passage, the best supported first."""
    ends = pa.array(sorted(kept), pa.string())
    table = community.relations
    touching = pc.or_(pc.is_in(table["source_id"], ends), pc.is_in(table["target_id"], ends))
    rows = [row for row in only(table, touching).to_pylist() if row["id"] in evidence]
    return sorted(rows, key=_rank)


def _rank(row: Row) -> tuple[Any, ...]:
    is_pending = row["status"] == Status.PENDING
    return is_pending, -row["support"], -row["mention_count"], -row["confidence"], row["id"]


def _told(relations: Iterable[Row], members: set[str]) -> list[Row]:
    """Keep what is among the first `MOST_RELATIONS` of one of its ends."""
    seen = dict.fromkeys(members, 0)
    told: list[Row] = []
    for row in relations:
        ends = {row["source_id"], row["target_id"]} & members
        if any(seen[end] < MOST_RELATIONS for end in ends):
            told.append(row)
        for end in ends:
            seen[end] += 1
    return told


def _counts(relations: Iterable[Row]) -> dict[str, tuple[RelationCount, ...]]:
    counted: dict[tuple[str, str, bool], int] = {}
    for row in relations:
        for end, is_target in ((row["source_id"], False), (row["target_id"], True)):
            key = (end, row["type"], is_target)
            counted[key] = counted.get(key, 0) + 1
    found: dict[str, list[RelationCount]] = {}
    for (end, type_, is_target), count in sorted(counted.items()):
        one = RelationCount(type=type_, backward=is_target, count=count)
        found.setdefault(end, []).append(one)
    return {end: tuple(counts) for end, counts in found.items()}


def _member(row: Row, mentions: list[Row], relations: tuple[RelationCount, ...]) -> MemberFacts:
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


def _relation(row: Row, evidence: list[Row]) -> RelationFacts:
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
