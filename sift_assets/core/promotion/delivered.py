"""Deliveries: what became of bringing an approved item to Central, apart from approving it."""

from collections.abc import Iterable
from enum import StrEnum

from sift_assets.core.records.record import Record

CENTRAL = "central"
"""The only target there is; what is delivered there once is not delivered there again."""


class DeliveryState(StrEnum):
    """How far a delivery is.

    `delivering`: begun, and not ended: at work, or killed. `delivered`: its document is in
    Central's folder. `failed`: nothing of it is there; the next sweep tries again. `revoked`: it
    was there, and is gone.
    """

    DELIVERING = "delivering"
    DELIVERED = "delivered"
    FAILED = "failed"
    REVOKED = "revoked"


class Delivery(Record):
    """The delivery of a content to a target; there is one of each pair.

    Attributes:
        content: Opaque, of the text.
        target: `central`.
        item: Id of the item that brought it, or is to.
        seat: Its seat.
        candidate: Its candidate.
        decision: Id of the decision that promotes it.
        state: See `DeliveryState`.
        attempts: How often it was begun.
        file: SHA-256 of the delivered file; empty until it is there.
        reason: Why it failed; no text of the document.
        at: When it came into this state.
        purged: Whether, revoked, what Central derived from it is gone as well.
    """

    content: str
    target: str = CENTRAL
    item: str
    seat: str
    candidate: str
    decision: str
    state: DeliveryState
    attempts: int = 1
    file: str = ""
    reason: str = ""
    at: str
    purged: bool = False


class Milestones(Record):
    """How far an item has come on its way to readers: each is said for itself.

    Attributes:
        accepted: Its document is in Central's folder.
        indexed: Central has extracted facts from it.
        retrievable: The index that answers questions holds it.
    """

    accepted: bool = False
    indexed: bool = False
    retrievable: bool = False


def delivered_contents(deliveries: Iterable[Delivery]) -> frozenset[str]:
    """Return the contents that are in Central: what the guards know as delivered already."""
    return frozenset(one.content for one in deliveries if one.state is DeliveryState.DELIVERED)
