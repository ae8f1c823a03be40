"""Completing revocations in a sweep: removing what Central stored of documents that have left."""

import dagster as dg

from sift_assets.core.errors import SiftError
from sift_assets.defs.holding import PROMOTING, held_alone
from sift_assets.defs.reconciling import compare, documents_taken_up, history_left
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.revoking import cleaned, purged
from sift_assets.workflows.withdrawing import mark_purged, unpurged, withdraw_now


def purge_what_left(context: dg.AssetExecutionContext, book: PromotionBook) -> None:
    """Remove what is stored of withdrawn documents, once everything was built without them.

    A sweep builds no graph. So the one that withdraws a document cleans what no run computes, the
    sensor or `sift run` builds all without it, and a later sweep purges. Nobody is waited for:
    what cannot be done now is for the next sweep, or for `sift promotions revoke`.

    Args:
        context: Of a run that holds the layer `promoting`.
        book: What is kept.

    Raises:
        StoreError: A document cannot be removed; the next call goes on.
    """
    withdraw_now(book)
    if not unpurged(book):
        return
    try:
        with held_alone(book.workspace, but=PROMOTING):
            removed = _purged(context.instance, book)
    except SiftError as error:
        context.log.warning("What is stored of withdrawn documents waits: %s.", _kind(error))
        return
    if removed is None:
        context.log.info("What is stored of withdrawn documents waits until all is built anew.")
    else:
        context.log.info("%d files of withdrawn documents were removed.", removed)


def _purged(instance: dg.DagsterInstance, book: PromotionBook) -> int | None:
    """Clean, and purge what nothing is built with any more.

    Returns:
        How many files were removed; None where something has to be built first.
    """
    workspace, rows = book.workspace, unpurged(book)
    history = history_left(instance, workspace)
    traces = cleaned(book, rows, documents_taken_up(instance, workspace), history)
    if traces and not is_built(instance, workspace):
        return None
    removed = purged(book, traces, history)
    mark_purged(book, rows)
    return removed


def is_built(instance: dg.DagsterInstance, workspace: Workspace) -> bool:
    """Say whether no document is gone that counts still, and nothing below documents is stale."""
    todo = compare(instance, workspace, remember=False).plan
    return not (todo.remove or todo.spine_assets or todo.blocked)


def _kind(error: SiftError) -> str:
    """Return the class of an error: its words may name documents, which a log must not hold."""
    return type(error).__name__
