"""The commands that answer questions: one JSON document, words for people, errors with codes."""

import json
from pathlib import Path
from typing import Any

import pytest

import sift_assets
from sift_assets.agent.tools import Tools
from sift_assets.cli.commands.query import DIRECTIONS
from sift_assets.core.query.envelope import NOTICE
from sift_assets.core.query.index import Direction
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project

ANSWERING = (
    ("search", "varga"),
    ("query", "Ada Varga"),
    ("path", "Ada Varga", "Nina Olsen"),
    ("evidence", "Kestrel Ltd"),
    ("timeline",),
    ("info",),
    ("info", "Ada Varga"),
    ("topology",),
)


def failed(*arguments: str | Path) -> dict[str, Any]:
    ended = call(*arguments, "--json")
    assert ended.out == ""
    error = json.loads(ended.err)
    assert error["exit_code"] == ended.code
    return error


@pytest.fixture
def root(built: ProjectFolder) -> Path:
    return built.root


def test_every_answering_command_prints_one_document_or_words_and_writes_nothing(
    root: Path,
) -> None:
    before = files_below(root)
    for arguments in ANSWERING:
        ended = call("-C", root, *arguments, "--json", "--limit", "3")
        assert (ended.code, ended.err) == (0, ""), arguments
        assert ended.json["notice"] == NOTICE
        assert ended.json["freshness"]["is_fresh"]
        words = call("-C", root, *arguments)
        assert words.code == 0, arguments
        assert words.out.strip()
    assert files_below(root) == before


def test_a_fact_stands_with_its_status_quote_and_document(root: Path) -> None:
    shown = call("-C", root, "query", "Ada Varga").out
    assert "? → EMPLOYED_BY Kestrel Ltd  (pending: low_confidence, 1 document)" in shown
    assert "“Ada Varga works for Kestrel Ltd”  contracts/kestrel.txt" in shown
    way = call("-C", root, "path", "Ada Varga", "Nina Olsen").out
    assert "1. Ada Varga – Kestrel Ltd – Nina Olsen" in way


def test_filters_are_the_same_on_every_command(root: Path) -> None:
    scope = ("--folder", "contracts", "--min-support", "1", "--type", "ORGANIZATION")
    for arguments in ANSWERING:
        ended = call("-C", root, *arguments, *scope, "--json")
        said = ended.json if ended.code == 0 else failed("-C", root, *arguments, *scope)
        filters = {"folders": ["contracts"], "min_support": 1, "entity_types": ["ORGANIZATION"]}
        assert said.get("filters", filters) == filters
    facts = call("-C", root, "query", "Kestrel Ltd", "--folder", "contracts", "--json").json
    named = {source["document"] for one in facts["result"]["facts"] for source in one["sources"]}
    assert named == {"contracts/kestrel.txt"}


def test_errors_are_json_with_a_code_and_what_helps(root: Path) -> None:
    unknown = failed("-C", root, "query", "Ada Vargo")
    assert (unknown["code"], unknown["exit_code"]) == ("unknown_entity", 1)
    assert unknown["nearest"][0]["id"] == "person:ada_varga"
    bad = failed("-C", root, "search", "x", "--since", "soon")
    assert (bad["code"], bad["exit_code"]) == ("bad_filter", 2)
    assert failed("-C", root, "info", "--limit", "0")["code"] == "bad_filter"
    assert failed("-C", root, "path", "Ada Varga", "Karl Meier")["code"] == "no_path"
    words = call("-C", root, "query", "Ada Vargo")
    assert words.code == 1
    assert "Did you mean Ada Varga" in words.err


def test_info_says_the_same_of_the_project_to_people_programs_and_agents(root: Path) -> None:
    answer = call("-C", root, "info", "--json").json
    said = answer["result"]["project"]
    assert said["domain"]["name"] == "general"
    assert "PERSON" in said["domain"]["entity_types"]
    assert said["to_decide"]["open"] == said["to_decide"]["relations"] > 0
    assert sift_assets.info(root) == answer
    assert Tools(root).info(limit=20, max_tokens=8000).structured_content == answer
    words = call("-C", root, "info").out
    assert (
        "Domain general\n  5 entity types: DOCUMENT, EVENT, LOCATION, ORGANIZATION, PERSON" in words
    )
    assert f"sift review   ({said['to_decide']['relations']} relations)" in words
    assert "Of today by recorded versions" in words
    one = sift_assets.info(root, "Ada Varga", folders=("contracts",))
    assert (one["answer"], one["filters"]) == ("entity_info", {"folders": ["contracts"]})


def test_what_is_not_of_today_is_said_and_refused_where_it_must_be_fresh(root: Path) -> None:
    ProjectFolder(root).edit("sift.yaml", "domain: general", "domain: osint")
    assert "Not of today: corpus" in call("-C", root, "info").out
    assert failed("-C", root, "info", "--fresh")["code"] == "stale"


def test_an_answer_is_of_today_from_wherever_it_is_asked(
    project: ProjectFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings name a file of the project, which is found in it and nowhere else."""
    (project.root / "play.yaml").write_text("rules: []\n", "utf-8")
    project.edit("sift.yaml", "model: local", "models: {extract: scripted/play.yaml}")
    assert project.run().succeeded
    monkeypatch.chdir(tmp_path)
    answer = call("-C", project.root, "info", "--json").json
    assert answer["freshness"]["is_fresh"] is True
    monkeypatch.chdir(tmp_path)
    assert sift_assets.query(project.root, "Ada Varga")["freshness"]["is_fresh"] is True
    assert Path.cwd() == tmp_path


def test_outside_of_a_project_and_before_a_run_there_is_a_code_too(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - no project above
) -> None:
    assert failed("-C", tmp_path, "info")["code"] == "project_error"
    made_project(tmp_path / "new", {})
    assert failed("-C", tmp_path / "new", "info")["code"] == "no_index"


def test_the_directions_of_the_command_are_those_of_the_question() -> None:
    assert DIRECTIONS == ("out", "in", "both") == tuple(map(str, Direction))
