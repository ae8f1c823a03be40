"""The audit of promotion only grows, and holds names and ids."""

from pathlib import Path

import pytest

from sift_assets.core.errors import StoreError
from sift_assets.core.promotion.audit import AuditEvent, AuditKind
from sift_assets.resources.promotion_audit import PromotionAudit
from sift_assets_tests.fakes.fault_counter import FaultCounter, faulty


@pytest.fixture
def audit(tmp_path: Path) -> PromotionAudit:
    return PromotionAudit(tmp_path, tmp_path / "audit.lock")


def event(item: str, actor: str = "") -> AuditEvent:
    time = "2026-03-01T12:00:00.000000Z"
    return AuditEvent(at=time, kind=AuditKind.APPROVE, item=item, actor=actor)


def test_reading_makes_no_file(audit: PromotionAudit, tmp_path: Path) -> None:
    assert audit.read().events == ()
    assert list(tmp_path.iterdir()) == []


def test_events_stand_in_the_order_in_which_they_were_added(audit: PromotionAudit) -> None:
    assert audit.append(lambda _: [event("i1"), event("i2")]) == 2
    before = audit.path.read_bytes()
    assert audit.append(lambda read: [event(f"i{len(read.events) + 1}")]) == 1
    assert audit.append(lambda _: []) == 0
    assert audit.path.read_bytes().startswith(before)
    assert [one.item for one in audit.read().events] == ["i1", "i2", "i3"]


def test_a_line_that_a_killed_writer_began_counts_for_nothing_and_costs_none(
    audit: PromotionAudit,
) -> None:
    audit.append(lambda _: [event("i1")])
    with audit.path.open("ab") as file:
        file.write(b'{"at": "20')
    audit.append(lambda _: [event("i2")])
    assert [one.item for one in audit.read().events] == ["i1", "i2"]
    assert audit.read().damaged == ()


def test_a_line_that_somebody_changed_is_named(audit: PromotionAudit) -> None:
    audit.append(lambda _: [event("i1"), event("i2")])
    audit.path.write_bytes(audit.path.read_bytes().replace(b"i1", b'i1","extra":"x'))
    assert audit.read().damaged == (1,)
    assert [one.item for one in audit.read().events] == ["i2"]


def test_a_disk_that_does_not_take_it_is_an_error_and_the_rest_stays(
    audit: PromotionAudit,
) -> None:
    audit.append(lambda _: [event("i1")])
    with faulty(FaultCounter("fsync", 1)), pytest.raises(StoreError):
        audit.append(lambda _: [event("i2")])
    assert audit.read().events[0].item == "i1"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ada", "ada"),
        ("Ada.Varga@host-1", "Ada.Varga@host-1"),
        ("the salary of Tom is", "?"),
        ("\x1b[2J", "?"),
        ("x" * 81, "?"),
    ],
)
def test_who_has_no_name_leaves_none(audit: PromotionAudit, name: str, told: str) -> None:
    audit.append(lambda _: [event("i1", actor=name)])
    assert audit.read().events[0].actor == told
