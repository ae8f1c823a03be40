"""Taking documents out of Central that are not to be there: decided so, or never quite delivered.

What Central made of them goes with the next run, as of any deleted document; what is stored of it
goes with `revoking`.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from sift_assets.core.planning.roots import promoted_key
from sift_assets.core.promotion.delivered import Delivery, DeliveryState
from sift_assets.core.promotion.promoted_document import file_name
from sift_assets.core.promotion.states import UNDELIVERED, ItemState, known_items
from sift_assets.resources.locks import held
from sift_assets.resources.second_root import SeatMarks, SecondRoot
from sift_assets.workflows.promotion_book import PromotionBook

LOCK = "second_root"
"""Held by whoever writes promoted documents, or removes them."""

STAYING = UNDELIVERED | {ItemState.DELIVERED}
"""States in which a document is in Central, or on its way there."""


def document_of(item: str) -> str:
    """Return the key of the document that an item is in Central."""
    return promoted_key(file_name(item))


def withdraw(book: PromotionBook) -> tuple[Delivery, ...]:
    """Remove the documents of items that are not to be in Central; return their deliveries.

    Also what a delivery left that was killed before somebody took its approval back. Safe to
    repeat: the ledger is written last.

    Raises:
        StoreError: Something cannot be removed or written; the next call goes on.
    """
    gone: list[Delivery] = []
    for row in leaving(book):
        SecondRoot(book.workspace.root).remove(row.item)
        if row.seat in {seat.name for seat in book.workspace.settings.seats}:
            SeatMarks(book.seat(row.seat)).remove(row.item)
        new = row.model_copy(
            update={"state": DeliveryState.REVOKED, "at": book.moment(), "purged": False}
        )
        book.ledger.put(new)
        gone.append(new)
    return tuple(gone)


def withdraw_now(book: PromotionBook) -> tuple[Delivery, ...]:
    """Do what `withdraw` does while nobody delivers, and write it into the audit.

    Raises:
        StoreError: Something cannot be removed or written; the next call goes on.
    """
    with alone(book):
        gone = withdraw(book)
        book.complete_audit()
        return gone


def alone(book: PromotionBook) -> AbstractContextManager[None]:
    """Hold the deliveries of a project for the length of a `with` block."""
    lock = book.workspace.lock_path(LOCK)
    return held(lock, "The deliveries of promotion", on_wait=_say_nothing)


def leaving(book: PromotionBook) -> tuple[Delivery, ...]:
    """Return the deliveries whose item is not to be in Central, and whose document may be."""
    deliveries = book.ledger.deliveries()
    known = known_items(book.ledger.items(), book.said(), deliveries)
    now = book.moment()
    return tuple(
        row
        for row in deliveries
        if row.state is not DeliveryState.REVOKED
        and (row.item not in known or known[row.item].state(now) not in STAYING)
    )


def unpurged(book: PromotionBook) -> tuple[Delivery, ...]:
    """Return what was withdrawn, and of which Central may still store what it derived."""
    return tuple(
        row
        for row in book.ledger.deliveries()
        if row.state is DeliveryState.REVOKED and not row.purged
    )


def mark_purged(book: PromotionBook, rows: Sequence[Delivery]) -> None:
    """Write down that nothing of withdrawn documents is stored any more.

    Raises:
        StoreError: The ledger cannot be written; it is purged again.
    """
    book.ledger.put(*(row.model_copy(update={"purged": True}) for row in rows))


def _say_nothing(_message: str) -> None:
    """Wait without a word: it takes seconds."""
