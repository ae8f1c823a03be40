"""Pairs are put before a language model once, and within the budget."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets.core.resolution.opinions import BATCH, UNSAID, JudgedPair
from sift_assets.core.resolution.records import Side
from sift_assets.core.settings.model import Settings
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.judging import is_judged, opinions_on
from sift_assets_tests.fakes.judging_server import JudgingServer, running_judge
from sift_assets_tests.fakes.llm_server import LlmServer, Mode

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

MODEL = "openai/gpt-4o-mini"
"""Its price stands in the table, also behind an address of our own."""


@pytest.fixture
def server() -> Iterator[JudgingServer]:
    with running_judge() as running:
        yield running


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "sift.yaml").write_text("", encoding="utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", "not a key")
    return tmp_path


def opened(root: Path, server: LlmServer, **settings: object) -> Workspace:
    fields = {"models": {"resolve": MODEL}, "api_base": server.base_url, "concurrency": 1}
    return Workspace(root, Settings.model_validate(fields | settings))


def side(name: str) -> Side:
    return Side(id=f"person:{name.lower()}", type="PERSON", name=name)


def pairs(count: int) -> list[JudgedPair]:
    return [JudgedPair(side(f"A{n}"), side(f"B{n}")) for n in range(count)]


def test_a_pair_is_asked_about_once_and_a_new_one_alone(root: Path, server: JudgingServer) -> None:
    workspace = opened(root, server)
    first = opinions_on(workspace, pairs(BATCH + 3))
    assert len(first.found) == BATCH + 3
    assert first.found["person:a0", "person:b0"].reason == "A0"
    assert len(server.requests) == 2
    assert opinions_on(workspace, pairs(BATCH + 3)) == first
    assert len(server.requests) == 2
    opinions_on(workspace, pairs(BATCH + 4))
    assert len(server.requests) == 3
    assert server.requests[-1]["messages"][-1]["content"].count("\nPair ") == 1


def test_what_it_costs_stands_in_the_same_ledger(root: Path, server: JudgingServer) -> None:
    workspace = opened(root, server)
    opinions_on(workspace, pairs(2))
    spent = project_ledger(root, workspace.settings).sums()
    assert spent[0] > 0


def test_without_a_budget_nothing_is_asked_and_all_of_it_waits(
    root: Path, server: JudgingServer
) -> None:
    result = opinions_on(opened(root, server, budget_usd=0), pairs(3))
    assert (result.found, result.waiting, len(server.requests)) == ({}, 3, 0)
    assert result.reason


def test_what_is_too_dear_waits_for_a_person_and_is_asked_when_they_agree(
    root: Path, server: JudgingServer
) -> None:
    workspace = opened(root, server, confirm_above_usd=0)
    waiting = opinions_on(workspace, pairs(3))
    assert (waiting.waiting, len(server.requests)) == (3, 0)
    assert "confirm_above_usd" in waiting.reason
    assert len(opinions_on(workspace, pairs(3), approved=True).found) == 3


def test_a_batch_that_fails_costs_no_other(root: Path, server: JudgingServer) -> None:
    workspace = opened(root, server)
    server.behave(Mode.FILTERED, Mode.OK)
    result = opinions_on(workspace, pairs(2 * BATCH))
    assert len(result.found) == BATCH
    assert result.failed == BATCH
    assert "withheld" in result.reason


def test_a_pair_that_an_answer_leaves_out_is_unsure_and_not_asked_again(
    root: Path, server: JudgingServer
) -> None:
    server.left_out = frozenset({"A1"})
    workspace = opened(root, server)
    found = opinions_on(workspace, pairs(3)).found["person:a1", "person:b1"]
    assert (found.verdict, found.reason) == ("unsure", UNSAID)
    opinions_on(workspace, pairs(3))
    assert len(server.requests) == 1


def test_a_model_that_cannot_be_used_costs_the_opinions_only(
    root: Path, server: JudgingServer
) -> None:
    server.behave(Mode.UNAUTHORIZED)
    result = opinions_on(opened(root, server), pairs(2))
    assert (result.found, result.failed) == ({}, 2)
    assert result.reason


def test_the_local_model_judges_nothing(root: Path, server: JudgingServer) -> None:
    assert not is_judged(opened(root, server, models={}))
    assert is_judged(opened(root, server))
