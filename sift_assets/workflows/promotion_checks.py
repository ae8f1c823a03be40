"""Checks of promotion: what has failed, and what nobody has decided in time."""

from sift_assets.core.promotion.states import ItemState
from sift_assets.workflows.findings import CheckFinding
from sift_assets.workflows.promotion_book import PromotionBook


def no_failed_deliveries(book: PromotionBook) -> CheckFinding:
    """Say which approved items could not be delivered; the next sweep tries again.

    Raises:
        StoreError: Log or ledger cannot be read.
    """
    now, known = book.moment(), book.known()
    failed = {id_: one for id_, one in known.items() if one.state(now) is ItemState.FAILED}
    rows = [
        {"item": id_, "reason": one.delivery.reason if one.delivery else ""}
        for id_, one in sorted(failed.items())
    ]
    summary = f"{len(failed)} approved items could not be delivered." if failed else "None failed."
    return CheckFinding(not failed, summary, len(known), rows)


def no_expired_pending(book: PromotionBook) -> CheckFinding:
    """Say which items nobody has decided in time; the next sweep assesses them anew.

    Raises:
        StoreError: Log or ledger cannot be read.
    """
    now, known = book.moment(), book.known()
    expired = sorted(
        id_
        for id_, one in known.items()  # what is another text by now has nobody to wait for
        if one.stands and one.state(now) is ItemState.EXPIRED
    )
    summary = f"{len(expired)} items have expired." if expired else "Nothing has expired."
    rows = [{"item": id_, "expired": known[id_].entry.expires_at} for id_ in expired]
    return CheckFinding(not expired, summary, len(known), rows)
