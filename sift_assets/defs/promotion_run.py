"""Runs of promotion: seats in turn, then the queue and the deliveries, behind the gate.

What Dagster is told of a seat are its name, versions and counts. A seat that fails stops no other,
and fails the run at the end.
"""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import dagster as dg

from sift_assets.core.errors import StoreError
from sift_assets.core.planning.lineage import PROMOTION
from sift_assets.core.planning.state import Provenance
from sift_assets.core.promotion.gate import Permit, in_words
from sift_assets.core.promotion.settings import Seat
from sift_assets.defs.emission import ParentHeads, check_result, event
from sift_assets.defs.holding import EVALUATION, PROMOTING
from sift_assets.defs.layers import layer
from sift_assets.defs.recording import Timed, recorded_events, recorded_result
from sift_assets.defs.seats import SEATS_LAYER
from sift_assets.defs.withdrawals import purge_what_left
from sift_assets.resources.dagster_internals import report_together, silent_output
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.seats import seat_named, seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.central_evaluation import evaluate
from sift_assets.workflows.delivering import deliver_open
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_by_rule import promote_by_rule, revoke_by_rule
from sift_assets.workflows.promotion_candidates import assess_candidates
from sift_assets.workflows.promotion_checks import no_expired_pending, no_failed_deliveries
from sift_assets.workflows.promotion_gate import permit, receipt_is_valid
from sift_assets.workflows.promotion_queue import build_queue
from sift_assets.workflows.promotion_reference import central_names, refer
from sift_assets.workflows.promotion_verdicts import assess
from sift_assets.workflows.seat_look import SeatLook, look_at_seat

NONCE_TAG = "sift/nonce"
"""Holds the schedule's word; a copy of it is worth nothing to any other run."""

ASSESSED = ("promotion_candidates", "promotion_reference", "promotion_verdicts")
"""What a dry run computes, in order."""

SWEPT = (*ASSESSED, "promotion_queue", "central_deliveries")
"""What a sweep computes, in order."""

FAILED_SEATS = "failed_seats"
"""In Central's index: seat to the last run in which it failed."""


def run_candidates(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Put every document of some seats before the guards."""
    book = PromotionBook(workspace)
    with ReaderProcess(workspace.settings.reader) as reader:

        def candidates(seat: Seat) -> Outcome:
            look = look_at_seat(workspace, seat)
            _report_documents(context.instance, workspace, seat, look)
            return assess_candidates(
                workspace,
                seat,
                reader,
                refusals=book.refused(seat.name),
                delivered=book.delivered(),
                look=look,
            )

        yield from _seats(context, workspace, "promotion_candidates", candidates)


def run_reference(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Find what ties the documents of some seats to the organisation."""
    central = central_names(workspace)
    if central is None:
        context.log.warning("Central's graph cannot be looked at: what hangs on it is deferred.")
    yield from _seats(
        context, workspace, "promotion_reference", lambda seat: refer(workspace, seat, central)
    )


def run_verdicts(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Say what is to become of the documents of some seats."""
    given = _permit(context, workspace)
    if not given.permitted:
        context.log.warning("No model is called (%s): %s.", given.reason, in_words(given.reason))
    yield from _seats(
        context, workspace, "promotion_verdicts", lambda seat: assess(workspace, seat, given)
    )


def run_queue(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Take up what the seats propose, and let go what goes by a rule."""
    given = _opened(context, workspace)
    book = PromotionBook(workspace)
    with layer(context, workspace, PROMOTING):
        yield recorded_result(workspace, lambda: _queued(context, book, given))
        yield check_result("promotion_queue", "no_expired_pending", no_expired_pending(book))
    _end(context, workspace, "promotion_queue")


def _queued(context: dg.AssetExecutionContext, book: PromotionBook, given: Permit) -> Outcome:
    """Fill the queue, and let rules decide on what has come into it."""
    outcome = build_queue(book)
    by_rule = len(promote_by_rule(book, given)), len(revoke_by_rule(book))
    context.log.info("By rule: %d promoted, %d revoked.", *by_rule)
    return build_queue(book) if any(by_rule) else outcome


def run_deliveries(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Bring what is approved to Central, and take out what is to leave."""
    _opened(context, workspace)
    book = PromotionBook(workspace)
    with layer(context, workspace, PROMOTING):
        purge_what_left(context, book)
        yield recorded_result(workspace, lambda: deliver_open(book))
        yield check_result("central_deliveries", "no_failed_deliveries", no_failed_deliveries(book))
    _end(context, workspace, "central_deliveries")


def run_evaluation(context: dg.AssetExecutionContext, workspace: Workspace) -> Iterator[Any]:
    """Make the five checks, and write the receipt."""
    with layer(context, workspace, EVALUATION):
        yield recorded_result(workspace, lambda: evaluate(workspace, context.run.run_id))
        finding = receipt_is_valid(workspace, _now())
        yield check_result("central_evaluation", "receipt_is_valid", finding)


def _seats(
    context: dg.AssetExecutionContext,
    workspace: Workspace,
    asset: str,
    compute: Callable[[Seat], Outcome],
) -> Iterator[Any]:
    """Compute a step for the seats of the run in turn, without those that have failed before."""
    parents = ParentHeads(context.instance, asset, context.partition_keys)
    with layer(context, workspace, SEATS_LAYER):
        before = _failed(context, workspace)
        for name in (one for one in context.partition_keys if one not in before):
            started = time.perf_counter()
            try:
                seat = seat_named(workspace, name)
                outcome = compute(seat)
                done = [Timed(outcome, time.perf_counter() - started)]
                yield from recorded_events(seat_workspace(workspace, seat), done, parents)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - one seat must not stop the others
                _note_failed(context, workspace, name, error)
    yield silent_output(asset)
    _end(context, workspace, asset)


def _note_failed(
    context: dg.AssetExecutionContext, workspace: Workspace, seat: str, error: Exception
) -> None:
    """Remember for the rest of the run that a seat has failed.

    Only of which kind the error is: its words may name a document of the seat.
    """
    kind = type(error).__name__
    context.log.error("Seat %s failed: %s.", seat, kind)
    entry = Provenance(version=context.run.run_id, code_version="1", facts={"error": kind})
    workspace.provenance.record(FAILED_SEATS, {seat: entry})


def _failed(context: dg.AssetExecutionContext, workspace: Workspace) -> dict[str, str]:
    """Return the seats that have failed in this run, with the kind of error."""
    known = workspace.provenance.read(FAILED_SEATS)
    run = context.run.run_id
    return {seat: str(one.facts["error"]) for seat, one in known.items() if one.version == run}


def _end(context: dg.AssetExecutionContext, workspace: Workspace, asset: str) -> None:
    """Fail the last step of a run in which a seat has failed; the steps before go on for the rest.

    Raises:
        dagster.Failure: One has.
    """
    in_run = context.job_def.asset_layer.executable_asset_keys
    last = [one for one in SWEPT if dg.AssetKey(one) in in_run][-1]
    failed = _failed(context, workspace)
    if failed and asset == last:
        told = ", ".join(f"{seat} ({kind})" for seat, kind in sorted(failed.items()))
        raise dg.Failure(description=f"{len(failed)} seats failed: {told}.", allow_retries=False)


def _report_documents(
    instance: dg.DagsterInstance, workspace: Workspace, seat: Seat, look: SeatLook
) -> None:
    """Report which documents a seat holds, as one opaque version."""
    code = PROMOTION["seat_documents"].code_version
    found = Provenance(
        version=look.version,
        code_version=code,
        facts={"documents": len(look.documents), "unseen": look.unseen},
    )
    outcome = Outcome("seat_documents", seat.name, found)
    seat_workspace(workspace, seat).provenance.record("seat_documents", {seat.name: found})
    report_together(instance, [event(outcome)])


def _permit(context: dg.AssetExecutionContext, workspace: Workspace) -> Permit:
    return permit(workspace, context.run.tags.get(NONCE_TAG, ""), context.run.run_id, _now())


def _opened(context: dg.AssetExecutionContext, workspace: Workspace) -> Permit:
    """Return the permit of a run that may fill the queue and deliver.

    Raises:
        dagster.Failure: It may not: nobody let it, or only to say what it would do.
    """
    given = _permit(context, workspace)
    if given.delivers:
        return given
    reason = given.reason or "dry_run"
    told = in_words(reason) if given.reason else "the settings want a dry run (promotion.dry_run)"
    raise dg.Failure(description=f"{reason}: {told}.", allow_retries=False)


def _now() -> datetime:
    return datetime.now(UTC)
