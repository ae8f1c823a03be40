"""The state of an item follows from decisions, the ledger and the clock, and from nothing else."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.promotion.delivered import Delivery, DeliveryState
from sift_assets.core.promotion.items import ItemEntry, moment
from sift_assets.core.promotion.states import (
    POSSIBLE,
    UNDELIVERED,
    ItemAct,
    ItemState,
    Known,
    known_items,
    said_of_items,
)
from sift_assets_tests.core.decisions.decision_examples import person, said
from sift_assets_tests.core.promotion.promotion_examples import (
    NOW,
    WEEK,
    delivery,
    entry,
    said_of,
)

ONE, OTHER = entry("i1"), entry("i2", candidate="c2")
YES, NO = said_of(ONE, Act.PROMOTE, 1), said_of(ONE, Act.REFUSE, 2)
TODAY = moment(NOW + timedelta(hours=1))


def state(
    *decisions: Decision, delivered: Delivery | None = None, stands: bool = True, now: str = TODAY
) -> ItemState:
    known = Known(entry=ONE, said=decisions, delivery=delivered, stands=stands)
    return known.state(now)


def test_an_item_is_pending_until_somebody_decides_or_its_time_is_over() -> None:
    assert state() is ItemState.PENDING
    assert state(now=moment(NOW + 4 * WEEK)) is ItemState.EXPIRED
    assert state(stands=False) is ItemState.EXPIRED
    assert state(YES, now=moment(NOW + 9 * WEEK), stands=False) is ItemState.APPROVED


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (DeliveryState.DELIVERING, ItemState.DELIVERING),
        (DeliveryState.DELIVERED, ItemState.DELIVERED),
        (DeliveryState.FAILED, ItemState.FAILED),
        (DeliveryState.REVOKED, ItemState.APPROVED),
    ],
)
def test_a_delivery_consumes_no_approval(row: DeliveryState, expected: ItemState) -> None:
    assert state(YES, delivered=delivery(ONE, row)) is expected


def test_what_another_item_brought_is_there_and_what_it_failed_to_bring_is_to_be_brought() -> None:
    assert state(YES, delivered=delivery(OTHER, DeliveryState.DELIVERED)) is ItemState.DELIVERED
    for row in (DeliveryState.DELIVERING, DeliveryState.FAILED, DeliveryState.REVOKED):
        assert state(YES, delivered=delivery(OTHER, row)) is ItemState.APPROVED
    assert state(delivered=delivery(OTHER, DeliveryState.DELIVERED)) is ItemState.PENDING


def test_the_last_word_counts() -> None:
    there = delivery(ONE, DeliveryState.DELIVERED)
    assert state(YES, NO) is ItemState.REJECTED
    assert state(YES, said_of(ONE, Act.REVOKE, 3), delivered=there) is ItemState.REVOKED
    assert state(YES, said_of(ONE, Act.ABANDON, 3)) is ItemState.ABANDONED
    assert state(NO, said_of(ONE, Act.PROMOTE, 3)) is ItemState.APPROVED


def test_what_is_in_central_is_so_whatever_the_log_says() -> None:
    assert state(delivered=delivery(ONE, DeliveryState.DELIVERED)) is ItemState.DELIVERED


def test_a_failed_item_can_be_tried_again_left_or_opened_again() -> None:
    assert {ItemAct.RETRY, ItemAct.ABANDON, ItemAct.REOPEN} <= POSSIBLE[ItemState.FAILED]
    assert ItemState.FAILED in UNDELIVERED


def test_only_what_is_pending_can_be_approved_and_every_state_leaves_a_way_on() -> None:
    can = [one for one, acts in POSSIBLE.items() if ItemAct.APPROVE in acts]
    assert can == [ItemState.PENDING]
    assert {one for one in ItemState if POSSIBLE[one]} == set(ItemState)


def test_an_undone_decision_counts_no_more() -> None:
    back = said_of(ONE, Act.UNDO, 5, undoes=NO.id)
    assert in_force([NO, back]) == ()


ACTS = st.sampled_from([Act.PROMOTE, Act.REFUSE, Act.REVOKE, Act.ABANDON])


@given(st.lists(st.tuples(st.sampled_from([ONE, OTHER]), ACTS), max_size=8), st.booleans())
def test_decisions_about_one_item_say_nothing_of_another(
    acts: list[tuple[ItemEntry, Act]], with_merge: bool
) -> None:
    log = [said_of(item, act, at) for at, (item, act) in enumerate(acts)]
    merge = said(Act.MERGE, 1, entities=(person("Ada"), person("Bo")))
    whole = [*log, merge] if with_merge else log
    known = known_items([ONE, OTHER], whole, [])
    for item in (ONE, OTHER):
        own = tuple(one for one in log if one.promotion and one.promotion.item == item.id)
        assert known[item.id].said == own
        alone = Known(entry=item, said=own)
        assert known[item.id].state(TODAY) is alone.state(TODAY)
    assert set(said_of_items(whole)) <= {ONE.id, OTHER.id}
