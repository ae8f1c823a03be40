"""`sift forget`: remove a document and everything that was derived from it, for good."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json, open_workspace


@click.command("forget")
@click.argument("document")
@click.option(
    "--plan", "only_plan", is_flag=True, help="Say what would be removed; change nothing."
)
@click.option("--yes", is_flag=True, help="Do not ask before removing.")
@click.option("--delete-file", is_flag=True, help="Delete its file from the watched folder too.")
@click.option("--lift", "lifted", is_flag=True, help="Let it be taken up again instead.")
@as_json
@click.pass_obj
def command(
    project: Path,
    document: str,
    only_plan: bool,
    yes: bool,
    delete_file: bool,
    lifted: bool,
    as_json: bool,
) -> int:
    """Forget DOCUMENT, a path or a key: text, extraction, answers, graphs, exports.

    Its file must be gone from the watched folder, or --delete-file deletes it. Copies with the
    same content are forgotten with it. A tombstone, which holds hashes only, keeps the content
    from being taken up again until --lift. What a discovered domain says from it goes too, but
    for files that you have edited: the plan names those.
    """
    from sift_assets.cli.forgetting import Wanted, forget, lift_again

    workspace = open_workspace(project)
    if lifted:
        return lift_again(workspace, document, as_json)
    wanted = Wanted(only_plan=only_plan, yes=yes, delete_file=delete_file, as_json=as_json)
    return forget(workspace, document, wanted)
