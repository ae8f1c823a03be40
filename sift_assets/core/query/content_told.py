"""Rows of an index about what is told: descriptions, the map of communities, the timeline."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pyarrow.compute as pc

from sift_assets.core.decisions.resolved import ResolvedGraph
from sift_assets.core.narrative.records import Narrative, Sentence
from sift_assets.core.narrative.timeline import timeline_of
from sift_assets.core.narrative.timeline_rows import MOST_READ
from sift_assets.core.narrative.told_graph import ToldGraph
from sift_assets.core.query.content_columns import Numbers, columns_of

Row = tuple[Any, ...]


def description_rows(parts: ToldGraph, entities: Numbers, documents: Numbers) -> Iterable[Row]:
    """Return what is told of entities; an earlier text that the graph has outgrown is not."""
    told = [one for one in parts.narratives.values() if not one.outdated]
    profiles = [(narrative, profile) for narrative in told for profile in narrative.profiles]
    numbers = entities.of_all(profile.entity for _, profile in profiles)
    return sorted(
        _description(number, narrative, profile.sentences, documents)
        for number, (narrative, profile) in zip(numbers, profiles, strict=True)
        if number
    )


def _description(
    number: int, narrative: Narrative, sentences: Sequence[Sentence], documents: Numbers
) -> Row:
    cites = dict.fromkeys(cite for sentence in sentences for cite in sentence.cites)
    places = [narrative.passages[cite] for cite in cites]
    cited = [f"{one.document} p.{one.page} {one.start}-{one.end}" for one in places]
    return (
        number,
        " ".join(sentence.text for sentence in sentences),
        narrative.writer,
        json.dumps(cited, ensure_ascii=False),
        json.dumps(sorted(set(documents.of_all(one.document for one in places)))),
    )


def map_rows(parts: ToldGraph, entities: Numbers) -> Iterator[tuple[str, Iterable[Row]]]:
    """Yield tables and rows of how communities hang together."""
    mapped = parts.communities
    names = dict(zip(*columns_of(parts.graph.entities, "id", "name"), strict=True))

    def labels(keys: Iterable[str]) -> str:
        return json.dumps([parts.label_of(key) for key in keys], ensure_ascii=False)

    bridges = [
        (one.participation, labels(s.community for s in one.shares)) for one in mapped.bridges
    ]
    numbers = entities.of_all(one.entity for one in mapped.bridges)
    yield "bridges", [(n, *row) for n, row in zip(numbers, bridges, strict=True) if n]
    yield (
        "islands",
        [
            (one.key, names.get(one.key, one.key), one.size, labels(one.communities))
            for one in mapped.islands
        ],
    )
    ends = [
        entities.of_all(getattr(one, end) for one in mapped.proposed_links)
        for end in ("first", "second")
    ]
    yield (
        "proposed",
        [
            (*pair, one.score, json.dumps(one.reasons, ensure_ascii=False))
            for *pair, one in zip(*ends, mapped.proposed_links, strict=True)
            if all(pair)
        ],
    )


def timeline_rows(
    graph: ResolvedGraph, entities: Numbers, documents: Numbers
) -> Iterator[tuple[str, Iterable[Row]]]:
    """Yield tables and rows of what the documents date."""
    told = timeline_of(graph, most=MOST_READ)
    entries = list(enumerate(told.entries, 1))
    places = [(n, told.passages[cite]) for n, one in entries for cite in one.sentence.cites]
    at = documents.of_all(place.document for _, place in places)
    first = {n: document for (n, _), document in zip(reversed(places), reversed(at), strict=True)}
    dated = [
        (n, one.start, one.end, one.precision, one.about, one.sentence.text, first.get(n, 0))
        for n, one in entries
    ]
    yield "dated", dated  # the words of each are those of its first place
    concerned = [(n, entity) for n, one in entries for entity in one.entities]
    found = entities.of_all(one for _, one in concerned)
    yield "dated_entities", [(n, one) for (n, _), one in zip(concerned, found, strict=True) if one]
    shown = [
        (n, document, place.page, place.start, place.end, place.quote)
        for (n, place), document in zip(places, at, strict=True)
    ]
    yield "dated_places", shown
    yield "about", [("unread_dates", str(told.left_out)), ("decided", str(_decided(graph)))]


def _decided(graph: ResolvedGraph) -> int:
    return len(pc.unique(graph.decided["decision"]))
