"""`sift proposals`: what agents propose, for a person to decide."""

from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say


@click.command("proposals")
@click.option("--drop", "dropped", multiple=True, metavar="ID", help="Say no: take this one out.")
@as_json
@click.pass_obj
def command(project: Path, dropped: tuple[str, ...], as_json: bool) -> int:
    """List what agents propose through `sift mcp`, with the command by which you say yes.

    A proposal changes nothing. What the graph says meanwhile is no longer listed.
    """
    from sift_assets.workflows.proposing import open_proposals, proposals_of

    workspace = open_workspace(project)
    known = {one.id for one in proposals_of(workspace).read()}
    if unknown := sorted(set(dropped) - known):
        raise click.UsageError(f"There is no proposal {', '.join(unknown)}.")
    if dropped:
        proposals_of(workspace).drop(dropped)
    rows: list[dict[str, Any]] = [
        {"id": one.id, "command": one.command, **one.model_dump(mode="json")}
        for one in open_proposals(workspace)
    ]
    if as_json:
        print_json(rows)
        return 0
    for row in rows:
        say(f"{row['id']}  {row['command']}", bold=True)
        say(f"    proposed by an agent, {row['time']}: {' '.join(row['reason'].split())}")
    if not rows:
        say("No agent proposes anything.")
    return 0
