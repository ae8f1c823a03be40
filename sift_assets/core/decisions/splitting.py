"""Splits: one name that several things share becomes several entities, told apart by document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.decisions.decision import Act, Decision, Part, part_id
from sift_assets.core.decisions.finding import Finder, Found
from sift_assets.core.decisions.patching import patched
from sift_assets.core.decisions.section import Section
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.columns import mask, whole
from sift_assets.core.graph.identity import is_blank
from sift_assets.core.graph.relations import replaced
from sift_assets.core.graph.tables import only
from sift_assets.core.graph.type_map import TypeMap


class PartEntity(NamedTuple):
    """A part of a split entity: its id, the entity it is of, how it is called, who decided."""

    id: str
    whole: str
    label: str
    name: str
    decision: Decision


@dataclass(frozen=True)
class SplitGraph:
    """A graph with splits applied.

    Attributes:
        graph: The graph.
        parts: The parts that have a mention, sorted by id.
        whole: Entities that are one thing after all, with the decision.
        lost: Decisions to split whose subject is not there, with the reason.
    """

    graph: KnowledgeGraph
    parts: tuple[PartEntity, ...] = ()
    whole: Mapping[str, Decision] = field(default_factory=dict[str, Decision])
    lost: tuple[tuple[Decision, str], ...] = ()


def split(graph: KnowledgeGraph, decisions: Sequence[Decision], types: TypeMap) -> SplitGraph:
    """Apply the decisions to split; of several about one entity the last one counts.

    Args:
        graph: The built graph.
        decisions: Those in force, of any act, in order of time.
        types: The domain, compiled.
    """
    wanted = [decision for decision in decisions if decision.act in {Act.SPLIT, Act.WHOLE}]
    if not wanted:
        return SplitGraph(graph)
    finder = Finder(graph, types)
    last: dict[str, Decision] = {}
    lost: list[tuple[Decision, str]] = []
    for decision in wanted:
        found = finder.entity(decision.entities[0])
        if isinstance(found, Found):
            last[found.id] = decision
        else:
            lost.append((decision, found.reason))
    splits = {one: said for one, said in last.items() if said.act is Act.SPLIT}
    whole = {one: said for one, said in last.items() if said.act is Act.WHOLE}
    parts = [_entity(one, part, said) for one, said in splits.items() for part in said.parts]
    moved = _moved(graph, splits, types) if splits else graph
    present = set(moved.entities["id"].to_pylist())
    kept = sorted(part for part in parts if part.id in present)
    without = splits.keys() - {part.whole for part in kept}
    lost += [(splits[one], f"no document of a part names {one}") for one in sorted(without)]
    return SplitGraph(moved, tuple(kept), whole, tuple(lost))


def _entity(whole_id: str, part: Part, decision: Decision) -> PartEntity:
    plain = f"{decision.entities[0].name} ({part.label})"
    name = plain if is_blank(part.name) else part.name.strip()
    return PartEntity(part_id(whole_id, part.label), whole_id, part.label, name, decision)


def _moved(graph: KnowledgeGraph, splits: Mapping[str, Decision], types: TypeMap) -> KnowledgeGraph:
    """Move mentions and ends of relations from the whole to the part of their document."""
    parts = {
        (one, document): part_id(one, part.label)
        for one, decision in splits.items()
        for part in decision.parts
        for document in part.documents
    }
    section = Section(graph, {*splits, *parts.values()})
    mentions, evidence = _renamed(section.mentions, "entity_id", parts), section.evidence
    for end in ("source_id", "target_id"):
        evidence = _renamed(evidence, end, parts)
    return section.put_back(mentions, in_symmetric_order(evidence, types), types)


def _renamed(table: pa.Table, column: str, parts: Mapping[tuple[str, str], str]) -> pa.Table:
    """Name the part instead of the whole, by the document that a row is of."""
    split_ids = pa.array(sorted({one for one, _ in parts}), pa.string())
    is_split = pc.is_in(table[column], split_ids)
    rows = only(table.select([column, "document"]), is_split)
    pairs = zip(rows[column].to_pylist(), rows["document"].to_pylist(), strict=True)
    ids = [parts.get(pair, pair[0]) for pair in pairs]
    return patched(table, column, np.flatnonzero(mask(is_split)), ids)


def in_symmetric_order(evidence: pa.Table, types: TypeMap) -> pa.Table:
    """Put the ends of symmetric relations in order of id, as a build does."""
    names = sorted(name for name, kind in types.relations.items() if kind.symmetric)
    source, target = whole(evidence["source_id"]), whole(evidence["target_id"])
    is_symmetric = pc.is_in(evidence["type"], pa.array(names, pa.string()))
    turned = np.logical_and(mask(is_symmetric), mask(pc.greater(source, target)))
    if not turned.any():
        return evidence
    first = pc.if_else(pa.array(turned), target, source)
    second = pc.if_else(pa.array(turned), source, target)
    return replaced(replaced(evidence, "source_id", first), "target_id", second)
