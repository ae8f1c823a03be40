"""Items: what of a seat waits for a decision, is decided, is delivered.

An item is of a candidate and a content: the same text assessed again is the same item, another
text of the same document is another one. Its assessment stays as it was, whole, for it is what is
decided on; a newer one takes its place only while nobody has decided: when it has expired, or when
the text is written otherwise, in other letters or by another reader.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta

from sift_assets.core.decisions.decision import TIME_FORMAT
from sift_assets.core.decisions.promotion import ActorKind, PromotionRef
from sift_assets.core.promotion.records import DEFERRED, Assessment, OutcomeKind, SkipReason
from sift_assets.core.records.record import Record

PROPOSED = frozenset({OutcomeKind.PENDING, OutcomeKind.PROMOTE})
"""Outcomes that make an item: a person is asked, or a rule decides."""

TAKEN_BACK = frozenset({SkipReason.PREVIOUSLY_REJECTED, SkipReason.ALREADY_DELIVERED})
"""Reasons that end when a decision is taken back, before the guards look again."""

Opaque = Callable[..., str]
"""Makes an id of values that tells nothing of them, see `PromotionKey.opaque`."""


class ItemEntry(Record):
    """What Central knows of an item before it is promoted: nothing that tells of the document.

    Attributes:
        id: Opaque, of candidate and content.
        seat: Its name.
        candidate: Opaque, of seat and document.
        content: Opaque, of the text.
        text: Opaque, of the text just as it is written.
        assessment: Version of the assessment in the seat's store.
        assessed_at: When it came into the queue, as times in the decision log are written.
        expires_at: From when on it is not decided any more, but assessed anew.
    """

    id: str
    seat: str
    candidate: str
    content: str
    text: str
    assessment: str
    assessed_at: str
    expires_at: str

    def ref(self, by: ActorKind, signature: tuple[int, ...] = ()) -> PromotionRef:
        """Return what a decision on this item says that it is about."""
        return PromotionRef(
            item=self.id,
            seat=self.seat,
            candidate=self.candidate,
            content=self.content,
            assessment=self.assessment,
            signature=signature,
            by=by,
        )


class Item(Record):
    """An item with everything that was found out about it; only its seat's store has it.

    Attributes:
        entry: What Central knows of it.
        assessment: Whole and unchanged, with all hints and hits.
    """

    entry: ItemEntry
    assessment: Assessment

    @property
    def text(self) -> str:
        """Version of the text in the seat's store."""
        return self.assessment.candidate.text

    @property
    def is_scanned(self) -> bool:
        """Whether a look for secrets has ended well: what nobody could look at is not clean."""
        scan = self.assessment.candidate.scan
        return scan is not None and not scan.blocks


class Proposal(Record):
    """An assessment that makes an item, with what the item's entry says of it."""

    id: str
    text: str
    version: str
    assessment: Assessment


def item_id(opaque: Opaque, candidate: str, content: str) -> str:
    """Return the id of the item of a candidate with some content."""
    return opaque("item", candidate, content)


def body_mark(opaque: Opaque, text: str) -> str:
    """Return what a text is recognised by when somebody says that they have seen it."""
    return opaque("body", text)


def proposals_of(assessments: Iterable[Assessment], opaque: Opaque) -> tuple[Proposal, ...]:
    """Return the assessments that make an item, each once, in the order of their ids."""
    found = {
        item_id(opaque, one.candidate.id, one.candidate.content): one
        for one in assessments
        if one.outcome in PROPOSED
    }
    return tuple(
        Proposal(
            id=id_,
            text=opaque("text", one.candidate.text),
            version=one.content_hash(),
            assessment=one,
        )
        for id_, one in sorted(found.items())
    )


def standing(
    assessments: Iterable[Assessment], opaque: Opaque, settled: Collection[str]
) -> frozenset[str]:
    """Return the ids of items that are still proposed, or of which nothing could be found out.

    What is not among them is another text by now, is gone, or is held back by a guard: it is not
    to be decided on as it stands in the queue.

    Args:
        assessments: As the seats are assessed now.
        opaque: Makes ids.
        settled: Contents that are refused or delivered by now. A guard that stopped another one
            for that reason has looked before it was taken back.
    """
    return frozenset(
        item_id(opaque, one.candidate.id, one.candidate.content)
        for one in assessments
        if one.outcome in PROPOSED
        or one.reason in DEFERRED
        or (one.reason in TAKEN_BACK and one.candidate.content not in settled)
    )


def newly_entered(
    proposals: Iterable[Proposal],
    known: Mapping[str, ItemEntry],
    decided: Collection[str],
    now: datetime,
    expire_days: int,
) -> tuple[ItemEntry, ...]:
    """Return the entries to write: of new items, and anew of undecided ones; see the module.

    Args:
        proposals: As the seats are assessed now.
        known: Entries by id.
        decided: Ids of items with a decision in force; what was decided on stays as it was.
        now: UTC.
        expire_days: How long a new one waits.
    """
    at = moment(now)
    until = moment(now + timedelta(days=expire_days))
    return tuple(
        ItemEntry(
            id=one.id,
            seat=one.assessment.seat,
            candidate=one.assessment.candidate.id,
            content=one.assessment.candidate.content,
            text=one.text,
            assessment=one.version,
            assessed_at=at,
            expires_at=until,
        )
        for one in proposals
        if one.id not in decided and _is_new(one, known.get(one.id), at)
    )


def _is_new(proposal: Proposal, before: ItemEntry | None, at: str) -> bool:
    return before is None or before.expires_at <= at or before.text != proposal.text


def moment(time: datetime) -> str:
    """Return a time as the decision log writes them, so that they compare as texts."""
    return time.astimezone(UTC).strftime(TIME_FORMAT)
