"""`sift fsck`: verify everything that the project keeps."""

from pathlib import Path

import click

from sift_assets.cli.opening import as_json, existing_events, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.verifying import FaultKind, Heads, Verification, repair, verify


@click.command("fsck")
@click.option(
    "--repair",
    "mend",
    is_flag=True,
    help="Remove what is damaged and forget where it came from; the next `sift run` rebuilds it.",
)
@as_json
@click.pass_obj
def command(project: Path, mend: bool, as_json: bool) -> int:
    """Verify every stored value, record and export; name what is damaged.

    Changes nothing without --repair. Exit code 0: all is well. 1: something was found. An export
    that a person has edited counts as damaged, and --repair removes it.
    """
    from sift_assets.workflows.comparing import versions

    workspace = open_workspace(project)
    with existing_events(workspace) as events:
        heads = versions(events, workspace)
    if mend:
        found, repaired = _repaired(workspace, heads)
    else:
        found, repaired = verify(workspace, heads), 0
    _print(found, repaired, as_json)
    return 1 if found.faults else 0


def _repaired(workspace: Workspace, heads: Heads) -> tuple[Verification, int]:
    from sift_assets.defs.holding import held_alone

    with held_alone(workspace):
        found = verify(workspace, heads)
        return found, repair(workspace, found.faults)


def _print(found: Verification, repaired: int, as_json: bool) -> None:
    if as_json:
        faults = [fault.model_dump(mode="json") for fault in found.faults]
        print_json({"checked": found.checked, "faults": faults, "repaired": repaired})
        return
    checked = ", ".join(f"{count} {_plural(kind)}" for kind, count in found.checked.items())
    say(f"Verified {checked}.", bold=True)
    for fault in found.faults:
        name = f"{fault.asset}[{fault.partition}]" if fault.partition else fault.asset
        whose = f" ({name})" if name else ""
        say(f"  {fault.kind} {fault.place}{whose}: {fault.problem}", fg="red")
    if not found.faults:
        say("All is well.", fg="green")
    elif repaired:
        say(f"{repaired} repaired. `sift run` rebuilds what is needed of it.")
    if any(fault.kind is FaultKind.TOMBSTONE for fault in found.faults):
        say("A damaged tombstone is not repaired: restore it, or remove it and forget anew.")


def _plural(kind: str) -> str:
    return "provenance records" if kind == FaultKind.PROVENANCE else f"{kind}s"
