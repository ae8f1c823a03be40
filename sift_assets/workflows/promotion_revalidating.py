"""Looking at an item's document again, at the moment when somebody decides on it."""

from sift_assets.core.promotion.drift import Revalidated
from sift_assets.core.promotion.guards import Grounds
from sift_assets.core.promotion.items import Item
from sift_assets.core.promotion.references import reference_of
from sift_assets.resources.readers.process import ReaderProcess
from sift_assets.resources.seats import seat_named
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_candidates import candidate_again
from sift_assets.workflows.promotion_reference import central_names
from sift_assets.workflows.promotion_verdicts import policy_of
from sift_assets.workflows.seat_values import text_of_seat


def revalidated(book: PromotionBook, item: Item) -> Revalidated:
    """Put an item's document before the guards again, and hold it against Central of today.

    No model is asked: what one said of the text holds while the text is the same.

    Raises:
        SiftError: Nobody could look.
    """
    workspace = book.workspace
    seat = seat_named(workspace, item.entry.seat)
    grounds = Grounds(
        autonomy=seat.autonomy, refusals=book.refused(seat.name), delivered=book.delivered()
    )
    with ReaderProcess(workspace.settings.reader) as reader:
        document = item.assessment.candidate.document
        candidate = candidate_again(workspace, seat, document, reader, grounds)
    policy = policy_of(workspace, seat).version
    if candidate is None or candidate.skip is not None:
        return Revalidated(candidate=candidate, policy=policy)
    text = text_of_seat(book.seat(seat.name), candidate.text).text
    central, tracked = central_names(workspace), workspace.settings.promotion.tracked
    reference = reference_of(candidate, text, tracked, central)
    return Revalidated(candidate=candidate, reference=reference, policy=policy)
