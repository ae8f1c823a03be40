"""Two looks at once, of two daemons or two `sift dev`, never start two runs on one layer."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import dagster as dg
import pytest
from dagster._core.execution.retries import auto_reexecution_should_retry_run

from sift_assets.core.planning.plan import Plan
from sift_assets.defs import watching
from sift_assets.defs.claims import LIFETIME, claimed
from sift_assets.defs.layers import DOCUMENTS, GRAPH, LAYER_TAG, RESOLUTION, RESULTS, TELLING
from sift_assets.defs.reconciling import compare
from sift_assets.workflows.comparing import Comparison
from sift_assets_tests.defs.looking import carried_out, looked, reason, requested, run_of
from sift_assets_tests.fakes.project_folder import ProjectFolder

STARTED = dg.DagsterRunStatus.STARTED


def edited(project: ProjectFolder) -> None:
    """Edit two documents that are not neighbours, and let one look see them."""
    looked(project)
    project.write("new.txt", "Rosa Lund lives here.\n")
    project.write("notes.md", "Karl Meier is here.\n")
    looked(project)


def test_of_two_looks_before_a_run_begins_one_asks(built: ProjectFolder) -> None:
    edited(built)
    requests = requested(built)
    assert len(requests) == 2
    assert reason(built) == "Runs have just been asked for."

    run_of(built, requests[0], STARTED)
    assert requested(built) == []  # the other one is about to begin
    run_of(built, requests[1], STARTED)
    assert reason(built) == "Runs are under way."


def test_of_looks_at_the_same_moment_one_asks(built: ProjectFolder) -> None:
    edited(built)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: requested(built), range(8)))
    assert sorted(len(requests) for requests in found) == [0] * 7 + [2]


def test_what_nobody_carries_out_is_asked_for_again_after_a_while(built: ProjectFolder) -> None:
    edited(built)
    assert requested(built)
    now = datetime.now(tz=UTC)
    assert claimed(built.instance, built.workspace, now)
    assert not claimed(built.instance, built.workspace, now + LIFETIME)
    (built.workspace.local_folder / "asked.json").write_text("no json")
    assert len(requested(built)) == 2


def test_a_run_that_ends_while_the_look_compares_is_not_asked_for_again(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited(built)
    documents = requested(built)
    for request in documents:
        assert carried_out(built, request).success
    (graph,) = requested(built)
    under_way = run_of(built, graph, STARTED)

    def ends_meanwhile(*arguments: object, **flags: object) -> Comparison:
        found = compare(*arguments, **flags)  # pyright: ignore[reportArgumentType]
        built.instance.report_run_canceled(under_way)
        return found

    monkeypatch.setattr(watching, "compare", ends_meanwhile)
    assert reason(built) == "Runs are under way."


def test_a_layer_that_is_busy_does_not_keep_the_other_from_work(built: ProjectFolder) -> None:
    looked(built)
    built.edit("domains/general.yaml", "llm: 0.7", "llm: 0.5")
    (graph,) = requested(built)
    assert graph.tags[LAYER_TAG] == GRAPH
    run_of(built, graph, STARTED)
    built.write("new.txt", "Rosa Lund lives here.\n")
    assert reason(built) == "Runs are under way."
    (documents,) = requested(built)
    assert documents.tags[LAYER_TAG] == DOCUMENTS


def test_dagster_starts_no_run_of_ours_again_by_itself(built: ProjectFolder) -> None:
    """A run whose process died would come back beside the one that the next look asks for."""
    assert built.instance.run_retries_enabled
    edited(built)
    request = requested(built)[0]
    ours = run_of(built, request, dg.DagsterRunStatus.FAILURE)
    by_hand = run_of(built, dg.RunRequest(tags={}), dg.DagsterRunStatus.FAILURE)
    assert not auto_reexecution_should_retry_run(built.instance, ours, None)
    assert auto_reexecution_should_retry_run(built.instance, by_hand, None)


def test_two_plans_of_one_state_are_equal(built: ProjectFolder) -> None:
    built.write("new.txt", "Rosa Lund lives here.\n")
    plans: list[Plan] = [compare(built.instance, built.workspace).plan for _ in range(2)]
    assert plans[0] == plans[1]


def test_a_renamed_document_builds_the_graph_once(built: ProjectFolder) -> None:
    """It is gone at once and taken up at its second look; the graph waits for it."""
    looked(built)
    built.document("twice.txt").rename(built.document("renamed.txt"))
    assert reason(built) == "New files have come; the graph waits until they are taken up."
    (documents,) = requested(built)
    assert carried_out(built, documents).success
    for layers in ([GRAPH], [RESOLUTION, TELLING], [RESULTS]):
        requests = requested(built)
        assert [request.tags[LAYER_TAG] for request in requests] == layers
        assert all(carried_out(built, request).success for request in requests)
    assert reason(built) == "Everything is up to date."


def test_a_run_over_proposals_holds_up_neither_documents_nor_the_graph(
    built: ProjectFolder,
) -> None:
    looked(built)
    built.edit("sift.yaml", "domain: general", "domain: general\nresolution: {propose_from: 0.5}")
    (proposals,) = requested(built)
    run_of(built, proposals, STARTED)
    assert reason(built) == "Runs are under way."
    built.edit("domains/general.yaml", "llm: 0.7", "llm: 0.5")
    (graph,) = requested(built)
    assert (proposals.tags[LAYER_TAG], graph.tags[LAYER_TAG]) == (RESOLUTION, GRAPH)


def test_a_file_that_grows_for_ever_keeps_nothing_waiting(built: ProjectFolder) -> None:
    looked(built)
    built.write("grows.log", "a line\n")
    looked(built)
    built.document("notes.md").unlink()
    built.write("grows.log", "a line\nanother line\n")
    (graph,) = requested(built)
    assert graph.tags[LAYER_TAG] == GRAPH
