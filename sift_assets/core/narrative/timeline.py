"""The timeline: what happened when, one entry a fact, in order of time.

Which facts there are is in `timeline_facts`. Here they are joined where several say the same, the
best supported are kept, and those are put in order.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from rapidfuzz.fuzz import token_set_ratio
from rapidfuzz.utils import default_process

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.narrative.dates_forms import DateSpan
from sift_assets.core.narrative.records import Passage, Sentence, TimelineEntry
from sift_assets.core.narrative.report_evidence import MOST_CITES, Link, links_of, summed_weights
from sift_assets.core.narrative.timeline_facts import (
    DatedFact,
    attribute_facts,
    quoted_facts,
    relation_facts,
)
from sift_assets.core.narrative.timeline_rows import dated_rows

MAX_ENTRIES = 60
"""Two pages. Nine articles about one company hold more than 200 dates; a list of all is no story,
and the graph keeps them."""


LIKE_WORDS = 85
"""Of 100: likeness of two quotes of one time that name the same, and so tell of one thing. Joins
what the nine articles of the FTX example repeat of each other."""


MOST_COMPARED = 50
"""Quotes of one time and entity that a further one is compared with: thousands of "in 2019" about
one company would else take a minute."""


class Timeline(NamedTuple):
    """A timeline, with every passage that it cites by id.

    Attributes:
        entries: Sorted by start, then end, then text.
        passages: By id.
        left_out: How many dated facts are not shown, and places with a year that are not read.
    """

    entries: tuple[TimelineEntry, ...]
    passages: dict[str, Passage]
    left_out: int


def timeline_of(
    graph: KnowledgeGraph, most: int = MAX_ENTRIES, links: Sequence[Link] | None = None
) -> Timeline:
    """Gather what the documents date; the same for any order of the rows of the graph.

    Args:
        graph: Entities, relations and what speaks for them.
        most: Entries that are shown: those of most documents, then the more central ones.
        links: The graph's, where they are known already.
    """
    weights = summed_weights(links_of(graph) if links is None else links)
    rows = dated_rows(graph, weights)
    stated = _most_exact(relation_facts(graph, rows.periods))
    quotes = _without_repeats(_not_of(quoted_facts(graph, rows.quotes), stated))
    attributes = _most_exact(attribute_facts(graph, rows.attributes))
    facts = _joined([*stated, *quotes, *_not_said_by(attributes, [*stated, *quotes])])
    chosen = sorted(facts, key=lambda fact: _rank(fact, weights))[:most]
    entries = sorted(map(_entry, chosen), key=lambda one: (one.start, one.end, one.sentence.text))
    left_out = len(facts) - len(entries) + rows.unread
    cited = {one: passage for fact in chosen for one, passage in _cited(fact).items()}
    return Timeline(tuple(entries), dict(sorted(cited.items())), left_out)


def _most_exact(facts: Iterable[DatedFact]) -> list[DatedFact]:
    """Leave out what is stated more exactly elsewhere, with its passages kept: 2016, 12 April 2016.

    Two dates of which none lies in the other are two facts: documents may contradict each other.
    """
    by_key: dict[tuple[str, ...], list[DatedFact]] = {}
    for fact in sorted(facts, key=lambda one: (_length(one), one.span, one.text)):
        known = by_key.setdefault(fact.key, [])
        within = next((at for at, one in enumerate(known) if _lies_in(one, fact)), None)
        if within is None:
            known.append(fact)
        else:
            passages = (*known[within].passages, *fact.passages)
            known[within] = known[within]._replace(passages=tuple(dict.fromkeys(passages)))
    return [fact for known in by_key.values() for fact in known]


def _length(fact: DatedFact) -> int:
    return (date.fromisoformat(fact.span.end) - date.fromisoformat(fact.span.start)).days


def _lies_in(one: DatedFact, other: DatedFact) -> bool:
    return other.span.start <= one.span.start and one.span.end <= other.span.end


def _not_of(quotes: Iterable[DatedFact], stated: Iterable[DatedFact]) -> Iterator[DatedFact]:
    """Leave out quotes of a place whose date has been read as that of a relation."""
    places: dict[tuple[DateSpan, str], list[Passage]] = {}
    for fact in stated:
        for one in fact.passages:
            places.setdefault((fact.span, one.document), []).append(one)
    for quote in quotes:
        (place,) = quote.passages
        known = places.get((quote.span, place.document), ())
        if not any(_overlap(place, other) for other in known):
            yield quote


def _without_repeats(facts: Iterable[DatedFact]) -> list[DatedFact]:
    """Make one fact of quotes that say the same of the same time."""
    words = _Words(cache(_capitals), cache(_plain))
    done: list[DatedFact] = []
    of: dict[tuple[DateSpan, str], list[int]] = {}
    for fact in sorted(facts, key=lambda one: (one.span, _places(one), one.text)):
        # alike are only such as share a document or an entity: no others are compared
        keys = [*(one.document for one in fact.passages), *fact.entities]
        known = [at for key in keys for at in of.get((fact.span, key), ())[-MOST_COMPARED:]]
        same = next((at for at in sorted({*known}) if _is_same(done[at], fact, words)), None)
        if same is None:
            done.append(fact)
        else:
            done[same] = _both(done[same], fact)
        for key in keys:
            of.setdefault((fact.span, key), []).append(len(done) - 1 if same is None else same)
    return done


class _Words(NamedTuple):
    """What is compared of a text, found out once: it is compared with up to a hundred others."""

    capitals: Callable[[str], set[str]]
    plain: Callable[[str], str]


def _is_same(one: DatedFact, other: DatedFact, words: _Words) -> bool:
    """Say whether two quotes are in like words, and of one place or with the same names."""
    is_one_place = any(_overlap(this, that) for this in one.passages for that in other.passages)
    if not (is_one_place or _is_of_same(one, other, words)):
        return False
    texts = words.plain(one.said), words.plain(other.said)
    return token_set_ratio(*texts, score_cutoff=LIKE_WORDS) >= LIKE_WORDS


def _is_of_same(one: DatedFact, other: DatedFact, words: _Words) -> bool:
    if one.entities.isdisjoint(other.entities):
        return False
    first, second = words.capitals(one.said), words.capitals(other.said)
    return first <= second or second <= first


def _capitals(text: str) -> set[str]:
    """Return the words with a capital: who did it, wherever the name stands."""
    return set(re.findall(r"[A-Z]\w+", text))


def _plain(text: str) -> str:
    return str(default_process(text))


def _overlap(one: Passage, other: Passage) -> bool:
    return one.document == other.document and one.start < other.end and other.start < one.end


def _both(one: DatedFact, other: DatedFact) -> DatedFact:
    """Join two facts; the longer text says more of what happened."""
    longer = max(one, other, key=lambda fact: (len(fact.text), fact.text))
    passages = tuple(dict.fromkeys((*longer.passages, *one.passages, *other.passages)))
    return longer._replace(passages=passages, entities=one.entities | other.entities)


def _not_said_by(attributes: Iterable[DatedFact], told: Iterable[DatedFact]) -> Iterator[DatedFact]:
    """Leave out attributes that a quote or a relation of that time says as well."""
    of: dict[str, list[DatedFact]] = {}
    for fact in told:
        for entity in fact.entities:
            of.setdefault(entity, []).append(fact)
    for attribute in attributes:
        (entity,) = attribute.entities
        if not any(_says_it(fact, attribute) for fact in of.get(entity, ())):
            yield attribute


def _says_it(told: DatedFact, attribute: DatedFact) -> bool:
    if not attribute.said:
        return told.span[:2] == attribute.span[:2]
    return _lies_in(told, attribute) and attribute.said in told.text.casefold()


def _joined(facts: Iterable[DatedFact]) -> list[DatedFact]:
    """Make one of facts with equal time and words: then documents repeat each other."""
    found: dict[tuple[str, str, str], DatedFact] = {}
    for fact in sorted(facts, key=lambda one: (one.span, one.text, _places(one))):
        key = (fact.span.start, fact.span.end, fact.text.casefold())
        found[key] = _both(found[key], fact) if key in found else fact
    return list(found.values())


def _places(fact: DatedFact) -> list[tuple[str, int, int]]:
    return [(one.document, one.start, one.end) for one in fact.passages]


def _rank(fact: DatedFact, weights: Mapping[str, float]) -> tuple[object, ...]:
    documents = len({passage.document for passage in fact.passages})
    central = max((weights.get(one, 0.0) for one in fact.entities), default=0.0)
    return -documents, -central, fact.span, fact.text


def _cited(fact: DatedFact) -> dict[str, Passage]:
    return {passage.id: passage for passage in fact.passages[:MOST_CITES]}


def _entry(fact: DatedFact) -> TimelineEntry:
    return TimelineEntry(
        start=fact.span.start,
        end=fact.span.end,
        precision=fact.span.precision,
        about=fact.span.about,
        sentence=Sentence(text=fact.text, cites=tuple(_cited(fact))),
        entities=tuple(sorted(fact.entities)),
    )
