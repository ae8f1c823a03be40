"""A run at work, another `sift run`, the sensor and a click on "Materialize" at the same time."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from sift_assets.core.errors import LockedError
from sift_assets.definitions import defs
from sift_assets.defs.run_tags import range_tags
from sift_assets.resources.locks import held
from sift_assets.workflows import document_locks
from sift_assets_tests.defs.looking import reason
from sift_assets_tests.fakes.name_extractor import NameExtractor
from sift_assets_tests.fakes.project_folder import ProjectFolder
from sift_assets_tests.fakes.waiting_run import SECONDS, wait_for

REPOSITORY = Path(__file__).parents[2]


@contextmanager
def waiting_run(root: Path, signals: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a run and go on when it stands at its first extraction."""
    signals.mkdir()
    command = [sys.executable, "-m", "sift_assets_tests.fakes.waiting_run", str(root), str(signals)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    with subprocess.Popen(command, cwd=root, env=environment) as process:
        try:
            wait_for(signals / "reached")
            yield process
        finally:
            process.kill()


def click_on_texts(project: ProjectFolder) -> None:
    """Do what a click on "Materialize all" of texts and extractions does."""
    keys = project.instance.get_dynamic_partitions("documents")
    defs().resolve_implicit_global_asset_job_def().execute_in_process(
        instance=project.instance,
        asset_selection=[dg.AssetKey("document_texts"), dg.AssetKey("extractions")],
        tags=range_tags(keys[0], keys[-1]),
        run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
    )


def test_who_meets_a_run_at_work_is_refused_or_waits_and_no_work_is_done_twice(
    project: ProjectFolder,
    built_once: Path,
    extractor: NameExtractor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signals, waits = tmp_path / "signals", list[str]()

    def held_and_told(path: Path, what: str, **_: Any) -> AbstractContextManager[None]:
        """Let the other run go on as soon as this one waits for it."""

        def on_wait(message: str) -> None:
            waits.append(message)
            (signals / "go").touch()

        return held(path, what, on_wait=on_wait)

    monkeypatch.setattr(document_locks, "held", held_and_told)
    with waiting_run(project.root, signals) as process:
        assert f"in use by process {process.pid}" in reason(project)
        with pytest.raises(LockedError, match=f"in use by process {process.pid}"):
            project.run()
        click_on_texts(project)
        assert process.wait(timeout=SECONDS) == 0
    assert waits == [f"The document chain is in use by process {process.pid}."]
    assert extractor.seen == []  # the click found everything done
    assert reason(project) == "Everything is up to date."
    assert project.instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED])) == []
    assert project.exports() == ProjectFolder(built_once).exports()
