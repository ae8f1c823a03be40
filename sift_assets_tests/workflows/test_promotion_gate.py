"""The gate of a project: the schedule's word, the receipt in its file, and permits with a seal."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.promotion.gate import CLOSED, Permit
from sift_assets.core.promotion.receipts import Checks, Receipt
from sift_assets.core.promotion.settings import Principal, PromotionSettings, Role, Seat
from sift_assets.core.settings.model import Settings
from sift_assets.resources.nonces import NONCE_HOURS
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.promotion_receipt import ReceiptFile
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows import promotion_gate
from sift_assets.workflows.promotion_gate import (
    honoured,
    mint,
    permit,
    receipt_is_valid,
    receipt_problem,
    why_not_swept,
)
from sift_assets_tests.fakes.opened_gate import ALL_TRUE, passing_receipt

NOW = datetime(2026, 3, 1, 3, 0, tzinfo=UTC)


def opened(root: Path, **promotion: Any) -> Workspace:
    settings = Settings(
        seats=(Seat(name="ada", folder="people/ada", owner="ada"),),
        principals=(Principal(name="ada"),),
        promotion=PromotionSettings.model_validate({"enabled": True, "dry_run": False} | promotion),
    )
    return Workspace(root, settings)


def with_receipt(workspace: Workspace, now: datetime = NOW, **fields: Any) -> Receipt:
    receipt = passing_receipt(workspace, now, **fields)
    ReceiptFile(workspace.local_folder).write(receipt)
    return receipt


def test_a_word_of_the_schedule_and_a_receipt_open_the_gate_for_one_run(tmp_path: Path):
    workspace = opened(tmp_path)
    with_receipt(workspace)
    word = mint(workspace, NOW)
    given = permit(workspace, word, "first", NOW)
    assert (given.permitted, given.delivers, given.reason) == (True, True, "")
    assert permit(workspace, word, "first", NOW) == given
    assert permit(workspace, word, "second", NOW).reason == "nonce_used"


@pytest.mark.parametrize(
    ("word", "promotion", "hours", "reason"),
    [
        ("", {}, 0, "LLM_SCHEDULED_ONLY"),
        ("made up", {}, 0, "nonce_forged"),
        ("made up", {"unscheduled": True}, 0, "nonce_forged"),
        ("schedule's", {}, NONCE_HOURS, "nonce_expired"),
        ("schedule's", {"enabled": False}, 0, "disabled"),
        ("", {"unscheduled": True}, 1, "receipt_expired"),
    ],
)
def test_nothing_else_opens_it(
    tmp_path: Path, word: str, promotion: dict[str, bool], hours: int, reason: str
):
    workspace = opened(tmp_path, **promotion)
    with_receipt(workspace)
    minted = mint(workspace, NOW)
    brought = minted if word == "schedule's" else word
    given = permit(workspace, brought, "run", NOW + timedelta(hours=hours))
    assert (given.permitted, given.reason, given.seal) == (False, reason, "")


def test_where_the_settings_let_people_a_receipt_is_needed_all_the_same(tmp_path: Path):
    workspace = opened(tmp_path, unscheduled=True)
    assert permit(workspace, "", "run", NOW).reason == "no_receipt"
    with_receipt(workspace)
    assert permit(workspace, "", "run", NOW).permitted


def test_a_permit_counts_while_the_receipt_does_and_only_if_the_gate_gave_it(tmp_path: Path):
    workspace = opened(tmp_path / "here", unscheduled=True, dry_run=True)
    with_receipt(workspace)
    given = permit(workspace, "", "run", NOW)
    assert honoured(workspace, given, NOW)
    assert not honoured(workspace, given, NOW + timedelta(hours=1))
    other = opened(tmp_path / "there", unscheduled=True)
    with_receipt(other)
    made_up = [
        CLOSED,
        Permit(permitted=True, dry_run=False, reason=""),
        Permit(permitted=True, dry_run=False, reason="", seal="ü"),
        given.model_copy(update={"dry_run": False}),
        given.model_copy(update={"run": "another"}),
        permit(other, "", "run", NOW),
    ]
    assert not any(honoured(workspace, one, NOW) for one in made_up)


def test_a_receipt_of_another_project_is_foreign_and_without_a_key_every_one_is(tmp_path: Path):
    ours, theirs = opened(tmp_path / "ours"), opened(tmp_path / "theirs")
    receipt = with_receipt(theirs)
    ReceiptFile(ours.local_folder).write(receipt)
    assert receipt_problem(ours, NOW) == "receipt_foreign"
    assert not PromotionKey(ours.root).path.exists()
    PromotionKey(ours.root).opaque("a key of its own")
    assert receipt_problem(ours, NOW) == "receipt_foreign"


@pytest.mark.parametrize(
    "change",
    [
        {"budget_usd": 9.0},
        {"domain": "osint"},
        {"export_formats": ("json",)},
        {"principals": (Principal(name="ada"), Principal(name="eve", role=Role.ADMIN))},
        {"promotion": {"threshold": 0.1}},
        {"promotion": {"services_decide": True}},
        {"promotion": {"receipt_hours": 1}},
        {"promotion": {"budget_usd": 1}},
    ],
)
def test_a_receipt_is_worth_nothing_with_other_settings(tmp_path: Path, change: dict[str, Any]):
    workspace = opened(tmp_path)
    with_receipt(workspace)
    promotion = workspace.settings.promotion.model_copy(update=change.get("promotion", {}))
    update = {**change, "promotion": promotion}
    changed = Workspace(tmp_path, workspace.settings.model_copy(update=update))
    assert receipt_problem(changed, NOW) == "receipt_of_other_config"


def test_when_it_runs_shapes_nothing_that_was_evaluated(tmp_path: Path):
    with_receipt(opened(tmp_path, enabled=False, dry_run=True))
    assert receipt_problem(opened(tmp_path, cron="0 4 * * *"), NOW) == ""


def test_a_receipt_is_worth_nothing_with_other_code_or_with_settings_that_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    workspace = opened(tmp_path)
    with_receipt(workspace)
    wrong = Workspace(tmp_path, workspace.settings.model_copy(update={"domain": "no such domain"}))
    assert receipt_problem(wrong, NOW) == "receipt_of_other_config"
    monkeypatch.setattr(promotion_gate, "code_revision", lambda: "0" * 64)
    assert receipt_problem(workspace, NOW) == "receipt_of_other_code"


def test_a_receipt_that_cannot_be_read_opens_nothing(tmp_path: Path):
    workspace = opened(tmp_path)
    with_receipt(workspace)
    file = ReceiptFile(workspace.local_folder).path
    file.write_bytes(file.read_bytes().replace(b'"rollback":true', b'"rollback":True'))
    assert receipt_problem(workspace, NOW) == "receipt_malformed"
    file.unlink()
    file.mkdir()
    assert receipt_problem(workspace, NOW) == "receipt_malformed"


def test_the_check_says_how_old_the_last_receipt_is_and_which_checks_failed(tmp_path: Path):
    workspace = opened(tmp_path)
    assert receipt_is_valid(workspace, NOW).facts["reason"] == "no_receipt"
    with_receipt(workspace)
    found = receipt_is_valid(workspace, NOW)
    assert (found.passed, found.facts["valid_until"]) == (True, "2026-03-01T04:00:00+00:00")
    assert found.facts["central_moved"]  # it was of another one, and holds all the same
    late = receipt_is_valid(workspace, NOW + timedelta(days=3))
    assert not late.passed
    assert "it has expired. The last one that passed is 3 days old." in late.summary
    failed: Checks = ALL_TRUE.model_copy(update={"rollback": False})
    with_receipt(workspace, status="failed", checks=failed, last_passed_at="")
    found = receipt_is_valid(workspace, NOW)
    assert found.rows == [{"check": "rollback"}]
    assert "No evaluation has passed yet." in found.summary


def test_the_schedule_says_why_it_does_not_sweep_and_a_look_makes_no_file(tmp_path: Path):
    assert why_not_swept(opened(tmp_path, enabled=False), NOW).startswith("Not swept (disabled)")
    workspace = opened(tmp_path)
    assert why_not_swept(workspace, NOW).startswith("Not swept (no_receipt): ")
    receipt_is_valid(workspace, NOW)
    assert not list(tmp_path.iterdir())
    with_receipt(workspace)
    assert why_not_swept(workspace, NOW) == ""
    said = why_not_swept(workspace, NOW + timedelta(hours=2))
    assert said.endswith("it has expired. The last one that passed is 2 h old.")
