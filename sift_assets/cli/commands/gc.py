"""`sift gc`: remove from the store what nothing needs."""

from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, existing_history, existing_instance, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.planning.retention import Collection, last_revisions
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.collecting import collect, plan_collection

DEFAULT_KEEP = 3
"""Revisions of the graph that `sift diff` can compare: the present one and two before it."""


@click.command("gc")
@click.option("--apply", "is_applied", is_flag=True, help="Remove it; without, only say what.")
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    default=DEFAULT_KEEP,
    show_default=True,
    help="Revisions of the graph that stay, so that `sift diff` can compare them.",
)
@click.option(
    "--answers",
    is_flag=True,
    help="Remove answers of language models too; what needs one again is paid for again.",
)
@as_json
@click.pass_obj
def command(project: Path, is_applied: bool, keep: int, answers: bool, as_json: bool) -> int:
    """Find what no recorded value and no open run needs; with --apply remove it.

    A document that is gone and comes back is then read and extracted anew.
    """
    workspace = open_workspace(project)
    if is_applied:
        found, removed = _collected(workspace, keep, answers)
    else:
        found, removed = _found(workspace, keep, answers), 0
    _print(found, removed, is_applied, as_json)
    return 0


def _collected(workspace: Workspace, keep: int, answers: bool) -> tuple[Collection, int]:
    from sift_assets.cli.holding import held_alone
    from sift_assets.resources.instance import close_orphans

    with existing_instance(workspace) as instance, held_alone(workspace):
        close_orphans(instance)  # a killed run is not open
        found = _found(workspace, keep, answers)
        return found, collect(workspace, found)


def _found(workspace: Workspace, keep: int, answers: bool) -> Collection:
    from sift_assets.workflows.comparing import versions

    with existing_history(workspace) as (events, past):
        kept = [version for heads in versions(events).values() for version in heads.values()]
        for asset in ("graph_manifest", "resolved_graph"):
            history = (one.version for one in past.happened(asset, ""))
            kept += last_revisions(history, keep)
        is_open = past.has_open_run()
    return plan_collection(workspace, kept, keep_answers=not answers, run_is_open=is_open)


def _print(found: Collection, removed: int, is_applied: bool, as_json: bool) -> None:
    report: dict[str, Any] = {
        "objects": len(found.objects),
        "results": len(found.results),
        "bytes": found.size,
        "kept": found.kept,
        "kept_answers": found.answers,
        "kept_young": found.young,
        "removed_files": removed,
        "applied": is_applied,
    }
    if as_json:
        print_json(report)
        return
    size = f"{found.size / 1_000_000:.1f} MB"
    say(f"{len(found.objects)} objects ({size}) and {len(found.results)} results are not needed.")
    say(f"{found.kept} objects stay, of these {found.answers} answers of language models.")
    if found.young:
        say(f"{found.young} of them are younger than an hour while a run is open.")
    if is_applied:
        say(f"{removed} files removed.", fg="green")
    elif found.objects or found.results:
        say("Nothing was removed. `sift gc --apply` removes them.")
