"""`sift init`: a project folder of the user's own."""

import shutil
from pathlib import Path

import click

from sift_assets.cli.opening import as_json
from sift_assets.cli.printing import print_json, say
from sift_assets.core.errors import ProjectError
from sift_assets.resources.workspace import bundled_domains
from sift_assets.sample import sample_documents

TEMPLATES = Path(__file__).parent.parent / "templates"
"""The files of a new project, byte for byte those of a clone."""


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
@click.option("--sample/--no-sample", default=True, help="Copy the sample documents.")
@click.option("--domain", default="general", show_default=True, help="Name of a bundled domain.")
@as_json
def command(folder: Path, sample: bool, domain: str, as_json: bool) -> int:
    """Make FOLDER a project: sift.yaml, dagster.yaml, workspace.yaml, domains and documents.

    What is there already is left as it is.
    """
    known = {file.stem for file in bundled_domains().glob("*.yaml")}
    if domain not in known:
        raise ProjectError(f"There is no domain '{domain}'.", f"Known: {', '.join(sorted(known))}.")
    folder.mkdir(parents=True, exist_ok=True)
    made = [_copied(file, folder / file.name) for file in sorted(TEMPLATES.glob("*.yaml"))]
    made += [
        _copied(f, folder / "domains" / f.name) for f in sorted(bundled_domains().glob("*.yaml"))
    ]
    settings = folder / "sift.yaml"
    if settings in made and domain != "general":
        text = settings.read_text(encoding="utf-8")
        settings.write_text(text.replace("domain: general", f"domain: {domain}"), encoding="utf-8")
    documents = folder / "documents"
    if sample and not documents.exists():
        shutil.copytree(sample_documents(), documents)
        made.append(documents)
    documents.mkdir(exist_ok=True)
    files = [str(path) for path in made if path is not None]
    if as_json:
        print_json({"project": str(folder.resolve()), "made": files})
    else:
        say(f"{folder.resolve()} is a project now.")
        say("Put your files into documents/, then: sift run, and sift dev to look.")
    return 0


def _copied(source: Path, target: Path) -> Path | None:
    """Copy a file unless there is one; return what was made."""
    if target.exists():
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    return target
