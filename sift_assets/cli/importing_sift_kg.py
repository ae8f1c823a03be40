"""`sift import sift-kg`: extractions, domain and decisions of an output folder of sift-kg."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.errors import ConfigError, ProjectError
from sift_assets.resources.project import enter_project
from sift_assets.resources.workspace import Workspace

if TYPE_CHECKING:
    from sift_assets.workflows.importing import ImportedExtractions


@click.command("sift-kg")
@click.argument("output_dir", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--domain",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The domain file that was used; a discovered one in OUTPUT_DIR is found.",
)
@click.option(
    "--model",
    help="Write this model into sift.yaml; `replay/<folder>` knows what is recorded, no more.",
)
@as_json
@click.pass_obj
def sift_kg(
    project: Path, output_dir: Path, domain: Path | None, model: str | None, as_json: bool
) -> int:
    """Take over the extractions, the domain and the decisions in OUTPUT_DIR of sift-kg.

    The documents have to be in the watched folder. Every quote is looked up in them again. What
    was extracted counts as answered by the model of sift.yaml and is not paid for again; a chunk
    that is edited later is asked of that model. Graph, communities and narratives are made anew by
    `sift run`.

    Exit code 1: something was refused, the rest was taken over.
    """
    from sift_assets.resources.settings_file import write_settings
    from sift_assets.workflows.importing import recorded_files, refuse_local

    folder, workspace = output_dir.resolve(), open_workspace(project)
    file = domain.resolve() if domain else None
    files = recorded_files(folder)
    refuse_local(model or workspace.settings.extract_model, files)
    enter_project(workspace.root, os.environ)
    shown: dict[str, Any] = {"domain": _domain(workspace, folder, file)}
    if shown["domain"]:
        write_settings(workspace.root, {"domain": shown["domain"]["name"]})
    workspace = _with_model(workspace.root, model)
    found = _extractions(workspace, files)
    if model:
        write_settings(workspace.root, {"model": model})
    shown |= {
        "extractions": found.model_dump(mode="json"),
        "decisions": _decisions(open_workspace(workspace.root), folder),
        "left_out": _left_out(folder),
    }
    if as_json:
        print_json(shown)
    else:
        _print(shown)
    problems = shown["decisions"]["problems"]
    return 1 if found.refused or problems else 0


def _with_model(root: Path, model: str | None) -> Workspace:
    """Open the project as it will be; what a replay plays from is not there before."""
    return open_workspace(root) if model is None else Workspace.open(root, model=model)


def _extractions(workspace: Workspace, files: Any) -> "ImportedExtractions":
    from sift_assets.workflows.document_locks import all_documents_held
    from sift_assets.workflows.importing import import_extractions

    with all_documents_held(workspace, wait_seconds=0, on_wait=print):
        return import_extractions(workspace, files)


def _domain(workspace: Workspace, folder: Path, given: Path | None) -> dict[str, Any]:
    """Write the domain into the project; empty when none is given and none was discovered."""
    from sift_assets.core.domain.writing import file_stem
    from sift_assets.core.importing.foreign_domain import our_domain
    from sift_assets.resources.files import write_atomically
    from sift_assets.workflows.importing import DISCOVERED

    file = given or folder / DISCOVERED
    if not file.is_file():
        return {}
    try:
        text, left_out = our_domain(file.read_text(encoding="utf-8-sig"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot be read as UTF-8 text ({error}).", file=str(file)) from error
    name = file_stem(folder.name if file.name == DISCOVERED else file.stem)
    target = workspace.root / "domains" / f"{name}.yaml"
    if target.is_file() and target.read_text(encoding="utf-8") != text:
        raise ProjectError(
            f"{target}: is there already and says something else.",
            "Rename the one or the other.",
        )
    write_atomically(target, text.encode())
    return {"name": name, "file": str(target), "left_out": list(left_out)}


def _decisions(workspace: Workspace, folder: Path) -> dict[str, Any]:
    from sift_assets.workflows.importing import REVIEW_FILES
    from sift_assets.workflows.review_files import import_files

    files = [folder / name for name in REVIEW_FILES if (folder / name).is_file()]
    read = import_files(workspace, files) if files else None
    return {
        "files": [file.name for file in files],
        "imported": len(read.decisions) if read else 0,
        "problems": [one.model_dump(mode="json") for one in read.problems] if read else [],
    }


def _left_out(folder: Path) -> list[str]:
    from sift_assets.workflows.importing import MADE_ANEW

    return [name for name in MADE_ANEW if (folder / name).is_file()]


def _print(shown: dict[str, Any]) -> None:
    from sift_assets.cli.reviewing_panel import inline

    if shown["domain"]:
        say(f"Domain    {shown['domain']['file']}, in force now")
        for one in shown["domain"]["left_out"]:
            say(f"  left out: {one}", fg="yellow")
    _print_extractions(shown["extractions"])
    decisions = shown["decisions"]
    files = ", ".join(decisions["files"]) or "no file"
    say(f"Decisions {decisions['imported']} imported from {files}")
    for one in decisions["problems"]:
        say(f"  {one['file']}:{one['line']}: {inline(one['message'])}", fg="red")
    if shown["left_out"]:
        say(f"Made anew {', '.join(shown['left_out'])}: run `sift run`")


def _print_extractions(found: dict[str, Any]) -> None:
    from sift_assets.cli.reviewing_panel import inline

    for name, one in found["documents"].items():
        say(f"{name}: {one['document']}, {one['answers']} of {one['chunks']} chunks answered")
        counts = {"unreadable": one["unreadable"], "unplaced": one["unplaced"], **one["figures"]}
        for what, figure in counts.items():
            if figure and not what.endswith("tokens"):
                say(f"    {what.replace('_', ' ')}: {figure}")
    for name, reason in found["refused"].items():
        say(f"{name}: refused, {inline(reason)}", fg="red")
    say(
        f"{len(found['documents'])} extractions taken over for model {found['model']}, "
        f"{len(found['refused'])} refused; {len(found['without'])} documents have none.",
        bold=True,
    )
    if found["domains"]:
        say(f"  extracted with the domain {', '.join(map(inline, found['domains']))}")
