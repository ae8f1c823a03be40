"""What a plan says of calls to a language model, and the calls that a run then makes."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.planning.estimate import Estimate
from sift_assets.workflows import approving, planning
from sift_assets_tests.cli.calling import call
from sift_assets_tests.conftest import set_apart
from sift_assets_tests.fakes.llm_server import (
    LlmServer,
    Mode,
    let_go_of_clients,
    running_llm_server,
)
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

pytestmark = [
    pytest.mark.usefixtures("own_surroundings"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

MODEL = "openai/test-model"
FILLER = "The harbour was quiet that day, and the {0} boat left for the islands before noon. " * 8
LONG = "\n\n".join(FILLER.format(word) for word in ("first", "second", "third"))
DOCUMENTS = {"long.txt": LONG, "copy of long.txt": LONG, "short.txt": "Ada met Bo in the harbour."}
ANSWER = '{"entities": [], "relations": []}'


@pytest.fixture
def server() -> Iterator[LlmServer]:
    """Run a server on loopback, and let go of its clients afterwards."""
    with running_llm_server(Mode.OK, answer=ANSWER) as running:
        yield running
    let_go_of_clients()


@pytest.fixture(scope="module")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a project with its texts read by one run with the local model."""
    root = tmp_path_factory.mktemp("read") / "project"
    with set_apart(root.parent):
        made_project(root, DOCUMENTS)
        run(root)
    return root


@pytest.fixture
def root(tmp_path: Path, read_once: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the project that was read."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return shutil.copytree(read_once, tmp_path / "project")


def run(root: Path, code: int = 0) -> None:
    ended = call("-C", root, "run", "--json")
    assert ended.code == code, ended.err


def plan(root: Path, *supposed: str) -> Any:
    flags = [word for each in supposed for word in ("--if", each)]
    ended = call("-C", root, "plan", *flags, "--json")
    assert ended.code == 0, ended.err
    return ended.json


def choose(server: LlmServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIFT_MODEL", MODEL)
    monkeypatch.setenv("SIFT_API_BASE", server.base_url)
    monkeypatch.setenv("SIFT_CHUNK_SIZE", "700")


def calls_of_a_run(root: Path, server: LlmServer, code: int = 0) -> int:
    before = len(server.requests)
    run(root, code)
    return len(server.requests) - before


def test_supposing_a_model_counts_the_calls_that_choosing_it_makes(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = f"api_base={server.base_url}"
    supposed = plan(root, f"model={MODEL}", base, "chunk_size=700")
    assert server.requests == []
    choose(server, monkeypatch)
    chosen = plan(root)
    assert chosen["total"] == supposed["total"]
    total, works = chosen["total"], chosen["documents"]
    assert works["long.txt"]["chunks_to_run"] >= 3
    assert works["long.txt"]["chunks_to_run"] == works["copy%20of%20long.txt"]["chunks_to_run"]
    # The copies share their calls: each chunk of one of them, and what it is about, takes one; so
    # does `short.txt`.
    assert total["calls"] == works["long.txt"]["chunks_to_run"] + 2
    assert total["cost_usd"] == 0  # a server on this machine
    assert calls_of_a_run(root, server) == total["calls"]
    assert plan(root)["up_to_date"]


def test_the_tokens_that_a_plan_counts_are_those_of_the_requests_that_are_made(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(server, monkeypatch)
    total = plan(root)["total"]
    run(root)
    said = sum(len(message["content"]) for body in server.requests for message in body["messages"])
    assert said / 4 < total["input_tokens"] < said  # the schema is counted on top


def test_a_plan_looks_its_chunks_up_once(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(server, monkeypatch)
    looked_up: list[Estimate] = []
    estimated = planning.estimated

    def noted(*given: Any) -> Estimate:
        looked_up.append(estimated(*given))
        return looked_up[-1]

    monkeypatch.setattr(approving, "estimated", noted)
    monkeypatch.setattr(planning, "estimated", noted)
    total = plan(root)["total"]
    assert [estimate.total.calls for estimate in looked_up] == [total["calls"]]


def test_an_edit_is_planned_with_its_changed_chunks_only(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as chosen:
        choose(server, chosen)
        run(root)
    folder = ProjectFolder(root)
    folder.write("long.txt", LONG.replace("third boat", "last boat"))
    run(root)  # with the local model: the new text is read, nothing is asked
    choose(server, monkeypatch)
    planned = plan(root)
    work = planned["documents"]["long.txt"]
    assert work["chunks_cached"] >= 1
    assert 1 <= work["calls"] == work["chunks_to_run"] == planned["total"]["calls"]
    assert calls_of_a_run(root, server) == planned["total"]["calls"]


def test_an_unread_edit_is_estimated_and_said_to_be(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(server, monkeypatch)
    run(root)
    ProjectFolder(root).write("short.txt", "Ada met Bo on the pier.")
    total = plan(root)["total"]
    assert (total["unread"], total["calls"], total["chunks_to_run"]) == (1, 1, 1)
    assert "~1" in call("-C", root, "plan").out
    assert calls_of_a_run(root, server) == 1


def test_chunks_that_failed_are_planned_again_and_the_others_are_cached(
    root: Path, server: LlmServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(server, monkeypatch)
    server.answer = "no answer at all"
    run(root, code=1)
    server.answer = ANSWER
    ProjectFolder(root).document("copy of long.txt").unlink()
    planned = plan(root)
    assert set(planned["failed_before"]) == {"long.txt", "short.txt"}
    assert planned["total"]["calls"] == planned["total"]["chunks_to_run"] >= 4
    assert calls_of_a_run(root, server) == planned["total"]["calls"]


def test_the_local_model_is_never_planned_to_be_called(root: Path, server: LlmServer) -> None:
    total = plan(root, "chunk_size=500", f"api_base={server.base_url}")["total"]
    assert total["chunks_to_run"] >= 7
    assert (total["calls"], total["input_tokens"], total["cost_usd"]) == (0, 0, 0)
    assert server.requests == []
