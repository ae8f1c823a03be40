"""Bringing approved items to Central, apart from approving them: the value of `central_deliveries`.

In this order: the ledger says that it is under way, the seat is marked, the document is written,
the ledger says that it is there. Whatever fails is taken back and tried again by the next call; a
killed process leaves a delivery under way, which the next call ends. So nothing is lost and
nothing comes twice: there is one row and one file of each content.
"""

from collections.abc import Iterable
from contextlib import suppress

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.promotion import ActorKind, PromotionRef
from sift_assets.core.errors import DecisionError, SiftError
from sift_assets.core.planning.lineage import PROMOTION
from sift_assets.core.planning.roots import PROMOTED
from sift_assets.core.planning.state import Provenance
from sift_assets.core.promotion import access
from sift_assets.core.promotion.delivered import Delivery, DeliveryState, Milestones
from sift_assets.core.promotion.items import Item, item_id
from sift_assets.core.promotion.promoted_document import Origin, promoted_document
from sift_assets.core.promotion.records import Assessment, OutcomeKind, Scan
from sift_assets.core.promotion.settings import Autonomy
from sift_assets.core.promotion.states import UNDELIVERED, ItemState, Known
from sift_assets.core.query.errors import QueryError
from sift_assets.core.query.filters import Filters
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets.resources.second_root import SeatMarks, SecondRoot
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.promotion_book import DECISIONS_INPUT, PromotionBook
from sift_assets.workflows.promotion_queue import ASSET as QUEUE
from sift_assets.workflows.promotion_queue import counts_of
from sift_assets.workflows.querying import INDEX_FILE
from sift_assets.workflows.withdrawing import alone, document_of, unpurged, withdraw

ASSET = "central_deliveries"

EVERY = 1_000_000
"""More documents than one machine holds."""


class DeliveredItem(Record):
    """A document that came from a seat.

    Attributes:
        item: Id of the item, and name of the document.
        seat: Where it comes from.
        decision: Id of the decision that let it in.
        file: SHA-256 of the document.
    """

    item: str
    seat: str
    decision: str
    file: str


class CentralDeliveries(Record):
    """Everything that is in Central from seats, by item."""

    delivered: tuple[DeliveredItem, ...] = ()


def deliver_open(book: PromotionBook, only: str = "") -> Outcome:
    """Deliver what is approved and not there yet, after removing what is to leave.

    Args:
        book: What is kept.
        only: Id of the one item to deliver; empty for all.

    Returns:
        The outcome; its facts count the states of all items, and `unpurged`: documents that have
        left, and of which Central may store what it made of them: a sweep after everything was
        built without them removes that, and `sift promotions revoke` at once.
        A failed delivery is no error of the call: it is in the ledger with its reason, and tried
        again by the next.

    Raises:
        StoreError: Log or ledger cannot be read; then nothing is delivered.
    """
    with alone(book):
        if withdraw(book):
            book.complete_audit()  # a row may be another item's before this call ends
        now = book.moment()
        for id_, found in sorted(book.known().items()):
            known = found.model_copy(update={"delivery": book.ledger.of(found.entry.content)})
            if only in ("", id_) and _is_to_come(book, known, now):
                _deliver(book, known)
        withdraw(book)  # what was taken back meanwhile
        book.complete_audit()
        return _outcome(book)


def milestones(book: PromotionBook, items: Iterable[Known]) -> dict[str, Milestones]:
    """Return how far items have come on their way to readers, by id; what is not there is left out.

    The index and the extractions are asked once for all.
    """
    rows = {one.entry.id: one.delivery for one in items if one.delivery is not None}
    there = {id_: row for id_, row in rows.items() if row.state is DeliveryState.DELIVERED}
    keys = {id_: document_of(row.item) for id_, row in there.items()}
    workspace, root = book.workspace, SecondRoot(book.workspace.root)
    extracted = workspace.provenance.read("extractions") if keys else {}
    retrievable = _retrievable(workspace) if keys else frozenset()
    return {
        id_: Milestones(
            accepted=root.holds(there[id_].item, there[id_].file),
            indexed=key in extracted,
            retrievable=key in retrievable,
        )
        for id_, key in keys.items()
    }


def _retrievable(workspace: Workspace) -> frozenset[str]:
    """Return the promoted documents that the index that answers questions holds."""
    try:
        filters = Filters(folders=(PROMOTED,))
        with opened_index(workspace.exports_folder / INDEX_FILE, filters) as index:
            return frozenset(one.document for one in index.documents_in_scope(EVERY))
    except QueryError:  # there is no index yet, none of today's, or no such document in it
        return frozenset()


def _is_to_come(book: PromotionBook, known: Known, now: str) -> bool:
    """Say whether an item is to be delivered: approved, or delivered and lost or changed since."""
    state, row = known.state(now), known.delivery
    if state is not ItemState.DELIVERED or row is None or row.item != known.entry.id:
        return state in UNDELIVERED
    return not SecondRoot(book.workspace.root).holds(row.item, row.file)


def _deliver(book: PromotionBook, known: Known) -> None:
    """Deliver an item; whatever goes wrong is taken back, and written down with its reason."""
    approval = known.approval
    if approval is None:
        return
    row = _under_way(book, known, approval)
    root = SecondRoot(book.workspace.root)
    try:
        book.ledger.put(row)
        item = _checked(book, known, approval)
        origin = Origin(by=approval.actor, at=approval.time)
        data = promoted_document(item, book.body(item), origin)
        SeatMarks(book.seat(row.seat)).write(row.item, row.decision)
        file = root.write(row.item, data)
        there = {"state": DeliveryState.DELIVERED, "file": file, "at": book.moment()}
        book.ledger.put(row.model_copy(update=there))
    except (SiftError, OSError) as error:
        _take_back(book, row, error)


def _under_way(book: PromotionBook, known: Known, approval: Decision) -> Delivery:
    before = known.delivery
    own = before is not None and before.item == known.entry.id
    return Delivery(
        content=known.entry.content,
        item=known.entry.id,
        seat=known.entry.seat,
        candidate=known.entry.candidate,
        decision=approval.id,
        state=DeliveryState.DELIVERING,
        attempts=before.attempts + 1 if before and own else 1,
        at=book.moment(),
    )


def _take_back(book: PromotionBook, row: Delivery, error: Exception) -> None:
    """Remove both sides of a delivery that failed; what cannot be removed, the next one replaces.

    When even that cannot be written down, the row says that it is under way: it is tried again.
    """
    reason = error.message if isinstance(error, SiftError) else type(error).__name__
    failed = {"state": DeliveryState.FAILED, "reason": reason, "at": book.moment()}
    for undo in (
        lambda: SecondRoot(book.workspace.root).remove(row.item),
        lambda: SeatMarks(book.seat(row.seat)).remove(row.item),
        lambda: book.ledger.put(row.model_copy(update=failed)),
    ):
        with suppress(SiftError):
            undo()


def _checked(book: PromotionBook, known: Known, approval: Decision) -> Item:
    """Return the item that was approved, when it is the one, and who approved may.

    The log is a file that people edit and merge: what it says is held against what was shown and
    against who may decide before anything is written.

    Raises:
        DecisionError: The approval is not of this content, or not of somebody who may.
        CorruptObjectError: Assessment or text is damaged or gone.
    """
    ref = approval.promotion
    item = book.item(known)
    candidate = item.assessment.candidate
    is_one = ref is not None and _is_of(book, ref, known, item.assessment)
    text = book.body(item)
    if not is_one or book.mark(text) != approval.shown:
        raise DecisionError("What was approved is not the content of this item.")
    if not item.is_scanned or candidate.skip is not None or _scanned(book, item, text).blocks:
        raise DecisionError("It was not looked through for secrets, or a guard stops it.")
    if not _may_stand(book, approval, item):
        raise DecisionError("Who approved it may not, or may no longer.")
    return item


def _scanned(book: PromotionBook, item: Item, text: DocumentText) -> Scan:
    """Look for secrets once more: between approval and delivery the rules may have learned."""
    from sift_assets.resources.secret_scanner import SecretScanner  # some hundred patterns

    return SecretScanner(book.key).scan(text.text, (text.title, *item.assessment.candidate.tags))


def _is_of(book: PromotionBook, ref: PromotionRef, known: Known, found: Assessment) -> bool:
    entry, candidate = known.entry, found.candidate
    own = item_id(book.key.opaque, candidate.id, candidate.content)
    judged = (own, found.seat, candidate.id, candidate.content, entry.assessment)
    kept = (entry.id, entry.seat, entry.candidate, entry.content, entry.assessment)
    return kept == judged == (ref.item, ref.seat, ref.candidate, ref.content, ref.assessment)


def _may_stand(book: PromotionBook, approval: Decision, item: Item) -> bool:
    """Say whether an approval is of somebody who may, or of a rule that is switched on."""
    settings, seat = book.workspace.settings, item.entry.seat
    if approval.promotion is None or approval.promotion.by is not ActorKind.RULE:
        return access.may(settings, approval.actor, access.Act.DECIDE, seat)
    autonomy = next((one.autonomy for one in settings.seats if one.name == seat), None)
    return autonomy is Autonomy.AUTO and item.assessment.outcome is OutcomeKind.PROMOTE


def _outcome(book: PromotionBook) -> Outcome:
    rows: Iterable[Delivery] = book.ledger.deliveries()
    there = [
        DeliveredItem(item=row.item, seat=row.seat, decision=row.decision, file=row.file)
        for row in rows
        if row.state is DeliveryState.DELIVERED
    ]
    value = CentralDeliveries(delivered=tuple(sorted(there, key=lambda one: one.item)))
    now = book.moment()
    queue = book.workspace.provenance.read(QUEUE).get("")
    provenance = Provenance(
        version=book.workspace.store.put(value.to_bytes()),
        code_version=PROMOTION[ASSET].code_version,
        inputs={
            QUEUE: queue.version if queue else "",
            DECISIONS_INPUT: book.decisions_version(),
        },
        facts={
            **counts_of(one.state(now) for one in book.known().values()),
            "unpurged": len(unpurged(book)),
        },
    )
    return Outcome(ASSET, "", provenance)
