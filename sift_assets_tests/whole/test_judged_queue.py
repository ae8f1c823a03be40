"""Opinions of a language model in the review queue of a whole project."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.judging_server import JudgingServer, running_judge
from sift_assets_tests.fakes.project_folder import made_project

pytestmark = [
    pytest.mark.usefixtures("own_surroundings"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

DOCUMENTS = {
    "a.txt": "Marta Lindqvist works for Kestrel Ltd.",
    "b.txt": "M. Lindqvist works for Kestrel Ltd.",
}


@pytest.fixture
def server() -> Iterator[JudgingServer]:
    with running_judge() as running:
        yield running


@pytest.fixture
def root(tmp_path: Path, server: JudgingServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIFT_API_BASE", server.base_url)
    monkeypatch.setenv("SIFT_MODELS_RESOLVE", "openai/gpt-4o-mini")
    monkeypatch.setenv("OPENAI_API_KEY", "not a key")
    return made_project(tmp_path / "project", DOCUMENTS)


def run(root: Path, *flags: str) -> Any:
    ended = call("-C", root, "run", *flags, "--json")
    assert ended.code == 0, ended.err or ended.out
    return json.loads(ended.out)


def merges(root: Path) -> list[dict[str, Any]]:
    return call("-C", root, "show", "review_queue", "--json").json["value"]["merges"]


def test_an_opinion_stands_beside_a_proposal_and_decides_nothing(
    root: Path, server: JudgingServer
) -> None:
    assert run(root)["to_decide"]["merges"] == 1
    (merge,) = merges(root)
    (opinion,) = merge["opinions"]
    assert opinion["opinion"]["verdict"] == "same"
    assert len(server.requests) == 1
    run(root)
    assert len(server.requests) == 1


def test_what_waits_for_a_budget_is_asked_when_it_is_raised(
    root: Path, server: JudgingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_BUDGET_USD", "0")
    assert run(root)["to_decide"]["unjudged"] == 1
    assert (merges(root)[0]["opinions"], server.requests) == ([], [])
    assert run(root)["computed"]["assets"] == []
    monkeypatch.setenv("SIFT_BUDGET_USD", "1")
    assert run(root)["computed"]["assets"] == ["review_queue"]
    assert "unjudged" not in run(root)["to_decide"]
    assert len(merges(root)[0]["opinions"]) == 1


def test_what_is_too_dear_is_asked_when_a_person_agrees(
    root: Path, server: JudgingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_CONFIRM_ABOVE_USD", "0")
    assert "confirm_above_usd" in run(root)["to_decide"]["unjudged_because"]
    assert server.requests == []
    assert "unjudged" not in run(root, "--approve")["to_decide"]
    assert len(server.requests) == 1
