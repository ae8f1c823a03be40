"""From the log to what is in force."""

from collections.abc import Sequence
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import KIND_OF, Act, Decision, EntityRef, RelationRef
from sift_assets.core.decisions.folding import (
    by_kind,
    counting,
    dropped,
    effective,
    in_force,
    said_anew,
)
from sift_assets.core.decisions.history import undone_by
from sift_assets.core.decisions.kinds import Kind, decision_versions
from sift_assets.core.decisions.meaning import meaning
from sift_assets_tests.core.decisions.decision_examples import (
    company,
    joining,
    part,
    person,
    said,
    undo,
)

ADA, BO = person("Ada"), person("Bo")
KNOWS: RelationRef = joining(ADA, "KNOWS", BO)

MAKERS = (
    lambda at: said(Act.MERGE, at, entities=(ADA, BO)),
    lambda at: said(Act.REJECT, at, relation=KNOWS),
    lambda at: said(Act.RETRACT, at, entities=(BO,)),
)


def log_of(steps: Sequence[int]) -> list[Decision]:
    """Make a log: 0 to 2 decide something, a higher number undoes what stands so far before."""
    log: list[Decision] = []
    for at, step in enumerate(steps):
        back = step - len(MAKERS) + 1
        is_undo = 0 < back <= len(log)
        log.append(undo(log[-back], at) if is_undo else MAKERS[step % len(MAKERS)](at))
    return log


def logs() -> st.SearchStrategy[list[Decision]]:
    return st.lists(st.integers(0, 6), max_size=12).map(log_of)


def written(steps: Sequence[tuple[int, int]]) -> list[Decision]:
    """Make a log as people can: who says what counts already is told so, and anything is undone.

    Args:
        steps: 0 to 2 decide something, 3 undoes what the second number names from the end.
    """
    log: list[Decision] = []
    for at, (step, back) in enumerate(steps):
        if step < len(MAKERS):
            new = MAKERS[step](at)
            log += [] if meaning(new) in map(meaning, in_force(log)) else [new]
        else:
            left = [one for one in log if one.id not in undone_by(log)]
            log += [undo(left[-1 - back % len(left)], at)] if left else []
    return log


def written_logs() -> st.SearchStrategy[list[Decision]]:
    steps = st.tuples(st.sampled_from((0, 0, 1, 3, 3, 3)), st.integers(0, 5))
    return st.lists(steps, max_size=12).map(written)


def versions(decisions: Sequence[Decision]) -> dict[str, str]:
    return decision_versions(by_kind(in_force(decisions)))


@given(logs(), st.randoms(use_true_random=False))
def test_the_order_of_lines_shapes_nothing(log: list[Decision], random: Random) -> None:
    assert in_force(random.sample(log, len(log))) == in_force(log)


@given(logs(), st.integers(0, 2))
def test_an_undo_restores_exactly_what_was_in_force(log: list[Decision], number: int) -> None:
    one = MAKERS[number](100)
    assert in_force([*log, one]) == (*in_force(log), one)
    taken_back = [*log, one, undo(one, 101)]
    assert in_force(taken_back) == in_force(log)
    assert versions(taken_back) == versions(log)


@given(logs(), st.integers(0, 2))
def test_an_undo_of_an_undo_brings_back_what_it_took_out(log: list[Decision], number: int) -> None:
    one = MAKERS[number](100)
    first = undo(one, 101)
    second = undo(first, 102)
    third = undo(second, 103)
    assert in_force([*log, one, first, second]) == in_force([*log, one])
    assert versions([*log, one, first, second]) == versions([*log, one])
    assert in_force([*log, one, first, second, third]) == in_force(log)


@given(written_logs())
@example(written([(0, 0), (3, 0), (3, 0), (3, 1), (0, 0), (3, 2), (3, 2), (3, 1)]))
def test_nothing_counts_twice_and_one_undo_takes_it_back(log: list[Decision]) -> None:
    """Whatever was taken back, said anew, and given back again."""
    for end in range(len(log) + 1):
        now = [meaning(one) for one in in_force(log[:end])]
        assert len(now) == len({*now})
    for one in in_force(log):
        left = in_force([*log, undo(one, 100)])
        assert meaning(one) not in map(meaning, left)
        assert {one.id, *(other.id for other in left)} == {each.id for each in in_force(log)}


@given(written_logs(), st.randoms(use_true_random=False))
def test_what_was_said_anew_is_told_before_an_undo_of_an_undo_does_nothing(
    log: list[Decision], random: Random
) -> None:
    for one in (each for each in log if each.act is Act.UNDO and each.id not in undone_by(log)):
        anew = said_anew(random.sample(log, len(log)), one.id)
        second = undo(one, 100)
        assert (anew is None) == (second in effective([*log, second]))
        if anew is not None:
            assert anew in in_force(log)
            assert in_force([*log, second]) == in_force(log)
    assert all(said_anew(log, one.id) is None for one in log if one.act is not Act.UNDO)


def test_who_says_again_what_they_took_back_and_gives_that_back_has_said_one_thing() -> None:
    first = MAKERS[0](1)
    back = undo(first, 2)
    again, other = MAKERS[0](3), said(Act.MERGE, 3, entities=(BO, ADA))
    given_back = undo(back, 4)
    assert in_force([first, back, again, given_back]) == (again,)
    assert in_force([first, back, again, given_back, undo(again, 5)]) == ()
    assert said_anew([first, back, again], back.id) == again
    assert in_force([first, back, other, given_back]) == (first, other)  # another names the whole
    assert said_anew([first, back, other], back.id) is None
    gone = undo(again, 5)
    late = undo(back, 6)
    assert in_force([first, back, again, given_back, gone, late]) == (first,)


def test_what_two_people_said_before_they_knew_of_each_other_are_two_sayings() -> None:
    """As after a merge of two logs by git: each takes back their own."""
    mine, theirs = MAKERS[0](1), said(Act.MERGE, 2, entities=(ADA, BO), actor="Bo")
    back = undo(theirs, 3)
    assert in_force([mine, theirs, back]) == (mine,)
    assert in_force([mine, theirs, back, undo(back, 4)]) == (mine, theirs)


def test_a_dropped_proposal_is_remembered_until_that_is_taken_back_and_is_of_no_graph() -> None:
    one = said(Act.DROP, 1, proposal="ab12cd34", entities=(ADA, BO))
    assert (counting([one]), in_force([one])) == ((one,), ())
    assert dropped([one]) == {"ab12cd34": one}
    assert versions([one]) == versions([])
    assert dropped([one, undo(one, 2)]) == {}


def test_an_undo_of_what_came_later_or_never_was_does_nothing() -> None:
    one = MAKERS[0](10)
    assert in_force([one, undo(one, 9)]) == (one,)
    assert in_force([one, said(Act.UNDO, 11, undoes="nothing")]) == (one,)


def test_every_act_that_says_something_of_the_graph_is_of_one_kind() -> None:
    assert set(KIND_OF) == set(Act) - {Act.DROP, Act.UNDO}
    decisions = [
        said(Act.MERGE, 1, entities=(ADA, BO)),
        said(Act.NOT_SAME, 2, entities=(ADA, BO)),
        said(Act.SPLIT, 3, entities=(ADA,), parts=(part("1", "a"), part("2", "b"))),
        said(Act.WHOLE, 4, entities=(ADA,)),
        said(Act.NAME, 5, entities=(ADA,), name="Countess"),
        said(Act.CONFIRM, 6, relation=KNOWS),
        said(Act.REJECT, 7, relation=KNOWS),
        said(Act.ADD, 8, relation=KNOWS),
        said(Act.RESOLVE, 9, stands=(KNOWS,), falls=(joining(ADA, "KNOWS", company("Acme")),)),
        said(Act.RETRACT, 10, entities=(EntityRef(type="PERSON", name="Cy"),)),
    ]
    found = by_kind(in_force(decisions))
    assert [len(found[kind]) for kind in Kind] == [5, 3, 2, 0]


def test_a_decision_moves_the_version_of_its_kind_only() -> None:
    before, after = versions([]), versions([MAKERS[1](1)])
    assert {name for name in before if before[name] != after[name]} == {"relations"}
