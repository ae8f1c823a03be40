"""Finds spans that may name an entity: by the model, by gazetteers and by patterns."""

import re
from collections.abc import Iterator, Sequence

from sift_assets.core.domain.facets import PromptFacet
from sift_assets.core.extraction.local.lexicon import ROLE_NOUNS
from sift_assets.core.extraction.local.listing import from_gazetteers, from_patterns
from sift_assets.core.extraction.local.names import (
    LINK,
    TITLES,
    is_plausible,
    trim,
    trim_title,
    words,
)
from sift_assets.core.extraction.local.schema import Kind, Schema
from sift_assets.core.extraction.local.spots import Spot
from sift_assets.core.extraction.local.syntax import Sentence
from sift_assets.core.extraction.local.typing_hints import (
    is_person_by_context,
    kind_by_words,
    names_nothing,
)
from sift_assets.core.extraction.local.wordlists import listed

OF_WORDS = listed(
    "district commission court university bank department ministry institute authority college "
    "association council parliament government academy museum courts"
)
"""Last words of names that go on with "of" and a place."""

_OF = re.compile(r" (?:of|for|at)(?: the)? ")


def spot(
    text: str, sentences: Sequence[Sentence], schema: Schema, prompt: PromptFacet
) -> list[Spot]:
    """Return all spots without overlap: what the domain names wins, then the longer, the first.

    Raises:
        ConfigError: A pattern of the domain cannot be used.
    """
    links = [match.span() for match in LINK.finditer(text)]
    model = [s for s in _from_model(text, sentences, schema) if not _touches(s, links)]
    fixed = [*from_patterns(text, prompt, schema), *from_gazetteers(text, prompt, schema)]
    kinds = {i: s.kind for s in model for i in range(s.start, s.end)}
    known = [
        s if s.kind is not Kind.OTHER else s._replace(kind=kinds.get(s.start, Kind.OTHER))
        for s in fixed
    ]
    return _joined(text, without_overlaps([*known, *model]), schema)


def _joined(text: str, spots: Sequence[Spot], schema: Schema) -> list[Spot]:
    """Join "Securities Commission" and "the Bahamas" to the one name that they are."""
    joined: list[Spot] = []
    for one in reversed(spots):
        after = joined[-1] if joined else None
        if after and after.kind is Kind.PLACE and _goes_on(text, one, after):
            district = words(text[one.start : one.end])[-1] == "district"
            kind = Kind.PLACE if district else Kind.ORGANIZATION
            type_name = schema.type_of(kind) or one.type
            joined[-1] = Spot(one.start, after.end, type_name, kind, sure=True)
        else:
            joined.append(one)
    return joined[::-1]


def _goes_on(text: str, one: Spot, after: Spot) -> bool:
    if one.fixed or after.fixed or not _OF.fullmatch(text, one.end, after.start):
        return False
    return words(text[one.start : one.end])[-1] in OF_WORDS


def without_overlaps(spots: Sequence[Spot]) -> list[Spot]:
    """Return spots in text order; of overlapping ones the fixed, then longer, then first stays."""
    ranked = sorted(spots, key=lambda s: (not s.fixed, s.start - s.end, s.start, s.type))
    taken: dict[int, Spot] = {}
    covered: set[int] = set()
    for one in ranked:
        places = range(one.start, one.end)
        if covered.isdisjoint(places):
            covered.update(places)
            taken[one.start] = one
    return [taken[start] for start in sorted(taken)]


def _touches(one: Spot, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < one.end and one.start < end for start, end in spans)


def _from_model(text: str, sentences: Sequence[Sentence], schema: Schema) -> Iterator[Spot]:
    for sentence in sentences:
        labelled = {i for label in sentence.labels for i in range(label.first, label.last)}
        for label in sentence.labels:
            mapped = schema.by_label.get(label.label)
            if mapped is None:
                continue
            first, last = label.first, label.last
            if mapped[1] in (Kind.PERSON, Kind.ORGANIZATION):
                first, last = _widened(sentence, first, last, labelled)
            one = _shaped(text, sentence, first, last, mapped, schema)
            if one is not None:
                yield one
        yield from _from_keywords(text, sentence, labelled, schema)


def _is_currency(text: str, end: int) -> bool:
    """Whether a country is that of a sum of money: "US$10 billion", "90 million US dollars"."""
    return text.startswith(("$", " dollar"), end)


def _from_keywords(
    text: str, sentence: Sentence, labelled: set[int], schema: Schema
) -> Iterator[Spot]:
    """Yield unlabelled runs of capitalised words that end like an organization's name.

    Taking every unlabelled run cost more precision than it brought recall; a keyword at its end
    ("Coastal Dredging Oversight Board") makes the difference.
    """
    type_name = schema.type_of(Kind.ORGANIZATION)
    run: list[int] = []
    for index in range(len(sentence.tokens) + 1):
        if index < len(sentence.tokens) and _joins(sentence, index, labelled):
            run.append(index)
            continue
        if type_name and len(run) > 1:
            start, end = trim(text, sentence.tokens[run[0]].start, sentence.tokens[run[-1]].end)
            name = text[start:end]
            if is_plausible(name) and kind_by_words(name) is Kind.ORGANIZATION:
                yield Spot(start, end, type_name, Kind.ORGANIZATION, sure=True)
        run = []


def _widened(sentence: Sentence, first: int, last: int, labelled: set[int]) -> tuple[int, int]:
    """Take in capitalised words that belong to the same name and that the model left out."""
    while first > 0 and _joins(sentence, first - 1, labelled):
        if not first <= sentence.tokens[first - 1].head < last:
            break
        first -= 1
    while last < len(sentence.tokens) and _joins(sentence, last, labelled):
        inside = any(sentence.tokens[i].head == last for i in range(first, last))
        if not inside and not first <= sentence.tokens[last].head < last:
            break
        last += 1
    return first, last


def _joins(sentence: Sentence, index: int, labelled: set[int]) -> bool:
    token = sentence.tokens[index]
    plain = token.lemma.rstrip(".")
    return (
        token.pos == "PROPN"
        and token.text[:1].isupper()
        and index not in labelled
        and plain not in ROLE_NOUNS
        and plain not in TITLES
    )


def _shaped(
    text: str,
    sentence: Sentence,
    first: int,
    last: int,
    mapped: tuple[str, Kind],
    schema: Schema,
) -> Spot | None:
    """Trim a labelled span, drop what is no name, and correct its type by better evidence."""
    type_name, kind = mapped
    start, end = trim(text, sentence.tokens[first].start, sentence.tokens[last - 1].end)
    if kind is Kind.PERSON:
        start = trim_title(text, start, end)
    name = text[start:end]
    if not is_plausible(name) or _is_currency(text, end):
        return None
    if kind is Kind.OTHER:
        return Spot(start, end, type_name, kind)
    if names_nothing(name) or (not sentence.prose and " " not in name and kind is not Kind.PLACE):
        return None
    better = kind_by_words(name)
    if better is Kind.PLACE and kind is Kind.ORGANIZATION:
        better = None  # "Jane Street": firms are named after places
    if (better is None or kind is Kind.PERSON) and is_person_by_context(sentence, first, last):
        better = Kind.PERSON
    corrected = schema.type_of(better) if better is not None else None
    if corrected is not None and better is not None:
        return Spot(start, end, corrected, better, sure=True)
    return Spot(start, end, type_name, kind)
