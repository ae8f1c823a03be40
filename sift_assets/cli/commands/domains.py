"""`sift domains`: the domains that a project can use, and discovering one from its documents."""

from pathlib import Path

import click

from sift_assets.cli.discovering import approve, diff, discover, drift, rollback, show
from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.core.errors import ConfigError
from sift_assets.resources.domain_files import domain_files, load_domain


@click.group("domains", invoke_without_command=True)
@as_json
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """List the domains of this project and the bundled ones; the one in use is marked.

    The subcommands discover the types of `domain: schema-free` from a sample of the documents: a
    language model proposes domains/discovered.yaml, you edit and approve it.
    """
    return 0 if context.invoked_subcommand else _listed(context.obj, as_json=as_json)


for subcommand in (discover, show, approve, diff, rollback, drift):
    command.add_command(subcommand)


def _listed(project: Path, *, as_json: bool) -> int:
    workspace = open_workspace(project)
    rows = [
        _row(name, file, is_used=name == workspace.settings.domain)
        for name, file in sorted(domain_files(workspace.root).items())
    ]
    if as_json:
        print_json(rows)
        return 0
    for row in rows:
        mark = "*" if row["used"] else " "
        counts = f"{row['entity_types']:>3} entity types, {row['relation_types']:>3} relation types"
        say(f"{mark} {row['name']:<14} {counts}  {row['error'] or row['description']}")
    return 0


def _row(name: str, file: Path, *, is_used: bool) -> dict[str, object]:
    row: dict[str, object] = {"name": name, "file": str(file), "used": is_used, "error": ""}
    try:
        domain = load_domain(file)
    except ConfigError as error:
        return row | {
            "entity_types": 0,
            "relation_types": 0,
            "description": "",
            "error": str(error),
        }
    return row | {
        "entity_types": len(domain.entity_types),
        "relation_types": len(domain.relation_types),
        "description": " ".join(domain.description.split()),
    }
