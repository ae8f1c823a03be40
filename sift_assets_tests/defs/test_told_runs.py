"""Runs are told as OpenLineage events and as OpenTelemetry spans; nobody who is gone harms one."""

import json
import uuid
from collections.abc import Iterator
from typing import Any

import dagster as dg
import pytest

from sift_assets.core.errors import SiftError
from sift_assets.core.planning.lineage import DECLARED
from sift_assets.definitions import defs
from sift_assets.defs.told_runs import ended_since
from sift_assets.workflows.telling_runs import tell_ended_runs
from sift_assets_tests.cli.calling import call
from sift_assets_tests.fakes.name_extractor import CRASH
from sift_assets_tests.fakes.project_folder import ProjectFolder
from sift_assets_tests.fakes.telling_receivers import Receiver, listening_receiver

NAME = "tell_of_ended_runs"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Run a server that takes events and spans."""
    with listening_receiver() as receiver:
        yield receiver


def wanted(project: ProjectFolder, address: str) -> ProjectFolder:
    """Have runs of a project told to an address, and to a file."""
    project.edit(
        "sift.yaml",
        "model: local",
        f"openlineage: {{url: '{address}', file: lineage.jsonl}}\n"
        f"telemetry: {{endpoint: '{address}'}}\nmodel: local",
    )
    return project


def told(project: ProjectFolder) -> int:
    return tell_ended_runs(project.workspace, ended_since(project.instance))


def ticked(project: ProjectFolder) -> str:
    """Let Dagster's sensor look once; return what it says."""
    repository = defs().get_repository_def()
    context = dg.build_sensor_context(
        instance=project.instance, repository_def=repository, resources=defs().resources
    )
    found = repository.get_sensor_def(NAME).evaluate_tick(context)
    return found.skip_message or ""


def ends(receiver: Receiver, job: str) -> list[Any]:
    return [
        event
        for event in receiver.events
        if event["job"]["name"] == job and event["eventType"] != "START"
    ]


def versions(datasets: list[Any]) -> dict[str, str]:
    return {one["name"]: one["facets"]["version"]["datasetVersion"] for one in datasets}


def test_without_anybody_to_tell_nothing_is_sent_and_there_is_no_sensor(
    built: ProjectFolder,
) -> None:
    assert told(built) == 0
    assert NAME not in {one.name for one in defs().get_repository_def().sensor_defs}
    assert not (built.root / ".sift" / "told_runs.json").exists()


def test_every_run_is_told_once_with_the_versions_that_it_read_and_recorded(
    built: ProjectFolder, receiver: Receiver
) -> None:
    wanted(built, receiver.address)
    runs = built.runs()
    assert ticked(built) == f"{runs} runs were told."
    assert ticked(built) == "Nothing has ended."
    recorded = built.versions()
    (graph,) = ends(receiver, "resolved_graph")
    assert graph["eventType"] == "COMPLETE"
    assert versions(graph["outputs"]) == {"resolved_graph": recorded["resolved_graph"]}
    assert versions(graph["inputs"])["graph_manifest"] == recorded["graph_manifest"]
    assert {one["name"] for one in graph["inputs"]} == {
        one.asset for one in DECLARED["resolved_graph"].inputs
    }
    (texts,), (found,) = ends(receiver, "document_texts"), ends(receiver, "extractions")
    (made,) = texts["outputs"]
    assert made["facets"]["siftAssets_partitions"]["recorded"] == 4
    read = next(one for one in found["inputs"] if one["name"] == "document_texts")
    assert read["facets"]["version"] == made["facets"]["version"] | {
        "_producer": read["facets"]["version"]["_producer"]
    }
    parent = texts["run"]["facets"]["parent"]
    assert parent["job"]["name"] == "documents"
    assert built.instance.get_run_by_id(parent["run"]["runId"]) is not None
    assert all(uuid.UUID(event["run"]["runId"]) for event in receiver.events)
    assert all(event["job"]["namespace"] == "sift_assets" for event in receiver.events)
    lines = (built.root / "lineage.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == receiver.events
    sent = b"".join(receiver.raw)
    assert not [word for word in (b"Varga", b"kestrel.txt", b"notes.md") if word in sent]


def test_the_steps_of_a_run_are_spans_below_it(built: ProjectFolder, receiver: Receiver) -> None:
    wanted(built, receiver.address)
    told(built)
    roots = {span["trace_id"]: span for span in receiver.spans if not span["parent_id"]}
    assert len(roots) == built.runs()
    for span in receiver.spans:
        assert span["service"] == "sift_assets"
        assert span["seconds"] >= 0
        assert not span["failed"]
        if span["parent_id"]:
            assert span["parent_id"] == roots[span["trace_id"]]["span_id"]
    steps = {span["attributes"].get("dagster.step_key") for span in receiver.spans}
    assert {"document_texts", "extractions", "resolved_graph"} <= steps


def test_a_failed_run_is_told_by_the_kind_of_its_error_alone(
    built: ProjectFolder, receiver: Receiver
) -> None:
    wanted(built, receiver.address)
    built.write("secret/plan.txt", f"{CRASH}\n")
    assert call("-C", built.root, "extract", "--json").code == 1
    failed = ends(receiver, "extractions")[-1]
    assert failed["eventType"] == "FAIL"
    assert failed["run"]["facets"]["errorMessage"]["message"] == "Failure"
    assert ends(receiver, "documents")[-1]["eventType"] == "FAIL"
    assert {span["attributes"]["error.type"] for span in receiver.spans if span["failed"]} == {
        "Failure"
    }
    sent = b"".join(receiver.raw)
    assert CRASH.encode() not in sent
    assert b"plan.txt" not in sent


def test_who_is_gone_harms_no_run_and_is_told_of_it_later(
    built: ProjectFolder, receiver: Receiver
) -> None:
    wanted(built, receiver.address)
    receiver.status = 500
    built.write("new.txt", "Ada Varga works for Pelagos Ltd.\n")
    done = call("-C", built.root, "extract", "--json")
    assert done.code == 0
    assert "The lineage did not reach the server (HTTP 500)." in done.err
    assert "did not reach the collector" in done.err
    assert receiver.address not in done.err
    with pytest.raises(SiftError, match="at the next look"):
        told(built)
    receiver.status = 200
    assert told(built) == built.runs()
    assert told(built) == 0
