"""`sift proposals`: what agents propose, for a person to decide."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say

if TYPE_CHECKING:
    from sift_assets.resources.workspace import Workspace


@click.command("proposals")
@click.option(
    "--drop", "dropped", multiple=True, metavar="ID", help="Say no: it is not asked again."
)
@click.option("--reason", default="", help="Why not, in words; the agent is told.")
@as_json
@click.pass_obj
def command(project: Path, dropped: tuple[str, ...], reason: str, as_json: bool) -> int:
    """List what agents propose through `sift mcp`, with the command by which you say yes.

    `sift review` and the page of `sift serve` show the open ones with their evidence. A proposal
    changes nothing. What is not open any more is listed with the reason; `sift decide undo` takes
    an answer back.
    """
    from sift_assets.workflows.proposing import proposals_of

    workspace = open_workspace(project)
    known = {one.id for one in proposals_of(workspace).read()}
    if unknown := sorted(set(dropped) - known):
        raise click.UsageError(f"There is no proposal {', '.join(unknown)}.")
    rows = _rows(workspace, dropped, reason) if known else []
    if as_json:
        print_json(rows)
    else:
        _print(rows)
    return 0


def _rows(workspace: "Workspace", dropped: Sequence[str], reason: str) -> list[dict[str, Any]]:
    """Return all proposals as rows, those that are open first, once some are dropped."""
    from sift_assets.core.decisions.decision import Channel
    from sift_assets.core.review.signature import Signature
    from sift_assets.resources.decision_log import actor
    from sift_assets.workflows.live_desk import LiveDesk
    from sift_assets.workflows.proposal_rows import drop, rows_of
    from sift_assets.workflows.reviewing import desk_of

    live = LiveDesk(desk_of(workspace), workspace.decision_log)
    signature = Signature(actor=actor(), channel=Channel.COMMAND, reason=reason)
    drop(live, dropped, signature)
    return rows_of(live)


def _print(rows: Sequence[dict[str, Any]]) -> None:
    from sift_assets.cli.reviewing_panel import inline

    for row in rows:
        say(f"{row['id']}  {inline(row['command'])}", bold=row["open"], dim=not row["open"])
        by = f"the agent “{inline(row['agent'])}”" if row["agent"] else "an agent"
        say(f"    proposed by {by}, {inline(row['time'])}: “{inline(row['reason'])}”")
        if not row["open"]:
            say(f"    not open: {inline(row['because'])}", fg="yellow")
    if not rows:
        say("No agent proposes anything.")
