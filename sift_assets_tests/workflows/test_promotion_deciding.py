"""Deciding on items: by whom, on what they have seen, and never twice unseen."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Act, Channel
from sift_assets.core.decisions.promotion import ActorKind
from sift_assets.core.errors import AccessDeniedError, DecisionError, SiftError
from sift_assets.core.promotion.access import DENIED
from sift_assets.core.promotion.drift import GONE, Revalidated
from sift_assets.core.promotion.items import Item
from sift_assets.core.promotion.records import ReferenceStatus, Scan, SkipReason
from sift_assets.core.promotion.states import ItemState
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_deciding import DriftError, PromotionDesk
from sift_assets_tests.fakes.promoting_project import PIER, QUAY, PromotingProject


@pytest.fixture
def project(tmp_path: Path) -> PromotingProject:
    return PromotingProject.at(tmp_path)


def again(project: PromotingProject, item: str, **fields: object) -> Revalidated:
    """Return a look at an item's candidate that finds some fields otherwise."""
    book = project.book
    assessment = book.item(book.known()[item]).assessment
    return Revalidated(
        candidate=assessment.candidate.model_copy(update=fields),
        reference=assessment.reference,
        policy=assessment.policy,
    )


def test_an_approval_says_who_on_what_and_what_they_saw(project: PromotingProject) -> None:
    entry = project.queued()
    made = project.approved(entry.id)
    assert (made.act, made.actor, made.channel) == (Act.PROMOTE, "cleo", Channel.COMMAND)
    assert made.shown == project.shown(entry.id)
    ref = made.promotion
    assert ref is not None
    assert (ref.item, ref.seat, ref.assessment) == (entry.id, "ada", entry.assessment)
    assert (ref.content, ref.by) == (entry.content, ActorKind.HUMAN)
    assert project.state(entry.id) is ItemState.APPROVED
    assert project.events() == ["pending", "approve"]
    assert project.documents() == {}


ACTS: dict[str, Callable[[PromotionDesk, str], object]] = {
    "approve": lambda desk, item: desk.approve(item, "x", _nobody),
    "reject": lambda desk, item: desk.reject(item, "why"),
    "abandon": lambda desk, item: desk.abandon(item),
    "reopen": lambda desk, item: desk.reopen(item),
    "retry": lambda desk, item: desk.check_retry(item),
    "revoke": lambda desk, item: desk.revoke(item),
}


def _nobody(_book: PromotionBook, _item: Item) -> Revalidated:
    raise AssertionError("who may not is not answered by looking again")


STRANGERS = ("ada", "dan", "eve", "nobody")
"""A writer of another seat, a reader, and two whom nobody has named."""

DENIED_TO = [(act, who) for act in sorted(ACTS) for who in STRANGERS] + [
    (act, who) for act in sorted(ACTS) if act != "revoke" for who in ("bot", "bob")
]
"""A program, and the owner of the seat; both withdraw, and decide nothing."""


@pytest.mark.parametrize(("act", "actor"), DENIED_TO)
def test_who_may_not_is_told_the_same_of_what_is_there_and_what_is_not(
    project: PromotingProject, act: str, actor: str
) -> None:
    entry = project.queued(PIER, seat="bob")
    log, answers = project.book.log(), set[str]()
    for item in (entry.id, "0" * 20, "../../decisions/log", entry.id[:10]):
        with pytest.raises(AccessDeniedError) as told:
            ACTS[act](project.desk(actor), item)
        answers.add(str(told.value))
    assert len(answers) == 1
    assert DENIED in answers.pop()
    assert project.book.log() == log
    denied = [one for one in project.book.audit.read().events if one.kind == "denied"]
    assert len(denied) == 4
    assert {one.item for one in denied} == {""}


def test_an_administrator_does_not_find_out_which_items_there_are(
    project: PromotingProject,
) -> None:
    project.queued()
    for act in ACTS.values():
        with pytest.raises(AccessDeniedError, match="or it is not there"):
            act(project.desk("cleo"), "0" * 20)


def test_nobody_approves_what_is_of_their_own_seat_by_any_way(project: PromotingProject) -> None:
    entry = project.queued(PIER, seat="bob")
    with pytest.raises(AccessDeniedError):
        project.approved(entry.id, "bob")
    refused = project.desk("cleo").reject(entry.id, "not yet")
    with pytest.raises(AccessDeniedError):
        project.desk("bob").reopen(entry.id)
    assert project.state(entry.id) is ItemState.REJECTED
    # written into the log by hand, it is in force, and delivers nothing
    forged = project.desk("cleo")._made(project.book.known()[entry.id], Act.PROMOTE, "", shown="x")
    own = forged.model_copy(update={"actor": "bob", "shown": project.shown(entry.id)})
    project.wait(seconds=5)
    project.workspace.decision_log.append([own], lambda: project.now)
    assert project.deliver() == {"failed": 1}
    assert project.documents() == {}
    assert refused.act is Act.REFUSE


def test_a_program_decides_only_where_the_settings_let_it(tmp_path: Path) -> None:
    project = PromotingProject.at(tmp_path, "promotion: {services_decide: true}\n")
    made = project.approved(project.queued().id, "bot")
    assert made.promotion is not None
    assert made.promotion.by is ActorKind.SERVICE


def test_what_nobody_has_seen_is_not_approved(project: PromotingProject) -> None:
    entry = project.queued()
    other = project.queued(PIER, seat="bob")
    for shown in ("", "x", project.shown(other.id), entry.content):
        with pytest.raises(DecisionError, match="not the text of this item"):
            project.desk().approve(entry.id, shown, project.revalidate)
    assert project.looked == []
    assert project.state(entry.id) is ItemState.PENDING


@pytest.mark.parametrize("scan", [None, Scan(scanner="1", failure="it crashed")])
def test_what_was_not_looked_through_is_not_approved(
    project: PromotingProject, scan: Scan | None
) -> None:
    entry = project.queued(scan=scan)
    with pytest.raises(DecisionError, match="looked through for secrets"):
        project.approved(entry.id)
    assert project.state(entry.id) is ItemState.PENDING


def test_an_expired_item_is_not_approved(project: PromotingProject) -> None:
    entry = project.queued()
    project.wait(days=31)
    with pytest.raises(DecisionError, match="it is expired"):
        project.approved(entry.id)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"content": "another"}, "content was"),
        ({"text": "another"}, "text was"),
        ({"skip": SkipReason.SECRET_CONTENT}, "guard was passed, is secret_content"),
        ({"skip": SkipReason.TAG_PERSONAL}, "guard was passed, is capture_tag_personal"),
    ],
)
def test_what_a_guard_stops_now_or_is_another_text_is_never_approved(
    project: PromotingProject, fields: dict[str, object], words: str
) -> None:
    entry = project.queued()
    project.again = again(project, entry.id, **fields)
    for despite in (False, True):
        with pytest.raises(DriftError, match=words):
            project.desk().approve(
                entry.id, project.shown(entry.id), project.revalidate, despite_drift=despite
            )
    project.again = Revalidated(candidate=None)
    with pytest.raises(DriftError, match=GONE):
        project.approved(entry.id)


def test_what_else_has_changed_is_shown_before_somebody_approves_it(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    before = again(project, entry.id)
    assert before.reference is not None
    known = before.reference.model_copy(update={"status": ReferenceStatus.NO_REFERENCE_SIGNAL})
    project.again = before.model_copy(update={"reference": known, "policy": "p2"})
    with pytest.raises(DriftError) as told:
        project.approved(entry.id)
    assert [(one.what, one.then, one.now) for one in told.value.found] == [
        ("reference", "new_org_project", "no_reference_signal"),
        ("policy", "p1", "p2"),
    ]
    shown = project.shown(entry.id)
    project.desk().approve(entry.id, shown, project.revalidate, despite_drift=True)
    assert project.state(entry.id) is ItemState.APPROVED


def test_where_nobody_can_look_again_nothing_is_approved(project: PromotingProject) -> None:
    entry = project.queued()

    def outage(_book: PromotionBook, _item: Item) -> Revalidated:
        raise SiftError("Central cannot be asked.")

    with pytest.raises(SiftError, match="cannot be asked"):
        project.desk().approve(entry.id, project.shown(entry.id), outage)
    assert project.state(entry.id) is ItemState.PENDING


def test_of_two_who_decide_at_once_the_second_is_told_what_the_first_said(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    desk, shown = project.desk("cleo"), project.shown(entry.id)
    others: list[str] = []

    def meanwhile(book: PromotionBook, item: Item) -> Revalidated:
        if not others:  # while Cleo's is looked at again, Bob refuses
            others.append(project.desk("bob").reject(entry.id, "no").id)
        return project.revalidate(book, item)

    with pytest.raises(DecisionError, match=r"it is rejected by bob, decision"):
        desk.approve(entry.id, shown, meanwhile)
    assert [one.act for one in project.book.log()] == [Act.REFUSE]


def test_an_unrelated_decision_meanwhile_only_makes_it_look_again(
    project: PromotingProject,
) -> None:
    entry, other = project.queued(), project.queued(PIER, seat="bob")
    done: list[str] = []

    def meanwhile(book: PromotionBook, item: Item) -> Revalidated:
        if not done:
            done.append(project.desk("cleo").reject(other.id, "no").id)
        return project.revalidate(book, item)

    project.desk("bob").approve(entry.id, project.shown(entry.id), meanwhile)
    assert project.looked == [entry.id, entry.id]
    assert [one.act for one in project.book.log()] == [Act.REFUSE, Act.PROMOTE]


def test_an_approval_is_not_given_twice_nor_after_a_refusal(project: PromotingProject) -> None:
    entry = project.queued()
    project.approved(entry.id)
    with pytest.raises(DecisionError, match="it is approved by cleo"):
        project.approved(entry.id, "bob")
    with pytest.raises(DecisionError, match="it is approved"):
        project.desk().reject(entry.id, "after all")


def test_an_approval_of_one_text_is_none_of_another_with_the_same_words(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    yes = project.approved(entry.id)
    louder = QUAY.upper()
    project.assess({"a.txt": louder})  # the same candidate and content, in other letters
    assert project.deliver() == {"delivered": 1}
    (document,) = project.documents().values()
    assert QUAY.encode() in document
    # an approval that somebody copies to another item
    other = project.queued(PIER, "b.txt")
    assert yes.promotion is not None
    ref = yes.promotion.model_copy(update={"item": other.id})
    replayed = yes.model_copy(update={"promotion": ref})
    project.wait(seconds=1)
    project.workspace.decision_log.append([replayed], lambda: project.now)
    assert project.deliver() == {"delivered": 1, "failed": 1}
    assert len(project.documents()) == 1


def test_a_refusal_has_a_reason_and_is_taken_back_by_opening_again(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    for reason in ("", "  "):
        with pytest.raises(DecisionError, match="needs a reason"):
            project.desk().reject(entry.id, reason)
    project.desk().reject(entry.id, "too early")
    assert len(project.book.refused("ada")) == 1
    project.wait(seconds=1)
    project.desk("bob").reopen(entry.id, "it is time")
    assert project.book.refused("ada") == ()
    assert project.state(entry.id) is ItemState.PENDING
    project.approved(entry.id)
    assert project.events() == ["pending", "reject", "reopen", "approve"]


def test_what_is_opened_again_after_being_withdrawn_needs_another_approval(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    project.approved(entry.id)
    project.wait(seconds=1)
    project.desk("ada").revoke(entry.id, "not mine to give")
    assert project.state(entry.id) is ItemState.REVOKED
    project.wait(seconds=1)
    project.desk().reopen(entry.id)
    assert project.state(entry.id) is ItemState.PENDING
    assert project.deliver() == {"pending": 1}


def test_an_owner_withdraws_what_waits_and_no_reader_does(project: PromotingProject) -> None:
    entry = project.queued()
    with pytest.raises(AccessDeniedError):
        project.desk("dan").revoke(entry.id)
    project.desk("ada").revoke(entry.id)
    assert project.state(entry.id) is ItemState.REVOKED
    with pytest.raises(DecisionError, match="it is revoked by ada"):
        project.approved(entry.id)


def test_what_was_written_without_its_line_in_the_audit_is_told_by_the_next(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    project.approved(entry.id)
    audit = project.book.audit
    first = audit.path.read_bytes().splitlines(keepends=True)[0]
    audit.path.write_bytes(first + b'{"kind": "app')  # a killed writer
    assert project.events() == ["pending"]
    project.deliver()
    assert project.events() == ["pending", "approve", "deliver"]
    assert audit.read().damaged == ()


def test_a_principal_that_is_gone_decides_no_more(project: PromotingProject) -> None:
    entry = project.queued()
    project.approved(entry.id, "bob")
    left = tuple(one for one in project.settings.principals if one.name != "bob")
    gone = replace(project, settings=project.settings.model_copy(update={"principals": left}))
    assert gone.deliver() == {"failed": 1}
    assert project.deliver() == {"delivered": 1}
