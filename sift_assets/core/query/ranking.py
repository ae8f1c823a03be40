"""Which names answer best: exact, prefix, word, fuzzy, meaning; then what is known best."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.fuzz import ratio

from sift_assets.core.query.index import BY_NAME, Index, Match
from sift_assets.core.query.rows import EntityRow, NamedRow
from sift_assets.core.text.folding import folded, words

LEAST_LIKE = 70
"""Percent of like characters (`rapidfuzz.fuzz.ratio`) from which a name is one misspelled:
`Lindquist` is 89 like `Lindqvist`, `Linkvist` 82, of Norwegian surnames two random ones 40."""

FUZZY_READ = 200
"""Names with most pieces in common that are compared; a slip of the pen shares half of them."""

LONGEST_QUESTION = 30
"""Words of a question that are looked at for names."""

LONGEST_SPAN = 5
"""Words of a name that is looked for inside of a question; each span is a look-up."""

SHORTEST_SPAN = 3
"""Characters of one: shorter words are in every question."""

NAMED_BY_SPAN = 3
"""Entities of one name that a question may mean."""

_PUNCTUATION = ".,;:!?\"'()[]{}«»“”‘’„"

_ORDER = {match: place for place, match in enumerate(Match)}


class Answering(NamedTuple):
    """An entity that answers to a name.

    Attributes:
        entity: It.
        match: How.
        likeness: Percent of like characters; 100 but for `fuzzy`, and for a name inside of a
            question, whose share of it this is.
        matched: The folded form that answers, empty where it is one of its own name.
        similarity: How near in meaning, up to 1, where that is how it answers.
    """

    entity: EntityRow
    match: Match
    likeness: float = 100.0
    matched: str = ""
    similarity: float = 0.0


def answering(
    index: Index, text: str, most: int, *, filtered: bool, fuzzy: bool = True
) -> list[Answering]:
    """Return the entities that answer to a name, the best first.

    Args:
        index: What is asked.
        text: As somebody typed it.
        most: How many at most.
        filtered: Whether they must pass all filters, or only the scope.
        fuzzy: Whether misspelled names count too, where fewer than `most` answer.
    """
    form = folded(text)
    found: dict[int, Answering] = {}
    for match in BY_NAME:
        wanted = match is not Match.FUZZY or (fuzzy and len(found) < most)
        if not form or not wanted:
            continue
        size = FUZZY_READ if match is Match.FUZZY else most + len(found)
        rows = index.named(form, match, size, filtered=filtered)
        for one in sorted(_answers(form, match, rows), key=rank):
            found.setdefault(one.entity.row, one)
    if not any(one.match is not Match.FUZZY for one in found.values()):
        named = {one.entity.row: one for one in _named_within(index, form, filtered=filtered)}
        found |= named
    return sorted(found.values(), key=rank)[:most]


def with_near(
    index: Index, vector: bytes, found: Sequence[Answering], most: int
) -> list[Answering]:
    """Return entities that answer to a name, and after them those that mean about the same.

    Args:
        index: What is asked.
        vector: Of what was asked for.
        found: What answers by name, the best first.
        most: How many at most.
    """
    known = {one.entity.row for one in found}
    near: dict[int, Answering] = {}
    for row, similarity in index.near_names(vector, most):
        entity, matched = row.entity, "" if row.is_name else row.form
        one = Answering(entity, Match.MEANING, matched=matched, similarity=similarity)
        near[entity.row] = min(near.get(entity.row, one), one, key=rank)
    new = [one for row, one in near.items() if row not in known]
    return [*found, *sorted(new, key=rank)][:most]


def rank(one: Answering) -> tuple[object, ...]:
    """Return what answers are ordered by."""
    entity = one.entity
    return (
        _ORDER[one.match],
        -one.likeness,
        -one.similarity,
        bool(one.matched),
        -entity.support,
        -entity.confidence,
        -entity.degree,
        entity.id,
    )


def _named_within(index: Index, form: str, *, filtered: bool) -> Iterator[Answering]:
    """Yield what a question names, the longest names first: people ask `who is Laura Varga?`.

    A word of a name that has been found is not looked for by itself.
    """
    said = [stripped for word in form.split() if (stripped := word.strip(_PUNCTUATION))]
    said = said[:LONGEST_QUESTION] if len(said) > 1 else []
    used: set[int] = set()
    for length in range(min(len(said), LONGEST_SPAN), 0, -1):
        for at in range(len(said) - length + 1):
            span = " ".join(said[at : at + length])
            if len(span) < SHORTEST_SPAN or used & {*range(at, at + length)}:
                continue
            rows = index.named(span, Match.EXACT, NAMED_BY_SPAN, filtered=filtered)
            found = list(_answers(span, Match.WORD, rows))
            used |= set(range(at, at + length)) if found else set()
            yield from (one._replace(likeness=_share(length, said)) for one in found)


def _share(length: int, said: Sequence[str]) -> float:
    return round(100 * length / len(said), 1)


def _answers(form: str, match: Match, rows: Iterable[NamedRow]) -> Iterable[Answering]:
    for row in rows:
        likeness = 100.0 if match is not Match.FUZZY else _likeness(form, row.form)
        if likeness >= LEAST_LIKE:
            yield Answering(row.entity, match, likeness, "" if row.is_name else row.form)


def _likeness(form: str, other: str) -> float:
    """Compare a name as a whole and with each of its words: people look for surnames."""
    return round(max(ratio(form, one) for one in (other, *words(other))), 1)
