"""`sift promotions evaluate` and `receipt`: what sweeps need, by command."""

import tempfile
from pathlib import Path

import pytest

from sift_assets.core.promotion.receipts import CheckName
from sift_assets.resources.second_root import SecondRoot
from sift_assets_tests.cli.calling import Call, call, files_below
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.fakes.promoting_project import PEOPLE


@pytest.fixture
def root(tmp_path: Path, own_surroundings: None, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: ARG001 - they are left out
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("SIFT_ACTOR", "cleo")
    folder = made_project(tmp_path / "project", {})
    with (folder / "sift.yaml").open("a", encoding="utf-8") as file:
        file.write(PEOPLE)
    return folder


def promotions(root: Path, *arguments: str) -> Call:
    return call("-C", root, "promotions", *arguments)


def test_a_receipt_is_made_by_command_told_and_worth_nothing_when_it_was_edited(root: Path):
    before = files_below(root)
    none = promotions(root, "receipt", "--json")
    assert (none.code, none.json["why_not"], none.json["receipt"]) == (1, "no_receipt", None)
    assert files_below(root) == before
    made = promotions(root, "evaluate", "--json")
    assert (made.code, made.json["valid"], made.json["why_not"]) == (0, True, "")
    receipt = made.json["receipt"]
    assert receipt["checks"] == {str(name): True for name in CheckName}
    assert "signature" not in receipt
    told = promotions(root, "receipt")
    assert told.code == 0
    assert f"Valid until {receipt['expires_at']}." in told.out
    assert told.out.count("passed") == len(CheckName) + 1
    file = root / ".sift" / "promotion_receipt.json"
    file.write_text(file.read_text().replace('"run":"', '"run":"another'))
    edited = promotions(root, "receipt", "--json")
    assert (edited.code, edited.json["why_not"]) == (1, "receipt_edited")


def test_a_check_that_failed_is_told_with_its_reasons(root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SecondRoot, "remove", lambda *_: None)
    failed = promotions(root, "evaluate")
    assert failed.code == 1
    assert "its_document_is_left" in failed.out
    told = promotions(root, "receipt", "--json").json
    assert (told["why_not"], list(told["reasons"])) == ("evaluation_failed", ["rollback"])


@pytest.mark.parametrize("actor", ["ada", "dan", "nobody"])
@pytest.mark.parametrize("command", ["evaluate", "receipt"])
def test_whoever_is_no_administrator_is_denied(
    root: Path, monkeypatch: pytest.MonkeyPatch, actor: str, command: str
):
    monkeypatch.setenv("SIFT_ACTOR", actor)
    denied = promotions(root, command, "--json")
    assert denied.code == 1
    assert denied.error.startswith("You may not, or it is not there.")
    assert not (root / ".sift" / "promotion_receipt.json").exists()
