"""The audit of promotion: one line for everything that happened to an item, and every denial.

Lines hold opaque ids, names of seats and of who acts, and codes; never text of a document, a path
or what a person wrote. What has happened follows from items, decisions and deliveries, so a line
that a killed process did not write is written by the next.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from pydantic import field_validator

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.promotion.delivered import Delivery, DeliveryState
from sift_assets.core.promotion.items import ItemEntry
from sift_assets.core.records.record import Record

NAMELESS = "?"
"""Who calls themselves something that is no name."""

_NAME = re.compile(r"[\w.@-]{1,80}|\?")


class AuditKind(StrEnum):
    """What happened. `promote`: a rule approved. `denied`: who asked may not."""

    PENDING = "pending"
    PROMOTE = "promote"
    APPROVE = "approve"
    REJECT = "reject"
    ABANDON = "abandon"
    REOPEN = "reopen"
    DELIVER = "deliver"
    FAIL = "fail"
    WITHDRAW = "withdraw"
    REVOKE = "revoke"
    DENIED = "denied"


class AuditEvent(Record):
    """A line of the audit.

    Attributes:
        at: When, as times in the decision log are written.
        kind: See `AuditKind`. `revoke` is the decision, `withdraw` that the document has left.
        actor: Who; empty for the machine.
        by: `human`, `service` or `rule`; empty for the machine.
        seat: Of the item; empty where a denial does not say.
        item: Its id; empty where a denial does not say.
        decision: Id of the decision that says so.
        attempt: Of a delivery, from 1.
        what: Of a denial: what was asked for.
    """

    at: str
    kind: AuditKind
    actor: str = ""
    by: str = ""
    seat: str = ""
    item: str = ""
    decision: str = ""
    attempt: int = 0
    what: str = ""

    @field_validator("actor")
    @classmethod
    def _a_name(cls, name: str) -> str:
        """Keep names only: who is no principal may call themselves anything."""
        return name if not name or _NAME.fullmatch(name) else NAMELESS

    @property
    def fact(self) -> tuple[str, str, str, int, str]:
        """What it tells, whoever wrote it down: two lines of one fact tell it once."""
        at = self.at if self.kind is AuditKind.PENDING else ""
        return self.kind, self.item, self.decision, self.attempt, at


_KIND_OF_ACT: Mapping[Act, AuditKind] = {
    Act.PROMOTE: AuditKind.APPROVE,
    Act.REFUSE: AuditKind.REJECT,
    Act.ABANDON: AuditKind.ABANDON,
    Act.REVOKE: AuditKind.REVOKE,
    Act.UNDO: AuditKind.REOPEN,
}

_KIND_OF_STATE: Mapping[DeliveryState, AuditKind] = {
    DeliveryState.DELIVERED: AuditKind.DELIVER,
    DeliveryState.FAILED: AuditKind.FAIL,
    DeliveryState.REVOKED: AuditKind.WITHDRAW,
}


def unwritten(happened: Iterable[AuditEvent], written: Iterable[AuditEvent]) -> list[AuditEvent]:
    """Return what happened and is not told yet, in order of time."""
    told = {one.fact for one in written}
    found = {one.fact: one for one in happened if one.fact not in told}
    return sorted(found.values(), key=lambda one: (one.at, one.fact))


def happened(
    entries: Iterable[ItemEntry], log: Iterable[Decision], deliveries: Iterable[Delivery]
) -> Iterator[AuditEvent]:
    """Yield what items, decisions and deliveries tell.

    Args:
        entries: Items of the queue.
        log: Every decision, in force or not: also what was taken back has happened.
        deliveries: The ledger.
    """
    for entry in entries:
        yield AuditEvent(
            at=entry.assessed_at, kind=AuditKind.PENDING, seat=entry.seat, item=entry.id
        )
    for decision in log:
        if decision.promotion is not None:
            yield _decided(decision)
    for delivery in deliveries:
        if delivery.state in _KIND_OF_STATE and not _never_came(delivery):
            yield AuditEvent(
                at=delivery.at,
                kind=_KIND_OF_STATE[delivery.state],
                seat=delivery.seat,
                item=delivery.item,
                decision=delivery.decision,
                attempt=delivery.attempts,
            )


def _never_came(delivery: Delivery) -> bool:
    """Say whether a delivery was given up before its document was there: nothing has left."""
    return delivery.state is DeliveryState.REVOKED and not delivery.file


def _decided(decision: Decision) -> AuditEvent:
    ref = decision.promotion
    is_rule = bool(decision.rule) and decision.act is Act.PROMOTE
    return AuditEvent(
        at=decision.time,
        kind=AuditKind.PROMOTE if is_rule else _KIND_OF_ACT[decision.act],
        actor=decision.actor,
        by=str(ref.by) if ref else "",
        seat=ref.seat if ref else "",
        item=ref.item if ref else "",
        decision=decision.id,
    )
