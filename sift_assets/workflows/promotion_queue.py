"""What of all seats waits for a decision: the value of `promotion_queue`.

Central's store holds only what tells nothing of a document; assessments lie in their seat's.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from sift_assets.core.errors import ConfigError, CorruptObjectError
from sift_assets.core.planning.lineage import PROMOTION
from sift_assets.core.planning.staleness import merkle
from sift_assets.core.planning.state import Facts, Provenance
from sift_assets.core.promotion.items import ItemEntry, newly_entered, proposals_of
from sift_assets.core.promotion.states import ItemState, said_of_items
from sift_assets.core.records.record import Record
from sift_assets.resources.locks import held
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.promotion_book import DECISIONS_INPUT, PromotionBook
from sift_assets.workflows.promotion_previews import keep_preview

ASSET = "promotion_queue"


class PromotionQueue(Record):
    """The items that wait for a decision, by id."""

    items: tuple[ItemEntry, ...] = ()


def build_queue(book: PromotionBook) -> Outcome:
    """Take what the seats propose into the queue, each candidate and content once.

    An item keeps the assessment that it came with until somebody decides or it expires; so two
    sweeps ask once, and what is asked does not change while it is looked at.

    Returns:
        The outcome; its facts count items by state, and `failed_seats`: seats whose assessments
        cannot be read now, which stop no other.

    Raises:
        StoreError: Log or ledger cannot be read or written; what is in the queue stays.
    """
    workspace = book.workspace
    with held(workspace.lock_path("promotion"), "The promotion queue", on_wait=_say_nothing):
        known = {one.id: one for one in book.ledger.items()}
        decided = frozenset(said_of_items(book.said()))
        versions = {
            seat.name: _entered(book, seat.name, known, decided)
            for seat in workspace.settings.seats
        }
    book.complete_audit()
    now, items = book.moment(), book.known()
    states = {id_: one.state(now) for id_, one in items.items()}
    waiting = (one.entry for id_, one in items.items() if states[id_] is ItemState.PENDING)
    value = PromotionQueue(items=tuple(sorted(waiting, key=lambda one: one.id)))
    provenance = Provenance(
        version=workspace.store.put(value.to_bytes()),
        code_version=PROMOTION[ASSET].code_version,
        inputs={
            "promotion_verdicts": merkle({name: one for name, one in versions.items() if one}),
            DECISIONS_INPUT: book.decisions_version(),
        },
        facts={**counts_of(states.values()), "failed_seats": [*versions.values()].count(None)},
    )
    return Outcome(ASSET, "", provenance)


def counts_of(states: Iterable[ItemState]) -> Facts:
    """Return how many items are in each state."""
    found = Counter(states)
    return {str(state): found.get(state, 0) for state in ItemState}


def _entered(
    book: PromotionBook, seat: str, known: Mapping[str, ItemEntry], decided: Collection[str]
) -> str | None:
    """Take up what a seat proposes; return the version that was read, None where that failed."""
    try:
        return _enter(book, seat, known, decided)
    except (CorruptObjectError, ConfigError):
        return None


def _enter(
    book: PromotionBook, seat: str, known: Mapping[str, ItemEntry], decided: Collection[str]
) -> str:
    """Write down the items of a seat that are new, assessments first; return what was read."""
    verdicts, version = book.verdicts(seat)
    proposals = proposals_of(verdicts.assessments, book.key.opaque) if version else ()
    days = book.workspace.settings.promotion.expire_days
    entries = newly_entered(proposals, known, decided, book.now(), days)
    wanted = {one.id for one in entries}
    store = book.seat(seat).store
    for one in proposals:
        if one.id in wanted:
            store.put(one.assessment.to_bytes())
            keep_preview(book, seat, one.assessment.candidate.text)
    book.ledger.enter(entries)
    return version


def _say_nothing(_message: str) -> None:
    """Wait without a word: it takes seconds."""
