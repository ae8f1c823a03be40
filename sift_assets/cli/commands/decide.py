"""`sift decide`: decide by command, about what is open or about anything in the graph."""

from pathlib import Path

import click

from sift_assets.cli.deciding_items import confirm, keep, reject, undo
from sift_assets.cli.deciding_subjects import (
    add,
    merge,
    name,
    not_same,
    relation,
    retract,
    split,
)
from sift_assets.cli.opening import as_json
from sift_assets.cli.printing import print_json, say


@click.group("decide", invoke_without_command=True)
@as_json
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Decide by command; without a subcommand, say how much is open.

    KEY is what `sift review --list` and the YAML files show; its beginning is enough. ENTITY is an
    id, or a name that only one thing has. What is in force already is not written down again.
    """
    return 0 if context.invoked_subcommand else _open(context.obj, as_json)


for subcommand in (
    confirm, reject, keep, undo, merge, not_same, split, name, retract, add, relation,
):  # fmt: skip
    command.add_command(subcommand)


def _open(project: Path, as_json: bool) -> int:
    from sift_assets.cli.deciding import Office, open_in_words

    office = Office.open(project)
    count = len(office.desk.open_items(office.said))
    if as_json:
        print_json({"open": count})
    else:
        said = open_in_words(count)
        say(f"{said} `sift review` shows the evidence, `sift review --list` the keys.")
    return 0
