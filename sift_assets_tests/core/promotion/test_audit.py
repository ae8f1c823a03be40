"""The audit follows from what is kept, so that nothing that happened goes untold."""

from sift_assets.core.decisions.decision import Act, Channel
from sift_assets.core.decisions.promotion import ActorKind
from sift_assets.core.promotion.audit import AuditEvent, AuditKind, happened, unwritten
from sift_assets.core.promotion.delivered import DeliveryState
from sift_assets_tests.core.promotion.promotion_examples import delivery, entry, said_of

ITEM = entry()
RULE = said_of(
    ITEM, Act.PROMOTE, 1, channel=Channel.RULE, rule="promotion", by=ActorKind.RULE, actor="sweep"
)
LOG = [
    RULE,
    said_of(ITEM, Act.REVOKE, 2),
    said_of(ITEM, Act.UNDO, 3, undoes=RULE.id),
    said_of(ITEM, Act.PROMOTE, 4),
    said_of(ITEM, Act.REFUSE, 5),
    said_of(ITEM, Act.ABANDON, 6),
]


def test_items_decisions_and_deliveries_are_told_with_who_and_when() -> None:
    events = list(happened([ITEM], LOG, [delivery(ITEM, DeliveryState.DELIVERED, attempts=2)]))
    assert [one.kind for one in events] == [
        AuditKind.PENDING,
        AuditKind.PROMOTE,
        AuditKind.REVOKE,
        AuditKind.REOPEN,
        AuditKind.APPROVE,
        AuditKind.REJECT,
        AuditKind.ABANDON,
        AuditKind.DELIVER,
    ]
    assert {one.item for one in events} == {ITEM.id}
    assert (events[1].actor, events[1].by, events[4].by) == ("sweep", "rule", "human")
    assert events[-1].attempt == 2


def test_what_a_person_wrote_is_in_the_decision_and_not_in_the_audit() -> None:
    told = b"".join(one.to_bytes() for one in happened([ITEM], LOG, []))
    assert b"so it is" not in told


def test_a_delivery_under_way_is_no_event_yet_nor_is_one_that_never_came() -> None:
    assert list(happened([], [], [delivery(ITEM, DeliveryState.DELIVERING)])) == []
    assert list(happened([], [], [delivery(ITEM, DeliveryState.REVOKED)])) == []
    (left,) = happened([], [], [delivery(ITEM, DeliveryState.REVOKED, file="f")])
    assert left.kind is AuditKind.WITHDRAW


def test_what_is_told_is_not_told_again_and_what_is_missing_is() -> None:
    events = list(happened([ITEM], LOG, [delivery(ITEM, DeliveryState.FAILED)]))
    assert unwritten(events, events[:3]) == sorted(events[3:], key=lambda one: (one.at, one.fact))
    assert unwritten(events, events) == []
    again = list(happened([ITEM], LOG, [delivery(ITEM, DeliveryState.FAILED, attempts=2)]))
    assert [one.attempt for one in unwritten(again, events)] == [2]


def test_a_denial_stands_for_itself() -> None:
    denied = AuditEvent(at="t", kind=AuditKind.DENIED, actor="eve", what="decide")
    assert unwritten([], [denied, denied]) == []
