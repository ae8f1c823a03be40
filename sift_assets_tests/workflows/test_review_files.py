"""Review files on disk: never over an unread edit, never twice into the log."""

import threading
from contextlib import suppress
from pathlib import Path

import pytest

from sift_assets.core.decisions.decision import Act, Channel
from sift_assets.core.errors import ProjectError, StoreError
from sift_assets.core.review.files.review_files import ReviewFile
from sift_assets.workflows.resolution import load_queue
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.review_files import (
    ReadBack,
    Refreshed,
    catch_up,
    forget_written,
    import_files,
    read_back,
    refresh,
    unread_problems,
)
from sift_assets_tests.fakes.fault_counter import FaultCounter, faulty
from sift_assets_tests.fakes.reviewed_project import (
    copied,
    opened,
    reviewed_project,
    write_review_files,
)

MERGES, RELATIONS = "decisions/merge_proposals.yaml", "decisions/relation_review.yaml"


@pytest.fixture(scope="module")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reviewed_project(tmp_path_factory.mktemp("reviewed") / "project")


@pytest.fixture
def root(pattern: Path, tmp_path: Path) -> Path:
    return copied(pattern, tmp_path / "project")


def edit(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text("utf-8")
    assert old in text
    (root / name).write_text(text.replace(old, new, 1), "utf-8")


def confirm(root: Path, name: str = MERGES) -> None:
    edit(root, name, "status: DRAFT", "status: CONFIRMED")


def test_an_untouched_project_has_nothing_to_read_and_nothing_to_write(root: Path) -> None:
    workspace = opened(root)
    assert "Kestrelman" in (root / MERGES).read_text("utf-8")
    assert "EMPLOYED_BY" in (root / RELATIONS).read_text("utf-8")
    assert read_back(workspace) == ReadBack()
    assert write_review_files(workspace) == Refreshed()
    assert catch_up(workspace) == Refreshed()
    assert unread_problems(workspace) == ()
    recorded = workspace.provenance.read("review_queue")[""]
    assert recorded.version == load_queue(workspace).content_hash()


def test_an_unread_edit_is_never_overwritten(root: Path) -> None:
    confirm(root)
    edited = (root / MERGES).read_text("utf-8")
    assert write_review_files(opened(root)) == Refreshed(unread=(MERGES,))
    assert (root / MERGES).read_text("utf-8") == edited
    (one,) = read_back(opened(root)).decisions
    assert (one.act, one.channel) == (Act.MERGE, Channel.FILE)
    assert read_back(opened(root)) == ReadBack()
    assert opened(root).decisions == (one,)
    assert write_review_files(opened(root)).unread == ()


def test_an_edit_with_a_mistake_waits_and_the_rest_counts(root: Path) -> None:
    confirm(root, RELATIONS)
    edit(root, MERGES, "status: DRAFT", "status: PERHAPS")
    found = read_back(opened(root))
    (problem,) = found.problems
    assert [one.act for one in found.decisions] == [Act.CONFIRM]
    line = (root / MERGES).read_text("utf-8").split("\n")[problem.line - 1]
    assert (problem.file, line.strip()) == (MERGES, "status: PERHAPS")
    assert unread_problems(opened(root)) == (problem,)
    assert read_back(opened(root)) == ReadBack(problems=(problem,))
    assert write_review_files(opened(root)).unread == (MERGES,)
    edit(root, MERGES, "status: PERHAPS", "status: REJECTED")
    assert unread_problems(opened(root)) == ()
    assert [one.act for one in read_back(opened(root)).decisions] == [Act.NOT_SAME]


def test_problems_are_known_before_anything_is_read_back(root: Path) -> None:
    edit(root, MERGES, "proposals:", "proposals: [")
    (problem,) = unread_problems(opened(root))
    assert problem.file == MERGES
    assert opened(root).decisions == ()


def test_a_file_that_is_no_text_is_reported_and_left_alone(root: Path) -> None:
    (root / MERGES).write_bytes(b"\xff\xfe\x00")
    (problem,) = read_back(opened(root)).problems
    assert (problem.file, problem.line) == (MERGES, 0)
    assert write_review_files(opened(root)).unread == (MERGES,)


def test_a_deleted_file_is_written_anew(root: Path) -> None:
    before = (root / MERGES).read_bytes()
    (root / MERGES).unlink()
    assert read_back(opened(root)) == ReadBack()
    assert catch_up(opened(root)) == Refreshed(written=(MERGES,))
    assert (root / MERGES).read_bytes() == before


def test_deleted_entries_are_counted_once(root: Path) -> None:
    (root / MERGES).write_text("proposals: []\n", "utf-8")
    assert read_back(opened(root)).dropped > 0
    assert read_back(opened(root)) == ReadBack()


def test_what_could_not_be_written_when_the_queue_was_new_is_caught_up(root: Path) -> None:
    edit(root, MERGES, "status: DRAFT", "status: PERHAPS")
    workspace = opened(root)
    newer = load_queue(workspace).model_copy(update={"merges": ()})
    recorded = workspace.provenance.read("review_queue")[""]
    version = workspace.store.put(newer.to_bytes())
    workspace.provenance.record(
        "review_queue", {"": recorded.model_copy(update={"version": version})}
    )
    assert write_review_files(workspace).unread == (MERGES,)
    assert catch_up(workspace) == Refreshed()
    edit(root, MERGES, "status: PERHAPS", "status: DRAFT")
    assert read_back(workspace) == ReadBack()
    assert catch_up(workspace) == Refreshed(written=(MERGES,))
    assert "proposals: []" in (root / MERGES).read_text("utf-8")


def test_a_crash_while_the_files_are_written_decides_nothing(root: Path) -> None:
    workspace = opened(root)
    less = load_queue(workspace).model_copy(update={"merges": (), "relations": ()})
    graph = load_resolved(workspace)
    at = 0
    while True:
        at += 1
        counter = FaultCounter("rename", at)
        with faulty(counter), suppress(StoreError):
            refresh(workspace, less, graph)
        assert read_back(workspace) == ReadBack()
        if not counter.struck:
            break
        assert write_review_files(workspace).unread == ()
    assert 3 < at < 11  # each of the files, and what is remembered of each
    assert "proposals: []" in (root / MERGES).read_text("utf-8")


def test_without_what_was_remembered_nothing_is_lost_or_doubled(root: Path) -> None:
    confirm(root)
    read_back(opened(root))
    for file in (root / ".sift" / "review").iterdir():
        file.write_text("{", "utf-8")
    confirm(root, RELATIONS)
    assert [one.act for one in read_back(opened(root)).decisions] == [Act.CONFIRM]
    assert len(opened(root).decisions) == 2


def test_a_line_that_a_kill_cut_off_is_said_again(root: Path) -> None:
    states = {f: f.read_bytes() for f in (root / ".sift" / "review").iterdir()}
    confirm(root)
    (before,) = read_back(opened(root)).decisions
    log = root / "decisions" / "log.jsonl"
    log.write_bytes(log.read_bytes()[:-40])
    for file, data in states.items():
        file.write_bytes(data)
    (again,) = read_back(opened(root)).decisions
    assert (again.act, again.entities) == (before.act, before.entities)
    assert [one.id for one in opened(root).decisions] == [again.id]


def test_two_that_read_at_once_say_it_once(root: Path) -> None:
    confirm(root)
    found: list[ReadBack] = []
    readers = [threading.Thread(target=lambda: found.append(read_back(opened(root)))) for _ in "12"]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert sorted(len(one.decisions) for one in found) == [0, 1]
    assert len(opened(root).decisions) == 1


def test_nothing_of_a_forgotten_document_stays(root: Path) -> None:
    edit(root, MERGES, "status: DRAFT", "status: PERHAPS")
    workspace = opened(root)
    read_back(workspace)
    forget_written(workspace)
    remembered = list((root / ".sift" / "review").glob("*.shown.json"))
    assert len(remembered) == len(ReviewFile)
    assert "PERHAPS" not in (root / MERGES).read_text("utf-8")
    assert all(file.read_bytes().count(b'"revision"') == 1 for file in remembered)
    recorded = workspace.provenance.read("review_queue")[""]
    older = recorded.model_copy(update={"inputs": {"graph_manifest": "of before"}})
    workspace.provenance.record("review_queue", {"": older})
    forget_written(workspace)
    assert not any((root / "decisions" / name).exists() for name in ReviewFile)
    assert list((root / ".sift" / "review").iterdir()) == []


def test_files_of_elsewhere_are_taken_over_also_before_the_first_graph(tmp_path: Path) -> None:
    (tmp_path / "sift.yaml").write_text("documents: documents\n", "utf-8")
    theirs = tmp_path / "theirs.yaml"
    theirs.write_text(
        "proposals:\n- {canonical_id: person:a, canonical_name: A, entity_type: PERSON, "
        "status: REJECTED, members: [{id: person:b, name: B}]}\n",
        "utf-8",
    )
    (one,) = import_files(opened(tmp_path), [theirs]).decisions
    assert (one.act, one.channel) == (Act.NOT_SAME, Channel.IMPORT)
    assert import_files(opened(tmp_path), [theirs]) == ReadBack()
    with pytest.raises(ProjectError, match="cannot be read"):
        import_files(opened(tmp_path), [tmp_path / "absent.yaml"])
