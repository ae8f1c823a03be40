"""A click on "Materialize" and the sensor: never two runs at work on one layer, and none is red."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import dagster as dg
import pytest

from sift_assets.core.planning.lineage import CHAIN, GRAPH
from sift_assets.definitions import defs
from sift_assets.defs import graph_run, layers
from sift_assets.defs.layers import LAYER_TAG
from sift_assets.resources.locks import held
from sift_assets_tests.defs.looking import carried_out, looked, reason, requested
from sift_assets_tests.fakes.project_folder import ProjectFolder

SECONDS = 60
"""Nothing here takes as long; what hangs must fail the test, not hold it."""

RESOLVED = ("resolved_graph",)


def clicked(project: ProjectFolder, *assets: str) -> dg.ExecuteInProcessResult:
    """Do what a click in the UI does: a run without a tag of ours."""
    job = defs().resolve_implicit_global_asset_job_def()
    return job.execute_in_process(
        instance=project.instance,
        asset_selection=[dg.AssetKey(asset) for asset in assets],
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        raise_on_error=False,
    )


def click_of(project: ProjectFolder, *assets: str) -> dg.DagsterRun:
    """Make the run of a click without working on it, as if another process did."""
    job = defs().resolve_implicit_global_asset_job_def()
    run = project.instance.create_run_for_job(
        job.get_subset(asset_selection={dg.AssetKey(asset) for asset in assets}),
        asset_selection=frozenset(dg.AssetKey(asset) for asset in assets),
        status=dg.DagsterRunStatus.STARTED,
    )
    assert LAYER_TAG not in run.tags
    return run


@pytest.mark.parametrize("assets", [tuple(CHAIN), RESOLVED])
def test_the_sensor_waits_for_what_a_person_runs_on_a_layer(
    built: ProjectFolder, assets: tuple[str, ...]
) -> None:
    looked(built)
    by_hand = click_of(built, *assets)
    built.edit("domains/general.yaml", "llm: 0.7", "llm: 0.5")
    assert reason(built) == "Runs are under way."
    built.instance.report_run_canceled(by_hand)
    (graph,) = requested(built)
    assert {key.to_user_string() for key in graph.asset_selection or ()} <= GRAPH.keys()


def test_a_click_on_a_root_or_on_what_lies_below_keeps_the_graph_from_nothing(
    built: ProjectFolder,
) -> None:
    looked(built)
    click_of(built, "documents", "agent_index")
    built.edit("domains/general.yaml", "llm: 0.7", "llm: 0.5")
    assert len(requested(built)) == 1


@contextmanager
def stopped_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """Let the first that resolves the graph wait there; yield what says so and what lets it go."""
    reached, go = Event(), Event()
    resolve = graph_run.resolve

    def waiting(*arguments: Any) -> Any:
        if not reached.is_set():
            reached.set()
            assert go.wait(SECONDS)
        return resolve(*arguments)

    monkeypatch.setattr(graph_run, "resolve", waiting)
    yield reached, go
    go.set()


def test_a_run_of_the_sensor_waits_for_a_click_that_came_between_and_neither_is_red(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked(built)
    built.edit("domains/general.yaml", "llm: 0.7", "llm: 0.5")
    (request,) = requested(built)
    waits: list[str] = []
    with ThreadPoolExecutor(1) as pool, stopped_in_the_middle(monkeypatch) as (reached, go):

        def held_and_told(path: Path, what: str, **_: Any) -> AbstractContextManager[None]:
            def on_wait(message: str) -> None:
                waits.append(message)
                go.set()

            return held(path, what, on_wait=on_wait)

        monkeypatch.setattr(layers, "held", held_and_told)
        click = pool.submit(clicked, built, *RESOLVED)
        assert reached.wait(SECONDS)
        ours = carried_out(built, request)
        theirs = click.result(SECONDS)
    assert (ours.success, theirs.success) == (True, True)
    assert len(waits) == 1
    assert waits[0].startswith("The graph is in use by process")
    events = built.instance.fetch_materializations(dg.AssetKey("resolved_graph"), limit=2).records
    tags = [record.asset_materialization.tags for record in events if record.asset_materialization]
    assert len(tags) == 2
    assert tags[0]["dagster/data_version"] == tags[1]["dagster/data_version"]  # pyright: ignore[reportOptionalSubscript]
    assert "resolved_graph" not in built.plan().spine_assets
