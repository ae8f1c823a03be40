"""What the page knows of entities and relations: columns, and what each fact stands on."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.graph.tables import NO_DOCUMENT
from sift_assets.core.narrative.records import Narrative, Passage, Sentence
from sift_assets.core.narrative.relation_words import predicate, words_of
from sift_assets.core.viewing.numbering import Numbering
from sift_assets.core.viewing.passages import Passages, Place

Columns = dict[str, list[Any]]

DECIMALS = 3
"""Of a confidence: more say nothing."""

_PLAIN = ("support", "mention_count", "status", "first_seen", "last_seen", "flags", "aliases")
_DECIDED = ("verdict", "time", "actor", "channel", "reason")


def entity_columns(
    graph: KnowledgeGraph,
    members: Mapping[str, str],
    types: Numbering[str],
    communities: Numbering[str],
) -> Columns:
    """Return the columns of the entities that need nothing else, in their order.

    Args:
        graph: What is shown.
        members: Entity to the key of its community.
        types: Numbers entity types.
        communities: Numbers communities.
    """
    table = graph.entities
    ids: list[str] = table["id"].to_pylist()
    return {
        "id": ids,
        "name": table["name"].to_pylist(),
        "type": [types[one] for one in table["type"].to_pylist()],
        "community": [communities[members.get(one, UNASSIGNED)] for one in ids],
        "confidence": _rounded(table),
        **{name: table[name].to_pylist() for name in _PLAIN},
    }


def relation_columns(
    graph: KnowledgeGraph, rows: Mapping[str, int], wordings: Numbering[tuple[str, str]]
) -> Columns:
    """Return the columns of the relations, in their order.

    Args:
        graph: What is shown.
        rows: Entity to its row.
        wordings: Numbers pairs of relation type and entity type of the source.
    """
    table = graph.relations
    kinds = zip(table["type"].to_pylist(), table["source_type"].to_pylist(), strict=True)
    plain = [name for name in (*_PLAIN, "valid_from", "valid_to", "conflict") if name != "aliases"]
    return {
        "id": table["id"].to_pylist(),
        "source": [rows[one] for one in table["source_id"].to_pylist()],
        "target": [rows[one] for one in table["target_id"].to_pylist()],
        "wording": [wordings[kind] for kind in kinds],
        "confidence": _rounded(table),
        **{name: table[name].to_pylist() for name in plain},
    }


def wording(kind: tuple[str, str]) -> list[Any]:
    """Return a relation type, what the source does, what the target does, and if both do the same.

    The second is empty where there are no words for it.
    """
    relation_type, source_type = kind
    forward = predicate(relation_type, source_type=source_type)
    backward = predicate(relation_type, source_type=source_type, backward=True)
    return [relation_type, forward, backward, words_of(relation_type, source_type).is_symmetric]


def mentions_of(
    graph: KnowledgeGraph, rows: Mapping[str, int], passages: Passages
) -> tuple[list[list[int]], list[list[list[Any]]]]:
    """Return by entity the passages that name it, and its attributes with theirs.

    An attribute is a row of key, value and passages; what a person has stated has none of these.
    """
    named: list[list[int]] = [[] for _ in rows]
    stated: list[dict[tuple[str, str], list[int]]] = [defaultdict(list) for _ in rows]
    columns = ["entity_id", "document", "start", "end", "page", "surface", "attributes"]
    for row in graph.mentions.select(columns).to_pylist():
        if row["document"] == NO_DOCUMENT:
            continue
        place = Place(row["document"], row["start"], row["end"])
        number = passages.number(place, row["page"], row["surface"])
        entity = rows[row["entity_id"]]
        named[entity].append(number)
        for one in row["attributes"]:
            stated[entity][one["key"], one["value"]].append(number)
    listed = graph.entities["attributes"].to_pylist()
    attributes = [
        [[*one, _distinct(of.get(one, ()))] for one in _pairs(pairs)]
        for pairs, of in zip(listed, stated, strict=True)
    ]
    return [_distinct(one) for one in named], attributes


def evidence_of(graph: KnowledgeGraph, passages: Passages) -> list[list[list[Any]]]:
    """Return by relation its statements, each a passage and what it says of validity and more.

    What only a person has stated has none.
    """
    rows = {one: number for number, one in enumerate(graph.relations["id"].to_pylist())}
    found: list[list[list[Any]]] = [[] for _ in rows]
    columns = ["relation_id", "document", "start", "end", "page", "quote", "confidence"]
    columns += ["valid_from", "valid_to", "extractor", "attributes"]
    for row in graph.evidence.select(columns).to_pylist():
        if row["document"] == NO_DOCUMENT:
            continue
        place = Place(row["document"], row["start"], row["end"])
        number = passages.number(place, row["page"], row["quote"])
        more = [[one["key"], one["value"]] for one in row["attributes"]]
        statement = [number, round(row["confidence"], DECIMALS), row["extractor"]]
        found[rows[row["relation_id"]]].append(
            [*statement, row["valid_from"], row["valid_to"], more]
        )
    return found


def decided(graph: ResolvedGraph, shown: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    """Return by id what people have decided of what is shown, without what is empty."""
    wanted = set(shown)
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in graph.decided.to_pylist():
        if row["subject"] in wanted:
            found[row["subject"]].append({name: row[name] for name in _DECIDED if row[name]})
    return dict(found)


def sentences_of(
    told: Sequence[Sentence], sources: Mapping[str, Passage], passages: Passages
) -> list[list[Any]]:
    """Return sentences with the passages that they cite.

    A text that waits to be told anew may tell of what is no longer there: a sentence is left out
    unless all that it cites still speaks for something that is shown.
    """
    found: list[list[Any]] = []
    for sentence in told:
        places = [sources[one] for one in sentence.cites if one in sources]
        numbers = [passages.known(Place(one.document, one.start, one.end)) for one in places]
        if len(numbers) == len(sentence.cites) and None not in numbers:
            found.append([sentence.text, numbers])
    return found


def descriptions_of(
    narratives: Iterable[Narrative], rows: Mapping[str, int], passages: Passages
) -> dict[int, list[list[Any]]]:
    """Return what is told of entities, by row."""
    found = {
        rows[profile.entity]: sentences_of(profile.sentences, one.passages, passages)
        for one in narratives
        for profile in one.profiles
        if profile.entity in rows
    }
    return {row: told for row, told in sorted(found.items()) if told}


def _pairs(attributes: Iterable[Mapping[str, str]]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((one["key"], one["value"]) for one in attributes))


def _distinct(numbers: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(numbers))


def _rounded(table: pa.Table) -> list[float]:
    return [round(one, DECIMALS) for one in table["confidence"].to_pylist()]
