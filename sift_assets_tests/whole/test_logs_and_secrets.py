"""Logs, spans and Dagster's records of model runs hold no text of a document and no key."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from sift_assets.core.operations import gen_ai
from sift_assets.resources.telemetry import telling_behind
from sift_assets_tests.cli.calling import Call, call
from sift_assets_tests.defs.looking import carried_out, requested
from sift_assets_tests.fakes.llm_server import LlmServer, Mode, let_go_of_clients, running
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project
from sift_assets_tests.fakes.telling_receivers import Receiver, listening_receiver

pytestmark = [
    pytest.mark.usefixtures("own_surroundings"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

KEY = "sk-plaintive-0f3a9c77"
TEXT = "Ada Varga works for Kestrel Ltd and keeps the xylotomous ledger."
SECRETS = (KEY.encode(), b"xylotomous")

ANSWER = json.dumps(
    {
        "entities": [
            {"name": n, "surface": n, "type": kind, "context": [TEXT], "confidence": 0.9}
            for n, kind in (("Ada Varga", "PERSON"), ("Kestrel Ltd", "ORGANIZATION"))
        ],
        "relations": [],
    }
)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Run a server that takes events and spans."""
    with listening_receiver() as receiver:
        yield receiver
    telling_behind.cache_clear()


@pytest.fixture
def server() -> Iterator[LlmServer]:
    """Run a language model server."""
    with running(LlmServer(ANSWER, [Mode.OK])) as server:
        yield server
    let_go_of_clients()


@pytest.fixture
def project(
    tmp_path: Path, server: LlmServer, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> ProjectFolder:
    """Return a project whose model and collectors are here, and that logs for programs."""
    for name, value in {
        "SIFT_LOG_FORMAT": "json",
        "OPENAI_API_KEY": KEY,
        "OPENLINEAGE_API_KEY": KEY,
    }.items():
        monkeypatch.setenv(name, value)
    folder = ProjectFolder(made_project(tmp_path / "project", {"good.txt": TEXT}))
    folder.edit(
        "sift.yaml",
        "model: local",
        f"model: openai/test-model\napi_base: {server.base_url}\n"
        f"models: {{narrate: local, resolve: local}}\n"
        f"telemetry: {{endpoint: '{receiver.address}'}}\n"
        f"openlineage: {{url: '{receiver.address}'}}",
    )
    return folder


def run(project: ProjectFolder) -> tuple[Call, list[Any]]:
    """Do what `sift extract` does; return how it ended and the lines that it logged."""
    done = call("-C", project.root, "extract", "--json")
    lines = [json.loads(line) for line in done.err.splitlines()]
    return done, [line for line in lines if "logger" in line]


def of_chunks(lines: list[Any]) -> list[Any]:
    return [line for line in lines if "chunk" in line]


def calls(receiver: Receiver) -> list[dict[str, Any]]:
    """Return the spans of calls, after those under way have left."""
    telling_behind(receiver.address).flush()
    return [span for span in receiver.spans if span["name"].startswith("chat ")]


def assert_no_secret(where: str, data: bytes) -> None:
    found = [secret for secret in SECRETS if secret in data]
    assert not found, f"{where} holds {found}"


def test_a_success_a_failure_and_a_refusal_are_logged_without_text_or_key(
    project: ProjectFolder, server: LlmServer, receiver: Receiver
) -> None:
    done, lines = run(project)
    assert done.code == 0
    (read,) = [line for line in lines if line.get("asset") == "extractions"]
    assert (read["document"], read["status"], read["mentions"]) == ("good.txt", "complete", 2)
    assert (len(read["run_id"]), read["step"]) == (36, "extractions")
    assert {line.get("event") for line in lines} >= {"STEP_START", "RUN_SUCCESS"}
    (span,) = calls(receiver)
    assert span["attributes"] == {
        gen_ai.OPERATION: "chat",
        gen_ai.PROVIDER: "openai",
        gen_ai.REQUEST_MODEL: "test-model",
        gen_ai.REQUEST_MAX_TOKENS: "4096",
        gen_ai.REQUEST_TEMPERATURE: 0.0,
        gen_ai.OUTPUT_TYPE: "json",
        gen_ai.STAGE: "extract",
        gen_ai.FINISH_REASONS: {"values": [{"stringValue": "stop"}]},
        gen_ai.INPUT_TOKENS: span["attributes"][gen_ai.INPUT_TOKENS],
        gen_ai.OUTPUT_TOKENS: span["attributes"][gen_ai.OUTPUT_TOKENS],
        gen_ai.RESPONSE_MODEL: "test-model-2024",
        gen_ai.COST: 0.0,
    }
    step = next(one for one in receiver.spans if one["name"] == "step extractions")
    assert (span["trace_id"], span["parent_id"]) == (step["trace_id"], step["span_id"])

    server.behave(Mode.EMPTY)
    project.write("silent.txt", TEXT.replace("Ada", "Tom"))
    _, silent = run(project)
    assert {(one["document"], one["chunk"], one["status"]) for one in of_chunks(silent)} == {
        ("silent.txt", 0, "failed")
    }
    assert all(one["reason"] for one in of_chunks(silent))

    server.behave(Mode.BAD_REQUEST)  # repeats the question in its answer
    project.write("refused.txt", TEXT.replace("Ada", "Nina"))
    _, refused = run(project)
    failed = [span for span in calls(receiver) if span["failed"]]
    assert {span["attributes"]["error.type"] for span in failed} == {"fatal"}

    server.behave(Mode.UNAUTHORIZED)  # repeats the key
    project.write("last.txt", TEXT.replace("Ada", "Karl"))
    captured_by_dagster(project)
    assert list((project.root / ".dagster" / "logs").rglob("*.err"))

    assert_no_secret("standard error", json.dumps([lines, silent, refused]).encode())
    for body in receiver.raw:
        assert_no_secret("what was told", body)
    assert {head["Authorization"] for head in receiver.heads if "Authorization" in head} == {
        f"Bearer {KEY}"  # the one place for it
    }
    for file in (project.root / ".dagster").rglob("*"):
        if file.is_file():
            assert_no_secret(file.name, file.read_bytes())


def captured_by_dagster(project: ProjectFolder) -> None:
    """Run what is stale with Dagster capturing what steps print, as `sift dev` does."""
    with dg.DagsterInstance.from_config(str(project.root)) as instance:
        project._instance = instance
        (request,) = requested(project)
        assert not carried_out(project, request).success
