"""`sift promotions sweep`: looking through the seats by hand."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_instance, open_workspace
from sift_assets.cli.printing import counted, print_json, say

if TYPE_CHECKING:
    import dagster as dg

    from sift_assets.resources.workspace import Workspace


@click.command("sweep")
@click.option("--seat", default="", metavar="NAME", help="Only this seat.")
@as_json
@click.pass_obj
def sweep(project: Path, seat: str, as_json: bool) -> int:
    """Look through every document of the seats, and say what is to become of them.

    A dry run: no language model is asked, nothing is queued and nothing delivered. That is the
    schedule's, unless `promotion: {unscheduled: true}` lets others do it and the receipt of an
    evaluation is valid. Exit code 1: a seat failed; the others were looked through. For
    administrators.
    """
    from sift_assets.core.promotion.access import Act
    from sift_assets.defs.seats import register_seats
    from sift_assets.resources.seats import seat_named
    from sift_assets.workflows.authorising import authorised

    workspace = open_workspace(project)
    authorised(workspace, Act.AUDIT)
    names = [one.name for one in workspace.settings.seats]
    wanted = [seat_named(workspace, seat).name] if seat else names
    with open_instance(workspace) as instance:
        register_seats(instance, workspace)
        failure, is_dry = _swept(workspace, instance, wanted[0] if seat else "")
    report = {"dry_run": is_dry, "seats": _outcomes(workspace, wanted), "failure": failure}
    if as_json:
        print_json(report)
    else:
        _print(report)
    return 1 if failure else 0


def _swept(workspace: "Workspace", instance: "dg.DagsterInstance", seat: str) -> tuple[str, bool]:
    """Sweep; return why it failed, empty when it did not, and whether nothing was queued."""
    import dagster as dg

    from sift_assets.cli.executing import execute
    from sift_assets.defs.promotion_run import ASSESSED, SWEPT
    from sift_assets.defs.seats import seat_tags
    from sift_assets.resources.decision_log import system_time
    from sift_assets.workflows.promotion_gate import permit

    given = permit(workspace, "", "", system_time())
    try:
        assets = SWEPT if given.delivers else ASSESSED
        execute(instance, assets, seat_tags(instance, seat))
    except dg.Failure as failure:
        return str(failure.description), not given.delivers
    return "", not given.delivers


def _outcomes(workspace: "Workspace", names: list[str]) -> dict[str, dict[str, Any]]:
    """Return seat to how many documents have which outcome; a seat that never had one is not."""
    from sift_assets.resources.seats import seat_named, seat_workspace

    found: dict[str, dict[str, Any]] = {}
    for name in names:
        opened = seat_workspace(workspace, seat_named(workspace, name))
        entry = opened.provenance.read("promotion_verdicts").get(name)
        if entry is not None:
            found[name] = dict(entry.facts)
    return found


def _told(facts: dict[str, Any]) -> list[str]:
    """Return how many documents there are of each outcome, with its reason where it has one."""
    whole = {what for what in facts if any(one.startswith(f"{what}: ") for one in facts)}
    kept = facts.keys() - whole - {"documents"}
    return [f"{count} {what}" for what, count in facts.items() if count and what in kept]


def _print(report: dict[str, Any]) -> None:
    for name, facts in report["seats"].items():
        documents = counted(facts.get("documents", 0), "document")
        say(f"{name}: {', '.join((documents, *_told(facts)))}")
    if report["dry_run"]:
        say("A dry run: nothing was queued or delivered.")
    if report["failure"]:
        say(report["failure"], fg="red")
