"""Forgetting, whole: answers of a language model over HTTP, and a process killed in the middle."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.llm_server import LlmServer, Mode, let_go_of_clients
from sift_assets_tests.fakes.planted_words import holding
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

PLANTED = ("Zorbax", "zorbax", "Quellheim", "quellheim")
"""In the text and title of the document to forget; not in its name, which Dagster keeps."""

NAME = "letters/secret.txt"
FIRST = "Zorbax Quellheim works for Kestrel Ltd."
SAID = {
    FIRST: ("Zorbax Quellheim", "Kestrel Ltd"),
    "Ada Varga works for Kestrel Ltd.": ("Ada Varga", "Kestrel Ltd"),
    "Zorbax Quellheim works for Pelagos Ltd.": ("Zorbax Quellheim", "Pelagos Ltd"),
}
FILLER = "The harbour was quiet that day, and the last boat left for the islands at noon. " * 9
DOCUMENTS = {
    NAME: f"{FIRST}\n\n{FILLER}\n\nAda Varga works for Kestrel Ltd.",
    "open.txt": "Ada Varga works for Kestrel Ltd.",
}

KILLED = """
import os, pydoc, signal, sys
from sift_assets.cli.main import main
from sift_assets_tests.fakes.name_extractor import NameExtractor
root, document, owner, name, at = sys.argv[1:]
home = pydoc.locate("sift_assets.defs.document_run")
home.open_extractor = lambda *_: NameExtractor()
home, calls = pydoc.locate(owner), []
victim = getattr(home, name)
def struck(*given, **named):
    calls.append(given)
    if len(calls) == int(at):
        os.kill(os.getpid(), signal.SIGKILL)
    return victim(*given, **named)
setattr(home, name, struck)
main(["-C", root, "forget", document, "--yes", "--delete-file", "--json"])
"""
"""Forgets, and dies at the n-th call of a function."""


class SayingServer(LlmServer):
    """A server that answers what stands in the text it is asked about."""

    def next_mode(self, body: dict[str, Any]) -> Mode:
        text = body["messages"][-1]["content"]
        self.answer = answer_about([sentence for sentence in SAID if sentence in text])
        return super().next_mode(body)


def answer_about(sentences: list[str]) -> str:
    entities = [
        {"name": name, "surface": name, "type": kind, "context": [sentence], "confidence": 0.9}
        for sentence in sentences
        for name, kind in zip(SAID[sentence], ("PERSON", "ORGANIZATION"), strict=True)
    ]
    relations = [
        {
            "type": "EMPLOYED_BY",
            "source": SAID[sentence][0],
            "target": SAID[sentence][1],
            "evidence": [sentence],
            "confidence": 0.9,
        }
        for sentence in sentences
    ]
    return json.dumps({"entities": entities, "relations": relations})


@pytest.fixture
def server() -> Iterator[SayingServer]:
    """Run a server on loopback that is asked one thing at a time."""
    server = SayingServer("", [Mode.OK])
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    yield server
    server.stop()
    thread.join()
    let_go_of_clients()


@pytest.mark.usefixtures("own_surroundings")
@pytest.mark.filterwarnings("ignore::DeprecationWarning:litellm.*")
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_what_a_language_model_answered_about_a_forgotten_document_is_nowhere_left(
    tmp_path: Path, server: SayingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"MODEL": "openai/test", "API_BASE": server.base_url, "CHUNK_SIZE": "700"}
    settings |= {"CONCURRENCY": "1", "MODELS_NARRATE": "local"}
    for name, value in settings.items():
        monkeypatch.setenv(f"SIFT_{name}", value)
    root = made_project(tmp_path / "project", DOCUMENTS)
    assert call("-C", root, "run", "--json").code == 0
    file = root / "documents" / NAME
    file.write_text(file.read_text("utf-8").replace("Kestrel", "Pelagos", 1), encoding="utf-8")
    assert call("-C", root, "run", "--json").code == 0
    assert call("-C", root, "export", "graphml", "--json").code == 0
    before, asked = holding(root, PLANTED), len(server.requests)
    assert asked >= 3
    assert len({name for name in before if name.startswith(".sift/objects")}) > 6
    ended = call("-C", root, "forget", NAME, "--yes", "--delete-file", "--json")
    assert ended.code == 0, ended.err
    assert ended.json["answers"] >= 2
    assert holding(root, PLANTED) == set()
    assert len(server.requests) == asked
    (root / ".sift" / "provenance.sqlite").unlink()  # so that everything is looked up
    assert call("-C", root, "run", "--json").code == 0
    assert len(server.requests) == asked  # what was paid for about the other document is there


@pytest.mark.parametrize(
    ("owner", "name", "at"),
    [
        ("sift_assets.cli.forgetting", "delete_files", 1),
        ("sift_assets.defs.graph_run", "recorded_result", 2),
        ("sift_assets.resources.places.FolderPlace", "remove", 2),
    ],
    ids=["after the tombstone", "amid the new graph", "between results and objects"],
)
def test_a_forgetting_that_was_killed_is_completed_by_the_next_one(
    built: ProjectFolder, owner: str, name: str, at: int
) -> None:
    text = "Zorbax Quellheim works for Kestrel Ltd.\n"
    built.write(NAME, text)
    assert built.run().succeeded
    assert holding(built.root, PLANTED) != set()
    arguments = [str(built.root), NAME, owner, name, str(at)]
    dead = subprocess.run([sys.executable, "-c", KILLED, *arguments], check=False)
    assert dead.returncode == -9
    assert len(built.workspace.tombstones.read()) == 1
    assert holding(built.root, PLANTED) != set()
    ended = call("-C", built.root, "forget", NAME, "--yes", "--delete-file", "--json")
    assert ended.code == 0, ended.err
    assert holding(built.root, PLANTED) == set()
    assert len(built.workspace.tombstones.read()) == 1
    assert call("-C", built.root, "fsck", "--json").json["faults"] == []
    assert built.plan().nothing_to_do
