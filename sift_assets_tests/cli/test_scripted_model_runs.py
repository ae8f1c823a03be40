"""`sift run` with a script in the place of a language model, as people try a project out."""

from pathlib import Path
from typing import Any

import pytest

from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project
from sift_assets_tests.whole.sift_process import graph_of

pytestmark = pytest.mark.usefixtures("own_surroundings")

PLAY = """\
model: play-1
rules:
- when: SABOTAGE
  fails: transient
- when: Tom Brandt
  answer: Sorry, I would rather not.
- when: Ada Varga
  answer:
    entities:
    - {name: Ada Varga, type: PERSON, context: [Ada Varga works for Kestrel Ltd], confidence: 0.9}
    - {name: Kestrel Ltd, type: ORGANIZATION, context: [works for Kestrel Ltd], confidence: 0.9}
    - {name: Zoe Unseen, type: PERSON, context: [Zoe was never there], confidence: 0.9}
    relations:
    - {type: EMPLOYED_BY, source: Ada Varga, target: Kestrel Ltd, confidence: 0.9,
       evidence: [Ada Varga works for Kestrel Ltd]}
- answer: '{"entities": [], "relations": []}'
"""
DOCUMENTS = {
    "ada.txt": "Ada Varga works for Kestrel Ltd.",
    "tom.txt": "Tom Brandt left.",
    "bad.txt": "Here is SABOTAGE.",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = made_project(tmp_path / "project", DOCUMENTS)
    (root / "play.yaml").write_text(PLAY, encoding="utf-8")
    (root / "sift.yaml").write_text("model: scripted/play.yaml\n", encoding="utf-8")
    return root


def run(root: Path, code: int) -> Any:
    ended = call("-C", root, "run", "--json")
    assert ended.code == code, ended.err
    return ended.json


def facts(root: Path, key: str) -> dict[str, Any]:
    return call("-C", root, "show", "extractions", key, "--json").json["facts"]


def test_a_script_is_obeyed_what_fails_is_said_and_a_second_run_asks_nothing(root: Path) -> None:
    planned = call("-C", root, "plan", "--json").json["total"]
    assert (planned["calls"], planned["cost_usd"]) == (3, 0.0)
    report = run(root, code=1)
    assert sorted(report["given_up"]) == ["bad.txt", "tom.txt"]
    assert "the script lets this call fail" in report["given_up"]["bad.txt"]
    assert "holds no JSON object" in report["given_up"]["tom.txt"]
    statuses = {key: facts(root, key)["status"] for key in DOCUMENTS}
    assert statuses == {"ada.txt": "complete", "tom.txt": "failed", "bad.txt": "failed"}
    assert facts(root, "ada.txt")["answered_by"] == "play-1"
    links = graph_of(root)["links"]
    employed = [(e["source_name"], e["target_name"]) for e in links if e["type"] == "EMPLOYED_BY"]
    assert employed == [("Ada Varga", "Kestrel Ltd")]
    names = {node.get("name") for node in graph_of(root)["nodes"]}
    assert "Zoe Unseen" not in names

    for name in ("bad.txt", "tom.txt"):
        (root / "documents" / name).unlink()
    assert run(root, code=0)["given_up"] == {}
    assert run(root, code=0)["computed"] == {"documents": 0, "assets": []}

    ProjectFolder(root).edit(
        "play.yaml", "model: play-1", "model: play-2"
    )  # other answers may come
    assert call("-C", root, "plan", "--json").json["total"]["calls"] == 1


def test_a_script_that_is_not_there_or_says_nothing_sensible_is_named(root: Path) -> None:
    ProjectFolder(root).edit("play.yaml", "- when: SABOTAGE", "- whem: SABOTAGE")
    broken = call("-C", root, "run", "--json")
    assert (broken.code, "play.yaml" in broken.error, "whem" in broken.error) == (2, True, True)
    (root / "play.yaml").unlink()
    missing = call("-C", root, "run", "--json")
    assert (missing.code, "names no file to play from" in missing.error) == (2, True)
