"""`sift export`: the graph in one format, at a place of the user's choice."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.exports.formats import export_files
from sift_assets.core.settings.model import ExportFormat
from sift_assets.resources.files import write_atomically
from sift_assets.workflows.resolved import load_resolved


@click.command("export")
@click.argument("form", metavar="FORMAT", type=click.Choice(ExportFormat, case_sensitive=False))
@click.option("--to", type=click.Path(path_type=Path), help="File, or folder; for CSV a folder.")
@as_json
@click.pass_obj
def command(project: Path, form: ExportFormat, to: Path | None, as_json: bool) -> int:
    """Write the graph as FORMAT: json, graphml or csv.

    Without --to the files go to the exports folder. An existing file is replaced only when the
    new one is complete.
    """
    workspace = open_workspace(project)
    graph = load_resolved(workspace)
    files = export_files(graph, form)
    written = {_target(workspace.exports_folder, to, name): data for name, data in files.items()}
    for path, data in written.items():
        write_atomically(path, data)
    report = {
        "files": [str(path) for path in written],
        "entities": graph.entities.num_rows,
        "relations": graph.relations.num_rows,
    }
    if as_json:
        print_json(report)
    else:
        say(f"{report['entities']} entities and {report['relations']} relations in")
        say("\n".join(f"  {path}" for path in written))
    return 0


def _target(exports: Path, to: Path | None, name: str) -> Path:
    if to is None:
        return exports / name
    return to / Path(name).name if "/" in name or to.is_dir() else to
