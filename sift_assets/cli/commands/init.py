"""`sift init`: a project folder of the user's own."""

from pathlib import Path

import click

from sift_assets.cli.making import made_or_refused
from sift_assets.cli.opening import as_json
from sift_assets.cli.printing import print_json, say
from sift_assets.core.errors import ProjectError
from sift_assets.resources.domain_files import bundled_domains
from sift_assets.resources.project import SETTINGS_FILE
from sift_assets.resources.workspace import Workspace


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
@click.option("--sample/--no-sample", default=True, help="Copy the sample documents.")
@click.option("--domain", help="Name of a bundled domain; `general` unless given.")
@as_json
def command(folder: Path, sample: bool, domain: str | None, as_json: bool) -> int:
    """Make FOLDER a project: sift.yaml, dagster.yaml, workspace.yaml, domains and documents.

    What is there already is left as it is.
    """
    _refuse(folder, domain)
    made = made_or_refused(folder, domain, with_sample=sample)
    if as_json:
        print_json({"project": str(folder.resolve()), "made": [str(path) for path in made]})
    else:
        say(f"{folder.resolve()} is a project now.")
        say("Put your files into documents/, then: sift run, and sift dev to look.")
    return 0


def _refuse(folder: Path, domain: str | None) -> None:
    """Refuse an unknown domain, and one that another `sift.yaml` would silently beat."""
    known = {file.stem for file in bundled_domains().glob("*.yaml")}
    if domain is None:
        return
    if domain not in known:
        raise ProjectError(f"There is no domain '{domain}'.", f"Known: {', '.join(sorted(known))}.")
    settings = folder / SETTINGS_FILE
    if settings.exists() and Workspace.open(folder, environment={}).settings.domain != domain:
        raise ProjectError(
            f"{settings}: is there already and names another domain.",
            f"Write `domain: {domain}` into it.",
        )
