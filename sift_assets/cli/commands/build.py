"""`sift build`: build the graph from what is extracted."""

from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.running_up_to import BUILD, allow_mass_delete, approve, run_layers


@click.command("build")
@approve
@allow_mass_delete
@as_json
@click.pass_obj
def command(project: Path, approve: bool, allow_mass_delete: bool, as_json: bool) -> int:
    """Build the graph, with all decisions applied; look for no duplicates and tell nothing.

    Documents that are new or changed are read and extracted from first. How doubtful a relation is
    that waits for a person, is `review:` in the domain file.

    Exit code 0: the graph is up to date. 1: something failed or waits for a budget. 4: nothing is
    done before you give --approve.
    """
    from sift_assets.core.graph.summary import summarise
    from sift_assets.workflows.resolved import load_resolved

    report = run_layers(
        project, BUILD, quiet=as_json, approve=approve, allow_mass_delete=allow_mass_delete
    )
    graph = summarise(load_resolved(open_workspace(project)))
    built: dict[str, Any] = {
        "entities": graph.entities,
        "entities_by_type": graph.entities_by_type,
        "relations": graph.relations,
        "relations_by_type": graph.relations_by_type,
        "pending": graph.pending,
        "computed": {"documents": report.documents, "assets": report.assets},
        "failed": report.failures,
    }
    if as_json:
        print_json(built)
    else:
        _print(built)
    return 0 if report.succeeded else 1


def _print(built: dict[str, Any]) -> None:
    say(f"{built['entities']} entities, {built['relations']} relations", bold=True)
    for kind in ("entities_by_type", "relations_by_type"):
        for name, count in sorted(built[kind].items(), key=lambda item: (-item[1], item[0])):
            say(f"{count:>7}  {name}")
    if built["pending"]:
        say(f"{built['pending']} relations wait for a person: sift resolve, then sift review")
