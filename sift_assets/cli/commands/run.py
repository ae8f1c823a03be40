"""`sift run`: materialize everything that is stale."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sift_assets.cli.naming_documents import named_document
from sift_assets.cli.opening import as_json, open_instance, open_workspace
from sift_assets.cli.printing import print_json
from sift_assets.cli.progress import shown_progress
from sift_assets.cli.running_up_to import allow_mass_delete, approve

if TYPE_CHECKING:
    from sift_assets.cli.running import RunReport


@click.command("run")
@allow_mass_delete
@approve
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
    from sift_assets.cli.running import bring_up_to_date

    workspace = open_workspace(project)
    anew = [named_document(workspace, named) for named in again]
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


def _print(root: Path, report: "RunReport", as_json: bool) -> None:
    from sift_assets.cli.summary import print_summary, summary_of

    summary = summary_of(open_workspace(root), report)
    if as_json:
        print_json(summary)
    else:
        print_summary(summary)
