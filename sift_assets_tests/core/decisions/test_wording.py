"""Every decision can be said in a line."""

import pytest

from sift_assets.core.decisions.decision import Act, AttributeRef, Decision, ValuesRef
from sift_assets.core.decisions.promotion import PromotionRef
from sift_assets.core.decisions.wording import in_words
from sift_assets_tests.core.decisions.decision_examples import company, joining, part, person, said

ADA, BO = person("Ada"), person("Bo")
WORKS = joining(ADA, "WORKS_FOR", company("Kestrel"))
BORN = AttributeRef(entity=BO, key="born", value="1970")
YEARS = ValuesRef(entity=BO, key="born", values=("1970", "1980"))
TYPES = ValuesRef(entity=BO, values=("PERSON", "FIRM"))
ITEM = PromotionRef(item="i1", seat="ada", candidate="c", content="t", assessment="a")

SAID = (
    (said(Act.MERGE, entities=(ADA, BO)), "Ada = Bo"),
    (said(Act.NOT_SAME, entities=(ADA, BO)), "Ada ≠ Bo"),
    (
        said(Act.SPLIT, entities=(ADA,), parts=(part("1", "a", "b"), part("2", "c", name="Adah"))),
        "Ada is 2 things: 1: a, b; Adah: c",
    ),
    (said(Act.WHOLE, entities=(ADA,)), "Ada is one thing"),
    (said(Act.NAME, entities=(person("Ada", part="1"),), name="Ada L"), "Ada (1) is called Ada L"),
    (said(Act.CONFIRM, relation=WORKS), "confirm Ada WORKS_FOR Kestrel"),
    (said(Act.REJECT, relation=WORKS), "reject Ada WORKS_FOR Kestrel"),
    (said(Act.ADD, relation=WORKS), "add Ada WORKS_FOR Kestrel"),
    (
        said(Act.RESOLVE, stands=(WORKS, WORKS)),
        "Ada WORKS_FOR Kestrel, Ada WORKS_FOR Kestrel stands",
    ),
    (
        said(Act.RESOLVE, stands=(WORKS,), falls=(WORKS,)),
        "Ada WORKS_FOR Kestrel stands, not Ada WORKS_FOR Kestrel",
    ),
    (said(Act.RESOLVE, values=YEARS), "born of Bo: 1970 and 1980 all stand"),
    (said(Act.RESOLVE, values=TYPES), "entity type of Bo: PERSON and FIRM all stand"),
    (said(Act.RETRACT, entities=(BO,)), "retract Bo"),
    (said(Act.RETRACT, attribute=BORN), "retract born: 1970 of Bo"),
    (said(Act.DROP, proposal="ab", entities=(ADA, BO)), "drop proposal ab: Ada = Bo"),
    (said(Act.DROP, proposal="ab", relation=WORKS), "drop proposal ab: Ada WORKS_FOR Kestrel"),
    (said(Act.DROP, proposal="ab"), "drop proposal ab"),
    (said(Act.PROMOTE, promotion=ITEM, shown="s"), "promote item i1 of seat ada"),
    (said(Act.REFUSE, promotion=ITEM, reason="no"), "refuse item i1 of seat ada"),
    (said(Act.REVOKE, promotion=ITEM), "revoke item i1 of seat ada"),
    (said(Act.ABANDON, promotion=ITEM), "abandon item i1 of seat ada"),
    (said(Act.UNDO, undoes="abc"), "undo abc"),
)  # fmt: skip


@pytest.mark.parametrize(("decision", "words"), SAID)
def test_a_decision_is_said_in_words(decision: Decision, words: str) -> None:
    assert in_words(decision) == words


def test_each_act_has_words() -> None:
    assert {decision.act for decision, _ in SAID} == set(Act)
