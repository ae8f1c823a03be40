"""`sift import`: take over what other programs made."""

import click

from sift_assets.cli.importing_obsidian import obsidian
from sift_assets.cli.importing_sift_kg import sift_kg
from sift_assets.cli.importing_zotero import zotero
from sift_assets.cli.opening import as_json
from sift_assets.cli.printing import print_json, say

SOURCES = (sift_kg, obsidian, zotero)


@click.group("import", invoke_without_command=True)
@as_json
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Take over what other programs made; without a subcommand, list which.

    People's files elsewhere are read and never changed. What is taken over and what is not, is
    listed.
    """
    if context.invoked_subcommand:
        return 0
    known = {one.name: one.get_short_help_str(limit=100) for one in SOURCES}
    if as_json:
        print_json(known)
    else:
        for name, what in known.items():
            say(f"sift import {name:<10} {what}")
    return 0


for source in SOURCES:
    command.add_command(source)
