"""`sift gc`: remove from the store what nothing needs."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, existing_history, existing_instance, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.retention import Collection, last_revisions
from sift_assets.resources.project import DAGSTER_FOLDER, LOGS_FOLDER
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.collecting import collect, plan_collection

if TYPE_CHECKING:
    from sift_assets.resources.past_runs import RunHistory

DEFAULT_KEEP = 3
"""Revisions of the graph that `sift diff` can compare: the present one and two before it."""

SECONDS_A_DAY = 86_400


@dataclass(frozen=True)
class Found:
    """What nothing needs.

    Attributes:
        stored: In the store.
        runs: Ids of runs in Dagster's storage.
        run_bytes: What their files take.
    """

    stored: Collection
    runs: tuple[str, ...] = ()
    run_bytes: int = 0


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
@click.option(
    "--runs",
    "days",
    type=click.IntRange(min=1),
    metavar="DAYS",
    help="Runs that ended so many days ago as well, unless they recorded what still counts.",
)
@as_json
@click.pass_obj
def command(
    project: Path, is_applied: bool, keep: int, answers: bool, days: int | None, as_json: bool
) -> int:
    """Find what no recorded value and no open run needs; with --apply remove it.

    A document that is gone and comes back is then read and extracted anew.
    """
    workspace = open_workspace(project)
    if is_applied:
        found, removed = _collected(workspace, keep, answers, days)
    else:
        found, removed = _found(workspace, keep, answers, days), 0
    _print(found, removed, is_applied, as_json)
    return 0


def _collected(
    workspace: Workspace, keep: int, answers: bool, days: int | None
) -> tuple[Found, int]:
    from sift_assets.defs.holding import held_alone
    from sift_assets.resources.instance import close_orphans

    with existing_instance(workspace) as instance, held_alone(workspace):
        close_orphans(instance)  # a killed run is not open
        found = _found(workspace, keep, answers, days)
        if found.runs:
            from sift_assets.resources.past_runs import remove_runs

            with _history(workspace) as history:
                remove_runs(instance, history, found.runs)
        return found, collect(workspace, found.stored)


def _found(workspace: Workspace, keep: int, answers: bool, days: int | None) -> Found:
    from sift_assets.workflows.comparing import versions

    with existing_history(workspace) as (events, past):
        latest = versions(events, workspace)
        kept = [version for heads in latest.values() for version in heads.values()]
        revisions = {
            asset: last_revisions((one.version for one in past.happened(asset, "")), keep)
            for asset in ("graph_manifest", "resolved_graph")
        }
        is_open = past.has_open_run()
    kept += [version for of_asset in revisions.values() for version in of_asset]
    stored = plan_collection(workspace, kept, keep_answers=not answers, run_is_open=is_open)
    if days is None:
        return Found(stored)
    from sift_assets.resources.past_runs import bytes_of_runs, removable_runs

    with _history(workspace) as history:
        runs = removable_runs(history, time.time() - days * SECONDS_A_DAY, revisions)
        return Found(stored, runs, bytes_of_runs(history, runs))


@contextmanager
def _history(workspace: Workspace) -> Iterator["RunHistory"]:
    from sift_assets.resources.event_tables import index_file, is_in_postgres
    from sift_assets.resources.past_runs import InstanceHistory, SqliteHistory

    index = index_file(workspace.root)
    if index is not None:
        yield SqliteHistory(index)
    elif is_in_postgres(workspace.root):
        with existing_instance(workspace) as instance:
            yield InstanceHistory(instance, workspace.root / DAGSTER_FOLDER / LOGS_FOLDER)
    else:
        raise ProjectError(
            "Runs are removed from Postgres and from SQLite below the project only.",
            "Use what your own storage of Dagster's has for it, or leave out --runs.",
        )


def _print(everything: Found, removed: int, is_applied: bool, as_json: bool) -> None:
    found = everything.stored
    report: dict[str, Any] = {
        "objects": len(found.objects),
        "results": len(found.results),
        "bytes": found.size,
        "kept": found.kept,
        "kept_answers": found.answers,
        "kept_young": found.young,
        "runs": len(everything.runs),
        "run_bytes": everything.run_bytes,
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
    if everything.runs:
        say(f"{len(everything.runs)} runs ({everything.run_bytes / 1_000_000:.1f} MB) likewise.")
    if is_applied:
        say(f"{removed} files removed.", fg="green")
    elif found.objects or found.results or everything.runs:
        say("Nothing was removed. `sift gc --apply` removes them.")
