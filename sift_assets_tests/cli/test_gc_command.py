"""`sift gc`: what nothing needs goes, and nothing that was there has to be computed again."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import dagster as dg
import pytest

from sift_assets.core.llm.model import ModelAnswer
from sift_assets.core.records.manifest import GraphManifest
from sift_assets.core.records.record import key_of
from sift_assets.resources.history import past_values
from sift_assets.resources.locks import held
from sift_assets.workflows.graph import load_graph
from sift_assets_tests.cli.calling import call, files_below
from sift_assets_tests.conftest import OpenedCopy, set_apart
from sift_assets_tests.fakes.dagster_ui import FRESH, dagster_ui
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder, copied_project

EDITS = ("Rosa Lund works for Kestrel Ltd.\n", "Rosa Lund works for Pelagos Ltd.\n", "Gone.\n")
ANSWER = ModelAnswer(text='{"entities": []}', model="paid", cost_usd=0.01)


@dg.job
def idle() -> None:
    """A job that is never run."""


@pytest.fixture(scope="module")
def edited_once(tmp_path_factory: pytest.TempPathFactory, built_once: Path) -> Path:
    """Make a project with a past: three versions of a document, and one that is gone."""
    root = tmp_path_factory.mktemp("edited") / "project"
    with set_apart(root.parent), copied_project(built_once, root) as folder:
        for text in EDITS:
            folder.write("notes.md", text)
            assert folder.run().succeeded
        folder.document("twice.txt").unlink()
        assert folder.run().succeeded
    return root


@pytest.fixture
def edited(opened_copy: OpenedCopy, edited_once: Path) -> ProjectFolder:
    """Return a copy of that project."""
    return opened_copy(edited_once)


def stored(project: ProjectFolder) -> set[str]:
    return {file.version for file in project.workspace.store.objects()}


def test_without_apply_it_says_what_would_go_and_removes_nothing(edited: ProjectFolder) -> None:
    before = files_below(edited.root / ".sift")
    looked = call("-C", edited.root, "gc", "--json")
    assert (looked.code, looked.err) == (0, "")
    assert looked.json["objects"] > 5
    assert looked.json["bytes"] > 1000
    assert (looked.json["applied"], looked.json["removed_files"]) == (False, 0)
    assert "sift gc --apply" in call("-C", edited.root, "gc").out
    assert files_below(edited.root / ".sift") == before
    applied = call("-C", edited.root, "gc", "--apply", "--json").json
    assert applied["objects"] == looked.json["objects"]
    assert applied["removed_files"] == looked.json["objects"] + looked.json["results"]
    again = call("-C", edited.root, "gc", "--json").json
    assert (again["objects"], again["results"], again["kept"]) == (0, 0, applied["kept"])


def test_a_project_that_was_never_run_has_nothing_to_collect_and_stays_empty(
    project: ProjectFolder,
) -> None:
    assert call("-C", project.root, "gc", "--json").json["objects"] == 0
    assert not (project.root / ".sift").exists()


def test_after_it_everything_is_sound_and_fresh_and_nothing_is_computed(
    edited: ProjectFolder, extractor: NameExtractor
) -> None:
    exports, versions, runs = edited.exports(), edited.versions(), edited.runs()
    extractor.seen.clear()
    assert call("-C", edited.root, "gc", "--apply", "--keep", "1", "--json").json["objects"] > 5
    assert call("-C", edited.root, "status").code == 0
    assert call("-C", edited.root, "fsck", "--json").json["faults"] == []
    ended = call("-C", edited.root, "run", "--json").json
    assert ended["computed"] == {"documents": 0, "assets": []}
    assert (edited.exports(), edited.versions(), edited.runs()) == (exports, versions, runs)
    edited.write("new.txt", "Rosa Lund lives here.\n")
    before = {row.key for row in edited.workspace.store.results()}
    assert edited.run().succeeded
    assert extractor.seen == ["Rosa Lund lives here."]
    new = {row.key for row in edited.workspace.store.results()} - before
    # of the new document: text, extraction; of the whole: graph, resolved graph; of what may be
    # one: among people, across types; of communities: the map, and the narrative of the unassigned
    assert len(new) == 8


def test_a_document_that_comes_back_is_computed_anew_and_rightly(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    text, exports = built.document("twice.txt").read_text(encoding="utf-8"), built.exports()
    built.document("twice.txt").unlink()
    assert built.run().succeeded
    call("-C", built.root, "gc", "--apply", "--keep", "1")
    built.write("twice.txt", text)
    assert built.run().succeeded
    assert extractor.seen == [text.strip()]
    assert built.exports() == exports


@pytest.mark.parametrize("keep", [1, 3])
def test_the_last_revisions_of_the_graph_can_still_be_loaded(
    keep: int, edited: ProjectFolder
) -> None:
    call("-C", edited.root, "gc", "--apply", "--keep", str(keep))
    workspace = edited.workspace
    past = [value.version for value in past_values(edited.instance, "graph_manifest")]
    revisions = list(dict.fromkeys(past))
    assert len(revisions) == 5
    for revision in revisions[:keep]:
        assert load_graph(workspace, revision).documents.num_rows in (3, 4)
    resolved = [value.version for value in past_values(edited.instance, "resolved_graph")]
    assert set(resolved[:keep]) <= stored(edited)
    older = set(revisions[keep:]) & stored(edited)
    assert older == set()


def test_answers_stay_because_they_were_paid_for_unless_a_person_says_otherwise(
    built: ProjectFolder,
) -> None:
    version = built.workspace.store.keep(key_of("asked"), ANSWER.to_bytes())
    assert call("-C", built.root, "gc", "--apply", "--json").json["kept_answers"] == 1
    assert built.workspace.store.cached(key_of("asked")) is not None
    assert call("-C", built.root, "gc", "--apply", "--answers", "--json").json["kept_answers"] == 0
    assert version not in stored(built)
    assert built.workspace.store.result(key_of("asked")) is None


def test_while_a_run_is_open_nothing_young_goes(built: ProjectFolder) -> None:
    store = built.workspace.store
    young, old = store.put(b"young"), store.put(b"old")
    two_hours_ago = time.time() - 7200
    os.utime(store.path_of(old), (two_hours_ago, two_hours_ago))
    run = built.instance.create_run_for_job(idle, status=dg.DagsterRunStatus.STARTED)
    report = call("-C", built.root, "gc", "--apply", "--json").json
    assert (report["objects"], report["kept_young"]) == (1, 1)
    assert young in stored(built)
    assert old not in stored(built)
    assert "younger than an hour" in call("-C", built.root, "gc").out
    built.instance.report_run_failed(run)
    assert call("-C", built.root, "gc", "--apply", "--json").json["objects"] == 1
    assert young not in stored(built)


@pytest.mark.parametrize("lock", ["project", "documents", "graph"])
def test_it_stays_out_while_somebody_is_at_work(lock: str, built: ProjectFolder) -> None:
    path = built.workspace.lock_path(lock)
    with held(path, "It", wait_seconds=0, on_wait=print):
        ended = call("-C", built.root, "gc", "--apply", "--json")
        assert ended.code == 3
        assert "is in use by process" in ended.error
        assert call("-C", built.root, "gc").code == 0


def test_old_runs_go_but_for_what_they_recorded_that_still_counts(
    edited: ProjectFolder, extractor: NameExtractor
) -> None:
    index = edited.root / ".dagster" / "history" / "runs" / "index.db"
    with closing(sqlite3.connect(index.parents[1] / "runs.db")) as runs, runs:
        runs.execute("UPDATE runs SET end_time = end_time - 86400 * 40")
    young = edited.instance.create_run_for_job(idle)
    edited.instance.report_run_failed(young)
    versions, exports, looked_at = edited.versions(), edited.exports(), edited.runs()
    difference = call("-C", edited.root, "diff", "--json").json
    assert difference
    assert call("-C", edited.root, "gc", "--runs", "50", "--json").json["runs"] == 0
    found = call("-C", edited.root, "gc", "--runs", "30", "--json").json
    assert found["runs"] >= 8
    assert found["run_bytes"] > 100_000 * found["runs"]
    assert edited.runs() == looked_at
    applied = call("-C", edited.root, "gc", "--runs", "30", "--apply", "--json").json
    assert applied["runs"] == found["runs"]
    left = {run.run_id for run in edited.instance.get_runs()}
    assert len(left) == looked_at - found["runs"]
    assert young.run_id in left
    assert {file.stem for file in index.parent.glob("*-*.db")} <= left
    assert call("-C", edited.root, "gc", "--runs", "30", "--json").json["runs"] == 0
    assert (edited.versions(), edited.exports()) == (versions, exports)
    with dagster_ui(edited.instance) as pages:
        assert pages.stale() == {}
        for asset, name in (("extractions", "documents"), ("narratives", "communities")):
            for key in edited.instance.get_dynamic_partitions(name):
                assert pages.partition(asset, key)[0] == FRESH
    assert call("-C", edited.root, "status").code == 0
    assert call("-C", edited.root, "fsck", "--json").json["faults"] == []
    assert call("-C", edited.root, "diff", "--json").json == difference
    assert extractor.seen == []


def test_runs_of_a_storage_that_is_not_known_are_left_to_it(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HISTORY", ".dagster")
    built.edit("dagster.yaml", "base_dir: .dagster\n", "base_dir: {env: HISTORY}\n")
    assert call("-C", built.root, "gc", "--json").json["runs"] == 0
    refused = call("-C", built.root, "gc", "--runs", "30", "--json")
    assert refused.code == 2
    assert "SQLite below the project only" in refused.error


def test_what_a_killed_writer_left_goes_after_an_hour(built: ProjectFolder) -> None:
    folder = built.workspace.store.root / "objects" / "ab"
    folder.mkdir(exist_ok=True)
    for name, age in ((".writing-1-a", 7200), (".writing-1-b", 0)):
        (folder / name).write_bytes(b"half")
        os.utime(folder / name, (time.time() - age, time.time() - age))
    assert call("-C", built.root, "gc", "--apply", "--json").json["removed_files"] == 1
    assert [file.name for file in built.workspace.store.unfinished()] == [".writing-1-b"]


def test_parts_of_a_kept_revision_count_as_needed(built: ProjectFolder) -> None:
    workspace = built.workspace
    version = workspace.provenance.read("graph_manifest")[""].version
    workspace.provenance.forget("knowledge_graph", ["PERSON", "ORGANIZATION"])
    call("-C", built.root, "gc", "--apply", "--keep", "1")
    manifest = GraphManifest.from_bytes(workspace.store.get(version))
    assert {part.version for part in manifest.types.values()} <= stored(built)


def test_a_lost_index_still_costs_look_ups_and_nothing_else(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    versions = built.versions()
    built.workspace.provenance.discard()
    call("-C", built.root, "gc", "--apply", "--keep", "1")
    assert built.run().succeeded
    assert (built.versions(), extractor.seen) == (versions, [])
