"""A project that Celery's workers work on, as whoever watches them sees it."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import dagster as dg
import pytest

from sift_assets.defs.reconciling import InstanceEvents, compare
from sift_assets.resources.celery_workers import CELERY_TASK_TAG
from sift_assets.resources.instance import has_open_run
from sift_assets.resources.postgres import close_idle
from sift_assets.resources.postgres_locks import close_living
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.comparing import versions
from sift_assets_tests.fakes.postgres_server import PostgresServer
from sift_assets_tests.fakes.project_folder import ProjectFolder
from sift_assets_tests.fakes.redis_server import running_redis

SCHEMA = "sift"


@contextmanager
def named_servers(postgres: PostgresServer, more: Mapping[str, str]) -> Iterator[None]:
    """Name a database of our own and a broker for a block, as `deploy/` wants them named.

    Args:
        postgres: The server.
        more: Further variables.
    """
    name = postgres.next_schema()
    postgres.do(f"CREATE DATABASE {name}")
    with running_redis() as redis, pytest.MonkeyPatch.context() as patch:
        address = postgres.address(name).partition("://")[2]
        named = {
            "SIFT_DATABASE": f"postgresql+psycopg2://{address}",
            "SIFT_DATABASE_SCHEMA": SCHEMA,
            "CELERY_BROKER_URL": f"{redis}/0",
            "CELERY_RESULT_BACKEND": f"{redis}/1",
            **more,
        }
        for variable, value in named.items():
            patch.setenv(variable, value)
        yield
        close_idle()
        close_living()


def settings_of_ours() -> dict[str, str]:
    """Return the variables that name settings and keys, for processes that get no others."""
    ours = ("SIFT_", "OPENAI_", "AWS_")
    return {name: value for name, value in os.environ.items() if name.startswith(ours)}


def workers_at_work(instance: dg.DagsterInstance) -> set[str]:
    """Return the names of the workers that have begun runs which have not ended."""
    begun = instance.get_runs(dg.RunsFilter(statuses=[dg.DagsterRunStatus.STARTED]))
    launcher: Any = instance.run_launcher
    told = [launcher.celery.AsyncResult(run.tags[CELERY_TASK_TAG]).info for run in begun]
    names = (str(one["hostname"]) for one in told if isinstance(one, dict) and "hostname" in one)
    return {name.partition("@")[0] for name in names}


def is_settled(folder: ProjectFolder) -> bool:
    """Say whether no run is open and the plan is empty."""
    if has_open_run(folder.instance, {}):
        return False
    found = compare(folder.instance, Workspace.open(folder.root), remember=False)
    return found.plan.nothing_to_do


class Built(NamedTuple):
    """What a project has come to: the same on several machines as on one.

    Attributes:
        versions: Asset to partition to the latest data version in Dagster.
        exports: Name to content of every exported file.
    """

    versions: Mapping[str, Mapping[str, str]]
    exports: Mapping[str, bytes]


def built(folder: ProjectFolder) -> Built:
    """Return what a project has come to."""
    found = versions(InstanceEvents(folder.instance), Workspace.open(folder.root))
    return Built(found, folder.exports())
