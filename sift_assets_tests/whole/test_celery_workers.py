"""Two Celery workers on one project, one of them killed in the middle: the bytes of one process."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster._core.definitions.reconstruct import ReconstructableRepository

from sift_assets.core.planning.keys import document_key
from sift_assets.core.planning.shards import partition_of
from sift_assets.core.settings.model import Settings
from sift_assets.definitions import defs
from sift_assets.defs.watching import look
from sift_assets.resources.instance import has_open_run
from sift_assets.resources.ledger import project_ledger
from sift_assets.resources.workspace import Workspace
from sift_assets_tests.defs.looking import TICK_LOG
from sift_assets_tests.evals.paid_answers.comparing import kept_keys, question_key
from sift_assets_tests.fakes.held_server import SAID, HeldServer, running_held_server
from sift_assets_tests.fakes.postgres_server import PostgresServer
from sift_assets_tests.fakes.project_folder import ProjectFolder, made_project
from sift_assets_tests.whole.celery_processes import CeleryProcesses, ended_for_sure
from sift_assets_tests.whole.celery_scene import (
    Built,
    built,
    is_settled,
    named_servers,
    settings_of_ours,
    workers_at_work,
)

pytestmark = [
    pytest.mark.usefixtures("own_surroundings"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of Celery's, on loading its tasks
    pytest.mark.filterwarnings("ignore:Task name 'execute_job'"),  # the launcher says it each time
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]

MODEL = "openai/gpt-4o-mini"
(QUOTE,) = SAID.values()
SHARDS, FILLED = 4, ("000", "002")
"""A run covers shards that follow each other, so a gap makes two runs, for two workers."""

NAMES = [
    name
    for name in (f"letter-{number}.txt" for number in range(20))
    if partition_of(document_key(name), SHARDS) in FILLED
]
SECONDS_BETWEEN_LOOKS = 3.0
"""A look that finds a dead worker waits for it; the others find runs under way."""

DOCUMENTS = {name: f"{QUOTE} {number} ships lay there.\n" for number, name in enumerate(NAMES[:6])}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldServer]:
    """Run a model that costs and can be held, and name it to every process."""
    with running_held_server() as running:
        named = {
            "SIFT_MODEL": MODEL,
            "SIFT_API_BASE": running.base_url,
            "SIFT_DOCUMENT_CONTEXT": "false",
            "SIFT_CONCURRENCY": "1",  # so that two questions are those of two workers
            "SIFT_PARTITIONS_SHARDS": str(SHARDS),
            "OPENAI_API_KEY": "of-nobody",
        }
        for name, value in named.items():
            monkeypatch.setenv(name, value)
        yield running


@contextmanager
def two_workers(root: Path, logs: Path) -> Iterator[CeleryProcesses]:
    """Start two workers for a block."""
    preloaded = "sift_assets_tests.whole.preloaded_worker"
    processes = CeleryProcesses(root, logs, settings_of_ours(), preloaded)
    with ended_for_sure(processes):
        processes.start_worker("one")
        processes.start_worker("two")
        yield processes


class Looks:
    """Looks and launches what they ask for, as the daemon does, which is itself tried elsewhere.

    Args:
        folder: The project.
    """

    def __init__(self, folder: ProjectFolder) -> None:
        self._folder, self._due = folder, 0.0
        self._job = defs().resolve_implicit_global_asset_job_def()

    def have_asked(self) -> bool:
        """Look, and say whether runs were asked for."""
        workspace = Workspace.open(self._folder.root)  # with the settings of the environment
        found = look(self._folder.instance, workspace, TICK_LOG)
        requests = (found.run_requests or []) if isinstance(found, dg.SensorResult) else []
        for request in requests:
            self._launch(request)
        return bool(requests)

    def have_settled(self) -> bool:
        """Look when it is time, and say whether there is nothing left to do."""
        if has_open_run(self._folder.instance, {}) and time.monotonic() < self._due:
            return False
        asked, self._due = self.have_asked(), time.monotonic() + SECONDS_BETWEEN_LOOKS
        return not asked and is_settled(self._folder)

    def _launch(self, request: dg.RunRequest) -> None:
        """Give a run to Celery, which does not care by whom it was asked for."""
        assets = set(request.asset_selection or ())
        instance: Any = self._folder.instance
        run = instance.create_run_for_job(
            self._job.get_subset(asset_selection=assets),
            tags=dict(request.tags),
            asset_selection=assets,
            job_code_origin=code_origin(self._folder),
        )
        instance.launch_run(run.run_id, None)


def code_origin(folder: ProjectFolder) -> Any:
    """Return where a worker finds the code, as a code server tells it."""
    where = "sift_assets.definitions"
    found = ReconstructableRepository.for_module(where, "defs", str(folder.root))
    return found.get_reconstructable_job("__ASSET_JOB").get_python_origin()


def built_by_one_process(root: Path) -> Built:
    with ProjectFolder(made_project(root, DOCUMENTS)).opened() as folder:
        assert folder.run().succeeded
        return built(folder)


def failed_runs(instance: dg.DagsterInstance) -> int:
    failed = dg.RunsFilter(statuses=[dg.DagsterRunStatus.FAILURE])
    return len(instance.get_runs(failed))


def test_a_killed_worker_changes_no_byte_and_has_nothing_paid_twice(
    tmp_path: Path, server: HeldServer, postgres: PostgresServer
) -> None:
    alone = built_by_one_process(tmp_path / "alone")
    questions = {question_key(body, MODEL) for body in server.requests}
    root, before = made_project(tmp_path / "shared", DOCUMENTS), len(server.requests)
    server.hold()
    with (
        named_servers(postgres, {}),
        two_workers(root, tmp_path) as processes,
        ProjectFolder(root).opened() as folder,
    ):

        def both_ask() -> bool:
            asked = len(server.requests) - before
            return asked == 2 and workers_at_work(folder.instance) == {"one", "two"}

        looks = Looks(folder)
        processes.wait_until(looks.have_asked, "nothing is asked for")
        processes.wait_until(both_ask, "two runs are not under way")
        processes.kill("two")
        server.let_go()
        processes.wait_until(looks.have_settled, "the plan is not empty")
        assert built(folder) == alone
        assert failed_runs(folder.instance) == 1
        (spent,) = project_ledger(root, Settings()).spent_on()
    asked = [question_key(body, MODEL) for body in server.requests[before:]]
    assert set(asked) == questions <= kept_keys(root / ".sift")
    assert len(asked) - len(questions) <= 1  # what the killed worker waited for
    assert (spent.open, spent.calls - spent.assumed) == (0, len(questions))
