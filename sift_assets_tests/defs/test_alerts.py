"""A failed run is told to whom the settings name, through Dagster's own sensor for failed runs."""

import dagster as dg

from sift_assets.definitions import defs
from sift_assets_tests.defs.looking import carried_out, looked, requested
from sift_assets_tests.fakes.alert_receivers import listening_hook
from sift_assets_tests.fakes.name_extractor import CRASH
from sift_assets_tests.fakes.project_folder import ProjectFolder

NAME = "tell_of_failed_runs"


def sensors() -> set[str]:
    return {sensor.name for sensor in defs().get_repository_def().sensor_defs}


def ticked(project: ProjectFolder, cursor: str | None) -> tuple[str | None, list[str]]:
    """Let the sensor look once; return its cursor and the errors of what it did."""
    repository = defs().get_repository_def()
    context = dg.build_sensor_context(
        instance=project.instance,
        repository_def=repository,
        cursor=cursor,
        resources=defs().resources,
    )
    told = repository.get_sensor_def(NAME).evaluate_tick(context)
    errors = [one.error.message for one in told.dagster_run_reactions or () if one.error]
    return told.cursor, errors


def test_without_anybody_to_tell_there_is_no_such_sensor(built: ProjectFolder) -> None:
    assert sensors() == {"watch_documents"}
    built.edit("sift.yaml", "model: local", "alerts: {email: ada@example.org}\nmodel: local")
    assert sensors() == {"watch_documents", NAME}


def test_a_failed_run_is_told_once_with_a_link_and_no_word_of_a_document(
    built: ProjectFolder,
) -> None:
    with listening_hook(200, 404) as hook:
        alerts = f"alerts: {{webhook: '{hook.address}'}}\nmodel: local"
        built.edit("sift.yaml", "model: local", alerts)
        cursor, _ = ticked(built, None)
        built.write("secret/plan.txt", f"{CRASH}\n")
        looked(built)
        (request,) = requested(built)
        failed = carried_out(built, request)
        assert not failed.success
        cursor, errors = ticked(built, cursor)
        assert errors == []
        (taken,) = hook.taken
        assert taken["run_id"] == failed.run_id
        assert taken["project"] == "project"
        assert taken["assets"] == ["document_texts", "extractions"]
        assert len(taken["failed_steps"]) == 1
        assert taken["errors"] == ["Failure"]
        assert taken["link"] == f"http://127.0.0.1:3000/runs/{failed.run_id}"
        assert CRASH not in str(taken)
        assert "plan.txt" not in str(taken)
        assert ticked(built, cursor) == (cursor, [])
        assert len(hook.taken) == 1
