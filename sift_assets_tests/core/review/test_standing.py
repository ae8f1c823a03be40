"""Of every decision it is told whether it counts, waits, is at odds, overruled or taken back."""

from sift_assets.core.decisions.decision import Act
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.review.standing import SAID_ANEW, DecisionStanding, about_entity, stood
from sift_assets_tests.core.decisions.decision_examples import decided, joining, person, said, undo
from sift_assets_tests.core.review.review_examples import ADA, village

PEOPLE = tuple(map(person, ("Ada", "Adah", "Bo", "Cy")))
ADA_REF, ADAH_REF, BO_REF, CY_REF = PEOPLE

OVERRULED = said(Act.MERGE, 1, entities=(BO_REF, CY_REF))
COUNTS = said(Act.NOT_SAME, 2, entities=(BO_REF, CY_REF))
WAITS = said(Act.NAME, 3, entities=(person("Nobody"),), name="N.")
TAKEN_BACK = said(Act.REJECT, 4, relation=joining(ADA_REF, "KNOWS", CY_REF))
UNDO = undo(TAKEN_BACK, 5)
ODDS = (
    said(Act.MERGE, 6, entities=(ADA_REF, ADAH_REF)),
    said(Act.MERGE, 7, entities=(ADAH_REF, BO_REF)),
    said(Act.NOT_SAME, 8, entities=(ADA_REF, BO_REF)),
)
LOG = (OVERRULED, COUNTS, WAITS, TAKEN_BACK, UNDO, *ODDS)


def test_each_decision_stands_where_it_belongs() -> None:
    found = {one.decision: one for one in stood(LOG, decided(village(), *LOG))}
    standings = [str(found[one].standing) for one in LOG]
    assert standings == [
        "no_effect", "in_force", "parked", "undone", "in_force", *["conflict"] * len(ODDS)
    ]  # fmt: skip
    assert "Nobody" in found[WAITS].because
    assert UNDO.id in found[TAKEN_BACK].because
    assert DecisionStanding.NO_EFFECT.in_words == "no effect"


def test_before_there_is_a_graph_all_that_was_not_taken_back_is_in_force() -> None:
    found = stood(LOG, None)
    counting = {one.decision.id for one in found if one.standing is DecisionStanding.IN_FORCE}
    assert counting == {one.id for one in (*in_force(LOG), UNDO)}


def test_a_drop_counts_and_an_undo_of_an_undo_that_gives_back_nothing_has_no_effect() -> None:
    again = TAKEN_BACK.model_copy(update={"time": WAITS.time.replace(":03.", ":06.")}).with_id()
    dropped = said(Act.DROP, 9, proposal="ab12", entities=(ADA_REF, CY_REF))
    log = (TAKEN_BACK, UNDO, again, undo(UNDO, 8), dropped)
    found = stood(log, decided(village(), *log))
    assert [str(one.standing) for one in found] == [
        "undone", "in_force", "in_force", "no_effect", "in_force"
    ]  # fmt: skip
    assert found[3].because == SAID_ANEW


def test_decisions_about_an_entity_are_found_by_id_and_by_name() -> None:
    assert about_entity(LOG, {ADA}, ()) == (TAKEN_BACK, ODDS[0], ODDS[2])
    assert about_entity(LOG, (), {"NOBODY"}) == (WAITS,)
