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
)
from sift_assets.core.narrative.row_facts import Row, member_facts, relation_facts, usable

MOST_MEMBERS = 300
"""Members that are looked at, the most central ones: twice as many as a community has unless
nothing divides it. The unassigned may be thousands, and are a list."""


def material_of(community: Community) -> Material:
    """Read the tables of a community as facts.

    The same for any order of the rows of its tables, and the same whatever other documents than
    those that touch the community say.
    """
    rows = _in_order(community.members)
    kept = {row["id"] for row in rows}
    evidence = _by(usable(community.evidence.to_pylist()), "relation_id")
    relations = _ranked(community, evidence, kept)
    told = _told(relations, kept)
    ends = {one for row in told for one in (row["source_id"], row["target_id"])}
    return Material(
        community=community.key,
        size=len(community.members),
        types=_types(community.members),
        documents=len(set(community.mentions["document"].to_pylist()) - {NO_DOCUMENT}),
        members=_members(community, rows, relations),
        centrality={row["id"]: row["centrality"] for row in rows},
        outside=tuple(sorted(ends - set(community.members["id"].to_pylist()))),
        relations=tuple(relation_facts(row, evidence[row["id"]]) for row in told),
    )


def _members(
    community: Community, rows: list[Row], relations: list[Row]
) -> tuple[MemberFacts, ...]:
    ids = pa.array([row["id"] for row in rows], pa.string())
    mentions = only(community.mentions, pc.is_in(community.mentions["entity_id"], ids))
    by_entity = _by(usable(mentions.to_pylist()), "entity_id")
    counts = _counts(relations)
    return tuple(
        member_facts(row, by_entity.get(row["id"], []), counts.get(row["id"], ())) for row in rows
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
