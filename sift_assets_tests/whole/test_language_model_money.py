"""Whole runs with a model that costs: budget, approval, asking anew, and whose answers count."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.llm.ledger import day_of
from sift_assets.core.llm.money import dollars
from sift_assets.core.settings.model import Settings
from sift_assets.resources.ledger import TableLedger, project_ledger
from sift_assets_tests.cli.calling import Call, call
from sift_assets_tests.fakes.llm_server import LlmServer, Mode, let_go_of_clients
from sift_assets_tests.fakes.project_folder import made_project

pytestmark = [
    pytest.mark.usefixtures("own_surroundings"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

MODEL = "openai/gpt-4o-mini"
"""Its price stands in the table, also behind an address of our own."""

FILLER = "The harbour was quiet that day, and the {0} boat left for the islands before noon. " * 8
LONG = "\n\n".join(FILLER.format(word) for word in ("first", "second", "third", "fourth"))
ANSWER = '{"entities": [], "relations": []}'
COST = 0.000027
"""Of one answer, by the tokens that the server says it used."""


@pytest.fixture
def server() -> Iterator[LlmServer]:
    """Run a server on loopback."""
    running = LlmServer(ANSWER, [Mode.OK])
    thread = threading.Thread(target=running.serve, daemon=True)
    thread.start()
    yield running
    running.stop()
    thread.join()
    let_go_of_clients()


@pytest.fixture
def root(tmp_path: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of two documents, five chunks in all, whose model costs."""
    monkeypatch.setenv("SIFT_MODEL", MODEL)
    monkeypatch.setenv("SIFT_API_BASE", server.base_url)
    monkeypatch.setenv("SIFT_CHUNK_SIZE", "700")
    monkeypatch.setenv("SIFT_DOCUMENT_CONTEXT", "false")
    monkeypatch.setenv("SIFT_CONCURRENCY", "2")
    return made_project(tmp_path / "project", {"long.txt": LONG, "short.txt": "Ada met Bo."})


def run(root: Path, *flags: str, code: int = 0) -> Any:
    ended = call("-C", root, "run", *flags, "--json")
    assert ended.code == code, ended.err or ended.out
    return ended.json if ended.out else json.loads(ended.err)


def facts(root: Path, key: str) -> dict[str, Any]:
    return call("-C", root, "show", "extractions", key, "--json").json["facts"]


def status(root: Path) -> Call:
    return call("-C", root, "status", "--json")


def ledger(root: Path) -> TableLedger:
    return project_ledger(root, Settings())


def test_what_is_paid_is_in_the_ledger_and_stands_at_each_document(
    root: Path, server: LlmServer
) -> None:
    assert run(root)["waiting"] == {}
    chunks = facts(root, "long.txt")["chunks"] + 1
    assert len(server.requests) == chunks
    assert dollars(ledger(root).sums().spent) == pytest.approx(chunks * COST)
    long = facts(root, "long.txt")
    assert (long["calls"], long["cached"], long["unpriced_calls"]) == (chunks - 1, 0, 0)
    assert long["cost_usd"] == pytest.approx((chunks - 1) * COST)
    assert long["answered_by"] == "gpt-4o-mini-2024"
    shown = call("-C", root, "budget", "--json").json
    assert shown["spent_usd"] == pytest.approx(chunks * COST)
    (root / "sift.yaml").write_text("rpm: 1000\ntimeout_seconds: 60\nbudget_usd: 4\n")
    assert run(root)["computed"] == {"documents": 0, "assets": []}
    assert len(server.requests) == chunks


def test_without_a_budget_every_chunk_waits_and_raising_it_runs_exactly_those(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_BUDGET_USD", "0")
    report = run(root, code=1)
    assert set(report["waiting"]) == {"long.txt", "short.txt"}
    assert "budget_usd is $0.00" in report["waiting"]["short.txt"]
    assert (report["given_up"], report["failed"], server.requests) == ({}, [], [])
    assert {facts(root, key)["status"] for key in ("long.txt", "short.txt")} == {"partial"}
    shown = status(root)
    assert (shown.code, set(shown.json["waiting"])) == (1, {"long.txt", "short.txt"})
    assert (shown.json["stale"], shown.json["given_up"]) == ([], {})
    monkeypatch.setenv("SIFT_BUDGET_USD", "1")
    calls = call("-C", root, "plan", "--json").json["total"]["calls"]
    assert run(root)["waiting"] == {}
    assert len(server.requests) == calls == facts(root, "long.txt")["chunks"] + 1
    assert status(root).code == 0


def test_a_budget_that_ends_in_the_middle_leaves_the_rest_pending_and_is_not_overshot(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server._modes[:] = [Mode.NO_USAGE]  # each call counts at its worst
    (root / "documents" / "long.txt").rename(root / "long.txt")
    run(root)
    one = ledger(root).sums().spent
    (root / "long.txt").rename(root / "documents" / "long.txt")
    budget = dollars(int(3.9 * one))
    monkeypatch.setenv("SIFT_BUDGET_USD", str(budget))
    report = run(root, code=1)
    long, paid = facts(root, "long.txt"), len(server.requests) - 1
    assert 0 < paid < long["chunks"]
    assert (long["status"], long["chunks_pending"]) == ("partial", long["chunks"] - paid)
    assert list(report["waiting"]) == ["long.txt"]
    assert dollars(sum(ledger(root).sums())) <= budget
    monkeypatch.setenv("SIFT_BUDGET_USD", "1")
    run(root)
    assert len(server.requests) == 1 + long["chunks"]


def test_a_dear_change_waits_for_a_person_and_says_what_it_costs(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_CONFIRM_ABOVE_USD", "0.0001")
    refused = run(root, code=4)
    assert "sift run --approve" in refused["error"]
    assert "calls and about $" in refused["error"]
    assert server.requests == []
    shown = status(root)
    assert (shown.code, "confirm_above_usd" in shown.json["waits_for_approval"]) == (1, True)
    report = run(root, "--approve")
    assert (report["waiting"], len(server.requests) > 0) == ({}, True)
    assert status(root).json["waits_for_approval"] == ""


def test_asking_anew_pays_once_more_for_that_document_and_its_answer_counts_from_then_on(
    root: Path, server: LlmServer
) -> None:
    run(root)
    before = len(server.requests)
    quote = "Ada met Bo."
    person = {"name": "Ada", "surface": "Ada", "type": "PERSON", "context": [quote]}
    server.answer = json.dumps({"entities": [{**person, "confidence": 0.9}], "relations": []})
    assert run(root)["entities"] == 0
    assert run(root, "--again", "short.txt")["entities"] == 1
    assert len(server.requests) == before + 1
    assert run(root)["computed"] == {"documents": 0, "assets": []}
    explained = call("-C", root, "explain", "extractions", "short.txt", "--json")
    assert (explained.code, "generation" in explained.out) == (0, True)
    assert call("-C", root, "fsck", "--json").code == 0
    assert "ghost.txt" in run(root, "--again", "ghost.txt", code=2)["error"]
    assert len(server.requests) == before + 1


@pytest.mark.parametrize(
    ("model", "base", "code", "said"),
    [
        ("openai/x", "http://127.0.0.1:9/v1", 1, "the server cannot be reached"),
        ("opnai/gpt-4o-mini", "", 2, "knows no provider of `opnai/gpt-4o-mini`"),
    ],
)
def test_a_server_or_a_provider_that_is_not_there_ends_the_run_with_its_name(
    root: Path, monkeypatch: pytest.MonkeyPatch, model: str, base: str, code: int, said: str
) -> None:
    monkeypatch.setenv("SIFT_MODEL", model)
    monkeypatch.setenv("SIFT_API_BASE", base)
    assert said in run(root, code=code)["error"]
    assert status(root).code == 1


def test_the_local_model_is_not_asked_anew(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIFT_MODEL", "local")
    run(root)
    assert "answers the same" in run(root, "--again", "short.txt", code=2)["error"]


def test_what_was_spent_survives_the_store(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil
    import time

    run(root)
    spent = ledger(root).sums()
    for folder in (".sift", ".dagster", "exports"):
        shutil.rmtree(root / folder)
    assert ledger(root).sums() == spent == ledger(root).spent_in(day_of(time.time()))
    monkeypatch.setenv("SIFT_BUDGET_USD", "0.00001")
    assert set(run(root, code=1)["waiting"]) == {"long.txt", "short.txt"}
