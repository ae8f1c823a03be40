"""The state of an item, and what may be done about it then.

A pure function of what is kept: decisions in force, the ledger of deliveries, and the clock. So a
write that fails consumes no approval, and a process that dies leaves nothing in between.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.promotion.delivered import Delivery, DeliveryState
from sift_assets.core.promotion.items import ItemEntry
from sift_assets.core.records.record import Record


class ItemState(StrEnum):
    """What an item is in.

    `pending`: somebody is to decide. `expired`: nobody did in time, or its document is another by
    now. `approved`: to be delivered. `delivering`, `delivered`, `failed`: see `DeliveryState`.
    `rejected`: refused, which is remembered. `revoked`: withdrawn, before or after delivery.
    `abandoned`: approved, and not delivered after all.
    """

    PENDING = "pending"
    EXPIRED = "expired"
    APPROVED = "approved"
    DELIVERING = "delivering"
    DELIVERED = "delivered"
    FAILED = "failed"
    REJECTED = "rejected"
    REVOKED = "revoked"
    ABANDONED = "abandoned"


class ItemAct(StrEnum):
    """What may be done about an item. `reopen`: whatever was decided counts no more."""

    APPROVE = "approve"
    REJECT = "reject"
    RETRY = "retry"
    ABANDON = "abandon"
    REOPEN = "reopen"
    REVOKE = "revoke"


UNDELIVERED = frozenset({ItemState.APPROVED, ItemState.DELIVERING, ItemState.FAILED})
"""Approved, and not there yet: every one of them is delivered by the next attempt."""

_ON_THE_WAY = frozenset({ItemAct.RETRY, ItemAct.ABANDON, ItemAct.REOPEN, ItemAct.REVOKE})

POSSIBLE: Mapping[ItemState, frozenset[ItemAct]] = {
    ItemState.PENDING: frozenset({ItemAct.APPROVE, ItemAct.REJECT, ItemAct.REVOKE}),
    ItemState.EXPIRED: frozenset({ItemAct.REJECT, ItemAct.REVOKE}),
    ItemState.APPROVED: _ON_THE_WAY,
    ItemState.DELIVERING: _ON_THE_WAY,
    ItemState.FAILED: _ON_THE_WAY,
    ItemState.DELIVERED: frozenset({ItemAct.REVOKE}),
    ItemState.REJECTED: frozenset({ItemAct.REOPEN}),
    ItemState.REVOKED: frozenset({ItemAct.REOPEN}),
    ItemState.ABANDONED: frozenset({ItemAct.REOPEN}),
}
"""What can be done in which state; who may is another question."""

_DECIDED = {
    Act.REFUSE: ItemState.REJECTED,
    Act.REVOKE: ItemState.REVOKED,
    Act.ABANDON: ItemState.ABANDONED,
}
_DELIVERED = {
    DeliveryState.DELIVERING: ItemState.DELIVERING,
    DeliveryState.DELIVERED: ItemState.DELIVERED,
    DeliveryState.FAILED: ItemState.FAILED,
}


class Known(Record):
    """What is kept of an item.

    Attributes:
        entry: What Central knows of it.
        said: The decisions in force about it, in order of time.
        delivery: The ledger's row of its content; it may be another item's.
        stands: Whether it is still proposed as it was when it came into the queue.
    """

    entry: ItemEntry
    said: tuple[Decision, ...] = ()
    delivery: Delivery | None = None
    stands: bool = True

    @property
    def last(self) -> Decision | None:
        """The last word about it."""
        return self.said[-1] if self.said else None

    @property
    def approval(self) -> Decision | None:
        """The decision by which it is to be delivered, or is."""
        last = self.last
        return last if last is not None and last.act is Act.PROMOTE else None

    def state(self, now: str) -> ItemState:
        """Return its state at a time, given as `items.moment` writes it."""
        last = self.last
        if last is not None and last.act in _DECIDED:
            return _DECIDED[last.act]
        own = self.delivery is not None and self.delivery.item == self.entry.id
        if last is None:
            # Taken back by hand in the log: what is in Central is so, whatever the log says.
            if own and self.delivery and self.delivery.state is DeliveryState.DELIVERED:
                return ItemState.DELIVERED
            is_over = now >= self.entry.expires_at or not self.stands
            return ItemState.EXPIRED if is_over else ItemState.PENDING
        return self._on_the_way(own=own)

    def _on_the_way(self, *, own: bool) -> ItemState:
        """Return the state of what is approved; another item's delivery counts where it ended."""
        if self.delivery is None:
            return ItemState.APPROVED
        if own or self.delivery.state is DeliveryState.DELIVERED:
            return _DELIVERED.get(self.delivery.state, ItemState.APPROVED)
        return ItemState.APPROVED


def said_of_items(decisions: Iterable[Decision]) -> dict[str, tuple[Decision, ...]]:
    """Return the id of each item to the decisions about it, of some in order of time."""
    found: dict[str, tuple[Decision, ...]] = {}
    for one in decisions:
        if one.promotion is not None:
            item = one.promotion.item
            found[item] = (*found.get(item, ()), one)
    return found


def known_items(
    entries: Iterable[ItemEntry],
    in_force: Sequence[Decision],
    deliveries: Iterable[Delivery],
    stands: frozenset[str] | None = None,
) -> dict[str, Known]:
    """Put together what is kept of items, by id.

    Args:
        entries: Of all items.
        in_force: Decisions in force, in order of time.
        deliveries: The ledger.
        stands: Ids of those that are still proposed; None where nobody has looked.
    """
    said = said_of_items(in_force)
    by_content = {one.content: one for one in deliveries}
    return {
        one.id: Known(
            entry=one,
            said=said.get(one.id, ()),
            delivery=by_content.get(one.content),
            stands=stands is None or one.id in stands,
        )
        for one in entries
    }
