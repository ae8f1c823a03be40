"""Two who decide at once never decide about one thing twice, and neither decides it unseen."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.errors import DecisionError
from sift_assets.core.review.keys import keys_of
from sift_assets.core.review.records import OpenContradiction
from sift_assets.core.review.said import Grounds
from sift_assets.core.review.signature import Signature
from sift_assets.resources.decision_log import DecisionLog
from sift_assets.workflows.live_desk import LiveDesk, Meanwhile
from sift_assets.workflows.reviewing import Desk
from sift_assets_tests.core.review.proposed_examples import items
from sift_assets_tests.core.review.review_examples import (
    TYPES,
    pair_of,
    queue_after,
    resolved_after,
    said_of,
)

PAIR = pair_of("Ada", "Adah")

PEOPLE = ("Bo", "Cy")

steps = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.integers(0, 6), st.sampled_from(["yes", "no", "undo"])),
    max_size=12,
)


def village_desk() -> Desk:
    return Desk(Grounds(resolved_after(), TYPES), queue_after())


@contextmanager
def desks(*names: str) -> Iterator[dict[str, LiveDesk]]:
    """Give each person a desk in a process of their own, as far as the log goes."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        yield {
            name: LiveDesk(village_desk(), DecisionLog(root, root / "lock", on_wait=lambda _: None))
            for name in names
        }


def says(live: LiveDesk, name: str, item: int, word: str) -> tuple[Decision, ...] | Meanwhile:
    """Let somebody say a word about an item, whether it is open or not, or undo a decision."""
    deciding = live.desk.deciding(Signature(actor=name, channel=Channel.PAGE))
    if word == "undo":
        log = live.log.read().decisions
        with suppress(DecisionError):  # it would bring back what was said anew
            return live.undo([log[item % len(log)].id], deciding) if log else ()
        return ()
    one = live.desk.queue.items[item % len(live.desk.queue.items)]
    if isinstance(one, OpenContradiction):
        return live.decide(one, lambda: deciding.keep(one, [0, 1] if word == "yes" else []))
    decide = deciding.confirm if word == "yes" else deciding.reject
    return live.decide(one, lambda: decide(one))


@given(steps)
@example([("Bo", 0, "no"), ("Bo", 0, "undo"), ("Bo", 0, "yes"), ("Bo", 1, "undo")])
@settings(max_examples=30)
def test_of_any_two_reviewers_nothing_is_decided_twice_unseen(
    said: list[tuple[str, int, str]],
) -> None:
    with desks(*PEOPLE) as all_desks:
        log = all_desks[PEOPLE[0]].log
        for name, item, word in said:
            before = log.read().decisions
            was_open = {one.key for one in village_desk().open_items(said_of(*before))}
            made = says(all_desks[name], name, item, word)
            after = log.read().decisions
            if isinstance(made, Meanwhile):
                assert after == before
                assert made.by is None or made.by in before
            else:
                assert after == (*before, *made)
                decided = [one for one in made if one.act is not Act.UNDO]
                assert all(keys_of(one) & was_open for one in decided)
        counting = in_force(log.read().decisions)
        # An older "no" may come back beside a later "yes", which is the last word; no word twice.
        words = [(d.act, frozenset(one.id for one in d.entities)) for d in counting if d.entities]
        assert len(words) == len({*words})


def test_what_was_said_by_another_a_moment_before_is_told() -> None:
    with desks("Bo", "Cy") as both:
        item = queue_after().merges[0]
        deciding = both["Cy"].desk.deciding(Signature(actor="Cy", channel=Channel.PAGE))

        def slowly() -> tuple[Decision, ...]:
            """Think until Bo has decided, but only the first time."""
            if not both["Bo"].log.read().decisions:
                says(both["Bo"], "Bo", 0, "no")
            return deciding.confirm(item)

        found = both["Cy"].decide(item, slowly)
        assert isinstance(found, Meanwhile)
        assert found.by is not None
        assert (found.by.actor, found.by.act) == ("Bo", Act.NOT_SAME)
        assert len(both["Cy"].log.read().decisions) == 1


def test_what_others_settle_together_has_no_one_decision() -> None:
    with desks("Bo") as one:
        live = one["Bo"]
        deciding = live.desk.deciding(Signature(actor="Bo", channel=Channel.PAGE))
        group = next(i for i in queue_after().merges if len(i.members) == 3)
        live.log.append([deciding.merge(group.members[:2]), deciding.merge(group.members[1:])])
        found = live.decide(group, lambda: deciding.confirm(group))
        assert found == Meanwhile(None)


def test_an_undo_of_nothing_is_refused_and_of_what_is_undone_told() -> None:
    with desks("Bo", "Cy") as both:
        made = says(both["Bo"], "Bo", 0, "yes")
        assert isinstance(made, tuple)
        (written,) = made
        deciding = both["Cy"].desk.deciding(Signature(actor="Cy", channel=Channel.PAGE))
        assert isinstance(both["Cy"].undo([written.id], deciding), tuple)
        again = both["Bo"].undo([written.id], deciding)
        assert isinstance(again, Meanwhile)
        assert again.by is not None
        assert again.by.actor == "Cy"
        with pytest.raises(DecisionError, match="There is no decision"):
            both["Bo"].undo(["none"], deciding)


def test_what_is_sent_again_is_known_only_if_it_came_after_what_was_seen() -> None:
    with desks("Bo") as one:
        live = one["Bo"]
        deciding = live.desk.deciding(Signature(actor="Bo", channel=Channel.PAGE))
        made = (deciding.merge(PAIR.members),)
        assert live.said_before(made, "") == ()
        (first,) = live.log.append(made)
        assert live.said_before(made, "") == (first,)
        assert live.said_before(made, first.id) == ()
        assert live.said_before(made, "unknown") == ()
        other = live.desk.deciding(Signature(actor="Cy", channel=Channel.PAGE))
        assert live.said_before([other.merge(PAIR.members)], "") == ()


def test_an_undo_is_not_taken_back_where_that_would_say_a_thing_twice() -> None:
    with desks("Bo") as one:
        live = one["Bo"]
        deciding = live.desk.deciding(Signature(actor="Bo", channel=Channel.PAGE))
        first = says(live, "Bo", 0, "yes")
        assert isinstance(first, tuple)
        back = live.undo([first[0].id], deciding)
        assert isinstance(back, tuple)
        again = says(live, "Bo", 0, "yes")
        assert isinstance(again, tuple)
        with pytest.raises(DecisionError, match=f"said anew since, by decision {again[0].id}"):
            live.undo([back[0].id], deciding)
        live.undo([again[0].id], deciding)
        assert in_force(live.log.read().decisions) == ()
        live.undo([back[0].id], deciding)
        assert in_force(live.log.read().decisions) == first


def test_of_two_who_answer_an_agent_at_once_the_second_is_told_what_the_first_said() -> None:
    item = items()[0]
    with desks("Bo", "Cy") as both:
        for one in both.values():
            one.desk = replace(one.desk, proposed=items())
        bo, cy = (
            both[name].desk.deciding(Signature(actor=name, channel=Channel.PAGE))
            for name in ("Bo", "Cy")
        )

        def slowly() -> tuple[Decision, ...]:
            """Think until Bo has said no, but only the first time."""
            if not both["Bo"].log.read().decisions:
                both["Bo"].decide(item, lambda: bo.reject(item))
            return cy.confirm(item)

        found = both["Cy"].decide(item, slowly)
        assert isinstance(found, Meanwhile)
        assert found.by is not None
        assert (found.by.actor, found.by.act, found.by.proposal) == ("Bo", Act.DROP, item.proposal)
        assert both["Cy"].now().open_items == (*queue_after().items, *items()[1:])
        both["Cy"].undo([found.by.id], cy)
        assert both["Bo"].now().open_items == (*queue_after().items, *items())
