"""What every command does first: find the project and open it, with or without Dagster."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.core.errors import StoreError
from sift_assets.resources.project import DAGSTER_FOLDER, enter_project, find_project
from sift_assets.resources.workspace import Workspace

if TYPE_CHECKING:
    import dagster as dg

    from sift_assets.resources.moments import Past
    from sift_assets.workflows.comparing import Events

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")
"""The option that every command with a result has."""


def open_workspace(start: Path, **flags: Any) -> Workspace:
    """Open the project in or above a folder.

    Raises:
        ProjectError: There is none.
        ConfigError: Its settings are wrong.
    """
    return Workspace.open(find_project(start), **flags)


@contextmanager
def open_instance(workspace: Workspace) -> Iterator["dg.DagsterInstance"]:
    """Open the project's Dagster instance.

    Raises:
        ProjectError: `DAGSTER_HOME` names another place, or `dagster.yaml` is missing.
        StoreError: Dagster's storage cannot be read or written, while it is opened or later.
    """
    from sqlalchemy.exc import DBAPIError

    from sift_assets.resources.instance import project_instance

    try:
        with project_instance(workspace.root) as instance:
            yield instance
    except DBAPIError as error:
        raise StoreError(
            f"{workspace.root / DAGSTER_FOLDER}: Dagster's storage cannot be used ({error.orig}).",
            "Free some space or check permissions, and run again.",
        ) from error


@contextmanager
def existing_instance(workspace: Workspace) -> Iterator["dg.DagsterInstance"]:
    """Open the project's Dagster instance to look at it: an empty one before the first run.

    So that looking leaves nothing behind.

    Raises:
        ProjectError: `DAGSTER_HOME` names another place, or `dagster.yaml` is missing.
    """
    import dagster as dg

    from sift_assets.resources.event_tables import is_in_postgres

    # Whether anything was recorded in a database, no folder of this machine tells.
    if (workspace.root / DAGSTER_FOLDER).is_dir() or is_in_postgres(workspace.root):
        with open_instance(workspace) as instance:
            yield instance
        return
    enter_project(workspace.root, os.environ)
    with dg.DagsterInstance.ephemeral() as instance:
        yield instance


@contextmanager
def existing_events(workspace: Workspace) -> Iterator["Events"]:
    """Open the versions that Dagster has recorded to look at them; see `existing_history`.

    Raises:
        ProjectError: `DAGSTER_HOME` names another place, or `dagster.yaml` is missing.
        StoreError: Dagster's storage cannot be read.
    """
    with existing_history(workspace) as (events, _):
        yield events


@contextmanager
def existing_history(workspace: Workspace) -> Iterator[tuple["Events", "Past"]]:
    """Open what Dagster has recorded, and when, to look at it: nothing before the first run.

    Without Dagster where its storage is SQLite: to import it takes longer than to look.

    Raises:
        ProjectError: `DAGSTER_HOME` names another place, or `dagster.yaml` is missing.
        StoreError: Dagster's storage cannot be read.
    """
    from sift_assets.resources.event_tables import index_file, opened_tables

    enter_project(workspace.root, os.environ)
    file = index_file(workspace.root)
    if file is not None:
        with opened_tables(file) as tables:
            yield tables, tables
        return
    from sift_assets.defs.reconciling import InstanceEvents
    from sift_assets.resources.recordings import InstancePast

    with existing_instance(workspace) as instance:
        yield InstanceEvents(instance), InstancePast(instance)
