"""`sift forget`: afterwards nothing of the document is found in any file of the project."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Channel
from sift_assets.core.decisions.naming import Naming
from sift_assets.core.exports.formats import NAMED_BY_CONTENT
from sift_assets.core.llm.model import ModelAnswer
from sift_assets.core.planning.tombstones import Tombstone
from sift_assets.core.records.record import key_of
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.signature import Signature
from sift_assets.resources.history import past_values
from sift_assets.workflows.resolved import load_resolved
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.conftest import OpenedCopy, set_apart
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.planted_words import arrow_texts
from sift_assets_tests.fakes.planted_words import holding as holding_words
from sift_assets_tests.fakes.project_folder import ProjectFolder, copied_project

NAME = "zorbaxfile/quellname.md"
PLANTED = ("Zorbax", "zorbax", "Quellheim", "quellheim", "quellname")
"""In text and title, and in the file's name; nowhere else."""

FIRST = "# Zorbax Quellheim\n\nZorbax Quellheim works for Kestrel Ltd.\n"
SECOND = "# Zorbax Quellheim\n\nZorbax Quellheim works for Pelagos Ltd. Zorbax Quellheim left.\n"


@pytest.fixture(scope="module")
def planted_once(tmp_path_factory: pytest.TempPathFactory, built_once: Path) -> Path:
    """Make a project with a past of the document to forget: edited, and exported once more."""
    root = tmp_path_factory.mktemp("planted") / "project"
    with set_apart(root.parent), copied_project(built_once, root) as folder:
        for text in (FIRST, SECOND):
            folder.write(NAME, text)
            assert folder.run().succeeded
        assert call("-C", root, "export", "graphml", "--json").code == 0
    return root


@pytest.fixture
def planted(opened_copy: OpenedCopy, planted_once: Path) -> ProjectFolder:
    """Return a copy of that project."""
    return opened_copy(planted_once)


def forgotten(project: ProjectFolder, *more: str) -> dict[str, object]:
    ended = call("-C", project.root, "forget", NAME, "--yes", "--delete-file", "--json", *more)
    assert (ended.code, ended.err) == (0, "")
    return ended.json


def holding(folder: Path, words: tuple[str, ...] = PLANTED) -> set[str]:
    return holding_words(folder, words)


def dagsters_texts(project: ProjectFolder) -> Iterator[str]:
    """Yield every value in Dagster's databases, live or not."""
    for file in (project.root / ".dagster").rglob("*.db"):
        connection = sqlite3.connect(file)
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            for row in connection.execute(f'SELECT * FROM "{table}"'):  # noqa: S608
                yield from map(str, row)
        connection.close()


def test_the_words_are_found_in_every_kind_of_place_before(planted: ProjectFolder) -> None:
    in_store = holding(planted.root / ".sift")
    assert {"provenance.sqlite", "stat_cache.json"} <= in_store
    assert len(in_store) > 15
    version = planted.workspace.provenance.read("resolved_graph")[""].version
    tables = list(arrow_texts(planted.workspace.store.path_of(version).read_bytes()))
    assert any("Zorbax Quellheim" in table for table in tables)
    assert holding(planted.root / "exports") >= {"graph.json", "graph.graphml"}


def test_nothing_of_a_forgotten_document_is_left_in_store_exports_and_index(
    planted: ProjectFolder,
) -> None:
    for form in NAMED_BY_CONTENT:
        assert call("-C", planted.root, "export", form, "--json").code == 0
    assert any("quellname" in name for name in planted.exports())
    report = forgotten(planted)
    assert report["document"] == NAME
    assert (report["contents"], report["texts"], report["extractions"]) == (2, 2, 2)
    assert (report["graphs"], report["files"]) == (4, [NAME])
    assert not planted.document(NAME).exists()
    assert holding(planted.root / ".sift") == set()
    assert holding(planted.root / "exports") == set()
    assert call("-C", planted.root, "status").code == 0
    assert call("-C", planted.root, "fsck", "--json").json["faults"] == []


def test_dagster_keeps_the_key_of_a_forgotten_document_and_nothing_else(
    planted: ProjectFolder,
) -> None:
    report = forgotten(planted)
    assert "Dagster's own records keep the document's key" in str(report["stays"])
    texts = list(dagsters_texts(planted))
    assert any(NAME in text for text in texts)
    left = [text.replace(NAME, "") for text in texts]
    assert [text for text in left if any(word in text for word in PLANTED)] == []
    own = files_below(planted.root / ".dagster")
    rest = {name: data for name, data in own.items() if data and ".db" not in name}
    assert [n for n, data in rest.items() if any(word.encode() in data for word in PLANTED)] == []
    raw = b"".join(data for data in own.values() if data).replace(NAME.encode(), b"")
    assert b"Zorbax" not in raw
    assert b"Quellheim" not in raw


def test_the_graph_is_that_of_a_project_that_never_had_the_document(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    exports, versions = built.exports(), built.versions()
    built.write(NAME, FIRST)
    assert built.run().succeeded
    extractor.seen.clear()
    forgotten(built)
    assert (built.exports(), built.versions()) == (exports, versions)
    assert extractor.seen == []


def test_revisions_that_never_listed_it_stay_and_the_others_go(planted: ProjectFolder) -> None:
    past = [value.version for value in past_values(planted.instance, "graph_manifest")]
    second, first, before = list(dict.fromkeys(past))
    forgotten(planted)
    store = planted.workspace.store
    assert store.is_sound(before)
    assert not store.path_of(first).exists()
    assert not store.path_of(second).exists()


def test_a_plan_says_what_would_go_and_changes_nothing(planted: ProjectFolder) -> None:
    before = files_below(planted.root)
    told = call("-C", planted.root, "forget", NAME, "--plan")
    assert told.code == 0
    assert "2 texts" in told.out
    assert f"still in the watched folder: {NAME}" in told.out
    planned = call("-C", planted.root, "forget", NAME, "--plan", "--json").json
    assert (planned["texts"], planned["extractions"], planned["graphs"]) == (2, 2, 4)
    after = files_below(planted.root)
    assert {n: d for n, d in after.items() if not n.startswith(".dagster")} == {
        n: d for n, d in before.items() if not n.startswith(".dagster")
    }


def test_a_file_that_is_still_there_must_be_deleted_by_the_user_or_by_wish(
    planted: ProjectFolder,
) -> None:
    ended = call("-C", planted.root, "forget", NAME, "--yes", "--json")
    assert ended.code == 2
    assert "--delete-file" in ended.error
    assert not planted.workspace.tombstones.path.exists()
    planted.document(NAME).unlink()
    assert call("-C", planted.root, "forget", NAME, "--yes", "--json").code == 0
    assert holding(planted.root / ".sift") == set()


def test_nothing_is_removed_without_a_yes(planted: ProjectFolder) -> None:
    asked = call("-C", planted.root, "forget", NAME, "--delete-file", "--json")
    assert asked.code == 2
    assert "--yes" in asked.error
    assert planted.document(NAME).exists()


def test_a_forgotten_content_is_skipped_under_any_name_until_it_is_lifted(
    planted: ProjectFolder,
) -> None:
    forgotten(planted)
    planted.write("elsewhere.md", SECOND)
    planted.write("older.md", FIRST)
    assert planted.run().succeeded
    status = call("-C", planted.root, "status", "--json").json
    skipped = {(skip["key"], skip["reason"]) for skip in status["skipped"]}
    assert {("elsewhere.md", "forgotten"), ("older.md", "forgotten")} <= skipped
    assert status["documents"] == 4
    planted.write(NAME, "Rosa Lund lives here.\n")
    assert planted.run().succeeded
    assert len(planted.workspace.provenance.read("documents")) == 5
    assert call("-C", planted.root, "forget", "--lift", NAME, "--json").json == {"lifted": 2}
    assert planted.run().succeeded
    assert len(planted.workspace.provenance.read("documents")) == 7
    assert b"Zorbax Quellheim" in planted.exports()["graph.json"]
    refused = call("-C", planted.root, "forget", "--lift", NAME, "--json")
    assert refused.code == 2


def test_tombstones_hold_hashes_only(planted: ProjectFolder) -> None:
    forgotten(planted)
    lines = planted.workspace.tombstones.path.read_bytes().splitlines()
    stones = [Tombstone.from_line(line) for line in lines]
    assert all(stone is not None for stone in stones)
    assert len(lines) == 2
    assert not any(word.encode() in line for word in PLANTED for line in lines)


def test_a_copy_is_the_same_document_and_a_renamed_one_is_found_by_its_old_graphs(
    planted: ProjectFolder,
) -> None:
    planted.write("copy.md", SECOND)
    planted.document(NAME).rename(planted.document("renamed.md"))
    assert planted.run().succeeded
    ended = call("-C", planted.root, "forget", "renamed.md", "--yes", "--delete-file", "--json")
    assert ended.json["copies"] == ["copy.md", NAME]
    assert sorted(ended.json["files"]) == ["copy.md", "renamed.md"]
    assert holding(planted.root / ".sift", ("Zorbax", "Quellheim")) == set()
    assert call("-C", planted.root, "fsck", "--json").json["faults"] == []


def test_an_older_content_that_is_another_documents_now_stays_that_ones(
    planted: ProjectFolder,
) -> None:
    planted.write("other.md", FIRST)
    assert planted.run().succeeded
    report = forgotten(planted)
    assert (report["contents"], report["copies"]) == (1, [])
    assert planted.document("other.md").exists()
    assert "other.md" in planted.workspace.provenance.read("document_texts")
    assert call("-C", planted.root, "status").code == 0


def test_answers_about_it_go_and_answers_about_others_stay(planted: ProjectFolder) -> None:
    store = planted.workspace.store
    about = {
        "its own": '{"entities": [{"name": "Zorbax Quellheim", "context": ["x"]}]}',
        "shares a name": '{"entities": [{"name": "Kestrel Ltd", "context":'
        ' ["Ada Varga works for Kestrel Ltd."]}]}',
        "of another": '{"entities": [{"name": "Karl Meier"}]}',
        "broken": 'I think Zorbax is {"entit',
    }
    for name, text in about.items():
        store.keep(key_of(name), ModelAnswer(text=text).to_bytes())
    assert forgotten(planted)["answers"] == 2
    left = {name for name in about if store.cached(key_of(name)) is not None}
    assert left == {"shares a name", "of another"}


def test_forgetting_again_finishes_what_was_interrupted(
    planted: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("sift_assets.cli.forgetting.purge", interrupted)
        ended = call("-C", planted.root, "forget", NAME, "--yes", "--delete-file", "--json")
    assert ended.code == 130
    assert holding(planted.root / ".sift") != set()
    assert call("-C", planted.root, "forget", NAME, "--yes", "--json").code == 0
    assert holding(planted.root / ".sift") == set()
    assert len(planted.workspace.tombstones.read()) == 2


def test_the_last_document_can_be_forgotten_too(project: ProjectFolder) -> None:
    for file in [f for f in (project.root / "documents").rglob("*") if f.is_file()]:
        file.unlink()
    project.write(NAME, FIRST)
    assert project.run().succeeded
    forgotten(project)
    assert holding(project.root / ".sift") | holding(project.root / "exports") == set()


def test_what_was_never_a_document_cannot_be_forgotten(built: ProjectFolder) -> None:
    ended = call("-C", built.root, "forget", "never.txt", "--yes", "--json")
    assert ended.code == 2
    assert "sift show documents" in ended.error


def test_a_document_is_found_by_its_path(built: ProjectFolder) -> None:
    planned = call("-C", built.root, "forget", "letters/first letter.txt", "--plan", "--json").json
    assert planned["document"] == "letters/first%20letter.txt"


def test_a_damaged_tombstone_stops_every_run_and_is_named(planted: ProjectFolder) -> None:
    forgotten(planted)
    file = planted.workspace.tombstones.path
    file.write_bytes(file.read_bytes().replace(b'"act":"forget"', b'"act":"lift"', 1))
    ended = call("-C", planted.root, "run", "--json")
    assert ended.code == 1
    assert "line 1 is damaged" in ended.error
    (fault,) = call("-C", planted.root, "fsck", "--repair", "--json").json["faults"]
    assert (fault["kind"], fault["problem"]) == ("tombstone", "line 1 is damaged")


def test_decisions_that_name_what_only_it_named_go_and_the_others_stay(
    planted: ProjectFolder,
) -> None:
    workspace = planted.workspace
    naming = Naming(load_resolved(workspace))
    entities = sorted(load_resolved(workspace).entities["id"].to_pylist())
    own = next(one for one in entities if "zorbax" in one)
    others = [one for one in entities if one.startswith("organization:")][:2]
    deciding = Deciding(naming, Signature(actor="Ada", channel=Channel.COMMAND))
    stays, goes = workspace.decision_log.append(
        [deciding.not_same(others), deciding.name(own, "Zorbax the Great")]
    )
    assert planted.run().succeeded
    assert forgotten(planted)["decisions"] == 1
    assert workspace.decision_log.read().decisions == (stays,)
    assert goes.id not in workspace.decision_log.path.read_text(encoding="utf-8")
    told = ("Zorbax", "Quellheim", "quellheim")  # its path stays where other things stood in it
    for folder in ("decisions", ".sift", "exports"):
        assert holding(planted.root / folder, told) == set()
