"""The subcommands of `sift domains`: discover, show, approve, diff, roll back, drift."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.resources.discovered_domain import DiscoveredFile
from sift_assets.resources.domain_files import load_domain
from sift_assets.resources.workspace import Workspace

if TYPE_CHECKING:
    from sift_assets.core.discovery.versions import DiscoveryRecord
    from sift_assets.workflows.discovering import Discovered, Sample

HASH_SHOWN = 12
"""Digits of a content hash that people compare."""


@click.command("discover")
@click.option(
    "--force", is_flag=True, help="Replace a file that was edited or approved; it is kept."
)
@click.option(
    "--approve",
    "approved",
    is_flag=True,
    help="Go ahead although the call may cost more than confirm_above_usd.",
)
@as_json
@click.pass_obj
def discover(project: Path, force: bool, approved: bool, as_json: bool) -> int:
    """Propose types from a sample of the documents, with one call to the language model.

    The proposal is domains/discovered.yaml. Nothing uses it before you approve it. Exit code 4:
    nothing is asked before you give --approve, which is about the cost alone.
    """
    from sift_assets.workflows import discovering
    from sift_assets.workflows.asking import project_asker
    from sift_assets.workflows.discovery_cost import check_cost
    from sift_assets.workflows.document_locks import all_documents_held

    workspace = open_workspace(project)
    discovering.check_discoverable(workspace, force=force)
    asker = project_asker(workspace, discovering.STAGE)
    with all_documents_held(workspace, on_wait=lambda line: say(line, err=True)):
        sample = discovering.sample_of(workspace)
    if not approved:
        check_cost(workspace, sample)
    found = discovering.discover(workspace, asker, sample)
    _print_discovered(_discovered(open_workspace(project), sample, found), as_json)
    return 0


@click.command("show")
@as_json
@click.pass_obj
def show(project: Path, as_json: bool) -> int:
    """Say where the discovered domain stands, what it has, and which versions there are."""
    from sift_assets.workflows.discovering import standing_of

    workspace = open_workspace(project)
    files = DiscoveredFile(workspace.root)
    state = _state(workspace, files.record()) | {"standing": standing_of(files)}
    if files.path.is_file():
        domain = load_domain(files.path)
        state["entity_types"] = {n: t.description for n, t in domain.entity_types.items()}
        state["relation_types"] = {n: t.description for n, t in domain.relation_types.items()}
    if as_json:
        print_json(state)
    else:
        _print_state(state)
    return 0


@click.command("approve")
@as_json
@click.pass_obj
def approve(project: Path, as_json: bool) -> int:
    """Put domains/discovered.yaml in force as it stands, with your edits."""
    from sift_assets.workflows import discovering

    workspace = open_workspace(project)
    record = discovering.approve(workspace)
    said = f"Version {record.current} is approved: language models extract with it from now on."
    _print_step(open_workspace(project), record, said, as_json)
    return 0


@click.command("diff")
@click.argument("old", type=int, required=False)
@click.argument("new", type=int, required=False)
@as_json
@click.pass_obj
def diff(project: Path, old: int | None, new: int | None, as_json: bool) -> int:
    """Say what differs from version OLD to version NEW, type by type.

    Without NEW up to the file as it stands; without OLD from the version in force, or, before any
    is approved, from the proposal as it was made.
    """
    from sift_assets.core.discovery.comparing import changes
    from sift_assets.workflows.discovering import compared_files

    (first, one), (second, other) = compared_files(open_workspace(project), old, new)
    found = changes(load_domain(one), load_domain(other))
    if as_json:
        print_json({"old": first, "new": second, "changes": [c.model_dump() for c in found]})
        return 0
    say(f"{first} → {second}: {len(found)} fields differ", bold=True)
    for change in found:
        values = f": {change.old} → {change.new}" if change.kind == "changed" else ""
        say(f"  {change.kind:<7} {change.field}{values}")
    return 0


@click.command("rollback")
@click.argument("version", type=int, required=False)
@as_json
@click.pass_obj
def rollback(project: Path, version: int | None, as_json: bool) -> int:
    """Take VERSION back: unless given the latest approved one before, else the one before.

    The file as it stands is kept as a version. One that was approved is in force again.
    """
    from sift_assets.workflows import discovering

    record = discovering.roll_back(open_workspace(project), version)
    said = f"domains/discovered.yaml is version {record.current} again."
    _print_step(open_workspace(project), record, said, as_json)
    return 0


@click.command("drift")
@as_json
@click.pass_obj
def drift(project: Path, as_json: bool) -> int:
    """Say whether new documents fit the discovered domain worse than its sample does.

    Exit code 1: they do. Nothing is discovered anew unless you ask for it.
    """
    from sift_assets.workflows.drifting import drift_of

    found = drift_of(open_workspace(project))
    if as_json:
        shares = {"sample_share": found.sample.share, "others_share": found.others.share}
        print_json(found.model_dump() | shares | {"drifting": found.is_drifting})
    else:
        say(found.in_words())
    return 1 if found.is_drifting else 0


def _state(workspace: Workspace, record: "DiscoveryRecord") -> dict[str, Any]:
    files = DiscoveredFile(workspace.root)
    return {
        "file": str(files.path) if files.path.is_file() else "",
        "version": record.current,
        "in_force": record.in_force,
        "used": str(workspace.domain_file_in_force),
        "waits": workspace.missing_domain,
        "versions": [one.model_dump(mode="json") for one in record.versions],
    }


def _print_state(state: dict[str, Any]) -> None:
    if not state["file"]:
        say("No domain is discovered. `sift domains discover` proposes one.")
    else:
        say(f"{state['file']}: version {state['version']}, {state['standing']}", bold=True)
        for title in ("entity_types", "relation_types"):
            say(title.replace("_", " "))
            for name, description in state[title].items():
                say(f"  {name:<24} {description}")
    for one in state["versions"]:
        mark = "*" if one["number"] == state["in_force"] else " "
        say(f"{mark} {one['number']:>3} {one['standing']:<9} {_origin(one)}")
    if state["waits"]:
        say(f"Extraction waits: {state['waits']}.", fg="yellow")


def _origin(version: dict[str, Any]) -> str:
    if version["edited_from"]:
        return f"version {version['edited_from']}, edited by hand"
    how = version["discovery"]
    if how is None:
        return "written by hand"
    return f"discovered by {how['model']} from {len(how['sample'])} documents"


def _discovered(workspace: Workspace, sample: "Sample", found: "Discovered") -> dict[str, Any]:
    domain = found.proposal.domain
    return _state(workspace, found.record) | {
        "new": found.is_new,
        "documents": sample.documents,
        "sample": [content[:HASH_SHOWN] for content in sample.contents],
        "entity_types": sorted(domain.entity_types) if domain else [],
        "relation_types": sorted(domain.relation_types) if domain else [],
        "discovered": list(found.proposal.discovered),
        "dropped": [one.model_dump() for one in found.proposal.dropped],
        "cut": found.proposal.cut,
    }


def _print_discovered(state: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(state)
        return
    said = "proposed" if state["new"] else "as proposed before"
    say(f"{state['file']}: version {state['version']}, {said}", bold=True)
    say(f"  from {len(state['sample'])} of {state['documents']} documents")
    say(f"  entity types: {', '.join(state['entity_types'])}")
    say(f"  relation types: {', '.join(state['relation_types'])}")
    for one in state["dropped"]:
        say(f"  left out: {one['kind']} {one['name']}: {one['reason']}")
    if state["cut"]:
        say("  the answer was cut: raise max_output_tokens to see the rest", fg="yellow")
    say("Look at the file, change what you like, then: sift domains approve")


def _print_step(workspace: Workspace, record: "DiscoveryRecord", said: str, as_json: bool) -> None:
    state = _state(workspace, record)
    if as_json:
        print_json(state)
        return
    say(said)
    if state["waits"]:
        say(f"Extraction waits: {state['waits']}.", fg="yellow")
