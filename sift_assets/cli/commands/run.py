"""`sift run`: materialize everything that is stale."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sift_assets.cli.naming_documents import named_document
from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json
from sift_assets.cli.running_up_to import again, allow_mass_delete, approve, run_layers
from sift_assets.core.planning.lineage import LAYERS

if TYPE_CHECKING:
    from sift_assets.cli.running import RunReport


@click.command("run")
@allow_mass_delete
@approve
@again
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
    report = run_layers(
        project,
        LAYERS,
        quiet=as_json,
        approve=approve,
        allow_mass_delete=allow_mass_delete,
        again=[named_document(workspace, named) for named in again],
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
