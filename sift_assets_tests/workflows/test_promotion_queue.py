"""The queue takes up what seats propose, once, and tells Central nothing of it."""

from pathlib import Path

import pytest

from sift_assets.core.promotion.items import moment
from sift_assets.core.promotion.records import OutcomeKind, SkipReason
from sift_assets.core.promotion.states import ItemState
from sift_assets.workflows.promotion_queue import PromotionQueue, build_queue
from sift_assets_tests.fakes.promoting_project import PIER, QUAY, PromotingProject


@pytest.fixture
def project(tmp_path: Path) -> PromotingProject:
    return PromotingProject.at(tmp_path)


def queue(project: PromotingProject) -> PromotionQueue:
    version = build_queue(project.book).provenance.version
    return PromotionQueue.from_bytes(project.workspace.store.get(version))


def test_two_sweeps_make_one_item_with_the_whole_assessment(project: PromotingProject) -> None:
    (assessed,) = project.assess({"a.txt": QUAY}).assessments
    first = build_queue(project.book)
    assert first.provenance.facts["pending"] == 1
    project.wait(days=3)
    project.assess({"a.txt": QUAY}, policy="p2")
    again = build_queue(project.book)
    assert again.provenance.version == first.provenance.version
    assert again.provenance.inputs != first.provenance.inputs
    book = project.book
    (known,) = book.known().values()
    assert book.item(known).assessment == assessed
    assert project.events() == ["pending"]


def test_another_text_of_a_document_is_another_item_and_the_earlier_one_is_over(
    project: PromotingProject,
) -> None:
    old = project.queued()
    new = project.queued(QUAY + "And a pier.\n")
    assert new.candidate == old.candidate
    assert [one.id for one in queue(project).items] == [new.id]
    assert project.state(old.id) is ItemState.EXPIRED


def test_what_expires_undecided_is_assessed_anew(project: PromotingProject) -> None:
    entry = project.queued()
    project.wait(days=30)
    assert project.state(entry.id) is ItemState.EXPIRED
    project.assess({"a.txt": QUAY}, policy="p2")
    (again,) = queue(project).items
    assert (again.id, again.assessed_at) == (entry.id, moment(project.now))
    assert again.assessment != entry.assessment


def test_neither_central_nor_the_ledger_holds_a_word_of_a_seat(project: PromotingProject) -> None:
    project.assess({"kumquat/a.txt": QUAY})
    build_queue(project.book)
    seat = project.seat().store.root
    outside = [
        file for file in project.root.rglob("*") if file.is_file() and seat not in file.parents
    ]
    assert len(outside) >= 4  # key, ledger, audit, the queue's value
    words = (b"kumquat", b"Varga", b"Kestrel", b"acme", b"new_org_project", b"of use")
    found = [(file.name, word) for file in outside for word in words if word in file.read_bytes()]
    assert found == []


def test_a_guard_that_speaks_later_takes_an_item_out_and_an_outage_does_not(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    unknown = {"outcome": OutcomeKind.DEFER, "reason": str(SkipReason.REFERENCE_UNKNOWN)}
    project.assess({"a.txt": QUAY}, **unknown)
    assert [one.id for one in queue(project).items] == [entry.id]
    personal = {"outcome": OutcomeKind.SKIP, "reason": str(SkipReason.TAG_PERSONAL)}
    project.assess({"a.txt": QUAY}, **personal)
    assert queue(project).items == ()


def test_what_is_decided_waits_no_more_and_its_refusal_is_known_to_the_guards(
    project: PromotingProject,
) -> None:
    project.assess({"a.txt": QUAY, "b.txt": PIER})
    first, second = queue(project).items
    project.desk().reject(first.id, "too early")
    project.approved(second.id)
    assert queue(project).items == ()
    (refused,) = project.book.refused("ada")
    assert (refused.candidate, refused.content) == (first.candidate, first.content)
    assert (refused.signature, refused.reason, refused.by) == ((1, 2, 3), "too early", "cleo")
    assert project.book.refused("bob") == ()


def test_a_seat_that_cannot_be_read_stops_no_other_and_is_counted(
    project: PromotingProject,
) -> None:
    entry = project.queued(PIER, seat="bob")
    value = project.assess({"a.txt": QUAY})
    project.seat().store.path_of(value.content_hash()).write_bytes(b"damaged")
    outcome = build_queue(project.book)
    assert (outcome.provenance.facts["pending"], outcome.provenance.facts["failed_seats"]) == (1, 1)
    project.seat("bob").store.path_of(project.book.verdicts("bob")[1]).write_bytes(b"damaged")
    assert [one.id for one in queue(project).items] == [entry.id]


def test_without_seats_nothing_is_made(tmp_path: Path) -> None:
    project = PromotingProject.at(tmp_path)
    project.settings = project.settings.model_copy(update={"seats": (), "principals": ()})
    assert queue(project).items == ()
    assert not (tmp_path / "decisions").exists()
