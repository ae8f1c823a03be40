"""`sift narrate`: find communities and tell of them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.running_up_to import allow_mass_delete, approve, run_layers
from sift_assets.cli.waiting import say_what_is_told
from sift_assets.core.communities.keys import UNASSIGNED
from sift_assets.core.planning.lineage import LAYERS
from sift_assets.core.settings.loading import PREFIX

TEXTS = ("narratives", "narrative_manifest", "report")
"""Assets that are left as they are where only communities are wanted."""

WITHOUT_PROFILES = {f"{PREFIX}NARRATIVE_PROFILES": "false"}


@click.command("narrate")
@click.option(
    "--no-descriptions",
    is_flag=True,
    help="Write no profiles this time; for ever: `narrative: {profiles: false}` in sift.yaml.",
)
@click.option("--communities-only", is_flag=True, help="Find communities and write nothing.")
@approve
@allow_mass_delete
@as_json
@click.pass_obj
def command(
    project: Path,
    no_descriptions: bool,
    communities_only: bool,
    approve: bool,
    allow_mass_delete: bool,
    as_json: bool,
) -> int:
    """Bring everything up to date, tell of every community, and say what they are called.

    A community that is as it was is not told of again. Exit code 0: all is told. 1: something
    failed or waits for a budget. 4: nothing is done before you give --approve.
    """
    from sift_assets.workflows.known import told
    from sift_assets.workflows.report import REPORT_FILE

    with _environment(WITHOUT_PROFILES if no_descriptions else {}):
        report = run_layers(
            project,
            LAYERS,
            quiet=as_json,
            approve=approve,
            allow_mass_delete=allow_mass_delete,
            leave_out=TEXTS if communities_only else (),
        )
    workspace = open_workspace(project)
    facts = told(workspace)
    shown: dict[str, Any] = {
        "told": facts,
        "communities": _communities(workspace, with_labels=not communities_only),
        "report": "" if communities_only else str(workspace.exports_folder / REPORT_FILE),
        "failed": report.failures,
    }
    if as_json:
        print_json(shown)
    else:
        _print(shown)
    lacks = not communities_only and (facts.get("waiting") or facts.get("failed"))
    return 1 if lacks or not report.succeeded else 0


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables for all that opens the project in this process, for a while."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _communities(workspace: Any, *, with_labels: bool) -> list[dict[str, Any]]:
    """Return the communities, the largest first, with their labels where these are told."""
    from sift_assets.workflows.communities import load_map
    from sift_assets.workflows.narrative_manifest import load_manifest

    labels = load_manifest(workspace).narratives if with_labels else {}
    return [
        {
            "key": group.key,
            "members": group.size,
            "label": labels[group.key].label if group.key in labels else "",
        }
        for group in load_map(workspace).largest_first
        if group.key != UNASSIGNED
    ]


def _print(shown: dict[str, Any]) -> None:
    for one in shown["communities"]:
        say(f"{one['members']:>5}  {one['label'] or one['key']}")
    facts = shown["told"]
    say(f"{facts['communities']} communities, {facts['sentences']} sentences", bold=True)
    say_what_is_told(facts)
    if shown["report"]:
        say(f"Read      {shown['report']}")
