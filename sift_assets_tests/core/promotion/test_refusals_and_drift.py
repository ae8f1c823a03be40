"""What the guards know of refusals, and what has changed since an item was assessed."""

from sift_assets.core.decisions.decision import Act
from sift_assets.core.promotion.drift import Revalidated, drift
from sift_assets.core.promotion.items import Item
from sift_assets.core.promotion.records import Scan, SkipReason
from sift_assets.core.promotion.refusals import refusals
from sift_assets_tests.core.promotion.promotion_examples import assessment, entry, said_of

ITEM = Item(entry=entry(), assessment=assessment())


def again(**fields: object) -> Revalidated:
    found = ITEM.assessment
    return Revalidated(
        candidate=found.candidate.model_copy(update=fields),
        reference=found.reference,
        policy=found.policy,
    )


def test_a_refusal_is_known_while_it_is_the_last_word() -> None:
    no = said_of(entry(), Act.REFUSE, 1, signature=(4, 2), reason="too early")
    (found,) = refusals([no])
    assert (found.candidate, found.content, found.signature) == ("c1", "t1", (4, 2))
    assert (found.reason, found.by, found.at) == ("too early", "ben", no.time)
    assert refusals([no], "bob") == ()
    assert refusals([no, said_of(entry(), Act.PROMOTE, 2)]) == ()


def test_what_is_as_it_was_has_not_drifted() -> None:
    assert drift(ITEM, again()) == ()


def test_guards_content_and_a_document_that_is_gone_bar_and_the_rest_is_told() -> None:
    def found(now: Revalidated) -> list[tuple[str, bool]]:
        return [(one.what, one.bars) for one in drift(ITEM, now)]

    assert found(Revalidated(candidate=None)) == [("document", True)]
    assert found(again(content="x", text="y")) == [("content", True), ("text", True)]
    assert found(again(skip=SkipReason.NEAR_REJECTED)) == [("guard", True)]
    assert found(again(scan=Scan(scanner="2"))) == [("scanner", False)]
    assert found(again().model_copy(update={"policy": "p2"})) == [("policy", False)]
    assert found(again().model_copy(update={"reference": None})) == [("reference", False)]
