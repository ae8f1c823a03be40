"""What a person's edits of `relation_review.yaml` decide."""

import pytest

from sift_assets.core.decisions.decision import Act
from sift_assets.core.graph.type_map import EXTENDS
from sift_assets.core.review.files.review_files import ReviewFile
from sift_assets_tests.core.decisions.decision_examples import joining, person, said
from sift_assets_tests.core.graph.graph_examples import triples
from sift_assets_tests.core.review.files.desk import (
    ADA,
    ADAH,
    BO,
    CY,
    KNOWS,
    Desk,
    acts,
    named,
    small_graph,
)


@pytest.fixture
def desk() -> Desk:
    return Desk(ReviewFile.RELATIONS)


def entry(desk: Desk, *ids: str) -> str:
    (found,) = [one for one in desk.entries() if all(named(i, one) for i in ids)]
    return found


def test_what_waits_and_variants_are_listed_as_people_know_them(desk: Desk) -> None:
    assert "review_threshold: 0.7\n" in desk.text
    waiting = entry(desk, ADA, CY)
    for line in (
        "relation_type: KNOWS",
        "evidence: Ada KNOWS Cy",
        "source_document: a.txt",
        "status: DRAFT",
        "flag_reason: The type requires review",
    ):
        assert f"  {line}\n" in waiting
    variant = entry(desk, BO, CY)
    assert "relation_type: EXTENDS" in variant
    assert "flag_reason: variant discovered during resolution" in variant
    assert desk.read() == ([], ())


def test_a_confirmed_relation_is_not_flagged_again(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, CY)
    (one,), _ = desk.read(killed=True)
    assert one.act is Act.CONFIRM
    assert one.relation is not None
    assert one.relation.anchors
    assert desk.read() == ([], ())
    assert desk.resolved.relations["status"].to_pylist() == ["confirmed"]
    desk.refresh()
    assert "status: CONFIRMED" in entry(desk, ADA, CY)
    assert "evidence: Ada KNOWS Cy" in entry(desk, ADA, CY)


def test_a_rejected_relation_can_be_confirmed_again_with_its_evidence(desk: Desk) -> None:
    desk.mark("REJECTED", ADA, CY)
    desk.read()
    desk.refresh()
    assert triples(desk.resolved) == []
    assert "status: REJECTED" in entry(desk, ADA, CY)
    assert "evidence: ''" in entry(desk, ADA, CY)
    desk.mark("CONFIRMED", ADA, CY)
    (one,), _ = desk.read()
    assert one.act is Act.CONFIRM
    assert one.relation is not None
    assert one.relation.anchors
    assert triples(desk.resolved) == [(ADA, "KNOWS", CY)]


def test_taking_back_opens_it_again(desk: Desk) -> None:
    desk.mark("REJECTED", ADA, CY)
    desk.read()
    desk.mark("CONFIRMED", ADA, CY)
    desk.read()
    desk.refresh()
    desk.mark("DRAFT", ADA, CY)
    assert acts(desk.read(killed=True)[0]) == [Act.UNDO, Act.UNDO]
    assert desk.read() == ([], ())
    desk.refresh()
    assert "status: DRAFT" in entry(desk, ADA, CY)


def test_a_confirmed_variant_becomes_a_relation_and_a_rejected_one_stays_away(desk: Desk) -> None:
    desk.mark("CONFIRMED", BO, CY)
    (one,), _ = desk.read(killed=True)
    assert one.act is Act.ADD
    assert desk.read() == ([], ())
    assert (BO, EXTENDS, CY) in triples(desk.resolved)
    desk.refresh()
    desk.mark("REJECTED", BO, CY)
    assert acts(desk.read()[0]) == [Act.REJECT]
    desk.refresh()
    assert "status: REJECTED" in entry(desk, BO, CY)
    desk.mark("CONFIRMED", BO, CY)
    assert acts(desk.read()[0]) == [Act.ADD]
    assert (BO, EXTENDS, CY) in triples(desk.resolved)


def test_a_relation_of_a_persons_own_is_added(desk: Desk) -> None:
    own = f"- {{source_id: {ADAH}, target_id: {BO}, relation_type: KNOWS, status: CONFIRMED}}\n"
    desk.text += own
    assert acts(desk.read(killed=True)[0]) == [Act.ADD]
    assert desk.read() == ([], ())
    assert (ADAH, "KNOWS", BO) in triples(desk.resolved)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        (f"source_id: person:no, target_id: {BO}, relation_type: KNOWS", "no entity 'person:no'"),
        (f"source_id: {BO}, target_id: person:no, relation_type: KNOWS", "no entity 'person:no'"),
        (f"source_id: {BO}, target_id: {BO}, relation_type: KNOWS", "itself"),
        (f"source_id: {BO}, target_id: {CY}, relation_type: HATES", "relation type 'HATES'"),
        (f"source_id: {BO}, target_id: {CY}", "has no `relation_type`"),
    ],
)
def test_what_cannot_be_decided_is_said_with_its_line(
    desk: Desk, fields: str, problem: str
) -> None:
    desk.text += f"- {{{fields}, status: CONFIRMED}}\n"
    decisions, (found,) = desk.read()
    assert decisions == []
    assert problem in found.message
    assert found.line == desk.text.count("\n")


def test_what_was_opened_again_can_be_confirmed_again(desk: Desk) -> None:
    relation = joining(person("Ada"), "KNOWS", person("Cy"))
    earlier = desk.say(said(Act.CONFIRM, relation=relation))
    (shown,) = desk.snapshots  # as an entry that new evidence has opened: a draft, and decided
    opened = [one.model_copy(update={"decisions": (earlier.id,)}) for one in shown.entries]
    desk.snapshots = (shown.model_copy(update={"entries": tuple(opened)}),)
    desk.mark("CONFIRMED", ADA, CY)
    assert acts(desk.read(killed=True)[0]) == [Act.CONFIRM]
    assert desk.read() == ([], ())


def test_a_word_about_a_relation_whose_ends_are_gone_waits(desk: Desk) -> None:
    desk.mark("CONFIRMED", ADA, CY)
    desk.graph = small_graph(("Bo",))
    (one,), problems = desk.read()
    assert (one.act, problems) == (Act.CONFIRM, ())
    assert desk.resolved.unapplied["standing"].to_pylist() == ["parked"]
    desk.graph = small_graph()
    assert desk.resolved.relations.to_pylist()[0]["status"] == "confirmed"


def test_contradictions_are_decided_elsewhere(desk: Desk) -> None:
    ref = joining(person("Ada"), "KNOWS", person("Cy"))
    other = joining(person("Ada"), "KNOWS", person("Bo"))
    desk.say(said(Act.RESOLVE, stands=(ref,), falls=(other,)))
    desk.refresh()
    assert KNOWS not in {one.entry.key for one in desk.snapshots[-1].entries}


def test_nothing_of_a_document_is_remembered(desk: Desk) -> None:
    assert all("KNOWS Cy" not in one.to_bytes().decode() for one in desk.snapshots)
