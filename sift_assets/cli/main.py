"""The command `sift`: one command per module in `commands`, loaded when it is called."""

import gc
import importlib
import sys
from pathlib import Path

import click

from sift_assets.cli.printing import escape_what_cannot_be_encoded, print_json, say
from sift_assets.core.errors import SiftError

COMMANDS = (
    "init",
    "run",
    "status",
    "plan",
    "budget",
    "explain",
    "diff",
    "show",
    "domains",
    "review",
    "decide",
    "decisions",
    "apply-merges",
    "narrate",
    "export",
    "fsck",
    "gc",
    "forget",
    "dev",
)
"""In the order of a first acquaintance."""

OBJECTS_BEFORE_COLLECTING = 50_000
"""Python looks for reference cycles every 700 objects, some thousand times while Dagster is
imported: a fifth of the time of `sift status`."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


class LazyCommands(click.Group):
    """Imports a command's module only when it is called, so that help comes at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        """Return a command, None when there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"sift_assets.cli.commands.{cmd_name.replace('-', '_')}")
        return module.command


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sift-assets")
@click.option(
    "-C",
    "--project",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Work on the project in or above this folder instead of the current one.",
)
@click.pass_context
def sift(context: click.Context, project: Path) -> None:
    """Turn a folder of documents into a knowledge graph and keep it exactly up to date."""
    context.obj = project


def main(arguments: list[str] | None = None) -> None:
    """Run a command; print errors of ours in one sentence and leave with their exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    escape_what_cannot_be_encoded()
    gc.set_threshold(OBJECTS_BEFORE_COLLECTING)
    try:
        code = sift.main(given, prog_name="sift", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except (click.exceptions.Abort, KeyboardInterrupt):
        _leave("Stopped. What was computed is kept; run again to go on.", INTERRUPTED, given)
    except click.ClickException as error:
        _leave(error.format_message(), error.exit_code, given)
    except SiftError as error:
        _leave(str(error), error.exit_code, given)


def _leave(message: str, code: int, arguments: list[str]) -> None:
    if "--json" in arguments:
        print_json({"error": message, "exit_code": code}, err=True)
    else:
        say(f"sift: {message}", fg="red", err=True)
    sys.exit(code)
