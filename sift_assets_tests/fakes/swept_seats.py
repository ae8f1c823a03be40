"""A sweep of all seats of a project, step by step in this process, as the assets do it."""

from sift_assets.core.text.settings import ReaderSettings
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.outcome import Outcome
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_candidates import assess_candidates
from sift_assets.workflows.promotion_queue import build_queue
from sift_assets.workflows.promotion_reference import central_names, refer
from sift_assets.workflows.promotion_verdicts import assess


def sweep(workspace: Workspace) -> Outcome:
    """Assess every document of every seat, and put what is proposed into the queue."""
    book, central = PromotionBook(workspace), central_names(workspace)
    with ReaderProcess(ReaderSettings()) as reader:
        for seat in workspace.settings.seats:
            opened = book.seat(seat.name)
            for step in (
                lambda seat=seat: assess_candidates(
                    workspace,
                    seat,
                    reader,
                    refusals=book.refused(seat.name),
                    delivered=book.delivered(),
                ),
                lambda seat=seat: refer(workspace, seat, central),
                lambda seat=seat: assess(workspace, seat),
            ):
                outcome = step()
                opened.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})
    return build_queue(book)
