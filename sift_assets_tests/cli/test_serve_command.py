"""`sift serve` listens where it is told, lets in whom it should, and ends when it is told."""

import json
import signal
import socket
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.whole.sift_process import SECONDS, started


@pytest.fixture
def root(tmp_path: Path, own_surroundings: None) -> Path:  # noqa: ARG001 - none of the caller's
    return made_project(tmp_path / "project", {})


def asked(url: str) -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:  # noqa: S310 - ours
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


@pytest.mark.parametrize("stopping", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_listens_answers_and_ends_when_told(
    root: Path, stopping: signal.Signals
) -> None:
    before = files_below(root)
    process = started(root, "serve", "--port", "0", "--no-open", "--json")
    with process:
        assert process.stdout is not None
        found = json.loads(process.stdout.readline())
        assert (found["project"], found["needs_token"]) == (str(root), False)
        assert asked(f"{found['url']}api/queue")[0] == 404  # no run has made one
        assert asked(f"{found['url']}api/session")[1]["role"] == "reviewer"
        if stopping is signal.SIGTERM:
            status, state = asked(f"{found['url']}api/status")
            assert (status, state["documents"]) == (200, 0)
        process.send_signal(stopping)
        out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err) == (0, "", "")
    assert files_below(root) == before


def test_a_port_that_is_taken_is_said(root: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ended = call("-C", root, "serve", "--port", port, "--no-open", "--json")
    assert ended.code == 2
    assert f"Port {port} of 127.0.0.1 is in use" in ended.error


@pytest.mark.parametrize("where", [("--host", "0.0.0.0"), ("--need-token",), ("--host", "::")])  # noqa: S104
def test_where_others_could_enter_a_token_is_needed_first(
    root: Path, where: tuple[str, ...]
) -> None:
    ended = call("-C", root, "serve", *where, "--port", "0", "--json")
    assert ended.code == 2
    assert "sift serve --token-for NAME" in ended.error


def test_a_token_is_made_printed_once_and_revoked(root: Path) -> None:
    made = call("-C", root, "serve", "--token-for", " Ada ", "--role", "reader", "--json").json
    assert (made["actor"], made["role"], made["replaced"]) == ("Ada", "reader", False)
    shown = call("-C", root, "serve", "--token-for", "Ada")
    assert len(shown.out.strip()) >= 43
    assert "The earlier one is good no more" in shown.err
    stored = "".join(file.read_text("utf-8") for file in (root / ".sift").glob("*.json"))
    assert shown.out.strip() not in stored
    assert call("-C", root, "serve", "--revoke", "Ada", "--json").json == {"revoked": "Ada"}
    assert "has no token" in call("-C", root, "serve", "--revoke", "Ada", "--json").error
    assert call("-C", root, "serve", "--token-for", " ").code == 2


def test_without_a_project_it_says_so(tmp_path: Path, own_surroundings: None) -> None:  # noqa: ARG001
    ended = call("-C", tmp_path, "serve", "--port", "0", "--json")
    assert ended.code == 2
    assert "sift init" in ended.error


def test_every_part_of_the_page_is_made_from_text_only() -> None:
    """Nothing that could make markup or code of a text is used anywhere."""
    folder = Path(__file__).parents[2] / "sift_assets" / "review" / "page"
    parts = {file.name: file.read_text("utf-8") for file in folder.iterdir()}
    assert {"index.html", "main.js", "style.css"} <= parts.keys()
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "http:/"):
        assert [name for name, text in parts.items() if word in text and name != "icon.svg"] == []
    long = [(n, line) for n, text in parts.items() for line in text.split("\n") if len(line) > 100]
    assert long == []
