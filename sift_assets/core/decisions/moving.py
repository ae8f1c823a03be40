"""Moving what speaks for facts to the entities that verdicts name, and taking out what they refuse.

Only mentions and evidence are touched; entities and relations are computed from them anew. So a
merge loses no relation, and a decision taken back gives the earlier graph, byte for byte.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.patching import patched
from sift_assets.core.decisions.resolved import REFUSED
from sift_assets.core.decisions.section import Section, touching
from sift_assets.core.decisions.splitting import in_symmetric_order
from sift_assets.core.decisions.verdicts import (
    DecidedRelation,
    RelationVerdict,
    RetractedAttribute,
    Verdicts,
    attribute_form,
)
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import Mask, mask, whole
from sift_assets.core.graph.relations import relation_ids, replaced
from sift_assets.core.graph.tables import EVIDENCE, NO_DOCUMENT, only, ordered, table_of
from sift_assets.core.graph.type_map import TypeMap
from sift_assets.core.records.extraction import Alignment

EXTRACTOR = "decision"
"""Stands where other evidence names its extractor, for relations that a person added."""

ADDED_CONFIDENCE = 1.0
"""Of a relation that a person added: they have said that it is so."""

_IDS = ("source_id", "type", "target_id")


@dataclass(frozen=True)
class Moved:
    """A graph with entities merged and facts taken out or added.

    Attributes:
        graph: The graph, without status.
        refused: What verdicts keep out, see `REFUSED`.
        new_documents: Id of a decided relation to the documents that state it and did not when it
            was decided, sorted; only where there are any.
        reopened: Ids of the decided relations that wait for a person again.
    """

    graph: KnowledgeGraph
    refused: pa.Table = field(default_factory=REFUSED.empty_table)
    new_documents: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    reopened: frozenset[str] = frozenset()


def moved(graph: KnowledgeGraph, said: Verdicts, types: TypeMap, reopen_after: int | None) -> Moved:
    """Apply merges, retractions and verdicts on relations.

    Args:
        graph: The built graph, splits applied.
        said: The verdicts on it.
        types: The domain, compiled.
        reopen_after: So many documents that are new since the decision open a relation again.
    """
    if not (said.groups or said.retracted or said.attributes or said.relations):
        return Moved(graph)
    touched = {*said.canonical, *said.retracted, *(one.entity for one in said.attributes)}
    section = Section(graph, touched, {one.claim.id for one in said.relations})
    gone = pa.array(sorted(said.retracted), pa.string())
    is_retracted = touching(section.evidence, gone)
    parts = [_refused(section.evidence, "retracted", is_retracted)]
    mentions = only(section.mentions, pc.invert(pc.is_in(section.mentions["entity_id"], gone)))
    mentions = _without(_of_canonical(mentions, graph, said), said.attributes)
    evidence = _joined_anew(only(section.evidence, pa.array(~is_retracted)), said, types)
    is_loop = mask(pc.equal(evidence["source_id"], evidence["target_id"]))
    parts.append(_refused(evidence, "self_relation", is_loop))
    evidence = only(evidence, pa.array(~is_loop))
    new = _new_documents(evidence, said.relations)
    reopened = {one for one, found in new.items() if reopen_after and len(found) >= reopen_after}
    rejected = {
        one.claim.id: one.decision.id
        for one in said.relations
        if one.verdict is RelationVerdict.REJECTED and one.claim.id not in reopened
    }
    is_rejected = _is_one_of(evidence, rejected)
    parts.append(_refused(evidence, "rejected", is_rejected, rejected))
    evidence = only(evidence, pa.array(~is_rejected))
    evidence = pa.concat_tables([evidence, _added(evidence, said)])
    return Moved(
        _with_documents_only(section.put_back(mentions, evidence, types)),
        ordered(pa.concat_tables(parts), ("relation_id", "cause", "document")),
        new,
        frozenset(reopened),
    )


def _of_canonical(mentions: pa.Table, graph: KnowledgeGraph, said: Verdicts) -> pa.Table:
    """Give mentions to the canonical entities; a mention that changes its type keeps the old one.

    Where an extractor had said another type still, that one stays.
    """
    canonical = said.canonical
    if not canonical:
        return mentions
    old_ids = pa.array(sorted(canonical), pa.string())
    new_ids = pa.array([canonical[one] for one in old_ids.to_pylist()], pa.string())
    places = pc.index_in(new_ids, whole(graph.entities["id"]))
    new_types = whole(graph.entities["type"]).take(places)
    at = pc.index_in(whole(mentions["entity_id"]), old_ids)
    old_type = whole(mentions["type"])
    new_type = pc.coalesce(new_types.take(at), old_type)
    original = whole(mentions["original_type"])
    is_retyped = pc.and_(pc.not_equal(new_type, old_type), pc.equal(original, ""))
    mentions = replaced(
        mentions, "entity_id", pc.coalesce(new_ids.take(at), whole(mentions["entity_id"]))
    )
    mentions = replaced(mentions, "original_type", pc.if_else(is_retyped, old_type, original))
    return replaced(mentions, "type", new_type)


def _joined_anew(evidence: pa.Table, said: Verdicts, types: TypeMap) -> pa.Table:
    """Let evidence join the canonical entities, symmetric relations in their one order."""
    canonical = said.canonical
    if not canonical:
        return evidence
    old_ids = pa.array(sorted(canonical), pa.string())
    new_ids = pa.array([canonical[one] for one in old_ids.to_pylist()], pa.string())
    for end in ("source_id", "target_id"):
        ids = whole(evidence[end])
        evidence = replaced(
            evidence, end, pc.coalesce(new_ids.take(pc.index_in(ids, old_ids)), ids)
        )
    return in_symmetric_order(evidence, types)


def _without(mentions: pa.Table, retracted: Sequence[RetractedAttribute]) -> pa.Table:
    """Take retracted properties out of the mentions of their entities."""
    if not retracted:
        return mentions
    wrong = {(one.entity, *one.stated) for one in retracted}
    owners = pa.array(sorted({one.entity for one in retracted}), pa.string())
    is_concerned = pc.is_in(mentions["entity_id"], owners)
    rows = only(mentions.select(["entity_id", "attributes"]), is_concerned).to_pylist()
    kept = [
        [
            one
            for one in row["attributes"]
            if (row["entity_id"], *attribute_form(one["key"], one["value"])) not in wrong
        ]
        for row in rows
    ]
    return patched(mentions, "attributes", np.flatnonzero(mask(is_concerned)), kept)


def _new_documents(
    evidence: pa.Table, decided: Iterable[DecidedRelation]
) -> dict[str, tuple[str, ...]]:
    """Return what states decided relations and did not then, where it is known what did."""
    known = {
        one.claim.id: one.ref for one in decided if 0 < one.ref.support == len(one.ref.documents)
    }
    rows = only(evidence.select(["document", *_IDS]), pa.array(_is_one_of(evidence, known)))
    now: dict[str, set[str]] = {}
    for one, document in zip(
        relation_ids(rows).to_pylist(), rows["document"].to_pylist(), strict=True
    ):
        now.setdefault(one, set()).add(document)
    new = {one: sorted(now.get(one, set()) - set(ref.documents)) for one, ref in known.items()}
    return {one: tuple(found) for one, found in new.items() if found}


def _is_one_of(evidence: pa.Table, relations: Iterable[str]) -> Mask:
    return mask(pc.is_in(relation_ids(evidence), pa.array(sorted(relations), pa.string())))


def _refused(
    evidence: pa.Table, cause: str, rows: Mask, decisions: Mapping[str, str] | None = None
) -> pa.Table:
    """Count the statements that are kept out, by relation and document."""
    out = only(evidence.select(["document", *_IDS]), pa.array(rows))
    if not len(out):
        return REFUSED.empty_table()
    counted = (
        pa.table({"relation_id": relation_ids(out), "document": whole(out["document"])})
        .group_by(["relation_id", "document"])
        .aggregate([([], "count_all")])
    )
    ids = counted["relation_id"].to_pylist()
    columns = {
        "relation_id": ids,
        "cause": [cause] * len(ids),
        "decision": [(decisions or {}).get(one, "") for one in ids],
        "document": counted["document"],
        "statements": counted["count_all"],
    }
    return pa.table(columns, schema=REFUSED)


def _added(evidence: pa.Table, said: Verdicts) -> pa.Table:
    """State the added relations that no document states; those that one does it shows better."""
    added = {one.claim.id: one for one in said.relations if one.verdict is RelationVerdict.ADDED}
    stated = relation_ids(only(evidence, pa.array(_is_one_of(evidence, added)))).to_pylist()
    return table_of([_statement(added[one]) for one in sorted(added.keys() - stated)], EVIDENCE)


def _statement(one: DecidedRelation) -> dict[str, Any]:
    blank: dict[str, Any] = {
        name: "" if pa.types.is_string(kind) else 0
        for name, kind in zip(EVIDENCE.names, EVIDENCE.types, strict=True)
    }
    return blank | {
        "relation_id": one.claim.id,
        "source_id": one.claim.source,
        "type": one.claim.type,
        "target_id": one.claim.target,
        "alignment": str(Alignment.EXACT),
        "confidence": ADDED_CONFIDENCE,
        "extractor": EXTRACTOR,
        "document": NO_DOCUMENT,
        "attributes": [],
    }


def _with_documents_only(graph: KnowledgeGraph) -> KnowledgeGraph:
    """Take the document that added relations do not have out of lists and counts."""
    is_unstated = pc.equal(graph.relations["best_document"], NO_DOCUMENT)
    rows = np.flatnonzero(mask(is_unstated))
    relations = patched(graph.relations, "documents", rows, [[] for _ in rows])
    return replace(graph, relations=patched(relations, "support", rows, [0 for _ in rows]))
