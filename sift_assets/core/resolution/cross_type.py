"""One name under several types: always proposed, never joined without a person.

The score is constant and says nothing: Washington the person is not Washington the place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.graph.identity import normal_form
from sift_assets.core.resolution.encoder import NO_VECTORS
from sift_assets.core.resolution.records import GroupProposal, Level, PairProposal, Proposals
from sift_assets.core.resolution.sides import sides_of

CROSS_TYPE_SCORE = 0.5
"""The same for every pair: an equal name says neither that both are one nor that they are two."""

MAX_HOLDERS = 12
"""Entities that have one name; a name of more, such as an abbreviation, tells nothing."""

SAME_NAME = "same name"
OTHER_NAME = "other name"


def propose_cross_type(
    entities: pa.Table, mentions: pa.Table, relations: pa.Table, evidence: pa.Table
) -> Proposals:
    """Propose entities of different types that have one name, or of which one is called so.

    Args:
        entities: `ENTITIES` of the whole graph, or of several types.
        mentions: `MENTIONS` of these.
        relations: `RELATIONS` that touch them.
        evidence: `EVIDENCE` of those.
    """
    rows = sorted(
        entities.select(["id", "type", "name", "aliases"]).to_pylist(),
        key=lambda row: str(row["id"]),
    )
    types = {row["id"]: row["type"] for row in rows}
    named, called = _holders(rows)
    pairs: dict[tuple[str, str], str] = {}
    groups: set[tuple[str, ...]] = set()
    for form, holders in named.items():
        group = _one_of_each_type(holders, types)
        groups |= {group} if len(group) > 1 else set()
        for one, other in _across(holders, holders, types):
            pairs[one, other] = SAME_NAME
        for one, other in _across(holders, called.get(form, ()), types):
            if (one, other) not in pairs:
                pairs[one, other] = OTHER_NAME
                groups.add((one, other))
    degrees = _degrees(relations)
    ids = {id_ for pair in pairs for id_ in pair}
    return Proposals(
        type="",
        encoder=NO_VECTORS,
        sides=sides_of(ids, entities, mentions, relations, evidence),
        pairs=tuple(_pair(pair, rule) for pair, rule in sorted(pairs.items())),
        groups=tuple(_group(members, degrees) for members in sorted(groups)),
    )


def _holders(
    rows: Iterable[Mapping[str, str]],
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return, by normal form, whose name it is and who is also called so."""
    named: defaultdict[str, list[str]] = defaultdict(list)
    called: defaultdict[str, list[str]] = defaultdict(list)
    for row in rows:
        own = normal_form(row["name"])
        named[own].append(row["id"])
        for form in sorted({normal_form(alias) for alias in row["aliases"]} - {own}):
            called[form].append(row["id"])
    return named, called


def _one_of_each_type(holders: Iterable[str], types: Mapping[str, str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for id_ in holders:
        first.setdefault(types[id_], id_)
    return tuple(sorted(first.values()))


def _across(
    holders: Iterable[str], others: Iterable[str], types: Mapping[str, str]
) -> list[tuple[str, str]]:
    few, many = list(holders), list(others)
    if len({*few, *many}) > MAX_HOLDERS:
        return []
    found = combinations(few, 2) if few == many else ((a, b) for a in few for b in many)
    return sorted({(min(p), max(p)) for p in found if types[p[0]] != types[p[1]]})


def _degrees(relations: pa.Table) -> Counter[str]:
    ends = pa.concat_arrays(
        [relations[name].combine_chunks() for name in ("source_id", "target_id")]
    )
    return Counter({row["values"]: row["counts"] for row in pc.value_counts(ends).to_pylist()})


def _pair(pair: tuple[str, str], rule: str) -> PairProposal:
    return PairProposal(
        left=pair[0],
        right=pair[1],
        score=CROSS_TYPE_SCORE,
        blocked_by=(rule,),
        levels=(Level(comparison="name", level=rule, weight=0.0),),
        constant=True,
    )


def _group(members: tuple[str, ...], degrees: Mapping[str, int]) -> GroupProposal:
    canonical = min(members, key=lambda id_: (-degrees.get(id_, 0), id_))
    relations = degrees.get(canonical, 0)
    return GroupProposal(
        members=members,
        score=CROSS_TYPE_SCORE,
        canonical=canonical,
        reason=f"in {relations} relations, the most of these" if relations else "first by id",
        constant=True,
    )
