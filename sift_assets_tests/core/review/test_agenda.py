"""A reviewer goes on, back, to a number, and puts aside; nothing open is passed over for good."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.review.agenda import Agenda, Shown
from sift_assets.core.review.records import OpenContradiction
from sift_assets_tests.core.decisions.decision_examples import LAW
from sift_assets_tests.core.review.review_examples import (
    ADA,
    BO,
    deciding,
    logged,
    pair_of,
    queue_after,
    said_of,
)

NOTHING = said_of()
ITEMS = queue_after().items


def number(shown: Shown | None) -> int:
    return shown.number if shown else 0


def test_an_item_put_aside_is_not_shown_again_unless_it_is_asked_for() -> None:
    agenda = Agenda(ITEMS)
    assert number(agenda.current(NOTHING)) == 1
    agenda.skip()
    assert (number(agenda.current(NOTHING)), agenda.put_aside) == (2, 1)
    assert agenda.jump(1, NOTHING)
    assert (number(agenda.current(NOTHING)), agenda.put_aside) == (1, 0)


def test_going_on_and_back_wraps_around() -> None:
    agenda = Agenda(ITEMS)
    agenda.move(-1, NOTHING)
    assert number(agenda.current(NOTHING)) == len(ITEMS)
    agenda.move(1, NOTHING)
    assert number(agenda.current(NOTHING)) == 1
    agenda.skip()
    agenda.move(-1, NOTHING)
    agenda.move(1, NOTHING)
    assert number(agenda.current(NOTHING)) == 2


def test_a_number_that_is_decided_or_not_there_leads_nowhere() -> None:
    agenda = Agenda(ITEMS)
    log = logged(deciding().confirm(ITEMS[1]))
    assert not agenda.jump(2, said_of(*log))
    assert not agenda.jump(0, NOTHING)
    assert not agenda.jump(len(ITEMS) + 1, NOTHING)


def test_a_group_of_three_is_taken_apart_and_a_pair_is_not() -> None:
    agenda = Agenda(ITEMS)
    assert agenda.take_apart()
    shown = agenda.current(NOTHING)
    assert shown is not None
    assert shown.total == len(ITEMS) + 2
    assert not agenda.take_apart()


def test_a_group_that_was_decided_in_part_shows_what_is_left_of_it() -> None:
    agenda = Agenda(ITEMS)
    refused = logged([deciding().not_same((ADA, BO))])
    shown = agenda.current(said_of(*refused))
    assert shown is not None
    assert shown.item.key == pair_of("Ada", "Adah").key


def test_what_is_taken_back_is_shown_next() -> None:
    agenda = Agenda(ITEMS)
    assert agenda.jump(3, NOTHING)
    agenda.back_to(ITEMS[0].key)
    assert number(agenda.current(NOTHING)) == 1
    agenda.back_to("no such key")
    assert number(agenda.current(NOTHING)) == 1


def test_without_an_item_there_is_nothing_to_show() -> None:
    assert Agenda(()).current(NOTHING) is None


@LAW
@given(st.lists(st.sampled_from(("skip", "on", "back", "confirm", "reject", "apart")), max_size=12))
def test_whatever_the_way_every_item_is_decided_or_put_aside_in_the_end(way: list[str]) -> None:
    """And each that is shown is open."""
    agenda, log = Agenda(ITEMS), list[Decision]()
    shown_keys: list[str] = []
    for step in [*way, *["skip"] * 20]:
        now = said_of(*log)
        shown = agenda.current(now)
        if shown is None:
            break
        shown_keys.append(shown.item.key)
        if step == "confirm" and isinstance(shown.item, OpenContradiction):
            log += logged(deciding().keep(shown.item, (0, 1)), len(log))
        elif step in ("confirm", "reject"):
            log += logged(getattr(deciding(), step)(shown.item), len(log))
        elif step == "skip":
            agenda.skip()
        elif step == "apart":
            agenda.take_apart()
        else:
            agenda.move(1 if step == "on" else -1, now)
    assert agenda.current(said_of(*log)) is None
    assert shown_keys
