"""The command `sift`: one command per module in `commands`, loaded when it is called."""

import ast
import gc
import importlib.util
import sys
from keyword import iskeyword
from pathlib import Path
from typing import Any

import click

from sift_assets.cli.printing import escape_what_cannot_be_encoded, print_json, say
from sift_assets.core.errors import SiftError
from sift_assets.core.query.errors import error_for_programs

COMMANDS = (
    "init",
    "import",
    "run",
    "extract",
    "build",
    "resolve",
    "status",
    "plan",
    "budget",
    "metrics",
    "explain",
    "diff",
    "show",
    "search",
    "query",
    "path",
    "evidence",
    "timeline",
    "info",
    "topology",
    "mcp",
    "skill",
    "proposals",
    "promotions",
    "seats",
    "domains",
    "review",
    "serve",
    "decide",
    "decisions",
    "apply-merges",
    "narrate",
    "view",
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

EXIT_CODES = {
    0: "done",
    1: "something failed, is stale, waits or was refused; what is well is done",
    2: "a mistake in the call, the settings, the domain or the project; nothing is done",
    3: "another process is at work on the project",
    4: "it would cost more than may be spent unasked; nothing is done",
    INTERRUPTED: "stopped",
}
"""What `sift` leaves with. The errors of `core.errors` have no others."""

_EPILOG = "Exit codes: " + "; ".join(f"{code} {meaning}" for code, meaning in EXIT_CODES.items())


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
        module: Any = importlib.import_module(_module(cmd_name))
        return module.command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from their docstrings, without importing any: .1 s, not .6."""
        limit = formatter.width - 6 - max(map(len, self.list_commands(ctx)))
        told = (click.Command(name, help=_docstring(name)) for name in COMMANDS)
        rows = [(str(one.name), one.get_short_help_str(limit)) for one in told]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _module(command: str) -> str:
    name = command.replace("-", "_") + ("_" if iskeyword(command) else "")
    return f"sift_assets.cli.commands.{name}"


def _docstring(command: str) -> str:
    """Return the help of a command as it stands in the source of its module."""
    found = importlib.util.find_spec(_module(command))
    source = Path(found.origin).read_text(encoding="utf-8") if found and found.origin else ""
    functions = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    return next((ast.get_docstring(one) or "" for one in functions if one.name == "command"), "")


@click.group(
    cls=LazyCommands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"{_EPILOG}.",
)
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
        stopped = "Stopped. What was computed is kept; run again to go on."
        _leave({"error": stopped, "code": "stopped", "exit_code": INTERRUPTED}, given)
    except click.ClickException as error:
        message = error.format_message()
        _leave({"error": message, "code": "usage", "exit_code": error.exit_code}, given)
    except SiftError as error:
        _leave(error_for_programs(error), given)


def _leave(error: dict[str, Any], arguments: list[str]) -> None:
    if "--json" in arguments:
        print_json(error, err=True)
    else:
        say(f"sift: {error['error']}", fg="red", err=True)
    sys.exit(error["exit_code"])
