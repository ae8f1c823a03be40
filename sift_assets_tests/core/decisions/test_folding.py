"""From the log to what is in force."""

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import KIND_OF, Act, Decision, EntityRef, RelationRef
from sift_assets.core.decisions.folding import by_kind, in_force
from sift_assets.core.decisions.kinds import Kind, decision_versions
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


def test_an_undo_of_what_came_later_or_never_was_does_nothing() -> None:
    one = MAKERS[0](10)
    assert in_force([one, undo(one, 9)]) == (one,)
    assert in_force([one, said(Act.UNDO, 11, undoes="nothing")]) == (one,)


def test_every_act_but_an_undo_is_of_one_kind() -> None:
    assert set(KIND_OF) == set(Act) - {Act.UNDO}
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
