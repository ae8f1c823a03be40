"""Facts that cannot all be true, put side by side for a person; nothing is retired by itself."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pyarrow.compute as pc

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.domain.facets import ReviewFacet
from sift_assets.core.graph.conflicts import are_apart
from sift_assets.core.graph.identity import normal_form
from sift_assets.core.graph.review import Status
from sift_assets.core.graph.tables import only
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.review.kept import KeptValues
from sift_assets.core.review.pending import open_relations
from sift_assets.core.review.records import OpenContradiction, StatedValue
from sift_assets.core.review.type_contradictions import of_one_entity

Row = dict[str, Any]


def contradictions(
    graph: ResolvedGraph, review: ReviewFacet, types: TypeMap, decisions: Sequence[Decision]
) -> tuple[OpenContradiction, ...]:
    """Return what contradicts each other and has not been decided.

    Relations: those that the graph marks as in conflict, unless all of them were confirmed.
    Properties: several values of a key that the domain declares to have one at a time, unless a
    decision lets all of them stand. Types: those of one entity that the domain calls disjoint,
    likewise.
    """
    kept = KeptValues.in_graph(graph, decisions)
    attributes = (
        one
        for one in _of_attributes(graph, review)
        if not kept.covers(one.entity, one.about, one.facts)
    )
    mixed = of_one_entity(graph, review, types, kept)
    return (*_of_relations(graph, types), *attributes, *mixed)


def _of_relations(graph: ResolvedGraph, types: TypeMap) -> Iterable[OpenContradiction]:
    rows = only(graph.relations, graph.relations["conflict"])
    plain = rows.to_pylist()
    shown = {one.id: one for one in open_relations(graph, rows)}
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in plain:
        for end in ("source", "target") if types.is_symmetric(row["type"]) else ("source",):
            groups.setdefault((row[f"{end}_id"], row[f"{end}_name"], row["type"]), []).append(row)
    for (entity, name, about), members in groups.items():
        if _are_at_odds(members) and any(row["status"] != Status.CONFIRMED for row in members):
            relations = tuple(shown[row["id"]] for row in members)
            yield OpenContradiction(
                kind="relation", entity=entity, name=name, about=about, relations=relations
            )


def _are_at_odds(rows: list[Row]) -> bool:
    return any(not are_apart(first, second) for first, second in combinations(rows, 2))


def _of_attributes(graph: ResolvedGraph, review: ReviewFacet) -> Iterable[OpenContradiction]:
    entities = graph.entities
    for type_name, keys in review.functional_attributes.items():
        wanted = {normal_form(key) for key in keys}
        has_some = pc.greater(pc.list_value_length(entities["attributes"]), 1)
        rows = only(entities, pc.and_(pc.equal(entities["type"], type_name), has_some))
        for row in rows.select(["id", "name", "attributes"]).to_pylist():
            yield from _at_odds_in(row, wanted)


def _at_odds_in(row: Row, wanted: set[str]) -> Iterable[OpenContradiction]:
    stated: dict[str, dict[str, set[str]]] = {}
    for one in row["attributes"]:
        key = normal_form(one["key"])
        if key in wanted:
            stated.setdefault(key, {}).setdefault(one["value"], set()).add(one["document"])
    for key, values in sorted(stated.items()):
        if any(not _may_be_one(*pair) for pair in combinations(sorted(values), 2)):
            yield OpenContradiction(
                kind="attribute",
                entity=row["id"],
                name=row["name"],
                about=key,
                values=tuple(
                    StatedValue(value=value, documents=tuple(sorted(documents)))
                    for value, documents in sorted(values.items())
                ),
            )


def _may_be_one(first: str, second: str) -> bool:
    """Say whether two values may mean the same: `1970` holds `1970-05`, a dash more nothing."""
    short, long = sorted((normal_form(first), normal_form(second)), key=len)
    return long.startswith(short)
