"""The five checks are really made: each passes on our code, and fails on code that is wrong."""

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.llm import ledger as ledger_rules
from sift_assets.core.promotion import access
from sift_assets.core.promotion.receipts import CheckName
from sift_assets.core.promotion.settings import PromotionSettings
from sift_assets.core.settings.model import Settings
from sift_assets.defs.layers import RESULTS
from sift_assets.resources.ledger import TableLedger
from sift_assets.resources.locks import held
from sift_assets.resources.second_root import SecondRoot
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows import central_evaluation, promotion_scratch, promotion_trial
from sift_assets.workflows.central_evaluation import evaluate, made_checks
from sift_assets.workflows.cited_answers import cited_answers
from sift_assets.workflows.promotion_gate import (
    central_revision,
    receipt_is_valid,
    receipt_problem,
    stored_receipt,
)
from sift_assets.workflows.promotion_scratch import Scratch
from sift_assets_tests.fakes.project_folder import ProjectFolder

ELSEWHERE = "passage_is_not_in_its_document"
NOW = datetime(2026, 3, 1, 3, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def scratch_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let throw-away Centrals lie where the tests' own folders do, which may be in memory."""
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))


def opened(root: Path, **fields: Any) -> Workspace:
    return Workspace(root, Settings.model_validate(fields))


def failed(workspace: Workspace) -> dict[str, tuple[str, ...]]:
    checks = made_checks(workspace)
    assert list(checks) == list(CheckName)
    return {str(name): one.reasons for name, one in checks.items() if not one.passed}


def files(root: Path) -> dict[str, bytes]:
    found = (file for file in root.rglob("*") if file.is_file())
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in found}


def test_our_code_passes_and_the_receipt_opens_the_gate_for_as_long_as_the_settings_say(
    built: ProjectFolder,
):
    before = files(built.root)
    workspace = Workspace(
        built.root, Settings(promotion=PromotionSettings(receipt_hours=2, dry_run=False))
    )
    outcome = evaluate(workspace, "a run", lambda: NOW)
    facts = outcome.provenance.facts
    assert {name: facts[str(name)] for name in CheckName} == dict.fromkeys(CheckName, True)
    assert facts["seat_isolation looked at"] > 100  # pyright: ignore[reportOperatorIssue]
    assert facts["cited_graph_retrieval looked at"] > 10  # pyright: ignore[reportOperatorIssue]
    receipt = stored_receipt(workspace)
    assert receipt is not None
    assert (receipt.run, receipt.data) == ("a run", central_revision(workspace))
    assert receipt_problem(workspace, NOW + timedelta(hours=1)) == ""
    assert receipt_problem(workspace, NOW + timedelta(hours=2)) == "receipt_expired"
    after = files(built.root)
    assert {name: after[name] for name in before} == before
    value = workspace.store.path_of(outcome.provenance.version)
    new = {Path(name).name for name in after.keys() - before.keys()}
    assert new == {"promotion_receipt.json", "promotion.key", value.name}


def test_evaluating_again_what_has_not_changed_gives_the_same_value(tmp_path: Path):
    first, second = (evaluate(opened(tmp_path), run, lambda: NOW) for run in "ab")
    assert first.provenance.version == second.provenance.version
    assert first.provenance.facts["passed"]
    assert receipt_is_valid(opened(tmp_path), NOW).passed


@pytest.mark.parametrize("domain", ["academic", "schema-free"])
def test_it_passes_with_domains_of_other_types_and_of_none(tmp_path: Path, domain: str):
    assert failed(opened(tmp_path, domain=domain)) == {}


def test_it_passes_with_settings_that_shape_nearly_everything_else(tmp_path: Path):
    assert (
        failed(
            opened(
                tmp_path,
                documents="elsewhere",
                export_formats=["sqlite", "obsidian"],
                ignore=["*.md"],
                budget_usd=0,
                budget_per_run_usd=0,
                model="openai/gpt-4o-mini",
                community={"algorithm": "louvain"},
                promotion={"sampled": 1, "threshold": 1, "expire_days": 1, "isolation": "strict"},
            )
        )
        == {}
    )


def test_a_delivery_that_writes_nothing_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(SecondRoot, "write", lambda *_: "0" * 64)
    found = failed(opened(tmp_path))
    assert {"not_accepted", "not_in_resolved_graph", "not_in_the_export"} <= set(
        found["projection_chain"]
    )


def test_a_revocation_that_leaves_the_document_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(SecondRoot, "remove", lambda *_: None)
    found = failed(opened(tmp_path))
    assert list(found) == ["rollback"]
    assert {"its_document_is_left", "not_as_before_graph_exports", "not_the_same_files"} <= set(
        found["rollback"]
    )


def _blurts(scratch: Scratch) -> None:
    SWEEP(scratch)
    text = (scratch.root / "people" / "owner" / "documents" / "kept.md").read_bytes()
    scratch.workspace.store.put(text)


SWEEP = promotion_trial.sweep


def test_a_word_of_a_seat_in_centrals_store_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(central_evaluation, "sweep", _blurts)
    assert failed(opened(tmp_path)) == {"seat_isolation": ("a_word_of_a_seat_in_sift",)}


def test_an_access_rule_that_lets_everybody_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(access, "may", lambda *_: True)
    reasons = failed(opened(tmp_path))["seat_isolation"]
    assert {"other_reads_a_seat", "owner_approves", "nobody_rejects"} & set(reasons)


@pytest.mark.parametrize(
    ("target", "name", "value"),
    [
        (TableLedger, "reserve", lambda *_: ledger_rules.Reply(ledger_rules.Verdict.GRANTED, 1)),
        (TableLedger, "reserve", lambda *_: ledger_rules.Reply(ledger_rules.Verdict.REFUSED)),
    ],
    ids=["everything is granted", "nothing is granted"],
)
def test_a_ledger_that_does_not_look_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: type, name: str, value: Any
):
    monkeypatch.setattr(target, name, value)
    monkeypatch.setattr(TableLedger, "settle", lambda *_: None)
    assert list(failed(opened(tmp_path))) == ["free_model_budget"]


def _says(sql: str) -> Callable[[Path], None]:
    def tamper(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(sql)

    return tamper


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (_says("UPDATE evidence SET quote = 'Ada never left.'"), ELSEWHERE),
        (_says("UPDATE mentions SET start = start + 1, end = end + 1"), ELSEWHERE),
        (Path.unlink, "index_is_not_as_it_was_written"),
    ],
)
def test_an_index_that_says_what_no_document_says_is_found_out(
    built: ProjectFolder, tamper: Callable[[Path], None], reason: str
):
    workspace = opened(built.root)
    assert cited_answers(workspace).passed
    tamper(workspace.exports_folder / "agent_index.sqlite")
    assert reason in cited_answers(workspace).reasons


def test_a_central_that_is_being_written_is_not_looked_at(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
):
    workspace = opened(built.root)
    monkeypatch.setattr(central_evaluation, "PATIENCE_SECONDS", 0)
    lock = workspace.lock_path(RESULTS)
    with held(lock, "The results", on_wait=print):
        assert failed(workspace) == {"cited_graph_retrieval": ("LockedError",)}


def test_a_central_that_cannot_be_asked_does_not_pass(built: ProjectFolder):
    workspace = opened(built.root)
    version = workspace.provenance.read("corpus")[""].version
    workspace.store.path_of(version).unlink()
    assert failed(workspace) == {"cited_graph_retrieval": ("CorruptObjectError",)}


def test_what_cannot_be_tried_fails_every_check_and_shuts_a_gate_that_was_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    workspace = opened(tmp_path)
    evaluate(workspace, "first", lambda: NOW)
    assert receipt_problem(workspace, NOW) == ""

    def falls_over(_scratch: Scratch) -> None:
        raise MemoryError

    monkeypatch.setattr(promotion_scratch.Scratch, "bring_up_to_date", falls_over)
    outcome = evaluate(workspace, "second", lambda: NOW + timedelta(minutes=1))
    assert not any(outcome.provenance.facts[str(name)] for name in CheckName)
    assert receipt_problem(workspace, NOW + timedelta(minutes=2)) == "evaluation_failed"
    receipt = stored_receipt(workspace)
    assert receipt is not None
    assert receipt.last_passed_at == NOW.isoformat()
