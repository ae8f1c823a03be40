"""`sift import obsidian`: a vault of notes as the watched folder."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say


@click.command("obsidian")
@click.argument("vault", type=click.Path(path_type=Path, exists=True, file_okay=False))
@as_json
@click.pass_obj
def obsidian(project: Path, vault: Path, as_json: bool) -> int:
    """Make VAULT, a folder of Markdown notes, the watched folder; nothing in it is changed.

    Links read as what they show. What a link shows, and other names in the front matter, are other
    names of what they mean within that note. Tags are labels that readers filter by.
    """
    from sift_assets.workflows.pointing import watch, watched

    folder = vault.resolve()
    found = watched(watch(open_workspace(project), folder))
    if as_json:
        print_json(found.model_dump(mode="json"))
        return 0
    say(f"{found.folder} is the watched folder now.", bold=True)
    say(
        f"{found.documents} documents, of which {found.notes} notes: {found.tagged} with tags, "
        f"{found.naming} that say what a name means."
    )
    for reason, count in found.skipped.items():
        say(f"  not read: {count} ({reason})")
    say("Next: sift run")
    return 0
