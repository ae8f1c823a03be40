"""`sift status`: what is stale and why, what could not be read, what was skipped."""

from collections import Counter
from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, existing_events, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.waiting import (
    say_what_is_proposed,
    say_what_is_told,
    say_what_to_decide,
    say_what_waits,
)
from sift_assets.resources.workspace import Workspace


@click.command("status")
@as_json
@click.pass_obj
def command(project: Path, as_json: bool) -> int:
    """Say what is up to date, what is stale and why, and what was skipped.

    Changes nothing. Exit code 0: up to date. 1: something is stale, failed or blocked.
    """
    state = state_of(open_workspace(project))
    if as_json:
        print_json(state)
    else:
        _print(state)
    return 0 if state["up_to_date"] else 1


def state_of(workspace: Workspace) -> dict[str, Any]:
    """Return what is up to date, stale and skipped in a project, as plain data."""
    from sift_assets.workflows.comparing import compared
    from sift_assets.workflows.known import to_decide, told
    from sift_assets.workflows.proposing import open_proposals

    with existing_events(workspace) as events:
        comparison = compared(events, workspace, remember=False)
    texts = workspace.provenance.read("document_texts")
    todo, observation = comparison.plan, comparison.observation
    return {
        "project": str(workspace.root),
        "domain": workspace.settings.domain,
        "model": workspace.settings.extract_model,
        "documents": len(observation.observed.documents),
        "documents_by_status": dict(
            sorted(Counter(str(entry.facts["status"]) for entry in texts.values()).items())
        ),
        "new": list(todo.add),
        "deleted": list(todo.remove),
        "held_back": list(observation.held_back),
        "moved_inputs": [f"{r.asset}[{r.partition}]" for r in todo.reports if r.partition],
        "stale": [
            {"asset": item.asset, "partition": item.partition, "because": list(item.because)}
            for item in (*todo.documents, *todo.spine)
        ],
        "given_up": dict(todo.given_up),
        "waiting": dict(todo.waiting),
        "waits_for_approval": comparison.approval.in_words() if comparison.approval else "",
        "waits_for_domain": "" if todo.blocked else workspace.missing_domain,
        "blocked": list(todo.blocked),
        "skipped": [skip.model_dump(mode="json") for skip in observation.folder.skipped],
        "twins": observation.twins,
        "to_decide": to_decide(workspace),
        "told": told(workspace),
        "proposed_by_agents": len(open_proposals(workspace)),
        "unread_edits": [one._asdict() for one in observation.unread_edits],
        "bad_decisions": [one._asdict() for one in observation.bad_decisions],
        "up_to_date": todo.nothing_to_do
        and not (todo.given_up or todo.waiting or todo.blocked or observation.unread_edits),
    }


def _print(state: dict[str, Any]) -> None:
    say(f"{state['project']}  domain {state['domain']}, model {state['model']}", bold=True)
    statuses = ", ".join(f"{n} {status}" for status, n in state["documents_by_status"].items())
    say(f"{state['documents']} documents ({statuses or 'none read yet'})")
    for title in ("new", "deleted", "held_back", "blocked"):
        for line in state[title]:
            say(f"  {title.replace('_', ' ')}: {line}")
    for item in state["stale"]:
        name = f"{item['asset']}[{item['partition']}]" if item["partition"] else item["asset"]
        say(f"  stale: {name} because of {', '.join(item['because'])}")
    say_what_waits(state, label="waits: ")
    for edit in state["unread_edits"]:
        place = f"{edit['file']}:{edit['line']}" if edit["line"] else edit["file"]
        say(f"  {place}: {edit['problem']}", fg="red")
    for bad in state["bad_decisions"]:
        say(f"  decisions/log.jsonl:{bad['number']}: {bad['problem']}", fg="red")
    for key, reason in state["given_up"].items():
        say(f"  failed: {key}: {reason}", fg="red")
    for skip in state["skipped"]:
        say(f"  skipped: {skip['key']} ({skip['reason']}) {skip['detail']}".rstrip())
    for group in state["twins"]:
        say(f"  alike: {', '.join(group)}")
    say_what_is_told(state["told"])
    say_what_to_decide(state["to_decide"])
    say_what_is_proposed(state["proposed_by_agents"])
    if state["up_to_date"]:
        say("Everything is up to date.", fg="green")
