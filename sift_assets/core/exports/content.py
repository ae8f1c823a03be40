"""What is exported: the graph, and all that is said of it, as tables that formats write.

What belongs here: which tables there are and where their rows come from. A fact that is refused,
retracted or deleted is in none of them. Neither is the text of a document but for the quotes that
a fact rests on: a refused statement would come back with its text.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa
from pydantic import ConfigDict

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.exports.columns import (
    Annotations,
    document_table,
    entity_table,
    evidence_table,
    mention_table,
    relation_table,
)
from sift_assets.core.exports.decided import DECISIONS, IDENTITIES
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import ordered, table_of
from sift_assets.core.narrative.markdown import one_line
from sift_assets.core.narrative.records import Narrative, Passage
from sift_assets.core.narrative.rendering_json import entity_descriptions
from sift_assets.core.records.extraction import ChunkReport
from sift_assets.core.records.record import Record

COMMUNITIES = pa.schema(
    {
        "community": pa.string(),
        "label": pa.string(),
        "level": pa.int64(),
        "parent": pa.string(),
        "divided": pa.bool_(),
        "size": pa.int64(),
        "relations": pa.int64(),
        "weight": pa.float64(),
        "outside": pa.float64(),
    }
)
"""Groups of every level, see `Group`; what is not divided further is a community, with a label."""

CHUNKS = pa.schema(
    {
        "document": pa.string(),
        "chunk": pa.int64(),
        "status": pa.string(),
        "extractor": pa.string(),
        "model": pa.string(),
        "mentions": pa.int64(),
        "statements": pa.int64(),
        "first": pa.int64(),
        "last": pa.int64(),
    }
)
"""What was found in each chunk: mentions, statements of relations, and between which characters of
the document's text they stand (both 0 where there are none)."""


TABLES = (
    *("documents", "chunks", "mentions", "entities"),
    *("relations", "evidence", "decisions", "communities"),
)
"""What a database has."""


class ExtractionReport(Record):
    """What is exported of how a document was extracted; see `Extraction`."""

    model_config = ConfigDict(extra="ignore")

    extractor: str
    model: str = ""
    chunks: tuple[ChunkReport, ...] = ()


@dataclass(frozen=True)
class ExportContent:
    """A graph with all that is said of it.

    Attributes:
        graph: With its status.
        annotations: Descriptions and communities of entities.
        communities: `COMMUNITIES`, sorted by level and key.
        decisions: `DECISIONS`.
        identities: `IDENTITIES`.
        extractions: How each document was extracted, by its key; needed for the tables only.
    """

    graph: KnowledgeGraph
    annotations: Annotations = field(default_factory=Annotations)
    communities: pa.Table = field(default_factory=COMMUNITIES.empty_table)
    decisions: pa.Table = field(default_factory=DECISIONS.empty_table)
    identities: pa.Table = field(default_factory=IDENTITIES.empty_table)
    extractions: Mapping[str, ExtractionReport] = field(default_factory=dict[str, ExtractionReport])

    @cached_property
    def tables(self) -> dict[str, pa.Table]:
        """Return the tables of a database, by name; see `columns` and the schemas here."""
        made = (
            document_table(self.graph),
            _chunk_table(self.graph, self.extractions),
            mention_table(self.graph),
            entity_table(self.graph, self.annotations),
            relation_table(self.graph),
            evidence_table(self.graph),
            self.decisions,
            self.communities,
        )
        return dict(zip(TABLES, made, strict=True))


def annotations_of(
    graph: KnowledgeGraph,
    mapped: CommunityMap,
    narratives: Collection[Narrative],
    labels: Mapping[str, str],
) -> Annotations:
    """Return what communities and narratives say of entities.

    Args:
        graph: The graph that is exported.
        mapped: Its communities.
        narratives: What is told of them; of a sentence that rests on a passage which the graph
            has no more, nothing is exported: it may tell what has been refused meanwhile.
        labels: Community to its label.
    """
    members = mapped.members.items()
    return Annotations(
        descriptions=entity_descriptions(_standing(graph, narratives)),
        communities={one: community for one, community in members if community != UNASSIGNED},
        labels={community: one_line(label) for community, label in labels.items()},
    )


def _standing(graph: KnowledgeGraph, narratives: Collection[Narrative]) -> Iterator[Narrative]:
    """Yield narratives without the sentences of profiles whose passages are gone."""
    places = _places(graph, narratives)
    for narrative in narratives:
        gone = {one for one, passage in narrative.passages.items() if _at(passage) not in places}
        yield _without(narrative, gone) if gone else narrative


def _without(narrative: Narrative, gone: set[str]) -> Narrative:
    profiles = tuple(
        profile.model_copy(
            update={"sentences": tuple(one for one in profile.sentences if not gone & {*one.cites})}
        )
        for profile in narrative.profiles
    )
    return narrative.model_copy(update={"profiles": profiles})


_Place = tuple[str, int, int]
"""A document, the first character, and one past the last."""


def _at(passage: Passage) -> _Place:
    return passage.document, passage.start, passage.end


def _places(graph: KnowledgeGraph, narratives: Iterable[Narrative]) -> set[_Place]:
    """Return where mentions and evidence stand, of the passages that are cited."""
    cited = {_at(one) for narrative in narratives for one in narrative.passages.values()}
    starts = np.array(sorted({start for _document, start, _end in cited}), np.int64)
    found: set[_Place] = set()
    for table in (graph.mentions, graph.evidence):
        rows = np.flatnonzero(np.isin(table["start"].to_numpy(), starts))
        near = table.select(["document", "start", "end"]).take(pa.array(rows, pa.int64()))
        found |= cited & set(zip(*(column.to_pylist() for column in near.columns), strict=True))
    return found


def community_table(mapped: CommunityMap, labels: Mapping[str, str]) -> pa.Table:
    """Return `COMMUNITIES` of a map."""
    rows = [
        {
            "community": group.key,
            "label": "" if group.divided else one_line(labels.get(group.key, "")),
            **group.model_dump(include=set(COMMUNITIES.names)),
        }
        for group in mapped.groups
        if group.key != UNASSIGNED
    ]
    return table_of(rows, COMMUNITIES)


def _chunk_table(graph: KnowledgeGraph, extractions: Mapping[str, ExtractionReport]) -> pa.Table:
    """Return `CHUNKS`, one row per chunk in order of document and chunk."""
    mentions, statements = _found(graph.mentions), _found(graph.evidence)
    rows = [
        {
            "document": key,
            "chunk": chunk.index,
            "status": str(chunk.status),
            "extractor": extraction.extractor,
            "model": chunk.model or extraction.model,
            **_extent(mentions.get((key, chunk.index)), statements.get((key, chunk.index))),
        }
        for key, extraction in extractions.items()
        for chunk in extraction.chunks
    ]
    return ordered(table_of(rows, CHUNKS), ("document", "chunk"))


_Extent = tuple[int, int, int]
"""A number of records, the first character of any, and one past the last."""


def _found(table: pa.Table) -> dict[tuple[str, int], _Extent]:
    """Return how many records a table has of each chunk, and where."""
    sums = table.group_by(["document", "chunk"], use_threads=False).aggregate(
        [("start", "count"), ("start", "min"), ("end", "max")]
    )
    columns = (sums[name].to_pylist() for name in ("start_count", "start_min", "end_max"))
    keys = zip(sums["document"].to_pylist(), sums["chunk"].to_pylist(), strict=True)
    return dict(zip(keys, zip(*columns, strict=True), strict=True))


def _extent(mentions: _Extent | None, statements: _Extent | None) -> dict[str, int]:
    found = [one for one in (mentions, statements) if one]
    return {
        "mentions": mentions[0] if mentions else 0,
        "statements": statements[0] if statements else 0,
        "first": min((one[1] for one in found), default=0),
        "last": max((one[2] for one in found), default=0),
    }
