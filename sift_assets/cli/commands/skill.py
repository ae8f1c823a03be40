"""`sift skill`: what a coding agent should know before it answers from the graph."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json
from sift_assets.cli.printing import print_json, say
from sift_assets.resources.files import write_atomically

FOLDER, FILE = "sift-graph", "SKILL.md"
"""Where agents look for a skill below their folder of skills."""


@click.command("skill")
@click.option(
    "--install",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write it below this folder, in which an agent's program looks for skills.",
)
@as_json
def command(folder: Path | None, as_json: bool) -> int:
    """Print the skill file for coding agents: orient, ask, cite, islands, never invent."""
    from sift_assets.agent.skill import skill_text

    text = skill_text()
    if folder is None:
        if as_json:
            print_json({"skill": text})
        else:
            click.echo(text, nl=False)
        return 0
    file = folder / FOLDER / FILE
    write_atomically(file, text.encode())
    if as_json:
        print_json({"written": str(file)})
    else:
        say(f"Written to {file}.")
    return 0
