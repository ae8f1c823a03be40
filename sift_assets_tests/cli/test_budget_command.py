"""`sift budget`: what was spent, on what, and what is left."""

import time
from pathlib import Path

import pytest

from sift_assets.core.llm.ledger import PlannedCall, Settlement, State
from sift_assets.core.settings.model import Settings
from sift_assets.resources.ledger import project_ledger
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import made_project

pytestmark = pytest.mark.usefixtures("own_surroundings")


def test_before_any_call_nothing_is_spent_and_looking_makes_no_file(tmp_path: Path) -> None:
    root = made_project(tmp_path / "project", {})
    before = files_below(root)
    shown = call("-C", root, "budget", "--json").json
    assert (shown["spent_usd"], shown["left_usd"], shown["spent_on"]) == (0, 5, [])
    assert "$0.0000 of $5.00 is spent" in call("-C", root, "budget").out
    assert files_below(root) == before


def test_what_was_spent_is_told_by_stage_and_model_with_what_is_not_known(tmp_path: Path) -> None:
    root = made_project(tmp_path / "project", {})
    (root / "sift.yaml").write_text("budget_usd: 2\nmodel: openai/x\n", encoding="utf-8")
    ledger = project_ledger(root, Settings(budget_usd=2))
    for worst, end in [
        (10**9, Settlement(state=State.SETTLED, amount=250_000_000, input_tokens=1200)),
        (10**8, Settlement(state=State.ASSUMED, amount=10**8)),
        (None, Settlement(state=State.UNPRICED, output_tokens=5)),
    ]:
        planned = PlannedCall(stage="extract", model="openai/x", worst=worst, seconds=60)
        ledger.settle(ledger.reserve(planned, time.time()).number, end)
    ledger.reserve(PlannedCall(stage="extract", model="openai/x", worst=10**9, seconds=60), 0.0)
    shown = call("-C", root, "budget", "--json").json
    assert (shown["spent_usd"], shown["spent_today_usd"]) == (0.35, 0.35)
    assert (shown["reserved_usd"], shown["left_usd"]) == (1.0, 0.65)
    (row,) = shown["spent_on"]
    assert (row["calls"], row["unpriced"], row["assumed"], row["open"]) == (4, 1, 1, 1)
    plain = call("-C", root, "budget").out
    assert "$0.3500 of $2.00 is spent, $0.6500 left" in plain
    assert "1 answers have no known price" in plain
    assert "1,200 tokens in" in plain
