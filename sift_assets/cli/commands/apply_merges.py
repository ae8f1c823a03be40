"""`sift apply-merges`: read the review files back and bring the graph up to date with them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_instance, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.progress import shown_progress
from sift_assets.resources.workspace import Workspace

if TYPE_CHECKING:
    from sift_assets.workflows.review_files import ReadBack


@click.command("apply-merges")
@click.argument(
    "files",
    nargs=-1,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="[FILE]...",
)
@as_json
@click.pass_obj
def command(project: Path, files: tuple[Path, ...], as_json: bool) -> int:
    """Take over what you changed in the review files, and bring the graph up to date.

    With FILE, decisions of elsewhere in the shape of merge_proposals.yaml or relation_review.yaml
    are imported, each once. A relation is kept out, and an entity goes into another, for as long
    as you say so: `sift decide undo` gives everything back.

    Exit code 1: something in a file could not be read, the rest was; or the run failed.
    """
    from sift_assets.workflows.review_files import import_files, read_back

    workspace = open_workspace(project)
    paths = [path.resolve() for path in files]
    read = import_files(workspace, paths) if paths else read_back(workspace)
    succeeded = _brought_up_to_date(workspace, quiet=as_json)
    report = _report(open_workspace(workspace.root), read)
    if as_json:
        print_json(report)
    else:
        _print(report)
    return 0 if succeeded and not read.problems else 1


def _brought_up_to_date(workspace: Workspace, *, quiet: bool) -> bool:
    """Do what `sift run` does, without what a language model would have to be paid for."""
    from sift_assets.cli.running import bring_up_to_date

    with open_instance(workspace) as instance, shown_progress(quiet=quiet) as progress:
        return bring_up_to_date(instance, workspace.root, progress, approve=None).succeeded


def _report(workspace: Workspace, read: "ReadBack") -> dict[str, Any]:
    from sift_assets.cli.deciding import as_row
    from sift_assets.workflows.resolved import load_resolved
    from sift_assets.workflows.reviewing import applied_to

    return {
        "decisions": [as_row(one) for one in read.decisions],
        "problems": [one.model_dump(mode="json") for one in read.problems],
        "dropped": read.dropped,
        **applied_to(load_resolved(workspace)).model_dump(),
    }


def _print(report: dict[str, Any]) -> None:
    from sift_assets.cli.reviewing_panel import inline

    for one in report["problems"]:
        say(f"{one['file']}:{one['line']}: {inline(one['message'])}", fg="red", err=True)
    say(f"Decisions read: {len(report['decisions'])}.")
    if report["dropped"]:
        say(f"Entries deleted: {report['dropped']}; they decide nothing and are written again.")
    say(
        f"Entities: {report['merged']} merged, {report['removed']} removed into them. Relations "
        f"left out: {report['rejected']} rejected, {report['self_loops']} self-loops, "
        f"{report['retracted']} of retracted entities."
    )
