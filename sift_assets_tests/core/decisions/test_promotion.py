"""Decisions on promotions: in the one log, and of no concern to the graph."""

from typing import Any

import pytest
from pydantic import ValidationError

from sift_assets.core.decisions.decision import Act, Decision
from sift_assets.core.decisions.folding import by_kind, in_force
from sift_assets.core.decisions.kinds import Kind, decision_versions
from sift_assets.core.decisions.log import read_log, to_line
from sift_assets.core.decisions.meaning import meaning
from sift_assets.core.decisions.promotion import (
    ActorKind,
    PromotionRef,
    refuse_undoing_promotions,
)
from sift_assets.core.decisions.wording import in_words
from sift_assets.core.errors import DecisionError
from sift_assets.core.review.standing import DecisionStanding, stood
from sift_assets_tests.core.decisions.decision_examples import decided, person, said, undo
from sift_assets_tests.core.graph.graph_examples import extraction, graph_of, mention

REF = PromotionRef(item="i1", seat="ada", candidate="c1", content="t1", assessment="a1")
MERGE = said(Act.MERGE, 1, entities=(person("Ada"), person("Bo")))
PROMOTE = said(Act.PROMOTE, 2, promotion=REF, shown="s1")
REFUSE = said(Act.REFUSE, 3, promotion=REF, reason="too early")


@pytest.mark.parametrize(
    ("act", "details"),
    [
        (Act.PROMOTE, {}),
        (Act.PROMOTE, {"promotion": REF}),
        (Act.PROMOTE, {"shown": "s1"}),
        (Act.REFUSE, {"promotion": REF}),
        (Act.REFUSE, {"promotion": REF, "reason": " "}),
        (Act.REVOKE, {}),
        (Act.ABANDON, {"shown": "s1"}),
    ],
)
def test_a_decision_on_a_promotion_names_its_item_and_what_it_rests_on(
    act: Act, details: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError, match=f"a decision to {act} needs an item"):
        said(act, **details)


def test_such_decisions_are_lines_of_the_log_as_all_others() -> None:
    log = (MERGE, PROMOTE, REFUSE, said(Act.REVOKE, 4, promotion=REF))
    assert read_log(b"".join(map(to_line, log))).decisions == log


def test_a_line_without_a_promotion_has_the_bytes_it_had() -> None:
    assert b"promotion" not in to_line(MERGE)


def test_they_are_of_a_kind_of_their_own_and_move_no_other() -> None:
    def versions(*log: Decision) -> dict[str, str]:
        return decision_versions(by_kind(in_force(log)))

    before, after = versions(MERGE), versions(MERGE, PROMOTE)
    assert {kind for kind in Kind if before[kind] != after[kind]} == {Kind.PROMOTIONS}
    assert versions(MERGE, PROMOTE, undo(PROMOTE, 4)) == before


def test_two_items_are_two_things_said() -> None:
    other = REF.model_copy(update={"item": "i2"})
    assert meaning(PROMOTE) == meaning(said(Act.PROMOTE, 9, promotion=REF, shown="s1"))
    assert meaning(PROMOTE) != meaning(said(Act.PROMOTE, 9, promotion=other, shown="s1"))
    assert meaning(PROMOTE) != meaning(said(Act.PROMOTE, 9, promotion=REF, shown="s2"))


def test_the_resolved_graph_knows_nothing_of_them_and_they_are_in_force_all_the_same() -> None:
    graph = graph_of({"a.txt": extraction(mention("PERSON", "Ada"), mention("PERSON", "Bo"))})
    without = decided(graph, MERGE)
    assert len(without.entities) == 1
    assert decided(graph, MERGE, PROMOTE, REFUSE).to_bytes() == without.to_bytes()
    standings = {one.decision.id: one.standing for one in stood([MERGE, PROMOTE], without)}
    assert standings[PROMOTE.id] is DecisionStanding.IN_FORCE


def test_they_are_told_without_a_word_of_the_document() -> None:
    assert in_words(PROMOTE) == "promote item i1 of seat ada"
    assert in_words(REFUSE) == "refuse item i1 of seat ada"


def test_they_are_not_taken_back_as_other_decisions_are() -> None:
    back = said(Act.UNDO, 5, undoes=REFUSE.id, promotion=REF)
    log = [MERGE, PROMOTE, REFUSE, back]
    refuse_undoing_promotions(log, [MERGE.id])
    for one in (PROMOTE, REFUSE, back):
        with pytest.raises(DecisionError, match="sift promotions reopen"):
            refuse_undoing_promotions(log, [MERGE.id, one.id])


def test_a_rule_is_told_from_a_person_and_a_program() -> None:
    assert REF.by is ActorKind.HUMAN
    assert PromotionRef.model_validate(REF.model_dump() | {"by": "rule"}).by is ActorKind.RULE
