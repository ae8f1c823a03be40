"""What is stated under entity types that exclude each other: one entity, or several of one name.

Only where the domain declares such types (`disjoint`). Nothing is retired by itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.graph.tables import only
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.resolution.records import Proposals, Quote, Side
from sift_assets.core.review.kept import KeptValues
from sift_assets.core.review.records import OpenContradiction, StatedType

ABOUT = "entity type"
"""What such a contradiction is about, where others name a property."""

QUOTES_SHOWN = 3
"""Of each type: enough to see what is meant."""

Row = dict[str, Any]


def are_disjoint(first: str, second: str, review: ReviewFacet) -> bool:
    """Say whether a thing is of one of two types at most."""
    return (min(first, second), max(first, second)) in review.disjoint


def of_one_entity(
    graph: ResolvedGraph, review: ReviewFacet, types: TypeMap, kept: KeptValues
) -> Iterator[OpenContradiction]:
    """Yield the entities that merges made of things whose types exclude each other."""
    members = _members(graph) if review.disjoint else {}
    clashing = {one: _clashing(by_type, review) for one, by_type in members.items()}
    mixed = {one: by_type for one, by_type in clashing.items() if by_type}
    stated = _mentions(graph, mixed, types)
    names = _names(graph, mixed)
    for one, by_type in mixed.items():
        if one in names and not kept.covers(one, "", by_type):
            said = tuple(
                _stated(name, by_type[name], stated.get((one, name), []))
                for name in sorted(by_type)
            )
            yield OpenContradiction(
                kind="type", entity=one, name=names[one], about=ABOUT, types=said
            )


def of_one_name(part: Proposals, review: ReviewFacet) -> Iterator[OpenContradiction]:
    """Yield the pairs of a proposal across types whose types exclude each other."""
    for pair in part.pairs if review.disjoint else ():
        left, right = part.sides[pair.left], part.sides[pair.right]
        if are_disjoint(left.type, right.type, review):
            said = sorted(map(_side, (left, right)), key=lambda one: one.type)
            yield OpenContradiction(
                kind="name", entity=left.id, name=left.name, about=ABOUT, types=tuple(said)
            )


def _members(graph: ResolvedGraph) -> dict[str, dict[str, list[str]]]:
    """Return, by canonical id and by type, the ids of what was merged."""
    found: dict[str, dict[str, list[str]]] = {}
    for row in graph.identities.select(["id", "canonical_id", "type"]).to_pylist():
        found.setdefault(row["canonical_id"], {}).setdefault(row["type"], []).append(row["id"])
    return found


def _clashing(by_type: Mapping[str, list[str]], review: ReviewFacet) -> dict[str, list[str]]:
    """Keep the types that exclude another one."""
    pairs = (pair for pair in combinations(sorted(by_type), 2) if are_disjoint(*pair, review))
    return {name: by_type[name] for pair in pairs for name in pair}


def _names(graph: ResolvedGraph, ids: Iterable[str]) -> dict[str, str]:
    wanted = pc.is_in(graph.entities["id"], pa.array(sorted(ids), pa.string()))
    rows = only(graph.entities.select(["id", "name"]), wanted).to_pylist()
    return {row["id"]: row["name"] for row in rows}


def _mentions(
    graph: ResolvedGraph, mixed: Mapping[str, Mapping[str, object]], types: TypeMap
) -> dict[tuple[str, str], list[Row]]:
    """Return mentions by entity and by the type under which they were stated."""
    wanted = pa.array(sorted(mixed), pa.string())
    columns = ["entity_id", "type", "original_type", "surface", "document", "page", "start", "end"]
    rows = only(graph.mentions.select(columns), pc.is_in(graph.mentions["entity_id"], wanted))
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows.to_pylist():
        said = types.entity_type(row["original_type"]) or ""
        name: str = said if said in mixed[row["entity_id"]] else row["type"]
        found.setdefault((row["entity_id"], name), []).append(row)
    return found


def _stated(name: str, members: Sequence[str], mentions: Sequence[Row]) -> StatedType:
    rows = sorted(mentions, key=lambda row: (row["document"], row["start"], row["end"]))
    first = {row["document"]: row for row in reversed(rows)}
    return StatedType(
        type=name,
        entities=tuple(sorted(members)),
        documents=tuple(sorted(first)),
        quotes=tuple(_quote(first[one]) for one in sorted(first)[:QUOTES_SHOWN]),
    )


def _quote(row: Row) -> Quote:
    place = {name: row[name] for name in ("document", "page", "start", "end")}
    return Quote.model_validate(place | {"quote": row["surface"]})


def _side(side: Side) -> StatedType:
    return StatedType(
        type=side.type,
        entities=(side.id,),
        documents=side.documents,
        quotes=side.quotes[:QUOTES_SHOWN],
    )
