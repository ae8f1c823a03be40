"""`sift decisions`: what people decided, what became of it, and whether the log is sound."""

from pathlib import Path
from typing import Any

import click

from sift_assets.cli.deciding import read_loudly
from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.reviewing_panel import inline
from sift_assets.core.decisions.history import unknown_undos
from sift_assets.core.review.standing import DecisionStanding
from sift_assets.workflows.reviewing import history_of, standings

COLOURS = {
    DecisionStanding.CONFLICT: "red",
    DecisionStanding.PARKED: "yellow",
}


@click.group("decisions", invoke_without_command=True)
@as_json
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Say what people decided. Without a subcommand: what is in force, as `show` does."""
    return 0 if context.invoked_subcommand else _show(context.obj, as_json)


@command.command("show")
@as_json
@click.pass_obj
def show(project: Path, as_json: bool) -> int:
    """List the decisions in force: by whom, when, through what, and what they come to.

    `parked`: what it is about is not in the graph now; it counts again when that returns.
    `conflict`: it contradicts another one, and neither changes anything. `no effect`: a later one
    says otherwise, or the documents leave it nothing to change.
    """
    return _show(project, as_json)


@command.command("history")
@click.argument("subject", metavar="KEY|ENTITY|ID")
@as_json
@click.pass_obj
def history(project: Path, subject: str, as_json: bool) -> int:
    """List every decision about one subject in order of time, also those that were taken back.

    The subject is a key of `sift review`, an entity by id or name, a relation by id, or a decision
    by its id; the beginning of a key or an id is enough.
    """
    workspace = open_workspace(project)
    rows = history_of(workspace, read_loudly(workspace.decision_log).decisions, subject)
    _print(rows, as_json)
    return 0


@command.command("fsck")
@click.option("--repair", is_flag=True, help="Take a torn end off; it is kept beside the log.")
@as_json
@click.pass_obj
def fsck(project: Path, repair: bool, as_json: bool) -> int:
    """Verify the log line by line. Exit code 1: something in it does not count.

    A line that is no decision is named with its number and costs no other; whether it is mended or
    removed is yours to say, in the file or with git.
    """
    log = open_workspace(project).decision_log
    repaired = repair and log.path.exists() and log.repair()
    read = log.read()
    found: dict[str, Any] = {
        "file": str(log.path),
        "decisions": len(read.decisions),
        "bad": [one._asdict() for one in read.bad],
        "torn_bytes": len(read.torn),
        "undo_of_unknown": [one.id for one in unknown_undos(read.decisions)],
        "repaired": repaired,
    }
    is_sound = not (found["bad"] or found["torn_bytes"] or found["undo_of_unknown"])
    if as_json:
        print_json(found | {"sound": is_sound})
    else:
        _print_findings(found, is_sound)
    return 0 if is_sound else 1


def _show(project: Path, as_json: bool) -> int:
    workspace = open_workspace(project)
    _print(standings(workspace, read_loudly(workspace.decision_log).decisions), as_json)
    return 0


def _print(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    for row in rows:
        standing = DecisionStanding(row["standing"])
        by = f"{inline(row['actor'])}, {row['channel']}"
        if row["rule"]:
            by += f" {row['rule']}" + (f" {row['threshold']:g}" if row["threshold"] else "")
        line = f"{row['id']}  {row['time'][:19]}  {by}  {inline(row['says'])}"
        say(
            line + ("" if standing is DecisionStanding.IN_FORCE else f"  [{standing.in_words}]"),
            fg=COLOURS.get(standing),
        )
        for why in (row["reason"], row["because"]):
            if why:
                say(f"      {inline(why)}", dim=True)
    if not rows:
        say("Nothing was decided.")


def _print_findings(found: dict[str, Any], is_sound: bool) -> None:
    say(f"{found['file']}: {found['decisions']} decisions", bold=True)
    if found["repaired"]:
        say("The end was mended.", fg="green")
    for one in found["bad"]:
        say(f"  line {one['number']} {inline(one['problem'])}", fg="red")
    if found["torn_bytes"]:
        say(
            f"  the last line is cut off ({found['torn_bytes']} bytes), its writer was killed; "
            "--repair takes it off",
            fg="red",
        )
    for one in found["undo_of_unknown"]:
        say(f"  {one} takes back a decision that is not there", fg="yellow")
    if is_sound:
        say("Every line counts.", fg="green")
