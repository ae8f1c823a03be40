"""What agents propose as rows, each with whether it is open, and dropping some of them."""

from collections.abc import Iterable
from typing import Any

from sift_assets.core.decisions.decision import Act
from sift_assets.core.decisions.wording import in_words
from sift_assets.core.review.proposed import Closed, why_closed
from sift_assets.core.review.records import OpenProposal
from sift_assets.core.review.signature import Signature
from sift_assets.workflows.live_desk import LiveDesk


def drop(live: LiveDesk, ids: Iterable[str], signature: Signature) -> None:
    """Write down that some proposals are not taken up; of one that is not open nothing.

    Args:
        live: The desk.
        ids: Of proposals.
        signature: Who says so.

    Raises:
        StoreError: The log cannot be read or written; what was written before counts.
    """
    deciding = live.desk.deciding(signature)
    wanted = set(ids)
    for one in live.desk.proposed:
        if one.proposal in wanted:
            live.decide(one, lambda one=one: deciding.reject(one))


def rows_of(live: LiveDesk) -> list[dict[str, Any]]:
    """Return all proposals as plain data, those that are open first, each oldest first."""
    said = live.now().said
    rows = [_row(one, why_closed(one, said)) for one in live.desk.proposed]
    return sorted(rows, key=lambda row: not row["open"])


def _row(one: OpenProposal, closed: Closed | None) -> dict[str, Any]:
    return {
        "id": one.proposal,
        "key": one.key,
        "command": one.command,
        "open": closed is None,
        "because": _because(closed) if closed else "",
        "act": str(one.act),
        "entities": list(one.entities),
        "names": list(one.names),
        "type": one.type,
        "agent": one.agent,
        "reason": one.reason,
        "time": one.time,
        "passages": [quote.model_dump(mode="json") for quote in one.passages],
        "passages_lost": one.lost,
    }


def _because(closed: Closed) -> str:
    """Say why a proposal is not open: of one that was answered by whom, when and why."""
    by = closed.by
    if by is None:
        return closed.because
    said = f"{closed.because} by {by.actor}, {by.time[:10]}, decision {by.id}"
    if by.act is not Act.DROP:
        said += f": {in_words(by)}"
    return said + (f" ({by.reason})" if by.reason else "")
