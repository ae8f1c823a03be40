"""What goes into an index: rows of a told graph, with numbers in the place of ids.

Pure: the same graph gives the same rows in the same order. A fact that is refused is not in the
graph, and a verdict on what is not there, or a text that the graph has outgrown, is left out.
"""

import json
from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.communities.records import CommunityMap
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.columns import whole
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.query.content_columns import Numbers, columns_of
from sift_assets.core.query.content_told import (
    Row,
    description_rows,
    map_rows,
    timeline_rows,
)
from sift_assets.core.query.dates import days_of
from sift_assets.core.records.record import key_of
from sift_assets.core.text.folding import folded

REVISION_DIGITS = 16
"""64 bits of the hash: two revisions of a project are never alike."""


def revision_of(graph: str, communities: str, narratives: str) -> str:
    """Return one id for versions of the resolved graph, the map and the manifest of narratives."""
    return key_of("revision", graph, communities, narratives)[:REVISION_DIGITS]


def content_rows(parts: ToldGraph) -> Iterator[tuple[str, Iterable[Row]]]:
    """Yield table and rows, in the order in which they are written."""
    graph = parts.graph
    documents = Numbers.of(graph.documents["document"])
    entities = Numbers.of(graph.entities["id"])
    relations = Numbers.of(graph.relations["id"])
    yield "documents", _documents(graph, documents)
    yield "document_tags", _tags(graph, documents)
    yield "communities", _communities(parts)
    yield "entities", _entities(parts, entities)
    yield "names", _names(graph)
    yield "identities", _identities(graph, entities)
    yield "properties", _properties(graph, documents)
    yield "mentions", _mentions(graph, entities, documents)
    yield "relations", _relations(parts, entities)
    yield "evidence", _evidence(graph, relations, documents)
    yield "verdicts", _verdicts(graph, entities, relations)
    yield "descriptions", description_rows(parts, entities, documents)
    yield from map_rows(parts, entities)
    yield from timeline_rows(graph, entities, documents)


def _joined(column: pa.ChunkedArray) -> list[str]:
    """Return short lists of words without spaces as texts; nearly all are empty."""
    return pc.binary_join(whole(column), " ").to_pylist()


def _as_json(column: pa.ChunkedArray) -> list[str]:
    return [
        json.dumps(one, ensure_ascii=False) if one else "[]" for one in whole(column).to_pylist()
    ]


def _documents(graph: ResolvedGraph, numbers: Numbers) -> Iterable[Row]:
    table = graph.documents
    names = ("document", "title", "document_date", "collection", "folder")
    for number, row in zip(
        numbers.of_column(table["document"]),
        zip(*columns_of(table, *names), strict=True),
        strict=True,
    ):
        days = days_of(row[2])
        yield (number, *row, *(days or ("", "")))


def _tags(graph: ResolvedGraph, numbers: Numbers) -> Iterable[Row]:
    table = graph.documents
    for number, tags in zip(
        numbers.of_column(table["document"]), table["tags"].to_pylist(), strict=True
    ):
        yield from ((number, tag) for tag in tags)


def _communities(parts: ToldGraph) -> Iterable[Row]:
    groups = {group.key: group for group in parts.communities.told}
    for key, number in _community_numbers(parts.communities).items():
        group = groups[key]
        yield number, key, parts.label_of(key), group.level, group.parent, group.size


def _community_numbers(mapped: CommunityMap) -> dict[str, int]:
    keys = sorted(group.key for group in mapped.told if group.key != UNASSIGNED)
    return {key: number for number, key in enumerate(keys, 1)}


def _entities(parts: ToldGraph, numbers: Numbers) -> Iterable[Row]:
    graph, table = parts.graph, parts.graph.entities
    ids = table["id"].to_pylist()
    texts = columns_of(table, "id", "type", "name", "status")
    figures = columns_of(table, "confidence", "support", "mention_count")
    seen = columns_of(table, "first_seen", "last_seen")
    communities = _communities_of_entities(parts)
    return zip(
        range(1, len(ids) + 1), *texts, _joined(table["flags"]), *figures,
        _degrees(graph, numbers), communities, *seen, _as_json(table["aliases"]), strict=True,
    )  # fmt: skip


def _communities_of_entities(parts: ToldGraph) -> list[int]:
    own = _community_numbers(parts.communities)
    members = parts.communities.members
    ids = parts.graph.entities["id"].to_pylist()
    return [own.get(members.get(one, ""), 0) for one in ids]


def _degrees(graph: ResolvedGraph, numbers: Numbers) -> list[int]:
    columns = (graph.relations[end] for end in ("source_id", "target_id"))
    ends = np.array([numbers.of_column(column) for column in columns], np.int64)
    ends[1, ends[0] == ends[1]] = 0  # a relation of an entity with itself is one
    return np.bincount(ends.ravel(), minlength=len(numbers.values) + 1)[1:].tolist()


def _names(graph: ResolvedGraph) -> Iterable[Row]:
    """Yield every folded form once per entity, that of its own name first."""
    names, aliases = columns_of(graph.entities, "name", "aliases")
    for number, (name, others) in enumerate(zip(names, aliases, strict=True), 1):
        own = folded(name)
        forms = dict.fromkeys([own, *(folded(other) for other in others)] if others else [own])
        yield from ((number, form, form == own) for form in forms if form)


def _identities(graph: ResolvedGraph, numbers: Numbers) -> Iterable[Row]:
    table = graph.identities
    entities = numbers.of_column(table["canonical_id"])
    return [
        (one, number)
        for one, number in zip(table["id"].to_pylist(), entities, strict=True)
        if number
    ]


def _properties(graph: ResolvedGraph, numbers: Numbers) -> Iterable[Row]:
    lists = whole(graph.entities["attributes"])
    owners = (pc.list_parent_indices(lists).to_numpy() + 1).tolist()
    items = pc.list_flatten(lists)
    keys, values, documents = (
        pc.struct_field(items, name) for name in ("key", "value", "document")
    )
    at = numbers.of_column(pa.chunked_array([documents]))
    return zip(owners, keys.to_pylist(), values.to_pylist(), at, strict=True)


_PLACE = ("page", "start", "end")


def _mentions(graph: ResolvedGraph, entities: Numbers, documents: Numbers) -> Iterable[Row]:
    table = graph.mentions
    return zip(
        entities.of_column(table["entity_id"]), documents.of_column(table["document"]),
        *columns_of(table, *_PLACE, "surface", "confidence", "extractor", "alignment"), strict=True,
    )  # fmt: skip


def _relations(parts: ToldGraph, entities: Numbers) -> Iterable[Row]:
    table = parts.graph.relations
    communities = [0, *_communities_of_entities(parts)]
    ends = [entities.of_column(table[end]) for end in ("source_id", "target_id")]
    names = ("confidence", "support", "mention_count", "valid_from", "valid_to")
    return zip(
        range(1, len(table) + 1),
        *ends,
        *columns_of(table, "type", "status"), _joined(table["flags"]), *columns_of(table, *names),
        *columns_of(table, "first_seen", "last_seen"),
        *([communities[one] for one in end] for end in ends), strict=True,
    )  # fmt: skip


def _evidence(graph: ResolvedGraph, relations: Numbers, documents: Numbers) -> Iterable[Row]:
    table = graph.evidence
    return zip(
        relations.of_column(table["relation_id"]), documents.of_column(table["document"]),
        *columns_of(table, *_PLACE, "quote", "confidence", "extractor", "alignment"), strict=True,
    )  # fmt: skip


def _verdicts(graph: ResolvedGraph, entities: Numbers, relations: Numbers) -> Iterable[Row]:
    """Yield verdicts on what is there; the name of what is refused stands in no index."""
    table = graph.decided
    names = ("subject", "verdict", "actor", "time", "channel", "reason", "decision")
    there = zip(
        entities.of_column(table["subject"]), relations.of_column(table["subject"]), strict=True
    )
    rows = zip(*columns_of(table, *names), strict=True)
    return [row for row, (one, other) in zip(rows, there, strict=True) if one or other]
