"""What `sift forget` does: the plan, the question, and forgetting step by step."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sift_assets.cli.opening import open_instance
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.progress import shown_progress
from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.keys import document_key
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.forgetting import (
    Traces,
    bar,
    delete_files,
    forget_decisions,
    lift,
    purge,
    traces,
)
from sift_assets.workflows.forgetting_domains import DomainTraces, clean_domains, domain_traces

if TYPE_CHECKING:
    import dagster as dg

WHAT_STAYS = (
    "Dagster's own records keep the document's key, which is its path, names of types, keys of "
    "communities, which are ids of entities, and hashes; decisions about what other documents name "
    "too keep the key; nothing else of it stays. What a person has written or edited, as the types "
    "of a domain, is left to them. Copies made with `sift export --to`, backups, and a store that "
    "the settings do not name any more, are not reached."
)


class Wanted(NamedTuple):
    """How `sift forget` was called; see the options of the command."""

    only_plan: bool
    yes: bool
    delete_file: bool
    as_json: bool


def forget(workspace: Workspace, document: str, wanted: Wanted) -> int:
    """Forget a document after showing what that means; return the exit code.

    Args:
        workspace: The open project.
        document: A path or a key.
        wanted: How.

    Raises:
        ProjectError: Its file is still in the watched folder, or nothing is known of it.
    """
    with open_instance(workspace) as instance:
        found = _traces(workspace, instance, document)
        in_domains = domain_traces(workspace, found)
        if not wanted.as_json or wanted.only_plan:
            _print_plan(found, in_domains, wanted.as_json)
        if wanted.only_plan:
            return 0
        _refuse(found, delete_file=wanted.delete_file)
        if not wanted.yes:
            if wanted.as_json:
                raise click.UsageError("--json asks nothing: give --yes, or --plan.")
            click.confirm("Remove all of this for good?", abort=True)
        return _forget(workspace, instance, found, in_domains, wanted.as_json)


def _forget(
    workspace: Workspace,
    instance: "dg.DagsterInstance",
    found: Traces,
    in_domains: DomainTraces,
    as_json: bool,
) -> int:
    """Bar the content, build the graph without it, purge; each step may be repeated."""
    from sift_assets.defs.holding import held_alone
    from sift_assets.defs.reconciling import history_left

    with held_alone(workspace):
        bar(workspace, found, _now())
        delete_files(workspace, found)
        clean_domains(workspace, found, in_domains)
        forget_decisions(workspace, found)
    succeeded = rebuilt(workspace, instance, quiet=as_json)
    with held_alone(workspace):
        removed = purge(workspace, found, history_left(instance, workspace))
    report = _counts(found, in_domains) | {"removed_files": removed, "stays": WHAT_STAYS}
    if as_json:
        print_json(report)
    else:
        say(f"Forgotten. {removed} files were removed from the store and the exports.", fg="green")
        say(WHAT_STAYS)
    return 0 if succeeded else 1


def rebuilt(workspace: Workspace, instance: "dg.DagsterInstance", *, quiet: bool) -> bool:
    """Do what `sift run` does; a project without documents is left with an empty graph.

    Args:
        workspace: The open project.
        instance: Its Dagster instance.
        quiet: Whether nothing is said of the progress.

    Returns:
        Whether everything succeeded.
    """
    from sift_assets.cli.running import bring_up_to_date
    from sift_assets.defs.reconciling import documents_taken_up

    try:
        with shown_progress(quiet=quiet) as progress:
            return bring_up_to_date(instance, workspace.root, progress, approve=None).succeeded
    except ProjectError:
        if documents_taken_up(instance, workspace):
            raise
        return True


def _traces(workspace: Workspace, instance: "dg.DagsterInstance", document: str) -> Traces:
    from sift_assets.defs.reconciling import documents_taken_up, history_left

    taken_up = documents_taken_up(instance, workspace)
    history = history_left(instance, workspace)
    keys = {past.partition for past in history["documents"]} | taken_up.keys()
    key = document if document in keys else document_key(document)
    return traces(workspace, key, taken_up, history)


def _refuse(found: Traces, *, delete_file: bool) -> None:
    if found.files and not delete_file:
        raise ProjectError(
            f"Still in the watched folder: {', '.join(found.files)}.",
            "Take it out of the folder first, or give --delete-file.",
        )


def lift_again(workspace: Workspace, document: str, as_json: bool) -> int:
    """Let a forgotten document be taken up again; return the exit code.

    Args:
        workspace: The open project.
        document: A path or a key.
        as_json: Whether JSON is printed.

    Raises:
        ProjectError: It was never forgotten.
    """
    from sift_assets.defs.holding import held_alone

    with held_alone(workspace):
        try:
            count = lift(workspace, document, _now())
        except ProjectError:
            count = lift(workspace, document_key(document), _now())
    if as_json:
        print_json({"lifted": count})
    else:
        say(f"{count} contents may be taken up again, at the next `sift run`.")
    return 0


def _print_plan(found: Traces, in_domains: DomainTraces, as_json: bool) -> None:
    counts = _counts(found, in_domains)
    if as_json:
        print_json(counts | {"stays": WHAT_STAYS})
        return
    say(f"To be forgotten: {found.key}", bold=True)
    for name in ("contents", "texts", "extractions", "answers", "graphs", "decisions"):
        say(f"  {counts[name]} {name}")
    for key in counts["copies"]:
        say(f"  also known as {key}")
    for key in found.files:
        say(f"  still in the watched folder: {key}")
    _print_domains(in_domains)


def _print_domains(found: DomainTraces) -> None:
    if found.versions:
        numbers = ", ".join(map(str, found.versions))
        say(f"  it leaves the sample of the discovered domain: version {numbers}")
    for name in found.cleaned:
        say(f"  {name}: what only it can have said is taken out")
    if found.changes_extraction:
        say("  that domain is in force: every document is extracted from anew", fg="yellow")
    for name in found.left:
        say(f"  {name} tells of it and was edited by hand: it is left to you", fg="yellow")


def _counts(found: Traces, in_domains: DomainTraces) -> dict[str, Any]:
    return {
        "document": found.key,
        "copies": [key for key in found.names if key != found.key],
        "files": list(found.files),
        "contents": len(found.contents),
        "texts": len(found.texts),
        "extractions": len(found.extractions),
        "answers": len(found.answers),
        "graphs": len(found.graphs),
        "decisions": len(found.decisions),
        "domain_versions": list(in_domains.versions),
        "domain_files_cleaned": list(in_domains.cleaned),
        "domain_files_left": list(in_domains.left),
    }


def _now() -> str:
    return datetime.now(tz=UTC).isoformat(timespec="seconds")
