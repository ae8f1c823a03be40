"""Relations of the resolved graph as a person is shown them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.columns import whole
from sift_assets.core.graph.review import Status
from sift_assets.core.graph.tables import only
from sift_assets.core.resolution.records import Quote
from sift_assets.core.review.records import OpenRelation

QUOTES_SHOWN = 3
"""Of a relation: enough to see whether it is stated, few enough for a screen."""

Row = dict[str, Any]


def pending_relations(graph: ResolvedGraph) -> tuple[OpenRelation, ...]:
    """Return the relations that wait for a person, the least sure first."""
    waiting = only(graph.relations, pc.equal(graph.relations["status"], str(Status.PENDING)))
    found = open_relations(graph, waiting)
    return tuple(sorted(found, key=lambda one: (one.confidence, one.id)))


def open_relations(graph: ResolvedGraph, relations: pa.Table) -> tuple[OpenRelation, ...]:
    """Return some relations of a graph with their evidence.

    Args:
        graph: The resolved graph.
        relations: Rows of its relations.
    """
    ids = whole(relations["id"])
    evidence = only(graph.evidence, pc.is_in(graph.evidence["relation_id"], ids))
    columns = ["relation_id", "document", "page", "start", "end", "quote", "confidence"]
    stated: dict[str, list[Row]] = {}
    for row in evidence.select(columns).to_pylist():
        stated.setdefault(row["relation_id"], []).append(row)
    new = _new_documents(graph)
    return tuple(_open(row, stated.get(row["id"], []), new) for row in relations.to_pylist())


def _open(row: Row, evidence: Sequence[Row], new: Mapping[str, Sequence[str]]) -> OpenRelation:
    return OpenRelation(
        id=row["id"],
        source_name=row["source_name"],
        type=row["type"],
        target_name=row["target_name"],
        confidence=row["confidence"],
        support=row["support"],
        flags=tuple(row["flags"]),
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
        evidence=tuple(_best(evidence)),
        new_documents=tuple(new.get(row["id"], ())),
    )


def _best(evidence: Iterable[Row]) -> Iterable[Quote]:
    order = sorted(evidence, key=lambda row: (-row["confidence"], row["document"], row["start"]))
    for row in order[:QUOTES_SHOWN]:
        if row["document"]:
            yield Quote(**{name: row[name] for name in Quote.model_fields})


def _new_documents(graph: ResolvedGraph) -> dict[str, Sequence[str]]:
    rows = graph.decided.select(["subject", "new_documents"]).to_pylist()
    return {row["subject"]: row["new_documents"] for row in rows if row["new_documents"]}
