"""Whole runs with a language model behind real HTTP: what is asked, what is not, what it gives."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sift_assets.core.planning.plan import MAX_ATTEMPTS
from sift_assets_tests.cli.calling import Call, call
from sift_assets_tests.fakes.llm_server import LlmServer, Mode, let_go_of_clients
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.whole.sift_process import exported, graph_of

pytestmark = [
    pytest.mark.usefixtures("own_surroundings"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

STATED = {
    ("Ada Varga", "Kestrel Ltd"): "Ada Varga works for Kestrel Ltd.",
    ("Tom Brandt", "Pelagos Ltd"): "Tom Brandt is employed by Pelagos Ltd.",
    ("Nina Olsen", "Kestrel Ltd"): "At Kestrel Ltd, Nina Olsen keeps the books.",
}
FILLER = "The harbour was quiet that day, and the {0} boat left for the islands before noon. " * 8
DOCUMENTS = {
    "long.txt": "\n\n".join(
        f"{FILLER.format(word)}{sentence}"
        for word, sentence in zip(("first", "second", "third"), STATED.values(), strict=True)
    ),
    "short.txt": STATED["Ada Varga", "Kestrel Ltd"],
}


def answer_text() -> str:
    """Return an answer that states everything; what its chunk does not say is not believed."""
    entities = [
        {"name": name, "surface": name, "type": kind, "context": [quote], "confidence": 0.9}
        for (person, firm), quote in STATED.items()
        for name, kind in ((person, "PERSON"), (firm, "ORGANIZATION"))
    ]
    relations = [
        {
            "type": "EMPLOYED_BY",
            "source": person,
            "target": firm,
            "evidence": [quote],
            "confidence": 0.9,
        }
        for (person, firm), quote in STATED.items()
    ]
    return json.dumps({"entities": entities, "relations": relations})


class MoodyServer(LlmServer):
    """A server that answers nothing about texts with certain words in them.

    Attributes:
        silent_about: These words; empty for answering everything.
    """

    silent_about = ""

    def next_mode(self, body: dict[str, Any]) -> Mode:
        mode = super().next_mode(body)
        return Mode.EMPTY if self.silent_about and self.silent_about in asked(body) else mode

    def times_asked(self, words: str) -> int:
        return sum(words in asked(body) for body in self.requests)


def asked(body: dict[str, Any]) -> str:
    return body["messages"][-1]["content"]


@pytest.fixture(autouse=True)
def _closed_connections() -> Iterator[None]:
    """Let go of the connections that LiteLLM leaves open."""
    yield
    let_go_of_clients()


@pytest.fixture
def server() -> Iterator[MoodyServer]:
    """Run a server on loopback."""
    server = MoodyServer(answer_text(), [Mode.OK])
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    yield server
    server.stop()
    thread.join()


@pytest.fixture
def root(tmp_path: Path, server: MoodyServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project whose model is the server's."""
    monkeypatch.setenv("SIFT_MODEL", "openai/test-model")
    monkeypatch.setenv("SIFT_API_BASE", server.base_url)
    monkeypatch.setenv("SIFT_CHUNK_SIZE", "700")
    monkeypatch.setenv("SIFT_MODELS_NARRATE", "local")  # see `test_told_by_a_server`
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return made_project(tmp_path / "project", DOCUMENTS)


def run(root: Path, code: int = 0) -> Any:
    ended = call("-C", root, "run", "--json")
    assert ended.code == code, ended.err
    return ended.json


def facts(root: Path, key: str) -> dict[str, Any]:
    return show(root, "extractions", key).json["facts"]


def show(root: Path, *arguments: str) -> Call:
    return call("-C", root, "show", *arguments, "--json")


def employed(root: Path) -> set[tuple[str, str]]:
    return {
        (link["source_name"], link["target_name"])
        for link in graph_of(root)["links"]
        if link["type"] == "EMPLOYED_BY"
    }


def test_each_chunk_is_asked_about_once_and_the_graph_is_what_was_answered(
    root: Path, server: MoodyServer
) -> None:
    report = run(root)
    assert (report["failed"], report["given_up"]) == ([], {})
    chunks = {key: facts(root, key)["chunks"] for key in DOCUMENTS}
    assert chunks["long.txt"] >= 3
    assert chunks["short.txt"] == 1
    assert len(server.requests) == sum(chunks.values()) + 1  # what the longer one is about
    assert employed(root) == set(STATED)
    assert facts(root, "long.txt")["model"] == "openai/test-model"
    before = exported(root)
    assert run(root)["computed"] == {"documents": 0, "assets": []}
    assert len(server.requests) == sum(chunks.values()) + 1  # what the longer one is about
    assert exported(root) == before


def test_an_edit_of_one_document_asks_about_its_changed_chunks_only(
    root: Path, server: MoodyServer
) -> None:
    run(root)
    before = len(server.requests)
    file = root / "documents" / "long.txt"
    edited = DOCUMENTS["long.txt"].replace(
        STATED["Nina Olsen", "Kestrel Ltd"], "Nina Olsen has left Kestrel Ltd."
    )
    file.write_text(edited, encoding="utf-8")
    run(root)
    new = server.requests[before:]
    assert 1 <= len(new) < facts(root, "long.txt")["chunks"]
    assert all("third" in asked(body) or "has left" in asked(body) for body in new)
    assert employed(root) == set(STATED) - {("Nina Olsen", "Kestrel Ltd")}


def test_a_chunk_without_a_usable_answer_leaves_the_others_and_is_asked_again_by_the_next_run(
    root: Path, server: MoodyServer
) -> None:
    quiet = STATED["Tom Brandt", "Pelagos Ltd"]
    server.silent_about = quiet
    report = run(root, code=1)
    assert "long.txt" in report["given_up"]
    assert facts(root, "long.txt")["status"] == "partial"
    assert facts(root, "long.txt")["chunks_failed"] >= 1
    assert employed(root) == set(STATED) - {("Tom Brandt", "Pelagos Ltd")}
    status = call("-C", root, "status", "--json")
    assert (status.code, list(status.json["given_up"])) == (1, ["long.txt"])
    corpus = show(root, "corpus").json["value"]["documents"]
    assert corpus["long.txt"]["standing"] == "partial"
    asked_once = server.times_asked(quiet)
    assert 1 <= asked_once <= MAX_ATTEMPTS * facts(root, "long.txt")["chunks_failed"]
    others = len(server.requests) - asked_once
    server.silent_about = ""
    assert run(root)["given_up"] == {}
    assert facts(root, "long.txt")["status"] == "complete"
    assert employed(root) == set(STATED)
    assert len(server.requests) - server.times_asked(quiet) == others


def test_without_a_key_the_variable_is_named_before_anything_is_asked(
    root: Path, server: MoodyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIFT_API_BASE")
    ended = call("-C", root, "run", "--json")
    assert ended.code == 2
    assert "OPENAI_API_KEY" in ended.error
    assert server.requests == []
    assert show(root, "document_texts").json == {}
    status = call("-C", root, "status", "--json")
    assert "OPENAI_API_KEY" in " ".join(status.json["blocked"])


def test_going_back_to_an_earlier_model_asks_nothing_again(
    root: Path, server: MoodyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIFT_MODEL", "local")
    run(root)
    local = exported(root)
    assert server.requests == []
    monkeypatch.setenv("SIFT_MODEL", "openai/test-model")
    run(root)
    asked_in_all, by_model = len(server.requests), exported(root)
    assert asked_in_all > 0
    assert by_model != local
    monkeypatch.setenv("SIFT_MODEL", "local")
    run(root)
    assert exported(root) == local
    monkeypatch.setenv("SIFT_MODEL", "openai/test-model")
    run(root)
    assert exported(root) == by_model
    assert len(server.requests) == asked_in_all


def test_a_model_that_answers_with_escapes_reaches_no_terminal(
    root: Path, server: MoodyServer
) -> None:
    name = "Ada \x1b[2JVarga"
    quote = STATED["Ada Varga", "Kestrel Ltd"]
    entity = {"name": name, "type": "PERSON", "surface": "Ada Varga", "context": [quote]}
    server.answer = json.dumps({"entities": [{**entity, "confidence": 0.9}], "relations": []})
    plain = call("-C", root, "run")
    assert plain.code == 0
    shown = call("-C", root, "show", "knowledge_graph", "PERSON")
    assert "Varga" in shown.out
    assert "\x1b" not in plain.out + plain.err + shown.out
