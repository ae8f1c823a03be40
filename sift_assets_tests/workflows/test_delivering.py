"""Deliveries: apart from decisions, whole or not at all, and never twice."""

from contextlib import suppress
from pathlib import Path

import pytest

from sift_assets.core.errors import SiftError
from sift_assets.core.planning.state import Provenance
from sift_assets.core.promotion.delivered import DeliveryState, Milestones
from sift_assets.core.promotion.records import Scan
from sift_assets.core.promotion.states import ItemState
from sift_assets.resources import delivery_ledger, second_root
from sift_assets.workflows.delivering import CentralDeliveries, deliver_open, milestones
from sift_assets.workflows.withdrawing import document_of
from sift_assets_tests.fakes.fault_counter import KINDS, FaultCounter, faulty
from sift_assets_tests.fakes.promoting_project import PIER, QUAY, PromotingProject


@pytest.fixture
def project(tmp_path: Path) -> PromotingProject:
    return PromotingProject.at(tmp_path)


def rows(project: PromotingProject) -> list[tuple[str, DeliveryState, int]]:
    return [(one.item, one.state, one.attempts) for one in project.book.ledger.deliveries()]


def test_what_is_approved_is_delivered_once_whoever_asks_again(project: PromotingProject) -> None:
    entry = project.queued()
    yes = project.approved(entry.id)
    assert project.deliver() == {"delivered": 1}
    before = project.documents()
    (name,) = before
    assert name == f"{entry.id}.md"
    text = before[name].decode()
    assert text.endswith(f"---\n\n{QUAY}")
    assert f"promoted_by: cleo\npromoted_at: {yes.time}\n" in text
    again = PromotingProject(project.root, project.settings, project.now)  # after a restart
    assert again.deliver() == {"delivered": 1}
    assert again.documents() == before
    assert rows(project) == [(entry.id, DeliveryState.DELIVERED, 1)]
    assert project.events() == ["pending", "approve", "deliver"]


def test_the_value_names_what_is_there_and_the_same_state_has_the_same_bytes(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    project.approved(entry.id)
    first, again = deliver_open(project.book).provenance, deliver_open(project.book).provenance
    assert first == again
    value = CentralDeliveries.from_bytes(project.workspace.store.get(first.version))
    (there,) = value.delivered
    assert (there.item, there.seat) == (entry.id, "ada")
    assert first.facts["delivered"] == 1


def test_nothing_that_nobody_approved_is_delivered(project: PromotingProject) -> None:
    project.queued()
    assert project.deliver() == {"pending": 1}
    assert project.documents() == {}
    assert rows(project) == []


def test_the_same_text_of_two_seats_is_delivered_once(project: PromotingProject) -> None:
    first, second = project.queued(), project.queued(seat="bob")
    assert first.content == second.content
    project.approved(first.id, "cleo")
    project.approved(second.id, "cleo")
    assert project.deliver() == {"delivered": 2}
    assert len(project.documents()) == 1
    ((giver, _, _),) = rows(project)
    other = second if giver == first.id else first
    owner = {"ada": "ada", "bob": "bob"}
    project.wait(seconds=1)
    gone = first if giver == first.id else second
    project.desk(owner[gone.seat]).revoke(gone.id)
    assert project.deliver() == {"delivered": 1, "revoked": 1}
    assert [*project.documents()] == [f"{other.id}.md"]
    assert project.events()[-3:] == ["revoke", "withdraw", "deliver"]


def faults(project: PromotingProject, kind: str, at: int) -> bool:
    """Deliver while the n-th operation of a kind fails; say whether there was one."""
    counter = FaultCounter(kind, at)
    project.wait(seconds=1)
    with faulty(counter), suppress(SiftError):
        deliver_open(project.book)
    return counter.struck


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_at_any_write_loses_nothing_and_doubles_nothing(tmp_path: Path, kind: str) -> None:
    at, struck = 0, True
    while struck:
        at += 1
        project = PromotingProject.at(tmp_path / str(at))
        entry = project.queued()
        project.approved(entry.id)
        struck = faults(project, kind, at)
        held = project.documents()
        assert all(QUAY.encode() in data for data in held.values())  # whole or not there
        assert project.state(entry.id) in {
            ItemState.APPROVED,
            ItemState.DELIVERING,
            ItemState.FAILED,
            ItemState.DELIVERED,
        }
        assert project.deliver() == {"delivered": 1}
        assert [*project.documents()] == [f"{entry.id}.md"]
        assert project.deliver() == {"delivered": 1}
        assert [state for _, state, _ in rows(project)] == [DeliveryState.DELIVERED]
        assert project.events().count("deliver") == 1
        marks = second_root.SeatMarks(project.seat()).folder
        assert [path.name for path in marks.iterdir()] == [f"{entry.id}.json"]
    assert at > 1


def test_a_write_that_fails_takes_the_mark_of_the_seat_back_and_says_why(
    project: PromotingProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = project.queued()
    project.approved(entry.id)

    def refuses(*_: object) -> str:
        raise SiftError("Central takes nothing.")

    with monkeypatch.context() as patch:
        patch.setattr(second_root.SecondRoot, "write", refuses)
        assert project.deliver() == {"failed": 1}
    (row,) = project.book.ledger.deliveries()
    assert (row.reason, row.attempts) == ("Central takes nothing.", 1)
    assert not second_root.SeatMarks(project.seat()).path(entry.id).exists()
    assert milestones(project.book, project.book.known().values()) == {}
    assert project.deliver() == {"delivered": 1}
    assert project.events() == ["pending", "approve", "fail", "deliver"]


def test_a_process_that_dies_in_between_is_made_up_for(
    project: PromotingProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = project.queued()
    project.approved(entry.id)

    class Killed(BaseException):
        pass

    def dies(*_: object) -> None:
        raise Killed

    for place in ("SeatMarks.write", "SecondRoot.write"):
        owner, name = place.split(".")
        with monkeypatch.context() as patch:
            patch.setattr(getattr(second_root, owner), name, dies)
            with pytest.raises(Killed):
                project.deliver()
        assert project.state(entry.id) is ItemState.DELIVERING
    put = delivery_ledger.DeliveryLedger.put

    def dies_at_the_end(ledger: delivery_ledger.DeliveryLedger, *found: object) -> None:
        if any(getattr(one, "state", "") is DeliveryState.DELIVERED for one in found):
            raise Killed
        put(ledger, *found)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(delivery_ledger.DeliveryLedger, "put", dies_at_the_end)
        with pytest.raises(Killed):
            project.deliver()
    before = project.documents()
    assert len(before) == 1
    assert project.deliver() == {"delivered": 1}
    assert project.documents() == before


def test_what_a_killed_delivery_left_goes_when_its_approval_is_taken_back(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    project.approved(entry.id)
    project.deliver()
    (row,) = project.book.ledger.deliveries()
    project.book.ledger.put(row.model_copy(update={"state": DeliveryState.DELIVERING}))
    project.wait(seconds=1)
    project.desk().abandon(entry.id, "not now")
    assert project.deliver() == {"abandoned": 1}
    assert project.documents() == {}
    assert deliver_open(project.book).provenance.facts["unpurged"] == 1


def test_rules_about_secrets_that_have_learned_stop_what_is_on_its_way(
    project: PromotingProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = project.queued()
    project.approved(entry.id)

    def crashes(*_: object) -> Scan:
        return Scan(scanner="2", failure="it crashed")

    with monkeypatch.context() as patch:
        patch.setattr("sift_assets.resources.secret_scanner.SecretScanner.scan", crashes)
        assert project.deliver() == {"failed": 1}
    assert project.documents() == {}
    (row,) = project.book.ledger.deliveries()
    assert "a guard stops it" in row.reason
    assert project.deliver() == {"delivered": 1}


def test_a_document_that_somebody_lost_or_changed_is_delivered_again_as_it_was(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    project.approved(entry.id)
    project.deliver()
    before = project.documents()
    file = second_root.SecondRoot(project.root).path(entry.id)
    for spoil in (file.unlink, lambda: file.write_text("promoted_by: eve")):
        spoil()
        assert project.deliver() == {"delivered": 1}
        assert project.documents() == before
    assert rows(project) == [(entry.id, DeliveryState.DELIVERED, 3)]


def test_only_one_item_is_delivered_where_one_is_asked_for(project: PromotingProject) -> None:
    first, second = project.queued(), project.queued(PIER, seat="bob")
    project.approved(first.id)
    project.approved(second.id)
    deliver_open(project.book, second.id)
    assert project.state(first.id) is ItemState.APPROVED
    assert project.state(second.id) is ItemState.DELIVERED


def test_the_milestones_are_told_apart(project: PromotingProject) -> None:
    entry = project.queued()
    project.approved(entry.id)
    project.deliver()

    def reached() -> Milestones:
        return milestones(project.book, project.book.known().values())[entry.id]

    assert reached() == Milestones(accepted=True)
    extracted = {document_of(entry.id): Provenance(version="v", code_version="1")}
    project.workspace.provenance.record("extractions", extracted)
    assert reached() == Milestones(accepted=True, indexed=True)
    second_root.SecondRoot(project.root).path(entry.id).write_text("changed by hand")
    assert not reached().accepted
