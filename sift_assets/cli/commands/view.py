"""`sift view`: the graph in the browser, whole or a part of it."""

import webbrowser
from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import counted, print_json, say
from sift_assets.core.viewing.choice import Choice
from sift_assets.resources.workspace import Workspace


@click.command("view")
@click.option("--neighborhood", default="", metavar="ENTITY", help="Only what is near an entity.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="How many relations away that may be.",
)
@click.option("--source-doc", default="", metavar="DOCUMENT", help="Only what a document states.")
@click.option("--community", default="", metavar="LABEL", help="Only the members of a community.")
@click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="Only what is at least so sure, 0 to 1.",
)
@click.option(
    "--top",
    type=click.IntRange(min=0),
    default=0,
    help="Only so many entities with the most relations, and whom they are related to; 0 for all.",
)
@click.option(
    "--output",
    "--to",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the page to this file.",
)
@click.option("--no-open", is_flag=True, help="Open no browser, only say where the page is.")
@as_json
@click.pass_obj
def command(
    project: Path,
    neighborhood: str,
    depth: int,
    source_doc: str,
    community: str,
    min_confidence: float,
    top: int,
    output: Path | None,
    no_open: bool,
    as_json: bool,
) -> int:
    """Open the graph in the browser: one page, that needs neither a network nor this program.

    Without filters it is the page that `sift run` has written. With some, a page of that part is
    written to --output, or into the exports folder, where it stays until the graph changes.
    """
    choice = Choice(
        neighborhood=neighborhood,
        depth=depth if neighborhood else 1,
        document=source_doc,
        community=community,
        min_confidence=min_confidence,
        top=top,
    )
    report = _page(open_workspace(project), choice, output)
    if as_json:
        print_json(report)
    else:
        _say(report)
    if not (no_open or as_json):
        webbrowser.open(Path(report["file"]).as_uri())
    return 0


def _page(workspace: Workspace, choice: Choice, output: Path | None) -> dict[str, Any]:
    """Return where the page is, with how much is on it where it was made now."""
    from sift_assets.workflows.written_viewer import existing_page

    if choice == Choice() and output is None:
        return {"file": str(existing_page(workspace))}
    from sift_assets.workflows.viewer import write_page

    path, counts = write_page(workspace, choice, output)
    return {"file": str(path.absolute()), **counts}


def _say(report: dict[str, Any]) -> None:
    if "entities" in report:
        entities = counted(report["entities"], "entity", "entities")
        say(f"{entities}, {counted(report['relations'], 'relation')}")
    if report.get("left_out"):
        say(f"{report['left_out']} entities are too many for one page and left out", fg="yellow")
    say(report["file"])
