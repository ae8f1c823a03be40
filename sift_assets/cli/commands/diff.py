"""`sift diff`: what changed in the graph between two revisions, and because of which documents."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, existing_history, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.resources.workspace import Workspace

if TYPE_CHECKING:
    from sift_assets.resources.moments import Past
    from sift_assets.workflows.differing import Revision

HASH_SHOWN = 12
"""Digits of a revision: enough to name it by."""

SHOWN = 40
"""Changes of one sort printed for people; --json prints all."""

DOCUMENTS_SHOWN = 3
"""Documents named beside a change."""

TEXT_SHOWN = 60
"""Characters of an old or new text printed for people; --json prints more."""

SIGNS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}


@click.command("diff")
@click.argument("earlier", metavar="[REV]", default="previous")
@click.argument("later", metavar="[REV]", default="latest")
@click.option("--list", "listing", is_flag=True, help="List the revisions instead, newest first.")
@as_json
@click.pass_obj
def command(project: Path, earlier: str, later: str, listing: bool, as_json: bool) -> int:
    """Say what changed in the graph from one revision to another.

    REV is the beginning of a version of graph_manifest or resolved_graph, at least six digits, or
    `latest` or `previous`. Without any, the last two are compared; with one, that and the latest.
    """
    workspace = open_workspace(project)
    with existing_history(workspace) as (_, past):
        revisions = _revisions(past)
    if listing:
        shown = [_row(workspace, one) for known in revisions.values() for one in known]
        return _end(shown, _print_list, as_json)
    return _end(_difference(workspace, earlier, later, revisions), _print, as_json)


def _end(shown: Any, print_for_people: Any, as_json: bool) -> int:
    if as_json:
        print_json(shown)
    else:
        print_for_people(shown)
    return 0


def _revisions(past: "Past") -> dict[str, list["Revision"]]:
    """Return the revisions of each asset, newest first; recorded anew it counts once."""
    from itertools import groupby

    from sift_assets.workflows.differing import BUILT, RESOLVED, Revision

    return {
        asset: [
            Revision(asset=asset, version=version, recorded_at=one.recorded_at, run_id=one.run_id)
            for version, same in groupby(past.happened(asset, ""), lambda one: one.version)
            for one in [*same][-1:]
        ]
        for asset in (BUILT, RESOLVED)
    }


def _row(workspace: Workspace, revision: "Revision") -> dict[str, Any]:
    from sift_assets.resources.moments import moment
    from sift_assets.workflows.differing import is_stored

    at, stored = moment(revision.recorded_at), is_stored(workspace, revision)
    return revision.model_dump() | {"recorded_at": at, "stored": stored}


def _difference(
    workspace: Workspace, earlier: str, later: str, revisions: dict[str, list["Revision"]]
) -> dict[str, Any]:
    from sift_assets.workflows.differing import chosen, compared

    first, second = chosen(earlier, later, revisions)
    found = compared(workspace, first, second)
    head = {"asset": first.asset, "earlier": first.version, "later": second.version}
    return head | found.model_dump()


def _print_list(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        gone = "" if row["stored"] else "  not in the store any more"
        say(f"{row['version'][:HASH_SHOWN]}  {row['recorded_at']}  {row['asset']}{gone}")
    if not rows:
        say("There is no revision yet; `sift run` makes the first.")


def _print(shown: dict[str, Any]) -> None:
    first, second = (shown[name][:HASH_SHOWN] for name in ("earlier", "later"))
    say(f"{shown['asset']} {first} → {second}", bold=True)
    for key, sign in (("documents_added", "added"), ("documents_removed", "removed")):
        for document in shown[key]:
            mark, colour = SIGNS[sign]
            say(f"{mark} document {document}", fg=colour)
    for part in ("entities", "relations"):
        _print_changes(part, shown[part])


def _print_changes(part: str, changes: dict[str, Any]) -> None:
    counts = ", ".join(f"{len(changes[kind])} {kind}" for kind in SIGNS)
    say(f"{part}: {counts}", bold=True)
    for kind, (mark, colour) in SIGNS.items():
        for change in changes[kind][:SHOWN]:
            say(f"{mark} {change['type']}  {change['name']}{_detail(change)}", fg=colour)
        if len(changes[kind]) > SHOWN:
            say(f"  … and {len(changes[kind]) - SHOWN} more {kind}, see --json")


def _detail(change: dict[str, Any]) -> str:
    told = f"  ({'; '.join(map(_column, change['columns']))})" if change["columns"] else ""
    documents = change["documents"][:DOCUMENTS_SHOWN]
    more = len(change["documents"]) - len(documents)
    named = ", ".join(documents) + (f" and {more} more" if more else "")
    return f"{told}  because of {named}" if named else told


def _column(change: dict[str, Any]) -> str:
    """Say what moved in a column: `support 1 → 2`, `documents -old.txt +new.txt`."""
    old, new = change["old"], change["new"]
    if not isinstance(old, tuple):
        return f"{change['column']} {_short(old)} → {_short(new)}"
    items = [f"-{_short(item)}" for item in old] + [f"+{_short(item)}" for item in new]
    more = [f"and {change['more']} more"] if change["more"] else []
    return " ".join([change["column"], *items, *more])


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    text = " ".join(str(value).split()) or "nothing"
    return text if len(text) <= TEXT_SHOWN else f"{text[: TEXT_SHOWN - 1]}…"
