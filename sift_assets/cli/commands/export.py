"""`sift export`: the graph in one format, at a place of the user's choice."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.settings.model import ExportFormat

FORMATS = [form.value for form in ExportFormat]
"""Not the enumeration itself: click would take the names of its members."""

SHOWN_FILES = 20
"""Files that are named one by one at a terminal; a vault has a note for every entity."""


@click.command("export")
@click.argument("name", metavar="FORMAT", type=click.Choice(FORMATS, case_sensitive=False))
@click.option(
    "--output",
    "--to",
    "to",
    type=click.Path(path_type=Path),
    help="File, or folder; a folder for csv, parquet, neo4j, obsidian and sift-kg.",
)
@as_json
@click.pass_obj
def command(project: Path, name: str, to: Path | None, as_json: bool) -> int:
    """Write the graph as FORMAT.

    FORMAT is json, graphml, gexf, csv, sqlite, parquet, duckdb, neo4j, json-ld, obsidian or
    sift-kg. Without --output the files go to the exports folder. An existing file is replaced only
    when the new one is complete; a note of somebody else's is not replaced.
    """
    from sift_assets.workflows.exported_by_hand import write_by_hand
    from sift_assets.workflows.exports import current_content, files_of

    form = ExportFormat(name)
    workspace = open_workspace(project)
    content = current_content(workspace, form)
    files = files_of(workspace, content, form)
    written = write_by_hand(workspace, form, files, to)
    report = {
        "files": [str(path) for path in written],
        "entities": content.graph.entities.num_rows,
        "relations": content.graph.relations.num_rows,
    }
    if as_json:
        print_json(report)
    else:
        say(f"{report['entities']} entities and {report['relations']} relations in")
        say("\n".join(f"  {path}" for path in written[:SHOWN_FILES]))
        if len(written) > SHOWN_FILES:
            say(f"  and {len(written) - SHOWN_FILES} more files")
    return 0
