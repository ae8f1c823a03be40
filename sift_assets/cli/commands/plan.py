"""`sift plan`: what a run would compute, why, and what that would cost."""

from pathlib import Path
from typing import Any

import click

from sift_assets.cli.opening import as_json, existing_events
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.waiting import say_what_waits
from sift_assets.core.errors import ConfigError
from sift_assets.core.planning.explanation import Computation, Reason, computations, moved_roots
from sift_assets.core.settings.loading import setting_names
from sift_assets.resources.project import find_project

ROWS_SHOWN = 40
"""Documents listed for people; --json lists all."""

HEADINGS = ("asset", "partition", "chunks", "cached", "calls", "because")

HASH_SHOWN = 8
"""Digits of a version: enough to tell apart what one look shows."""


@click.command("plan")
@click.option(
    "--if",
    "supposed",
    multiple=True,
    metavar="SETTING=VALUE",
    help="As if sift.yaml said so, for example --if model=openai/gpt-4o-mini. May be repeated.",
)
@as_json
@click.pass_obj
def command(project: Path, supposed: tuple[str, ...], as_json: bool) -> int:
    """Say what `sift run` would compute, why, and what a language model would cost.

    Reads and asks nothing, and changes nothing. Reasons name the input that moved, with its
    version before and after.
    """
    from sift_assets.workflows.planning import SupposedWorkspace

    flags: dict[str, Any] = dict(_assignment(text) for text in supposed)
    workspace = SupposedWorkspace.open(find_project(project), None, **flags)
    shown = _planned(workspace) | {"supposed": flags}
    if as_json:
        print_json(shown)
    else:
        _print(shown)
    return 0


def _assignment(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    setting = name.strip().lower().replace(".", "_").replace("-", "_")
    known = {"_".join(map(str, path)) for path in setting_names().values()}
    if setting not in known:
        fix = f"Settings: {', '.join(sorted(known))}."
        raise ConfigError(f"`{name.strip()}` is not a setting.", fix, file="--if")
    if not (equals and value.strip()):
        fix = f"Write a value, as in --if {setting}=VALUE."
        raise ConfigError(f"`{text}` does not say what to suppose.", fix, file="--if")
    return setting, value.strip()


def _planned(workspace: Any) -> dict[str, Any]:
    from sift_assets.workflows.comparing import compared
    from sift_assets.workflows.planning import estimated, missing_key, whole_plan

    with existing_events(workspace) as events:
        comparison = compared(events, workspace, remember=False)
    look, recorded = comparison.observation, comparison.recorded
    observed = look.observed
    todo = whole_plan(comparison.plan, observed, recorded)
    takes = comparison.estimate if todo is comparison.plan else None
    if takes is None and not observed.blocked:
        sizes = {key: seen.size for key, seen in look.looks.items()}
        takes = estimated(workspace, todo, observed, recorded, sizes)
    works = takes.documents if takes else {}
    telling = None if observed.blocked else _telling(workspace, todo.spine_assets)
    return {
        "project": str(workspace.root),
        "domain": workspace.settings.domain,
        "model": workspace.settings.extract_model,
        "new": list(todo.add),
        "deleted": list(todo.remove),
        "held_back": list(look.held_back),
        "not_looked_at": list(look.folder.pending),
        "failed_before": dict(comparison.plan.given_up),
        "waiting": dict(comparison.plan.waiting),
        "waits_for_approval": comparison.approval.in_words() if comparison.approval else "",
        "waits_for_domain": "" if observed.blocked else workspace.missing_domain,
        "blocked": [problem for problem in (*todo.blocked, missing_key(workspace)) if problem],
        "reported": [_row(item) for item in moved_roots(todo, recorded)],
        "computed": [_row(item) for item in computations(todo, observed, recorded)],
        "documents": {key: work.model_dump() for key, work in works.items()},
        "total": _total(takes) if takes else None,
        "telling": _total(telling) if telling else None,
        "up_to_date": todo.nothing_to_do,
    }


def _telling(workspace: Any, spine_assets: tuple[str, ...]) -> Any:
    """Say what telling takes where it is computed, by a language model; see `telling.estimated`."""
    if "narratives" not in spine_assets:
        return None
    from sift_assets.workflows.telling import estimated

    return estimated(workspace)


def _row(item: Computation) -> dict[str, Any]:
    return item.model_dump() | {"because": [in_words(reason) for reason in item.reasons]}


def in_words(reason: Reason) -> str:
    """Say a reason in one word or two versions: `new`, `code 1→2`, `domain[prompt] 1a2b→3c4d`."""
    if not (reason.old or reason.new):
        return reason.input
    old = reason.old[:HASH_SHOWN] or "none"
    new = reason.new[:HASH_SHOWN] or "to come"
    return f"{reason.input} {old}→{new}"


def _total(takes: Any) -> dict[str, Any]:
    return takes.total.model_dump() | {"cost_usd": takes.cost_usd}


def _print(shown: dict[str, Any]) -> None:
    say(f"{shown['project']}  domain {shown['domain']}, model {shown['model']}", bold=True)
    for name, value in shown["supposed"].items():
        say(f"  supposed: {name} is {value}")
    for title in ("blocked", "held_back", "deleted"):
        for line in shown[title]:
            say(f"  {title.replace('_', ' ')}: {line}", fg="red" if title == "blocked" else None)
    if shown["not_looked_at"]:
        say(
            f"  {len(shown['not_looked_at'])} files are too many for one look and not in this plan",
            fg="yellow",
        )
    say_what_waits(shown)
    for key, reason in shown["failed_before"].items():
        say(f"  failed before, is tried again by `sift run`: {key}: {reason}", fg="yellow")
    if shown["up_to_date"]:
        say("Everything is up to date: nothing would be computed.", fg="green")
        return
    _print_table(shown)
    if shown["total"]:
        _print_total(shown["total"])
    if shown["telling"]:
        _print_telling(shown["telling"])


def _print_table(shown: dict[str, Any]) -> None:
    documents = [row for row in shown["computed"] if row["partition"]]
    rest = [row for row in shown["computed"] if not row["partition"]]
    listed = [*documents[:ROWS_SHOWN], *rest]
    table = [HEADINGS, *(_cells(row, shown["documents"]) for row in listed)]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    for cells in table:
        line = "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        say(f"  {line.rstrip()}", bold=cells is HEADINGS)
    if len(documents) > ROWS_SHOWN:
        say(f"  … and {len(documents) - ROWS_SHOWN} more of documents; --json lists all")


def _cells(row: dict[str, Any], documents: dict[str, Any]) -> tuple[str, ...]:
    named = (row["asset"], row["partition"])
    because = ", ".join(row["because"])
    if row["asset"] != "extractions" or row["partition"] not in documents:
        return (*named, "", "", "", because)
    work = documents[row["partition"]]
    about = "~" if work["unread"] and work["chunks_to_run"] else ""
    calls = f"{about if work['calls'] else ''}{work['calls']}"
    return (*named, f"{about}{work['chunks_to_run']}", str(work["chunks_cached"]), calls, because)


def _print_total(total: dict[str, Any]) -> None:
    say(
        f"{total['chunks_to_run']} chunks to run, {total['chunks_cached']} cached; {_calls(total)}",
        bold=True,
    )
    if total["unread"]:
        say(
            f"Not read yet: {total['unread']}; what these documents take (~) is estimated from "
            "the size of their files."
        )


def _print_telling(total: dict[str, Any]) -> None:
    """Print what telling takes of the communities there are; a new graph may have others."""
    say(f"Telling of the present communities: {_calls(total)}", bold=True)


def _calls(total: dict[str, Any]) -> str:
    return (
        f"{total['calls']} calls, about {total['input_tokens']:,} tokens in and at most about "
        f"{total['output_tokens']:,} out; cost {_dollars(total['cost_usd'])}"
    )


def _dollars(cost: float | None) -> str:
    if cost is None:
        return "unknown: the model is not in the table of prices"
    return f"about ${cost:.4f}" if cost else "$0"
