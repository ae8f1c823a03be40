"""From the built graph and the decisions in force to the resolved graph."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.moving import Moved, moved
from sift_assets.core.decisions.patching import patched
from sift_assets.core.decisions.resolved import (
    DECIDED,
    IDENTITIES,
    KEPT,
    LINKS,
    UNAPPLIED,
    ResolvedGraph,
)
from sift_assets.core.decisions.splitting import SplitGraph, split
from sift_assets.core.decisions.verdicts import (
    RelationVerdict,
    Standing,
    Unapplied,
    Verdicts,
    verdicts_on,
)
from sift_assets.core.domain.facets import GraphFacet, ReviewFacet
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import mask, whole
from sift_assets.core.graph.relations import replaced
from sift_assets.core.graph.review import Flag, Status, with_status
from sift_assets.core.graph.tables import only, ordered, table_of
from sift_assets.core.graph.type_map import type_map

Row = dict[str, Any]


def resolved(
    graph: KnowledgeGraph, facet: GraphFacet, review: ReviewFacet, decisions: Sequence[Decision]
) -> ResolvedGraph:
    """Apply decisions to a built graph, and give every fact its status.

    Args:
        graph: As built.
        facet: The domain as the graph reads it.
        review: The domain as flags are set.
        decisions: Those in force, in order of time.
    """
    types = type_map(facet)
    parted = split(graph, decisions, types)
    said = verdicts_on(parted.graph, decisions, types)
    applied = moved(parted.graph, said, types, review.thresholds.reopen_after)
    named = _named(applied.graph, _names(parted, said))
    marked = _marked(with_status(named, review), said, applied.reopened)
    return ResolvedGraph(
        **{field.name: getattr(marked, field.name) for field in fields(KnowledgeGraph)},
        identities=_identities(parted, said),
        links=_links(said),
        decided=_decided(parted, said, applied),
        unapplied=_unapplied(parted, said),
        refused=applied.refused,
    )


def _names(parted: SplitGraph, said: Verdicts) -> dict[str, str]:
    """Return the names that decisions give: a person's word, the part's, the canonical one's."""
    canonical = _those(parted.graph.entities, {group.canonical for group in said.groups})
    names = {row["id"]: row["name"] for row in canonical.select(["id", "name"]).to_pylist()}
    names |= {part.id: part.name for part in parted.parts}
    return names | {one: decision.name for one, decision in said.names.items()}


def _those(entities: pa.Table, ids: Iterable[str]) -> pa.Table:
    return only(entities, pc.is_in(entities["id"], pa.array(sorted(ids), pa.string())))


def _named(graph: KnowledgeGraph, names: Mapping[str, str]) -> KnowledgeGraph:
    """Show entities under given names; the name that the rule would show becomes an alias."""
    if not names:
        return graph
    entities = graph.entities
    is_named = pc.is_in(entities["id"], pa.array(sorted(names), pa.string()))
    rows = only(entities.select(["id", "name", "aliases"]), is_named).to_pylist()
    given = [names[row["id"]] for row in rows]
    aliases = [
        sorted({*row["aliases"], row["name"]} - {name})
        for row, name in zip(rows, given, strict=True)
    ]
    at = np.flatnonzero(mask(is_named))
    entities = patched(patched(entities, "name", at, given), "aliases", at, aliases)
    relations = graph.relations
    for end in ("source", "target"):
        ends = whole(relations[f"{end}_id"])
        at = np.flatnonzero(mask(pc.is_in(ends, pa.array(sorted(names), pa.string()))))
        shown = [names[one] for one in ends.take(pa.array(at)).to_pylist()]
        relations = patched(relations, f"{end}_name", at, shown)
    return replace(graph, entities=entities, relations=relations)


def _marked(graph: KnowledgeGraph, said: Verdicts, reopened: frozenset[str]) -> KnowledgeGraph:
    """Mark confirmed relations, which no flag concerns any more, and those that are open again."""
    confirmed = {
        one.claim.id
        for one in said.relations
        if one.verdict is not RelationVerdict.REJECTED and one.claim.id not in reopened
    }
    relations = graph.relations
    if not confirmed | reopened:
        return graph
    ids = whole(relations["id"])
    is_confirmed = pc.is_in(ids, pa.array(sorted(confirmed), pa.string()))
    is_reopened = pc.is_in(ids, pa.array(sorted(reopened), pa.string()))
    status = pc.if_else(is_confirmed, str(Status.CONFIRMED), whole(relations["status"]))
    status = pc.if_else(is_reopened, str(Status.PENDING), status)
    relations = replaced(relations, "status", status)
    again = only(relations, is_reopened)["flags"].to_pylist()
    flagged = [sorted([*old, str(Flag.NEW_EVIDENCE)]) for old in again]
    sure = np.flatnonzero(mask(is_confirmed))
    relations = patched(relations, "flags", sure, [[] for _ in sure])
    relations = patched(relations, "flags", np.flatnonzero(mask(is_reopened)), flagged)
    return replace(graph, relations=relations)


def _identities(parted: SplitGraph, said: Verdicts) -> pa.Table:
    canonical = said.canonical
    parts = {part.id: part for part in parted.parts}
    concerned = {*canonical, *parts, *said.names}
    if not concerned:
        return IDENTITIES.empty_table()
    entities = _those(parted.graph.entities, concerned).select(["id", "type", "name"])
    rows = [
        row
        | {
            "canonical_id": canonical.get(row["id"], row["id"]),
            "part": parts[row["id"]].label if row["id"] in parts else "",
        }
        for row in entities.to_pylist()
    ]
    return table_of(rows, IDENTITIES)


def _links(said: Verdicts) -> pa.Table:
    rows = [
        {
            "first": min(pair),
            "second": max(pair),
            "same": link.is_same,
            "decision": link.decision.id,
        }
        for pair, link in said.words.items()
    ]
    return ordered(table_of(rows, LINKS), ("first", "second"))


def _decided(parted: SplitGraph, said: Verdicts, applied: Moved) -> pa.Table:
    cut = {one: part.decision for part in parted.parts for one in (part.whole, part.id)}
    rows = [
        *(_row(group.canonical, "merged", one) for group in said.groups for one in group.decisions),
        *(_row(one, "split", decision) for one, decision in cut.items()),
        *(_row(one, "whole", decision) for one, decision in parted.whole.items()),
        *(_row(one, "named", decision) for one, decision in said.names.items()),
        *(_row(one, "retracted", decision) for one, decision in said.retracted.items()),
        *(_row(one.entity, "attribute_retracted", one.decision) for one in said.attributes),
        *(_row(one, KEPT, decision) for one, decision in said.kept),
        *(
            _row(one.claim.id, str(one.verdict), one.decision)
            | {"new_documents": list(applied.new_documents.get(one.claim.id, ()))}
            for one in said.relations
        ),
    ]
    return ordered(table_of(rows, DECIDED), ("subject", "verdict", "decision"))


def _row(subject: str, verdict: str, decision: Decision) -> Row:
    return {
        "subject": subject,
        "verdict": verdict,
        "decision": decision.id,
        "time": decision.time,
        "actor": decision.actor,
        "channel": str(decision.channel),
        "reason": decision.reason,
        "new_documents": [],
    }


def _unapplied(parted: SplitGraph, said: Verdicts) -> pa.Table:
    lost = [Unapplied(decision, Standing.PARKED, reason) for decision, reason in parted.lost]
    return table_of(list(_unapplied_rows([*lost, *said.unapplied])), UNAPPLIED)


def _unapplied_rows(items: Iterable[Unapplied]) -> Iterable[Row]:
    for item in sorted(items, key=lambda one: one.decision.order):
        yield {
            "decision": item.decision.id,
            "act": str(item.decision.act),
            "standing": str(item.standing),
            "reason": item.reason,
        }
