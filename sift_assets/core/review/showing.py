"""What a page shows of an item: its sides, what compares them, and the passages, marked.

What belongs here: plain values in the order in which they are shown. What does not: markup. Texts
are as documents have them; where they hide something is for `visible`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sift_assets.core.records.record import Record
from sift_assets.core.resolution.records import Fact, Level, Neighbour, PairProposal, Quote, Side
from sift_assets.core.review.about import kind_of, types_of
from sift_assets.core.review.asking import answers_mean, asked, in_short
from sift_assets.core.review.filtering import score_of, sides_of
from sift_assets.core.review.keys import pairs_of
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenRelation,
    OpenSplit,
    OpenVariant,
    PairOpinion,
    QueueItem,
    StatedType,
    StatedValue,
    shown_hash,
)


class Piece(Record):
    """A stretch of a quote, and whether it is what the quote is shown for."""

    text: str
    marked: bool = False


class ShownQuote(Record):
    """A passage.

    Attributes:
        document: Key of the document.
        path: Its path, as people know it.
        page: From 1, 0 where there is none.
        start: First character in the document's text.
        end: One past the last.
        pieces: The quote; the texts of all pieces are the whole of it.
    """

    document: str
    path: str
    page: int
    start: int
    end: int
    pieces: tuple[Piece, ...]


class ShownSide(Record):
    """One of the things that an item asks about: an entity, or a fact that is stated.

    Attributes:
        title: Its name, or what is stated.
        type: Entity type; empty for a fact.
        id: Of the entity or relation; empty where there is none.
        aliases: Other names.
        roles: Stated properties.
        documents: Paths of documents that name or state it; not always all.
        support: How many do.
        first: Date of the first document, or the stated start of validity.
        last: Date of the last, or the stated end.
        flags: Why a relation waits.
        new: Paths of documents that are new since it was decided.
        neighbours: Of an entity.
        quotes: Passages.
    """

    title: str
    type: str = ""
    id: str = ""
    aliases: tuple[str, ...] = ()
    roles: tuple[Fact, ...] = ()
    documents: tuple[str, ...] = ()
    support: int = 0
    first: str = ""
    last: str = ""
    flags: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()
    quotes: tuple[ShownQuote, ...] = ()


class ShownPair(Record):
    """How two sides compare.

    Attributes:
        first: Number of the one side, from 1.
        second: Number of the other.
        score: Probability that both are one.
        blocked_by: What found the pair.
        levels: The comparisons.
        shared: Names of what both are related to.
        stated: Passages that call one by a name of the other.
        opinion: What a language model thinks, in its own words; empty for nothing.
    """

    first: int
    second: int
    score: float
    blocked_by: tuple[str, ...]
    levels: tuple[Level, ...]
    shared: tuple[str, ...]
    stated: tuple[ShownQuote, ...]
    opinion: str = ""


class ShownItem(Record):
    """An item of the queue, to be shown.

    Attributes:
        key: Of the item.
        kind: In the words of `ReviewQueue`.
        asked: What is asked of it.
        short: What it is about in a line.
        means: What the answers mean, where that is not plain.
        shown: Hash of everything that is shown.
        score: How sure what asks is; None where it does not say.
        types: The types that it concerns.
        constant: Whether the score says nothing of these entities.
        reasons: Why it is asked, in sentences.
        sides: What it asks about; of a contradiction the facts, in the order of their numbers.
        parts: Of a split: paths of the documents of each thing.
        compared: The pairs of sides.
        pairs: Keys of the pairs that a group can be decided by; empty for what is no group.
    """

    key: str
    kind: str
    asked: str
    short: str
    means: str
    shown: str
    score: float | None
    types: tuple[str, ...]
    constant: bool = False
    reasons: tuple[str, ...] = ()
    sides: tuple[ShownSide, ...] = ()
    parts: tuple[tuple[str, ...], ...] = ()
    compared: tuple[ShownPair, ...] = ()
    pairs: tuple[str, ...] = ()


def shown_item(
    item: QueueItem,
    path_of: Callable[[str], str],
    places: Callable[[str, str, str], tuple[Quote, ...]],
) -> ShownItem:
    """Return what to show of an item.

    Args:
        item: Of the queue.
        path_of: Gives the path of a document, as people know it, from its key.
        places: Gives where an entity is named with a property: from its id, the key, the value.
    """
    showing = _Showing(path_of, places)
    is_merge = isinstance(item, OpenMerge)
    return ShownItem(
        key=item.key,
        kind=kind_of(item),
        asked=asked(item),
        short=in_short(item),
        means=answers_mean(item),
        shown=shown_hash(item),
        score=score_of(item),
        types=tuple(sorted({*types_of(item)})),
        constant=is_merge and item.constant,
        reasons=_reasons(item),
        sides=tuple(showing.sides(item)),
        parts=tuple(map(showing.paths, item.parts)) if isinstance(item, OpenSplit) else (),
        compared=tuple(showing.compared(item)) if is_merge else (),
        pairs=tuple(one.key for one in pairs_of(item)),
    )


def pieces(quote: str, names: Iterable[str]) -> tuple[Piece, ...]:
    """Return a quote in pieces, with every place marked where one of some names stands."""
    forms = sorted({re.escape(name) for name in names if name.strip()}, key=len, reverse=True)
    if not forms:
        return (Piece(text=quote),) if quote else ()
    parts = re.split(f"({'|'.join(forms)})", quote, flags=re.IGNORECASE)
    found = (Piece(text=part, marked=bool(at % 2)) for at, part in enumerate(parts))
    return tuple(one for one in found if one.text)


def _reasons(item: QueueItem) -> tuple[str, ...]:
    if isinstance(item, OpenMerge):
        return (f"The first names the whole: {item.reason}",)
    if isinstance(item, OpenVariant):
        return (item.reason,)
    return item.reasons if isinstance(item, OpenSplit) else ()


@dataclass(frozen=True)
class _Showing:
    path_of: Callable[[str], str]
    places: Callable[[str, str, str], tuple[Quote, ...]]

    def sides(self, item: QueueItem) -> Iterator[ShownSide]:
        yield from map(self.entity, sides_of(item))
        if isinstance(item, OpenRelation):
            yield self.relation(item)
        if isinstance(item, OpenContradiction):
            yield from map(self.relation, item.relations)
            yield from (self.value(one, item) for one in item.values)
            yield from (self.type(one, item.name) for one in item.types)

    def entity(self, side: Side) -> ShownSide:
        return ShownSide(
            title=side.name,
            type=side.type,
            id=side.id,
            aliases=side.aliases,
            roles=side.roles,
            documents=self.paths(side.documents),
            support=max(side.support, len(side.documents)),
            first=side.first_seen,
            last=side.last_seen,
            neighbours=side.neighbours,
            quotes=self.quotes(side.quotes, (side.name, *side.aliases)),
        )

    def relation(self, item: OpenRelation) -> ShownSide:
        return ShownSide(
            title=f"{item.source_name} {item.type} {item.target_name}",
            id=item.id,
            documents=self.paths(dict.fromkeys(one.document for one in item.evidence)),
            support=item.support,
            first=item.valid_from,
            last=item.valid_to,
            flags=item.flags,
            new=self.paths(item.new_documents),
            quotes=self.quotes(item.evidence, (item.source_name, item.target_name)),
        )

    def value(self, stated: StatedValue, item: OpenContradiction) -> ShownSide:
        places = self.places(item.entity, item.about, stated.value)
        return ShownSide(
            title=stated.value,
            documents=self.paths(stated.documents),
            support=len(stated.documents),
            quotes=self.quotes(places, (item.name,)),
        )

    def type(self, stated: StatedType, name: str) -> ShownSide:
        return ShownSide(
            title=stated.type,
            documents=self.paths(stated.documents),
            support=len(stated.documents),
            quotes=self.quotes(stated.quotes, (name,)),
        )

    def compared(self, item: OpenMerge) -> Iterator[ShownPair]:
        numbers = {one: number for number, one in enumerate(item.members, start=1)}
        names = [name for side in item.sides for name in (side.name, *side.aliases)]
        for pair in item.pairs:
            first, second = sorted((numbers[pair.left], numbers[pair.right]))
            yield ShownPair(
                first=first,
                second=second,
                score=pair.score,
                blocked_by=pair.blocked_by,
                levels=pair.levels,
                shared=pair.shared_neighbours,
                stated=self.quotes(pair.stated, names),
                opinion=_opinion(pair, item.opinions),
            )

    def quotes(self, quotes: Iterable[Quote], names: Iterable[str]) -> tuple[ShownQuote, ...]:
        known = tuple(names)
        return tuple(
            ShownQuote(
                document=one.document,
                path=self.path_of(one.document),
                page=one.page,
                start=one.start,
                end=one.end,
                pieces=pieces(one.quote, known),
            )
            for one in dict.fromkeys(quotes)
        )

    def paths(self, keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.path_of, keys))


def _opinion(pair: PairProposal, opinions: Sequence[PairOpinion]) -> str:
    for one in opinions:
        if {one.left, one.right} == {pair.left, pair.right}:
            said = one.opinion
            return f"{said.model}: {said.verdict}, {said.confidence:.0%}. {said.reason}".strip()
    return ""
