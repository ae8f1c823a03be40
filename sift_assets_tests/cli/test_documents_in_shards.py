"""Commands speak of documents, whether each is a partition or lies in a shard."""

from typing import Any

import pytest

from sift_assets.core.planning.folder_state import SkipReason
from sift_assets.core.planning.lineage import SPINE
from sift_assets.core.planning.shards import partition_of
from sift_assets.defs.reconciling import history_left
from sift_assets.workflows.forgetting import traces
from sift_assets_tests.cli.calling import Call, call
from sift_assets_tests.fakes.planted_words import holding
from sift_assets_tests.fakes.project_folder import ProjectFolder

SHARDS = 2
NOTES = "notes.md"
FIRST, SECOND = "Zorbax Quell works for Kestrel Ltd.\n", "Zorbax Quell met Ada Varga.\n"
PLANTED = ("Zorbax",)


@pytest.fixture
def sharded(built: ProjectFolder) -> ProjectFolder:
    """Return a built project whose documents have been put into shards."""
    built.edit("sift.yaml", "domain: general", f"domain: general\npartitions: {{shards: {SHARDS}}}")
    assert built.run().succeeded
    return built


def called(project: ProjectFolder, *arguments: str) -> Call:
    return call("-C", project.root, *arguments, "--json")


def told_of(project: ProjectFolder, *arguments: str) -> Any:
    ended = called(project, *arguments)
    assert ended.err == ""
    return ended.json


def test_status_plan_explain_and_fsck_speak_of_documents(sharded: ProjectFolder) -> None:
    state = told_of(sharded, "status")
    assert (state["documents"], state["up_to_date"], state["stale"]) == (4, True, [])
    value = told_of(sharded, "explain", "extractions", NOTES)
    assert (value["partition"], value["fresh"], value["confirmed"]) == (NOTES, True, True)
    assert value["recorded"]["started_by"] == "sift run"
    root = value["inputs"][0]["values"][0]["inputs"][0]["values"][0]
    assert (root["partition"], root["recorded"]["started_by"]) == (NOTES, "a report without a run")
    checked = called(sharded, "fsck")
    assert (checked.code, checked.json["faults"]) == (0, [])
    assert told_of(sharded, "gc")["objects"] == 0
    sharded.write(NOTES, "Karl Meier is here.\n")
    plan = told_of(sharded, "plan")
    computed = [row for row in plan["computed"] if row["asset"] == "document_texts"]
    assert [row["partition"] for row in computed] == [NOTES]
    assert computed[0]["because"][0].startswith("documents ")
    state = told_of(sharded, "status")
    assert {item["partition"] for item in state["stale"] if item["partition"]} == {NOTES}


def test_what_is_recorded_otherwise_than_dagster_was_told_is_named_by_document(
    sharded: ProjectFolder,
) -> None:
    sharded.workspace.provenance.forget("extractions", [NOTES])
    beside = [key for key in sharded.compare().observation.observed.documents if key != NOTES]
    same = [key for key in beside if partition_of(key, SHARDS) == partition_of(NOTES, SHARDS)]
    faults = called(sharded, "fsck").json["faults"]
    assert {(fault["asset"], fault["partition"]) for fault in faults} == {
        ("extractions", key) for key in same
    }


def test_a_document_that_was_edited_and_is_gone_is_forgotten_by_what_manifests_say_of_it(
    sharded: ProjectFolder,
) -> None:
    others = [asset for asset in SPINE if asset != "corpus"]
    for text in (FIRST, SECOND):
        sharded.write("zorbax.txt", text)
        assert sharded.run(leave_out=others).succeeded
    sharded.document("zorbax.txt").unlink()
    assert sharded.run(leave_out=others).succeeded
    history = history_left(sharded.instance, sharded.workspace)
    taken_up = sharded.compare().observation.observed.documents
    found = traces(sharded.workspace, "zorbax.txt", taken_up, history)
    assert (len(found.contents), len(found.texts), len(found.extractions)) == (2, 2, 2)
    ended = called(sharded, "forget", "zorbax.txt", "--yes")
    assert (ended.code, ended.err) == (0, "")
    assert holding(sharded.root / ".sift", PLANTED) == set()
    sharded.write("again.txt", FIRST)
    skipped = sharded.compare().observation.folder.skipped
    assert [skip.key for skip in skipped if skip.reason is SkipReason.FORGOTTEN] == ["again.txt"]
