"""What goes and comes by itself, and that a rule has no second word."""

from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.promotion import ActorKind
from sift_assets.core.promotion.gate import Permit
from sift_assets.core.promotion.records import OutcomeKind
from sift_assets.core.promotion.states import ItemState
from sift_assets.workflows.promotion_by_rule import promote_by_rule, revoke_by_rule
from sift_assets.workflows.promotion_queue import build_queue
from sift_assets_tests.fakes.opened_gate import opened_gate
from sift_assets_tests.fakes.promoting_project import PIER, QUAY, PromotingProject

GOES = {"outcome": OutcomeKind.PROMOTE, "reason": "known_org_work"}
SWEEPING = "promotion: {enabled: true, dry_run: false}\n"
REVOKING = "promotion: {source_deleted: revoke}\n"


@pytest.fixture
def project(tmp_path: Path) -> PromotingProject:
    return PromotingProject.at(tmp_path, SWEEPING)


def promoted(project: PromotingProject) -> tuple[Decision, ...]:
    return promote_by_rule(project.book, opened_gate(project.workspace, project.now))


def test_known_work_of_a_seat_that_goes_by_itself_is_promoted_by_a_rule(
    project: PromotingProject,
) -> None:
    entry = project.queued(seat="bob", **GOES)
    (made,) = promoted(project)
    assert (made.act, made.channel, made.rule) == (Act.PROMOTE, Channel.RULE, "known_org_work")
    assert made.promotion is not None
    assert (made.promotion.by, made.shown) == (ActorKind.RULE, project.shown(entry.id))
    assert project.deliver() == {"delivered": 1}
    assert promoted(project) == ()
    assert project.events() == ["pending", "promote", "deliver"]


def test_nothing_goes_by_itself_without_a_permit_or_in_a_dry_run(project: PromotingProject) -> None:
    project.queued(seat="bob", **GOES)
    assert promote_by_rule(project.book) == ()
    assert promote_by_rule(project.book, Permit(permitted=True, dry_run=False, reason="")) == ()
    given = opened_gate(project.workspace, project.now)
    assert promote_by_rule(project.book, given.model_copy(update={"dry_run": True})) == ()
    assert len(promote_by_rule(project.book, given)) == 1


def test_what_waits_for_a_person_does_not_go_by_itself(project: PromotingProject) -> None:
    project.queued(PIER, seat="bob")  # pending
    project.queued(seat="ada", **GOES)  # the seat wants a person to look
    assert promoted(project) == ()


def test_a_rule_that_was_contradicted_says_nothing_more(project: PromotingProject) -> None:
    entry = project.queued(seat="bob", **GOES)
    promoted(project)
    project.deliver()
    project.desk("bob").revoke(entry.id, "it is mine")
    assert project.deliver() == {"revoked": 1}
    project.wait(seconds=1)
    project.desk("cleo").reopen(entry.id)
    assert project.state(entry.id) is ItemState.PENDING
    assert promoted(project) == ()


def test_a_rule_that_is_switched_off_delivers_nothing(project: PromotingProject) -> None:
    entry = project.queued(seat="bob", **GOES)
    promoted(project)
    sober = PromotingProject.at(project.root)
    sober.now = project.now
    seats = tuple(one.model_copy(update={"autonomy": "review"}) for one in sober.settings.seats)
    sober.settings = sober.settings.model_copy(update={"seats": seats})
    assert sober.deliver() == {"failed": 1}
    assert project.documents() == {}
    assert project.state(entry.id) is ItemState.FAILED


def delivered(project: PromotingProject, number: int = 1) -> dict[str, str]:
    """Deliver documents of Ada's; return them."""
    texts = {f"{at}.txt": f"{QUAY}Quay {at}.\n" for at in range(number)}
    project.assess(texts)
    build_queue(project.book)
    for id_ in project.book.known():
        project.approved(id_)
    project.deliver()
    assert len(project.documents()) == number
    return texts


def test_a_document_that_is_gone_from_its_seat_leaves_central_where_so_configured(
    tmp_path: Path,
) -> None:
    project = PromotingProject.at(tmp_path, REVOKING)
    texts = delivered(project, 2)
    assert revoke_by_rule(project.book) == ()
    del texts["0.txt"]
    project.unseen = 1
    project.assess(texts)
    assert revoke_by_rule(project.book) == ()  # not everything was seen
    project.unseen = 0
    project.assess(texts)
    (made,) = revoke_by_rule(project.book)
    assert (made.act, made.rule) == (Act.REVOKE, "source_deleted")
    assert project.deliver() == {"delivered": 1, "revoked": 1}
    assert revoke_by_rule(project.book) == ()


def test_a_renamed_document_stays_and_so_does_everything_where_nothing_else_is_said(
    tmp_path: Path,
) -> None:
    project = PromotingProject.at(tmp_path, REVOKING)
    texts = delivered(project)
    project.assess({"renamed.txt": texts["0.txt"]})
    assert revoke_by_rule(project.book) == ()
    keeping = PromotingProject.at(tmp_path)
    keeping.assess({})
    assert revoke_by_rule(keeping.book) == ()
    assert [one.act for one in revoke_by_rule(project.book)] == [Act.REVOKE]


def test_a_seat_that_is_suddenly_empty_waits_for_a_person(tmp_path: Path) -> None:
    project = PromotingProject.at(tmp_path, REVOKING)
    delivered(project, 12)
    project.assess({})
    assert revoke_by_rule(project.book) == ()
    allowing = PromotingProject.at(tmp_path, REVOKING + "mass_delete: allow\n")
    allowing.now = project.now
    assert len(revoke_by_rule(allowing.book)) == 12
