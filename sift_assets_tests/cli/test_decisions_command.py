"""`sift decisions` says what was decided, what became of it, and which lines do not count."""

import json
from pathlib import Path
from typing import Any

from sift_assets.resources.workspace import Workspace
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.cli.planted_queue import decided, plant
from sift_assets_tests.fakes.project_folder import ProjectFolder


def decide(root: Path, *arguments: str) -> None:
    assert call("-C", root, "decide", *arguments).code == 0


def log_of(root: Path) -> Path:
    return Workspace.open(root, environment={}).decision_log.path


def shown(root: Path, *arguments: str) -> Any:
    return call("-C", root, "decisions", *arguments, "--json").json


def test_before_anything_is_decided_there_is_nothing_to_show_and_nothing_is_written(
    project: ProjectFolder,
) -> None:
    before = files_below(project.root)
    assert shown(project.root) == []
    assert "Nothing was decided" in call("-C", project.root, "decisions", "show").out
    assert call("-C", project.root, "decisions", "fsck", "--repair").code == 0
    assert files_below(project.root) == before


def test_each_decision_is_shown_with_who_when_how_and_what_it_comes_to(
    built: ProjectFolder,
) -> None:
    root = built.root
    decide(root, "merge", "Ada Varga", "Tom Brandt", "--reason", "I asked")
    decide(root, "not-same", "Ada Varga", "Tom Brandt")
    decide(root, "retract", "Nina Olsen")
    log = log_of(root)
    parked = json.loads(log.read_bytes().splitlines()[-1])
    parked["entities"] = [{"type": "PERSON", "name": "Nobody Known"}]
    add_line(root, parked)
    before = files_below(root)
    rows = shown(root)
    assert [(one["act"], one["standing"]) for one in rows] == [
        ("merge", "no_effect"),
        ("not_same", "in_force"),
        ("retract", "in_force"),
        ("retract", "parked"),
    ]
    assert (rows[0]["channel"], rows[0]["reason"]) == ("command", "I asked")
    assert "Nobody Known" in rows[3]["because"]
    text = call("-C", root, "decisions").out
    assert "Ada Varga = Tom Brandt  [no effect]" in text
    assert rows[0]["actor"] in text
    assert files_below(root) == before


def add_line(root: Path, fields: dict[str, Any]) -> None:
    """Add a decision with the id that it has."""
    from sift_assets.core.decisions.decision import Decision
    from sift_assets.core.decisions.log import to_line

    one = Decision.model_validate(fields | {"id": "", "time": "2099-01-01T00:00:00.000000Z"})
    log = log_of(root)
    log.write_bytes(log.read_bytes() + to_line(one.with_id()))


def test_the_history_of_a_subject_holds_what_was_taken_back(built: ProjectFolder) -> None:
    root, queue = built.root, plant(built.root)
    key = queue.merges[0].key
    decide(root, "confirm", key)
    (merged,) = decided(root)
    decide(root, "undo", merged.id)
    decide(root, "relation", "reject", queue.relations[0].id)
    for subject in (key, key[:6], merged.id, "Tom Brandt", "person:tom_brandt"):
        rows = shown(root, "history", subject)
        assert [(one["act"], one["standing"]) for one in rows] == [
            ("merge", "undone"),
            ("undo", "in_force"),
        ]
    assert "by " in rows[0]["because"]
    assert [one["act"] for one in shown(root, "history", queue.relations[0].id)] == ["reject"]
    assert [one["act"] for one in shown(root, "history", "Ada Varga")] == [
        "merge",
        "undo",
        "reject",
    ]
    assert (
        "Nothing was decided about 'Karl Meier'"
        in call("-C", root, "decisions", "history", "Karl Meier", "--json").error
    )


def test_fsck_names_every_line_that_does_not_count_and_mends_a_torn_end(
    built: ProjectFolder,
) -> None:
    root = built.root
    decide(root, "merge", "Ada Varga", "Tom Brandt")
    assert call("-C", root, "decisions", "fsck").code == 0
    log = log_of(root)
    line = log.read_bytes()
    add_line(root, {"act": "undo", "undoes": "0" * 16, "actor": "Ada", "channel": "command"})
    unknown = log.read_bytes()[len(line) :]
    log.write_bytes(
        b"<<<<<<< HEAD\n" + line + line.replace(b"Tom", b"Tim") + unknown + line[: len(line) // 2]
    )
    found = call("-C", root, "decisions", "fsck", "--json")
    assert found.code == 1
    assert [one["number"] for one in found.json["bad"]] == [1, 3]
    assert "merge by git" in found.json["bad"][0]["problem"]
    assert found.json["torn_bytes"] == len(line) // 2
    assert found.json["undo_of_unknown"] == [decided(root)[-1].id]
    text = call("-C", root, "decisions", "fsck").out
    assert "line 3 does not match its id" in text
    assert "lines of" in call("-C", root, "decisions", "show").err
    mended = call("-C", root, "decisions", "fsck", "--repair", "--json")
    assert (mended.code, mended.json["repaired"], mended.json["torn_bytes"]) == (1, True, 0)
    assert (log.parent / "torn.txt").read_bytes() == line[: len(line) // 2] + b"\n"
