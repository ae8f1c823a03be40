"""What is dated: relations with a stated period, entities with a dated attribute, dated quotes.

What belongs here: finding dated facts and saying them. Which of them are shown, and in which order,
is in `timeline`. The date of a document is no event.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from sift_assets.core.graph.build import KnowledgeGraph
from sift_assets.core.narrative.dates import date_span, dates_in
from sift_assets.core.narrative.dates_forms import DateSpan, from_to
from sift_assets.core.narrative.listing import listed, sentence, shown
from sift_assets.core.narrative.periods import Period, date_words
from sift_assets.core.narrative.records import Passage
from sift_assets.core.narrative.relation_words import relation_sentence
from sift_assets.core.narrative.report_evidence import Row, evidence_rank, is_citable, passage_of
from sift_assets.core.text.sentences import sentences

LONGEST_QUOTE = 300
"""Characters of a sentence that is told as it stands: a longer one is no line of a timeline."""

STEM = 5
"""Letters by which `resignation` and `resigned` are the same."""

_WORD = 3  # letters; shorter ones are mostly such as stand in every sentence
_SHORTEST_QUOTE = 4  # words: less is a name or a heading, and says of nothing that it happened

_VERBS = {
    "was born": ("born", "birth", "birth_date", "birth_year", "date_of_birth", "birthdate"),
    "died": ("died", "death", "death_date", "date_of_death"),
    "was founded": ("founded", "founding_date", "founded_date", "date_founded", "foundation_date"),
    "was established": ("established", "date_established", "established_date"),
    "was incorporated": ("incorporated", "incorporation_date"),
    "was launched": ("launched", "launch_date"),
    "was dissolved": ("dissolved", "dissolution_date"),
}
_VERB_OF = {key: verb for verb, keys in _VERBS.items() for key in keys}
"""How attributes are said whose keys name what happened."""

_WHEN = frozenset({"date", "event_date", "year", "time", "when", "start_date", "end_date"})
_ENDS = {"start_date": "began", "end_date": "ended"}
_EVENT = re.compile(
    r"(?:\A|_)(?:EVENT|INCIDENT|MEETING|HEARING|TRIAL|ELECTION|TRANSACTION)(?:_|\Z)"
)
"""Types of entities that take place: their date is when they did."""

_PRONOUN = re.compile(r"(?:he|she|it|they|his|her|its|their)\b", re.IGNORECASE)
_DATED_KEY = re.compile(r"(?:\A|_)(?:date|year|dated|on)(?:_|\Z)")
_OF_A_QUOTE = ["source_id", "target_id", "document", "page", "start", "end", "quote"]


class DatedFact(NamedTuple):
    """Something that happened, and where it is stated.

    Attributes:
        span: When.
        text: What happened, as a sentence.
        passages: Where it is stated, the best first.
        entities: Ids of those concerned.
        key: What is dated: a relation with the sides of its period that are stated, or an entity
            with an attribute. Empty for a quote: what it dates is known to its reader only.
        said: Of a quote: its words alone. Of an attribute: how a word begins of quotes that say
            the same; empty where every quote of that time that the entity is part of does.
    """

    span: DateSpan
    text: str
    passages: tuple[Passage, ...]
    entities: frozenset[str]
    key: tuple[str, ...] = ()
    said: str = ""


def relation_facts(graph: KnowledgeGraph, rows: pa.Table) -> Iterator[DatedFact]:
    """Yield what holds or happened in a stated period: one fact a relation and period.

    Args:
        graph: The graph.
        rows: Of its evidence, those with a period.
    """
    names, types, status = _columns(graph, "name"), _columns(graph, "type"), _status(graph)
    found: dict[tuple[str, str, str, str, str], list[Row]] = {}
    for row in rows.to_pylist():
        if is_citable(row):
            key = ("relation_id", "source_id", "target_id", "valid_from", "valid_to")
            found.setdefault(tuple(row[name] for name in key), []).append(row)
    for (relation, source, target, start, end), stating in sorted(found.items()):
        span = _period_span(start, end)
        if span is None:
            continue
        text = relation_sentence(
            names[source],
            stating[0]["type"],
            names[target],
            Period(start, end),
            source_type=types[source],
            status=status[relation],
        )
        passages = tuple(dict.fromkeys(map(passage_of, sorted(stating, key=evidence_rank))))
        sides = (relation, str(bool(start)), str(bool(end)))
        yield DatedFact(span, text, passages, frozenset({source, target}), sides)


def attribute_facts(graph: KnowledgeGraph, rows: pa.Table) -> Iterator[DatedFact]:
    """Yield what dated attributes of entities say: one fact an entity, key and date.

    Args:
        graph: The graph.
        rows: Of its mentions, those with attributes that may be dates.
    """
    names, types = _columns(graph, "name"), _columns(graph, "type")
    found: dict[tuple[str, str, DateSpan], list[Passage]] = {}
    for row in rows.to_pylist():
        for item in row["attributes"] if is_citable(row) else ():
            key = _plain_key(item["key"])
            span = date_span(item["value"]) if _is_dated(key) else None
            if span:
                found.setdefault((row["entity_id"], key, span), []).append(passage_of(row))
    for (entity, key, span), passages in sorted(found.items(), key=lambda one: one[0]):
        text, said = _attribute_words(shown(names[entity]), types[entity], key, span)
        cited = tuple(dict.fromkeys(sorted(passages, key=lambda one: (one.document, one.start))))
        yield DatedFact(span, text, cited, frozenset({entity}), (entity, key), said)


def quoted_facts(graph: KnowledgeGraph, rows: pa.Table) -> Iterator[DatedFact]:
    """Yield the sentences of quotes that hold one date; of several none is known to be meant.

    Args:
        graph: The graph.
        rows: Of its evidence, those whose quote may hold a date.
    """
    names = _columns(graph, "name")
    for row in rows.select(_OF_A_QUOTE).to_pylist():
        if is_citable(row):
            yield from _quoted(row, names)


def when_words(span: DateSpan) -> str:
    """Say when something happened: on 11 November 2022, in around 2005, from 2010 to 2015."""
    first, last = _said(span.start, span), _said(span.end, span)
    about = "around " if span.about else ""
    if first == last:
        return f"{'on' if span.precision == 'day' and not about else 'in'} {about}{first}"
    return f"from {about}{first} to {last}"


def _quoted(row: Row, names: Mapping[str, str]) -> Iterator[DatedFact]:
    quote = row["quote"]
    for first, last in sentences(quote):
        said = " ".join(quote[first:last].split())
        if not (len(said) <= LONGEST_QUOTE and len(said.split()) >= _SHORTEST_QUOTE):
            continue
        spans = {found.span for found in dates_in(quote[first:last])}
        if len(spans) == 1:
            ends = frozenset({row["source_id"], row["target_id"]})
            text = _in_marks(said, [names[end] for end in sorted(ends)])
            yield DatedFact(spans.pop(), text, (passage_of(row),), ends, said=said)


def _in_marks(said: str, names: Sequence[str]) -> str:
    """Quote a sentence; if it does not name whom it is about, say first whom."""
    words = set(re.findall(r"\w+", said.casefold()))
    unnamed = [shown(name) for name in names if words.isdisjoint(_words(name))]
    is_clear = len(unnamed) < len(names) and not _PRONOUN.match(said)
    quoted = f"“{said.strip('“”')}”"
    ended = quoted if said.endswith((".", "!", "?")) else f"{quoted}."
    return ended if is_clear or not unnamed else f"{listed(unnamed)}: {ended}"


def _words(text: str) -> list[str]:
    """Return the words that tell texts apart; of a short name all there are."""
    words = re.findall(r"\w+", text.casefold())
    return [word for word in words if len(word) >= _WORD] or words


def _attribute_words(name: str, type_: str, key: str, span: DateSpan) -> tuple[str, str]:
    """Return an attribute as a sentence, and how a word begins of quotes that say the same."""
    when = when_words(span)
    if key in _VERB_OF:
        verb = _VERB_OF[key]
        return sentence(f"{name} {verb} {when}"), verb.split()[-1][:STEM]
    if key in _WHEN and _EVENT.search(type_):
        return sentence(f"{name} {_ENDS.get(key, 'took place')} {when}"), ""
    date = when.partition(" ")[2]
    words = key.replace("_", " ")
    return f"The {words} of {name} is given as {date}.", words.split()[0][:STEM]


def _plain_key(key: str) -> str:
    return "_".join(re.findall(r"\w+", key.strip().lower().replace("-", "_")))


def _is_dated(key: str) -> bool:
    return key in _VERB_OF or key in _WHEN or _DATED_KEY.search(key) is not None


def _period_span(start: str, end: str) -> DateSpan | None:
    """Return the interval of a stated validity; of one that is open on a side the stated day."""
    first, last = date_span(start), date_span(end)
    if first and last:
        return from_to(first, last)
    return first or last


def _said(day: str, span: DateSpan) -> str:
    length = {"day": 10, "month": 7, "year": 4}[span.precision]
    return date_words(day[:length])


def _columns(graph: KnowledgeGraph, name: str) -> dict[str, str]:
    ids, values = graph.entities["id"].to_pylist(), graph.entities[name].to_pylist()
    return dict(zip(ids, values, strict=True))


def _status(graph: KnowledgeGraph) -> dict[str, str]:
    ids, values = graph.relations["id"].to_pylist(), graph.relations["status"].to_pylist()
    return dict(zip(ids, values, strict=True))
