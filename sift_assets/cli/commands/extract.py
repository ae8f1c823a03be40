"""`sift extract`: read and extract from every document that is new or changed."""

from pathlib import Path
from typing import Any

import click

from sift_assets.cli.naming_documents import named_document
from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.running_up_to import EXTRACT, again, allow_mass_delete, approve, run_layers
from sift_assets.core.errors import ProjectError
from sift_assets.resources.workspace import Workspace


@click.command("extract")
@click.argument("directory", required=False, type=click.Path(path_type=Path))
@approve
@allow_mass_delete
@again
@as_json
@click.pass_obj
def command(
    project: Path,
    directory: Path | None,
    approve: bool,
    allow_mass_delete: bool,
    again: tuple[str, ...],
    as_json: bool,
) -> int:
    """Read documents and extract from them; leave the graph as it is.

    Only what is new or changed is read and extracted from. DIRECTORY may be given and is the
    watched folder of sift.yaml, which is also where model, chunk size, OCR and budget are set.

    Exit code 0: all is extracted. 1: something failed or waits for a budget. 4: nothing is done
    before you give --approve.
    """
    from sift_assets.workflows.extracted import extracted_counts

    workspace = open_workspace(project)
    _refuse_another_folder(workspace, directory)
    anew = [named_document(workspace, named) for named in again]
    report = run_layers(
        project,
        EXTRACT,
        quiet=as_json,
        approve=approve,
        allow_mass_delete=allow_mass_delete,
        again=anew,
    )
    found: dict[str, Any] = {
        **extracted_counts(workspace),
        "computed": report.documents,
        "failed": report.failures,
        "given_up": dict(report.comparison.plan.given_up) if report.comparison else {},
        "waiting": dict(report.comparison.plan.waiting) if report.comparison else {},
    }
    if as_json:
        print_json(found)
    else:
        _print(found)
    return 0 if report.succeeded else 1


def _refuse_another_folder(workspace: Workspace, directory: Path | None) -> None:
    if directory is None or directory.resolve() == workspace.documents_folder.resolve():
        return
    raise ProjectError(
        f"{directory}: is not the watched folder, which is {workspace.documents_folder}.",
        f"Write `documents: {directory}` into sift.yaml, or leave the folder out.",
    )


def _print(found: dict[str, Any]) -> None:
    statuses = ", ".join(f"{n} {status}" for status, n in found["extractions_by_status"].items())
    say(f"{found['documents']} documents ({statuses or 'none extracted from'})", bold=True)
    say(
        f"{found['mentions']} mentions, {found['relations']} relations, "
        f"{found['quarantined']} kept out; model {found['model']}"
    )
    for title in ("given_up", "waiting"):
        for key, reason in found[title].items():
            say(f"  {title.replace('_', ' ')}: {key}: {reason}", fg="yellow")
