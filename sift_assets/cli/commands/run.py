"""`sift run`: materialize everything that is stale."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json, open_instance, open_workspace
from sift_assets.cli.printing import print_json
from sift_assets.cli.progress import shown_progress
from sift_assets.cli.running import RunReport, bring_up_to_date
from sift_assets.cli.summary import print_summary, summary_of


@click.command("run")
@click.option(
    "--allow-mass-delete",
    is_flag=True,
    help="Forget documents that are gone, even when more than a fifth of them went at once.",
)
@as_json
@click.pass_obj
def command(project: Path, allow_mass_delete: bool, as_json: bool) -> int:
    """Materialize what is stale, and print what the graph holds.

    Exit code 0: up to date. 1: something failed; what is well is materialized all the same.
    """
    workspace = open_workspace(project)
    with open_instance(workspace) as instance, shown_progress(quiet=as_json) as progress:
        report = bring_up_to_date(
            instance, workspace.root, progress, allow_mass_deletion=allow_mass_delete
        )
    _print(workspace.root, report, as_json)
    return 0 if report.succeeded else 1


def _print(root: Path, report: RunReport, as_json: bool) -> None:
    summary = summary_of(open_workspace(root), report)
    if as_json:
        print_json(summary)
    else:
        print_summary(summary)
