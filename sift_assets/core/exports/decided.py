"""What people have decided of the facts that an export shows, and of no others.

A verdict on what is no longer in the graph would tell what was refused: its subject is the refused
fact itself, and a reason often repeats it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.tables import TEXTS, ordered, table_of

DECISIONS = pa.schema(
    {
        "subject": pa.string(),
        "other": pa.string(),
        "verdict": pa.string(),
        "decision": pa.string(),
        "time": pa.string(),
        "actor": pa.string(),
        "channel": pa.string(),
        "reason": pa.string(),
        "new_documents": TEXTS,
    }
)
"""A verdict, whose it is, when it was said and through what. `subject` is the id of an entity or a
relation. `other` is the second of a pair, empty elsewhere: an id of the entity before a merge
(verdict `same`), or another entity (`not_same`)."""

IDENTITIES = pa.schema({"id": pa.string(), "canonical_id": pa.string()})
"""Ids of merged, split and renamed entities, and the entity that each stands for now."""

_REASON_REPEATS = frozenset({"retracted", "attribute_retracted", "rejected"})
"""Verdicts whose reason says why something is wrong, and so what it was."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """The facts that an export shows.

    Attributes:
        entities: Ids.
        relations: Ids.
    """

    entities: frozenset[str]
    relations: frozenset[str]


def decision_table(graph: ResolvedGraph, decisions: Mapping[str, Decision]) -> pa.Table:
    """Return `DECISIONS` of the facts in a graph, sorted.

    Args:
        graph: The resolved graph.
        decisions: By id: who said what is written of a pair. One that is not among them has taken
            effect in the graph, and is told without.
    """
    entities = frozenset(graph.entities["id"].to_pylist())
    shown = Shown(entities, frozenset(graph.relations["id"].to_pylist()))
    rows = [*_verdicts(graph, shown), *_pairs(graph, shown.entities, decisions)]
    return ordered(table_of(rows, DECISIONS), ("subject", "other", "verdict", "decision"))


def identity_table(graph: ResolvedGraph) -> pa.Table:
    """Return `IDENTITIES` of the entities in a graph, sorted by id."""
    entities = set(graph.entities["id"].to_pylist())
    rows = graph.identities.select(IDENTITIES.names).to_pylist()
    kept = [one for one in rows if one["canonical_id"] in entities]
    return table_of([one for one in kept if one["id"] != one["canonical_id"]], IDENTITIES)


def _verdicts(graph: ResolvedGraph, shown: Shown) -> Iterator[Row]:
    for row in graph.decided.to_pylist():
        if row["subject"] in shown.entities or row["subject"] in shown.relations:
            reason = "" if row["verdict"] in _REASON_REPEATS else row["reason"]
            yield row | {"other": "", "reason": reason}


def _pairs(
    graph: ResolvedGraph, entities: Collection[str], decisions: Mapping[str, Decision]
) -> Iterator[Row]:
    ids, stands_for = (graph.identities[name].to_pylist() for name in IDENTITIES.names)
    canonical = dict(zip(ids, stands_for, strict=True))
    for row in graph.links.to_pylist():
        first, second = (canonical.get(row[end], row[end]) for end in ("first", "second"))
        if first not in entities or second not in entities:
            continue
        if row["same"] == (first == second):  # else another decision has come to count
            said = decisions.get(row["decision"])
            others = [one for one in (row["first"], row["second"]) if one != first]
            for other in others if row["same"] else [second]:
                yield _pair(first, other, row, said)


def _pair(subject: str, other: str, row: Row, said: Decision | None) -> Row:
    return {
        "subject": subject,
        "other": other,
        "verdict": "same" if row["same"] else "not_same",
        "decision": row["decision"],
        "time": said.time if said else "",
        "actor": said.actor if said else "",
        "channel": str(said.channel) if said else "",
        "reason": said.reason if said else "",
        "new_documents": [],
    }
