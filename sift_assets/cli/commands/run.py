"""`sift run`: materialize everything that is stale."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json, open_instance, open_workspace
from sift_assets.cli.printing import print_json
from sift_assets.cli.progress import shown_progress
from sift_assets.cli.running import RunReport, bring_up_to_date
from sift_assets.cli.summary import print_summary, summary_of
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.keys import document_key
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.observing import known_documents


@click.command("run")
@click.option(
    "--allow-mass-delete",
    is_flag=True,
    help="Forget documents that are gone, even when more than a fifth of them went at once.",
)
@click.option(
    "--approve",
    is_flag=True,
    help="Go ahead although a language model costs more than confirm_above_usd.",
)
@click.option(
    "--again",
    multiple=True,
    metavar="DOCUMENT",
    help="Ask the language model anew about a document, by its path. May be repeated.",
)
@as_json
@click.pass_obj
def command(
    project: Path, allow_mass_delete: bool, approve: bool, again: tuple[str, ...], as_json: bool
) -> int:
    """Materialize what is stale, and print what the graph holds.

    Exit code 0: up to date. 1: something failed or waits for a budget; what is well is
    materialized all the same. 4: nothing is done before you give --approve.
    """
    workspace = open_workspace(project)
    anew = [_document(workspace, named) for named in again]
    with open_instance(workspace) as instance, shown_progress(quiet=as_json) as progress:
        report = bring_up_to_date(
            instance,
            workspace.root,
            progress,
            allow_mass_deletion=allow_mass_delete,
            approve=approve,
            again=anew,
        )
    _print(workspace.root, report, as_json)
    return 0 if report.succeeded else 1


def _document(workspace: Workspace, named: str) -> str:
    """Return the key of a document, given by its path or its key."""
    keys = known_documents(workspace)
    key = named if named in keys else document_key(named)
    if key not in keys:
        raise ProjectError(
            f"There is no document `{named}`.", "Give its path below the watched folder."
        )
    return key


def _print(root: Path, report: RunReport, as_json: bool) -> None:
    summary = summary_of(open_workspace(root), report)
    if as_json:
        print_json(summary)
    else:
        print_summary(summary)
