"""What a page shows of an item: its sides, what compares them, and the passages, marked.

What belongs here: how the values of `shown` are made of an item. What does not: markup. Texts
are as documents have them; where they hide something is for `visible`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sift_assets.core.resolution.records import PairProposal, Quote, Side
from sift_assets.core.review.about import kind_of, types_of
from sift_assets.core.review.agent_proposal import ProposedAct
from sift_assets.core.review.asking import answers_mean, asked, in_short
from sift_assets.core.review.filtering import score_of, sides_of
from sift_assets.core.review.keys import pairs_of
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenProposal,
    OpenRelation,
    OpenSplit,
    OpenVariant,
    PairOpinion,
    QueueItem,
    StatedType,
    StatedValue,
    shown_hash,
)
from sift_assets.core.review.shown import (
    Piece,
    ShownItem,
    ShownPair,
    ShownProposal,
    ShownQuote,
    ShownSide,
)


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
        proposed=showing.proposal(item) if isinstance(item, OpenProposal) else None,
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

    def proposal(self, item: OpenProposal) -> ShownProposal:
        return ShownProposal(
            id=item.proposal,
            agent=item.agent,
            time=item.time,
            reason=item.reason,
            wants_passages=item.act is ProposedAct.ADD,
            passages=self.quotes(item.passages, item.names),
            lost=item.lost,
        )

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
