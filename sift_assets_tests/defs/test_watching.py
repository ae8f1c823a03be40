"""The sensor on a real instance: it reports, asks for the difference, and for nothing else."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import dagster as dg
import pytest

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.lineage import CHAIN, GRAPH, RESOLUTION, RESULTS, TELLING
from sift_assets.core.planning.plan import MAX_ATTEMPTS
from sift_assets.definitions import defs
from sift_assets.defs.claims import WORK_TAG
from sift_assets.defs.layers import LAYER_TAG
from sift_assets.defs.project import Project
from sift_assets.defs.sensors import watch_documents
from sift_assets.defs.watching import run_lock
from sift_assets.resources.dagster_internals import RANGE_END_TAG, RANGE_START_TAG
from sift_assets.resources.locks import held
from sift_assets_tests.fakes.name_extractor import CRASH, NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder


def tick(project: ProjectFolder) -> tuple[Sequence[dg.RunRequest], str]:
    """Evaluate the sensor as the daemon does; return the requests and the reason to skip."""
    context = dg.build_sensor_context(
        instance=project.instance, definitions=defs(), resources={"project": Project()}
    )
    found = watch_documents.evaluate_tick(context)
    return found.run_requests or [], found.skip_message or ""


def carry_out(project: ProjectFolder, request: dg.RunRequest) -> bool:
    """Run what was asked for, and say whether it succeeded."""
    job = defs().resolve_implicit_global_asset_job_def()
    return job.execute_in_process(
        instance=project.instance,
        asset_selection=list(request.asset_selection or []),
        tags=dict(request.tags),
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        raise_on_error=False,
    ).success


def names(request: dg.RunRequest) -> list[str]:
    return [key.to_user_string() for key in request.asset_selection or []]


def test_nothing_is_asked_for_when_everything_is_up_to_date(built: ProjectFolder) -> None:
    before = built.versions()
    assert tick(built) == ([], "Everything is up to date.")
    assert built.versions() == before


def test_a_file_is_taken_up_at_its_second_equal_look(built: ProjectFolder) -> None:
    tick(built)
    built.write("new.txt", "Rosa Lund is")
    assert tick(built) == ([], "Everything is up to date.")
    built.write("new.txt", "Rosa Lund is still being written.\n")
    assert tick(built)[0] == []
    requests, _ = tick(built)
    assert [r.tags[RANGE_START_TAG] for r in requests] == ["new.txt"]
    assert "new.txt" in built.instance.get_dynamic_partitions("documents")


def test_a_new_project_builds_no_graph_before_its_first_document_is_taken_up(
    project: ProjectFolder,
) -> None:
    assert tick(project) == ([], "There is no document yet.")
    assert {tuple(names(request)) for request in tick(project)[0]} == {tuple(CHAIN)}


def test_documents_are_asked_for_first_and_the_graph_when_they_are_done(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.write("new.txt", "Rosa Lund lives here.\n")
    built.write("notes.md", "Karl Meier is here.\n")
    tick(built)
    requests, _ = tick(built)
    assert [names(r) for r in requests] == [list(CHAIN)] * len(requests)
    spans = [(r.tags[RANGE_START_TAG], r.tags[RANGE_END_TAG]) for r in requests]
    assert spans == [("notes.md", "notes.md"), ("new.txt", "new.txt")]
    assert all(carry_out(built, request) for request in requests)
    assert sorted(extractor.seen) == ["Karl Meier is here.", "Rosa Lund lives here."]

    for layers in (
        {"graph": GRAPH},
        {"resolution": RESOLUTION, "telling": TELLING},
        {"results": RESULTS},
    ):
        requests, _ = tick(built)
        asked = {request.tags[LAYER_TAG]: names(request) for request in requests}
        assert asked == {layer: list(assets) for layer, assets in layers.items()}
        assert all(carry_out(built, request) for request in requests)
    assert tick(built) == ([], "Everything is up to date.")
    assert b"Rosa Lund" in built.exports()["graph.json"]


def test_a_deletion_is_reported_and_only_the_graph_asked_for(built: ProjectFolder) -> None:
    tick(built)
    built.document("notes.md").unlink()
    (request,), _ = tick(built)
    assert names(request) == list(GRAPH)
    assert "notes.md" not in built.instance.get_dynamic_partitions("documents")


def test_while_a_run_over_documents_is_open_nothing_more_is_asked_for(
    built: ProjectFolder,
) -> None:
    tick(built)
    built.write("new.txt", "Rosa Lund lives here.\n")
    tick(built)
    open_run = built.instance.create_run_for_job(
        defs().resolve_implicit_global_asset_job_def(),
        tags={LAYER_TAG: "documents"},
        status=dg.DagsterRunStatus.STARTED,
    )
    requests, reason = tick(built)
    assert requests == []
    assert reason.startswith("Runs are under way")
    built.instance.report_run_canceled(open_run)
    assert len(tick(built)[0]) == 1


def test_a_command_at_work_keeps_the_sensor_out(built: ProjectFolder) -> None:
    with held(run_lock(built.workspace), "The project", wait_seconds=0, on_wait=print):
        requests, reason = tick(built)
    assert requests == []
    assert f"in use by process {os.getpid()}" in reason


def test_a_domain_that_does_not_parse_is_said_and_asks_for_nothing(built: ProjectFolder) -> None:
    tick(built)
    before = built.versions()
    built.edit("domains/general.yaml", "hints:", "hintz:")
    requests, reason = tick(built)
    assert requests == []
    assert reason.startswith("Nothing can run: ")
    assert "general.yaml:" in reason
    after = built.versions()
    assert {n for n in before if before[n] != after[n]} == {n for n in before if "domain[" in n}
    built.edit("domains/general.yaml", "hintz:", "hints:")
    assert tick(built) == ([], "Everything is up to date.")
    assert built.versions() == before


def test_a_missing_folder_is_an_error_and_no_deletion(built: ProjectFolder) -> None:
    tick(built)
    shutil.move(built.root / "documents", built.root / "away")
    with pytest.raises((ProjectError, dg.DagsterError)):
        tick(built)
    assert len(built.instance.get_dynamic_partitions("documents")) == 4


def test_a_lost_store_is_no_deletion_and_is_filled_again(built: ProjectFolder) -> None:
    before, exports = built.versions(), built.exports()
    shutil.rmtree(built.root / ".sift")
    seen: list[list[str]] = []
    for _look in range(6):
        requests, _ = tick(built)
        assert len(built.instance.get_dynamic_partitions("documents")) == 4
        seen += [names(request) for request in requests]
        assert all(carry_out(built, request) for request in requests)
        assert built.exports() == exports
    assert seen == [list(CHAIN), list(GRAPH), list(RESOLUTION), list(TELLING), list(RESULTS)]
    assert built.versions() == before


def test_a_document_that_failed_repeatedly_is_not_asked_for_until_it_changes(
    built: ProjectFolder, extractor: NameExtractor
) -> None:
    built.write("bad.txt", f"{CRASH}\n")
    tick(built)
    for _look in range(MAX_ATTEMPTS):
        (request,), _ = tick(built)
        assert not carry_out(built, request)
    for layers in ((GRAPH,), (RESOLUTION, TELLING), (RESULTS,)):
        requests, _ = tick(built)
        for request, layer in zip(requests, layers, strict=True):
            assert set(names(request)) <= set(layer)  # nothing new is said, so not all is proposed
            assert carry_out(built, request)
    assert tick(built) == ([], "1 documents failed repeatedly and wait for a change.")
    assert extractor.seen == [CRASH] * MAX_ATTEMPTS
    built.write("bad.txt", "Nora Falk is well again.\n")
    tick(built)
    (request,), _ = tick(built)
    assert carry_out(built, request)
    assert built.workspace.provenance.attempts() == {}


def test_work_that_keeps_failing_is_not_asked_for_again_until_it_is_other_work(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a package is missing")

    monkeypatch.setattr("sift_assets.defs.results.write_exports", broken)
    tick(built)
    built.edit("sift.yaml", "domain: general", "domain: general\nexport_formats: [csv]")
    works: list[str] = []
    for _look in range(MAX_ATTEMPTS + 2):
        for request in tick(built)[0]:
            works.append(request.tags[WORK_TAG])
            assert not carry_out(built, request)
    assert works == works[:1] * MAX_ATTEMPTS
    built.edit("sift.yaml", "[csv]", "[json]")
    assert len(tick(built)[0]) == 1


def asked_until_nothing_is(built: ProjectFolder) -> list[str]:
    """Carry out what is asked for until nothing is any more; return the layers that succeeded."""
    done: list[str] = []
    for _look in range(3 * MAX_ATTEMPTS + 4):
        requests, _ = tick(built)
        if not requests and _look > 1:
            return done
        done += [r.tags[LAYER_TAG] for r in requests if carry_out(built, r)]
    raise AssertionError(f"asked for again and again: {done}")


def test_narratives_that_keep_failing_keep_no_file_from_being_written(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a package is missing")

    monkeypatch.setattr("sift_assets.defs.telling_run.tell", broken)
    built.write("new.txt", "Rosa Lund works for Kestrel Ltd.\n")
    assert asked_until_nothing_is(built) == ["documents", "graph", "resolution", "results"]
    assert b"Rosa Lund" in built.exports()["graph.json"]


def test_without_communities_no_file_shows_a_graph_that_they_are_not_of(
    built: ProjectFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a package is missing")

    before = built.exports()
    monkeypatch.setattr("sift_assets.defs.telling_run.find_communities", broken)
    built.write("new.txt", "Rosa Lund works for Kestrel Ltd.\n")
    assert asked_until_nothing_is(built) == ["documents", "graph", "resolution"]
    assert built.exports() == before


def test_a_look_touches_no_file_of_the_user(built: ProjectFolder) -> None:
    def user_files() -> dict[Path, int]:
        files = (built.root / "documents").rglob("*")
        return {file: file.stat().st_mtime_ns for file in files}

    before = user_files()
    tick(built)
    assert user_files() == before
