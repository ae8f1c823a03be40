"""Which items of the queue a reviewer wants to see: by kind, type, text and score."""

from collections.abc import Iterable, Iterator

from pydantic import Field

from sift_assets.core.records.record import Record
from sift_assets.core.resolution.names import plain_letters
from sift_assets.core.resolution.records import Quote, Side
from sift_assets.core.review.about import is_about, kind_of
from sift_assets.core.review.asking import in_short
from sift_assets.core.review.records import (
    OpenContradiction,
    OpenMerge,
    OpenProposal,
    OpenRelation,
    OpenSplit,
    OpenVariant,
    QueueItem,
)


class Wanted(Record):
    """What a reviewer wants to see; by default everything.

    Attributes:
        kind: Of item, in the words of `ReviewQueue`; empty for all.
        type: Of entity or relation, in any case of letters; empty for all.
        text: Words that all have to occur, in any order, case and accents; empty for all.
        least: Score or confidence, at least. What has none is left out above 0.
        most: Score or confidence, at most. What has none is left out below 1.
    """

    kind: str = ""
    type: str = ""
    text: str = ""
    least: float = Field(default=0.0, ge=0, le=1, allow_inf_nan=False)
    most: float = Field(default=1.0, ge=0, le=1, allow_inf_nan=False)

    def matches(self, item: QueueItem) -> bool:
        """Say whether an item is wanted."""
        return (
            self.kind in ("", kind_of(item))
            and (not self.type or is_about(item, self.type))
            and self._has_score(item)
            and self._has_words(item)
        )

    def _has_score(self, item: QueueItem) -> bool:
        if self.least <= 0 and self.most >= 1:
            return True
        score = score_of(item)
        return score is not None and self.least <= score <= self.most

    def _has_words(self, item: QueueItem) -> bool:
        words = plain_letters(self.text).split()
        if not words:
            return True
        text = plain_letters("\n".join(texts_of(item)))
        return all(word in text for word in words)


def score_of(item: QueueItem) -> float | None:
    """Return how sure what asks is; None where it does not say, or where that means nothing."""
    if isinstance(item, OpenMerge):
        return None if item.constant else item.score
    if isinstance(item, OpenVariant):
        return item.score
    return item.confidence if isinstance(item, OpenRelation) else None


def texts_of(item: QueueItem) -> Iterator[str]:
    """Yield every text of an item that a reviewer may look for: names, ids, documents, quotes."""
    yield item.key
    yield in_short(item)
    for side in sides_of(item):
        yield from (side.id, *side.aliases, *side.documents)
        yield from _of_quotes(side.quotes)
    if isinstance(item, OpenRelation):
        yield from _of_quotes(item.evidence)
    if isinstance(item, OpenProposal):
        yield from (item.proposal, item.agent, item.reason, *item.entities)
        yield from _of_quotes(item.passages)
    if isinstance(item, OpenContradiction):
        yield from (f"{one.source_name} {one.target_name}" for one in item.relations)
        yield from (one for value in item.values for one in (value.value, *value.documents))
        for quotes in (*(r.evidence for r in item.relations), *(t.quotes for t in item.types)):
            yield from _of_quotes(quotes)


def sides_of(item: QueueItem) -> tuple[Side, ...]:
    """Return what is known of the entities that an item asks about; none for stated facts."""
    if isinstance(item, OpenMerge | OpenProposal):
        return item.sides
    if isinstance(item, OpenVariant):
        return (item.child, item.parent)
    return (item.side,) if isinstance(item, OpenSplit) else ()


def _of_quotes(quotes: Iterable[Quote]) -> Iterator[str]:
    for one in quotes:
        yield from (one.document, one.quote)
