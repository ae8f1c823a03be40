"""`sift resolve`: look for duplicates and write down what there is to decide."""

from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.running_up_to import RESOLVE, allow_mass_delete, approve, run_layers
from sift_assets.cli.waiting import say_what_to_decide


@click.command("resolve")
@approve
@allow_mass_delete
@as_json
@click.pass_obj
def command(project: Path, approve: bool, allow_mass_delete: bool, as_json: bool) -> int:
    """Look for entities that may be one, and gather everything that a person may decide.

    Nothing is merged. What was decided stays decided. Review with `sift review`, or edit
    merge_proposals.yaml and relation_review.yaml and run `sift apply-merges`.

    Exit code 0: all is looked at. 1: something failed or waits for a budget. 4: nothing is done
    before you give --approve.
    """
    from sift_assets.core.review.files.review_files import ReviewFile
    from sift_assets.workflows.known import to_decide

    report = run_layers(
        project, RESOLVE, quiet=as_json, approve=approve, allow_mass_delete=allow_mass_delete
    )
    workspace = open_workspace(project)
    found: dict[str, Any] = {
        "to_decide": to_decide(workspace),
        "files": [str(workspace.root / file) for file in ReviewFile],
        "failed": report.failures,
    }
    if as_json:
        print_json(found)
    else:
        say_what_to_decide(found["to_decide"])
        say("\n".join(f"  {file}" for file in found["files"]))
    return 0 if report.succeeded else 1
