"""`sift promotions revoke`: out of Central again, with everything that Central made of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sift_assets.cli.opening import as_json, open_instance, open_workspace
from sift_assets.cli.printing import print_json, say
from sift_assets.cli.promotions_deciding import because
from sift_assets.core.decisions.decision import Channel

if TYPE_CHECKING:
    import dagster as dg

    from sift_assets.workflows.promotion_book import PromotionBook


@click.command("revoke")
@click.argument("item", default="")
@because
@as_json
@click.pass_obj
def revoke(project: Path, item: str, reason: str, as_json: bool) -> int:
    """Take ITEM out of Central: its document, and every fact, answer and export made of it.

    For the owner of its seat, and for administrators. The graph is built without it, as `sift run`
    does; what is stored of it is removed as `sift forget` does, and nothing bars it from being
    proposed again. Dagster's own records and the audit keep its opaque key. Without ITEM:
    complete what earlier calls could not.
    """
    from sift_assets.core.promotion.access import Act
    from sift_assets.resources.decision_log import actor
    from sift_assets.workflows.authorising import authorised
    from sift_assets.workflows.promotion_book import PromotionBook
    from sift_assets.workflows.promotion_deciding import PromotionDesk
    from sift_assets.workflows.withdrawing import withdraw_now

    workspace = open_workspace(project)
    book = PromotionBook(workspace)
    if item:
        PromotionDesk(book, actor(), Channel.COMMAND).revoke(item, reason)
    else:
        authorised(workspace, Act.REVOKE)
    withdraw_now(book)
    return _purged(book, item, as_json)


def _purged(book: "PromotionBook", item: str, as_json: bool) -> int:
    """Remove what Central made of what was withdrawn; return the exit code."""
    from sift_assets.workflows.withdrawing import unpurged

    succeeded, removed = True, 0
    if unpurged(book):
        with open_instance(book.workspace) as instance:
            succeeded, removed = purge_withdrawn(book, instance, quiet=as_json)
    report: dict[str, Any] = {"item": item, "removed_files": removed, "succeeded": succeeded}
    if as_json:
        print_json(report)
    elif removed:
        say(f"Out of Central. {removed} files were removed from the store and the exports.")
    else:
        say("Withdrawn. Central had made nothing of it.")
    return 0 if succeeded else 1


def purge_withdrawn(
    book: "PromotionBook", instance: "dg.DagsterInstance", *, quiet: bool
) -> tuple[bool, int]:
    """Build the graph without what was withdrawn, and remove everything stored of it.

    Args:
        book: What is kept.
        instance: The project's Dagster instance.
        quiet: Whether nothing is said of the progress.

    Returns:
        Whether the runs succeeded, and how many files were removed.

    Raises:
        LockedError: Somebody is at work; the documents are out, the rest is for another call.
    """
    from sift_assets.cli.forgetting import rebuilt
    from sift_assets.defs.holding import held_alone
    from sift_assets.defs.reconciling import documents_taken_up, history_left
    from sift_assets.workflows.revoking import cleaned, purged
    from sift_assets.workflows.withdrawing import mark_purged, unpurged

    workspace, rows = book.workspace, unpurged(book)
    with held_alone(workspace):
        taken_up = documents_taken_up(instance, workspace)
        traces = cleaned(book, rows, taken_up, history_left(instance, workspace))
    succeeded = rebuilt(workspace, instance, quiet=quiet) if traces else True
    with held_alone(workspace):
        removed = purged(book, traces, history_left(instance, workspace)) if traces else 0
    mark_purged(book, rows)
    return succeeded, removed
