"""A real daemon follows a project through everything that may happen to it.

After every step the exported bytes and all versions equal those of a clean build, and exactly what
the step touches has been materialized. The processes are Dagster's own; see `quick_dagster`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sift_assets.resources.instance import project_instance
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets_tests.fakes.counting_reader import CountingReader
from sift_assets_tests.fakes.project_folder import made_project
from sift_assets_tests.whole.daemon_processes import daemon_processes
from sift_assets_tests.whole.daemon_scene import Expected, Scene
from sift_assets_tests.whole.daemon_steps import DOCUMENTS, STEPS, write_inputs
from sift_assets_tests.whole.followed_project import FollowedProject


@pytest.fixture
def scene(
    tmp_path: Path,
    own_surroundings: None,  # noqa: ARG001 - they are left out while the daemon runs
) -> Iterator[Scene]:
    """Return a new project that a daemon has just begun to follow."""
    root = made_project(tmp_path / "project", DOCUMENTS)
    write_inputs(root)
    with (
        project_instance(root) as instance,
        ReaderProcess() as reader,
        daemon_processes(root) as daemon,
    ):
        followed = FollowedProject(root, instance, CountingReader(reader), tmp_path)
        yield Scene(followed, daemon)


def test_whatever_happens_the_daemon_ends_at_a_clean_build_and_computes_no_more_than_is_stale(
    scene: Scene,
) -> None:
    project = scene.project
    for act in STEPS:
        try:
            expected = act(scene)
            scene.settle()
            assert project.newly_materialized() == dict(expected.materialized)
            assert project.new_calls() == expected.calls
            project.assert_equals_a_clean_build()
            if expected.told:
                assert_told(scene, expected)
        except AssertionError as error:
            error.add_note(f"in the step: {act.__name__}")
            raise
    assert project.pool_slots_in_use() == 0


def assert_told(scene: Scene, expected: Expected) -> None:
    """Find the plan in the log of a tick and in the tags of its runs, as Dagster's pages do."""
    page = scene.daemon.page
    asking = [tick for tick in page.ticks(limit=100) if tick["runIds"]]
    told = {
        tick["id"]: [event["message"] for event in tick["logEvents"]["events"]] for tick in asking
    }
    (found,) = (
        tick for tick in asking if any(line.startswith(expected.told) for line in told[tick["id"]])
    )
    because = expected.told.partition("because ")[2]
    tags = [page.run_tags(run) for run in found["runIds"]]
    assert all(tag["sift/because"].startswith(because) for tag in tags)
    documents = [name for name in expected.materialized if name.startswith("extractions[")]
    if documents:
        takes = f"{len(documents)} chunks to run, 0 cached, no calls, $0"
        assert {tag["sift/takes"] for tag in tags} == {takes}
        assert told[found["id"]][-1] == f"Extracting takes: {takes}"
        evaluations = page.check_metadata("extractions", "extractions_is_current")
        assert len(documents) in {e.get("chunks_to_run") for e in evaluations}
