"""What a report reads of a graph: weights of relations, and the passages that can be cited.

Tables are read column by column, and passages only of what is told: a report tells of a few
relations of a graph that may have a hundred thousand.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.communities.weights import relation_weights
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.review import Status
from sift_assets.core.graph.tables import NO_DOCUMENT, only
from sift_assets.core.narrative.records import Passage
from sift_assets.core.records.extraction import Alignment, MentionKind

MOST_CITES = 3
"""Passages that one sentence of a report cites: more prove it no better, and a reader opens one."""

Row = dict[str, Any]

_ALIGNMENTS = list(map(str, Alignment))
_KINDS = list(map(str, MentionKind))
_PLACE = ("document", "page", "start", "end")


class Link(NamedTuple):
    """A relation as far as a report must know it to find its way.

    Attributes:
        id: Its id.
        source: Id of its source.
        type: Its type.
        target: Id of its target.
        weight: See `communities.weights.relation_weights`.
        status: See `graph.review.Status`.
        valid_from: Stated start of its validity, or empty.
        valid_to: Stated end, or empty.
    """

    id: str
    source: str
    type: str
    target: str
    weight: float
    status: str
    valid_from: str
    valid_to: str

    @property
    def is_pending(self) -> bool:
        """Return whether it waits for a person."""
        return self.status == Status.PENDING


def links_of(graph: KnowledgeGraph) -> list[Link]:
    """Return every relation that some passage states, in order of id.

    What only a person has stated stands in no document, and can be told but not cited.
    """
    stating = only(graph.evidence.select(["relation_id", "document", "quote"]), _citable(graph))
    table = only(graph.relations, pc.is_in(graph.relations["id"], pc.unique(stating.column(0))))
    names = ("id", "source_id", "type", "target_id", "status", "valid_from", "valid_to")
    columns = [table[name].to_pylist() for name in names]
    columns.insert(4, relation_weights(table).tolist())
    return [Link(*row) for row in zip(*columns, strict=True)]


def summed_weights(links: Iterable[Link]) -> dict[str, float]:
    """Return the summed weight of its relations per entity, of entities that have any."""
    sums: dict[str, float] = {}
    for link in links:
        for end in {link.source, link.target}:
            sums[end] = sums.get(end, 0.0) + link.weight
    return sums


def most_central(weights: Mapping[str, float], most: int) -> list[str]:
    """Return the ids of the heaviest entities, ties in order of id."""
    return sorted(weights, key=lambda one: (-weights[one], one))[:most]


def relation_passages(
    graph: KnowledgeGraph, links: Iterable[Link]
) -> dict[str, tuple[Passage, ...]]:
    """Return the best passages that state some relations, by their ids.

    First those where the period is stated that the relation is told with, then of each document
    one before a second one.
    """
    told = {link.id: link for link in links}
    columns = ["relation_id", *_PLACE, "quote", "alignment", "confidence", "valid_from", "valid_to"]
    found: dict[str, tuple[Passage, ...]] = {}
    for key, group in _rows(graph.evidence, columns, "relation_id", told):
        rows = [row for row in sorted(group, key=evidence_rank) if is_citable(row)]
        passages = (*_dating(rows, told[key]), *best_passages(rows))
        found[key] = tuple(dict.fromkeys(passages))[:MOST_CITES]
    return found


def _dating(rows: list[Row], link: Link) -> list[Passage]:
    """Return the first passage for each stated side of a relation's period."""
    sides = (("valid_from", link.valid_from), ("valid_to", link.valid_to))
    first = (
        next((row for row in rows if date and row[side] == date), None) for side, date in sides
    )
    return [passage_of(row) for row in first if row]


def entity_passages(
    graph: KnowledgeGraph, entities: Collection[str]
) -> dict[str, tuple[Passage, ...]]:
    """Return the best passages that name some entities: by full name, of other documents first."""
    columns = ["entity_id", *_PLACE, "surface", "kind", "confidence"]
    rows = _rows(graph.mentions, columns, "entity_id", entities)
    return {key: best_passages(sorted(group, key=_mention_rank)) for key, group in rows}


def best_passages(rows: Iterable[Row]) -> tuple[Passage, ...]:
    """Return passages of rows in their order, one of each document before a second one."""
    usable = [row for row in rows if is_citable(row)]
    first: dict[str, Row] = {}
    for row in usable:
        first.setdefault(row["document"], row)
    found: dict[Passage, None] = {}
    for row in chain(first.values(), usable):
        if len(found) == MOST_CITES:
            break  # the centre of a graph is named in every document
        found[passage_of(row)] = None
    return tuple(found)


def evidence_rank(row: Row) -> tuple[Any, ...]:
    """Return what orders evidence: word for word before aligned, then sure before unsure."""
    place = (row["document"], row["start"], row["end"], row["quote"])
    return _ALIGNMENTS.index(row["alignment"]), -row["confidence"], *place


def is_citable(row: Row) -> bool:
    """Say whether a reader can open what a row of mentions or evidence says."""
    return row["document"] != NO_DOCUMENT and bool(_quote(row).strip())


def passage_of(row: Row) -> Passage:
    """Return the place of a row of mentions or evidence."""
    return Passage(**{name: row[name] for name in _PLACE}, quote=_quote(row))


def _mention_rank(row: Row) -> tuple[Any, ...]:
    place = (row["document"], row["start"], row["end"], row["surface"])
    return _KINDS.index(row["kind"]), -row["confidence"], *place


def _quote(row: Row) -> str:
    return row["quote"] if "quote" in row else row["surface"]


def _citable(graph: KnowledgeGraph) -> pa.ChunkedArray:
    evidence = graph.evidence
    has_quote = pc.greater(pc.utf8_length(pc.utf8_trim_whitespace(evidence["quote"])), 0)
    return pc.and_(pc.not_equal(evidence["document"], NO_DOCUMENT), has_quote)


def _rows(
    table: pa.Table, columns: list[str], key: str, wanted: Collection[str]
) -> list[tuple[str, list[Row]]]:
    """Return the rows of some keys, by key; whatever the order of rows in the table."""
    chosen = pc.is_in(table[key], pa.array(sorted(wanted), pa.string()))
    rows = sorted(only(table.select(columns), chosen).to_pylist(), key=itemgetter(key))
    return [(value, list(group)) for value, group in groupby(rows, key=itemgetter(key))]
