"""How extractions are scored against labels: names, entities, pairs of related entities.

Names are compared per document after case folding, without articles, possessives and punctuation.
`exact` wants equal words; `subset` also takes one name whose words all stand in the other
(Bankman-Fried = Sam Bankman-Fried). Precision is the share of predictions that match any label,
recall the share of labels matched by any prediction. Pairs have no direction.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sift_assets.core.records.extraction import Extraction

TYPES = ("PERSON", "ORGANIZATION", "LOCATION")
PAIR_CONFIDENCE = 0.5

_WORD = re.compile(r"\w+")
_POSSESSIVE = re.compile(r"['’]s\b")


class LabelledEntity(NamedTuple):
    """An entity that a document names: its type and every name it may be found under."""

    type: str
    names: tuple[str, ...]


class LabelledPair(NamedTuple):
    """A related pair by entity number, with the relation types that would be right."""

    source: int
    target: int
    types: frozenset[str]


class LabelledDocument(NamedTuple):
    """A text with what is to be found in it; `denied` holds (source, type or empty, target)."""

    name: str
    text: str
    entities: tuple[LabelledEntity, ...]
    pairs: tuple[LabelledPair, ...]
    denied: tuple[tuple[str, str, str], ...] = ()


class Tally(NamedTuple):
    """Counts behind precision and recall."""

    right: int = 0
    predicted: int = 0
    found: int = 0
    labelled: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Return the sum of two tallies."""
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))

    @property
    def precision(self) -> float:
        """Share of predictions that are right."""
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of labels that were found."""
        return self.found / self.labelled if self.labelled else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


Match = Callable[[str, str], bool]


def plain(name: str) -> tuple[str, ...]:
    """Return the words of a name as they are compared."""
    found = _WORD.findall(_POSSESSIVE.sub("", name.casefold()))
    return tuple(word for word in found if word not in ("the", "a", "an"))


def exact(one: str, other: str) -> bool:
    """Whether two names have equal words."""
    return plain(one) == plain(other)


def subset(one: str, other: str) -> bool:
    """Whether the words of one name all stand in the other."""
    mine, theirs = set(plain(one)), set(plain(other))
    return bool(mine) and bool(theirs) and (mine <= theirs or theirs <= mine)


def entity_tally(document: LabelledDocument, extraction: Extraction, match: Match) -> Tally:
    """Compare the entities of the three types."""
    predicted = sorted({(m.type, m.name) for m in extraction.mentions if m.type in TYPES})
    labelled = [entity for entity in document.entities if entity.type in TYPES]

    def same(one: tuple[str, str], entity: LabelledEntity) -> bool:
        return one[0] == entity.type and any(match(one[1], name) for name in entity.names)

    return Tally(
        sum(any(same(one, entity) for entity in labelled) for one in predicted),
        len(predicted),
        sum(any(same(one, entity) for one in predicted) for entity in labelled),
        len(labelled),
    )


def pair_tally(
    document: LabelledDocument, extraction: Extraction, match: Match, *, typed: bool = False
) -> Tally:
    """Compare the related pairs at `PAIR_CONFIDENCE` or above, with their types when asked."""
    predicted = predicted_pairs(extraction, typed=typed)
    labelled = [
        (document.entities[p.source].names, document.entities[p.target].names, p.types)
        for p in document.pairs
    ]

    def same(one: tuple[str, str, str], pair: tuple[Iterable[str], Iterable[str], object]) -> bool:
        left, right, kinds = pair
        if typed and one[2] not in kinds:  # pyright: ignore[reportOperatorIssue]
            return False
        ways = ((one[0], one[1]), (one[1], one[0]))
        return any(_any(match, a, left) and _any(match, b, right) for a, b in ways)

    return Tally(
        sum(any(same(one, pair) for pair in labelled) for one in predicted),
        len(predicted),
        sum(any(same(one, pair) for one in predicted) for pair in labelled),
        len(labelled),
    )


def predicted_pairs(extraction: Extraction, *, typed: bool) -> list[tuple[str, str, str]]:
    """Return the distinct pairs of an extraction between entities of the three types."""
    found: set[tuple[str, str, str]] = set()
    for relation in extraction.relations:
        ends = relation.source_type, relation.target_type
        if relation.confidence >= PAIR_CONFIDENCE and all(end in TYPES for end in ends):
            first, second = sorted((relation.source, relation.target))
            found.add((first, second, relation.type if typed else ""))
    return sorted(found)


def denied_relations(document: LabelledDocument, extraction: Extraction) -> list[str]:
    """Return the relations that the document denies and the extraction publishes."""
    found: list[str] = []
    for relation in extraction.relations:
        for source, kind, target in document.denied:
            ways = ((source, target), (target, source))
            named = any(subset(relation.source, a) and subset(relation.target, b) for a, b in ways)
            if named and kind in ("", relation.type):
                found.append(f"{relation.source} {relation.type} {relation.target}")
    return found


def _any(match: Match, name: str, names: Iterable[str]) -> bool:
    return any(match(name, other) for other in names)
