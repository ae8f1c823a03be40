"""What took a decision back, and what gave it back again, is found whatever the order of lines."""

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.decisions.decision import Act, AttributeRef, Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.decisions.history import entities_of, undone_by, unknown_undos, with_undos
from sift_assets_tests.core.decisions.decision_examples import company, joining, person, said, undo

ADA, BO = person("Ada"), person("Bo")


@st.composite
def logs(draw: st.DrawFn) -> list[Decision]:
    """Draw merges and undos, of earlier and later ones, in any order of lines."""
    log: list[Decision] = [said(Act.MERGE, 50, entities=(ADA, BO))]
    for at in range(draw(st.integers(0, 7))):
        if draw(st.booleans()):
            log.append(undo(draw(st.sampled_from(log)), at * 20))
        else:
            log.append(said(Act.MERGE, at * 20, entities=(ADA, person(f"Cy {at}"))))
    return draw(st.permutations(log))


@given(logs())
def test_what_is_not_undone_is_in_force(log: list[Decision]) -> None:
    undone = undone_by(log)
    left = [one for one in log if one.act is not Act.UNDO and one.id not in undone]
    assert {one.id for one in left} == {one.id for one in in_force(log)}
    assert all(by.undoes == one and by.id not in undone for one, by in undone.items())


def test_an_undo_of_what_is_not_there_or_came_later_is_unknown() -> None:
    merged = said(Act.MERGE, 5, entities=(ADA, BO))
    early, late = undo(merged, 1), undo(merged, 9)
    stray = said(Act.UNDO, 7, undoes="0" * 16)
    assert unknown_undos([late, stray, merged, early]) == (early, stray)


def test_a_history_holds_every_undo_of_what_it_is_about() -> None:
    merged, other = said(Act.MERGE, 1, entities=(ADA, BO)), said(Act.RETRACT, 2, entities=(BO,))
    first = undo(merged, 3)
    second = undo(first, 4)
    assert with_undos([second, other, first, merged], [merged]) == (merged, first, second)


def test_every_entity_that_a_decision_names_is_found() -> None:
    works = joining(ADA, "WORKS_FOR", company("Kestrel"))
    born = AttributeRef(entity=BO, key="born", value="1970")
    assert entities_of(said(Act.CONFIRM, relation=works)) == (ADA, company("Kestrel"))
    assert entities_of(said(Act.RETRACT, attribute=born)) == (BO,)
    assert entities_of(said(Act.RESOLVE, stands=(works,), falls=(works,))) == (
        ADA, company("Kestrel"), ADA, company("Kestrel"),
    )  # fmt: skip
