"""Items as whoever may see them reads them, and as nobody else does."""

from pathlib import Path

import pytest

from sift_assets.core.errors import AccessDeniedError
from sift_assets.core.promotion.records import Finding, Scan, Severity
from sift_assets.workflows.promotion_listing import (
    CLEAN,
    NOT_SCANNED,
    rows_for,
    scan_in_words,
    whole_for,
)
from sift_assets_tests.fakes.promoting_project import PIER, PromotingProject

LOW = Finding(kind="IBAN", severity=Severity.LOW, line=1, fingerprint="f")


@pytest.fixture
def project(tmp_path: Path) -> PromotingProject:
    return PromotingProject.at(tmp_path)


def ids(project: PromotingProject, who: str, seat: str = "") -> list[str]:
    return [row.id for row in rows_for(project.book, who, seat)]


def test_administrators_see_what_is_proposed_and_others_what_is_of_their_seats(
    project: PromotingProject,
) -> None:
    first = project.queued()
    project.wait(hours=1)
    second = project.queued(PIER, seat="bob")
    assert ids(project, "cleo") == [first.id, second.id]
    assert ids(project, "bob") == [first.id, second.id]
    assert ids(project, "cleo", "bob") == [second.id]
    assert ids(project, "ada") == ids(project, "dan") == [first.id]
    for who, seat in (("eve", ""), ("ada", "bob"), ("dan", "bob"), ("cleo", "nobody's")):
        with pytest.raises(AccessDeniedError):
            ids(project, who, seat)
    assert project.events().count("denied") == 4


def test_an_item_is_shown_in_full_to_whoever_may_see_it_and_to_nobody_else(
    project: PromotingProject,
) -> None:
    entry = project.queued(PIER, seat="bob")
    for who in ("cleo", "bob"):
        whole = whole_for(project.book, who, entry.id)
        assert whole.text.text == PIER
        assert whole.shown == project.shown(entry.id)
        assert whole.assessment.reference is not None
        assert whole.assessment.reference.hints != ()
    told: set[str] = set()
    for who, item in (("ada", entry.id), ("dan", entry.id), ("eve", entry.id), ("ada", "0" * 20)):
        with pytest.raises(AccessDeniedError) as denied:
            whole_for(project.book, who, item)
        told.add(str(denied.value))
    assert len(told) == 1


def test_a_row_tells_what_was_found_and_hides_secrets(project: PromotingProject) -> None:
    key = "AKIA" + "QWERTYUIOPASDFGH"
    project.queued(f"The key is {key}.\n\nAcme\tbuilds.\x07\n", scan=Scan(scanner="1"))
    (row,) = rows_for(project.book, "cleo")
    assert (row.state, row.outcome, row.reason) == ("pending", "pending", "new_org_project")
    assert (row.reference, row.hints, row.hits) == ("new_org_project", 1, 0)
    assert (row.score, row.model, row.scan) == (0.9, "m", CLEAN)
    assert row.acts == ("approve", "reject", "revoke")
    assert "[redacted]" in row.preview
    assert key not in row.model_dump_json()
    assert "\x07" not in row.preview


def test_where_secrets_cannot_be_looked_for_nothing_is_shown(
    project: PromotingProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashes(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr("sift_assets.resources.secret_scanner.SecretScanner.spotted", crashes)
    project.queued()
    (row,) = rows_for(project.book, "cleo")
    assert row.preview == ""


def test_a_row_says_who_decided_what_failed_and_how_far_it_is(project: PromotingProject) -> None:
    entry = project.queued()
    project.approved(entry.id)
    gone = project.settings.model_copy(update={"principals": project.settings.principals[:2]})
    kept, project.settings = project.settings, gone
    project.deliver()
    project.settings = kept
    (row,) = rows_for(project.book, "bob")
    assert (row.state, row.decided_by, row.attempts) == ("failed", "cleo", 1)
    assert "may no longer" in row.failure
    project.deliver()
    (row,) = rows_for(project.book, "bob")
    assert (row.state, row.attempts, row.failure) == ("delivered", 2, "")
    assert row.milestones.accepted


def test_an_item_whose_seat_lost_its_store_is_listed_without_its_assessment(
    project: PromotingProject,
) -> None:
    entry = project.queued()
    project.seat().store.path_of(entry.assessment).unlink()
    (row,) = rows_for(project.book, "cleo")
    assert (row.id, row.outcome, row.scan) == (entry.id, "", NOT_SCANNED)


def test_what_nobody_could_look_through_is_never_called_clean() -> None:
    assert scan_in_words(None) == NOT_SCANNED
    assert scan_in_words(Scan(scanner="1", failure="it crashed")) == NOT_SCANNED
    assert scan_in_words(Scan(scanner="1", findings=(LOW, LOW))) == "IBAN"
    assert scan_in_words(Scan(scanner="1")) == CLEAN


def test_a_list_makes_no_file(project: PromotingProject) -> None:
    project.queued()
    before = sorted(project.root.rglob("*"))
    rows_for(project.book, "cleo")
    whole_for(project.book, "cleo", project.book.ledger.items()[0].id)
    assert sorted(project.root.rglob("*")) == before
