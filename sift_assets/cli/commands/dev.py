"""`sift dev`: the Dagster UI and daemon on the project."""

import os
from pathlib import Path

import click

from sift_assets.cli.opening import open_instance, open_workspace
from sift_assets.cli.printing import say
from sift_assets.core.operations.settings import LogFormat


@click.command("dev")
@click.option("--port", default=3000, show_default=True, help="Port of the Dagster UI.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address it listens on.")
@click.pass_obj
def command(project: Path, port: int, host: str) -> None:
    """Start the Dagster UI with the sensor on; Ctrl-C ends it."""
    import sys

    from sift_assets.resources.dagster_internals import BATCH_VARIABLE, EVENTS_AT_ONCE

    workspace = open_workspace(project)
    with open_instance(workspace):
        pass  # created, and the surroundings checked, before several processes open it at once
    say(f"Dagster UI: http://{host}:{port}   watching {workspace.documents_folder}")
    # A home of its own would get log folders beside sift.yaml; without one Dagster reads the
    # dagster.yaml of the working directory and keeps what else it needs in a folder that it
    # removes when it ends.
    environment = {name: value for name, value in os.environ.items() if name != "DAGSTER_HOME"}
    environment.setdefault(BATCH_VARIABLE, EVENTS_AT_ONCE)
    # Dagster announces its own newer command, which needs a clone's pyproject.toml to work.
    quiet = ["-W", "ignore:Function `dev_command` is superseded"]
    arguments = [*quiet, "-m", "dagster", "dev", "-h", host, "-p", str(port)]
    if workspace.settings.log_format is LogFormat.JSON:
        arguments += ["--log-format", "json"]
    os.execve(sys.executable, [sys.executable, *arguments], environment)  # noqa: S606
