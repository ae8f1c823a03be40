"""Items as whoever may see them reads them: lists with previews, and one in full.

Administrators see what is proposed of every seat; who reads a seat sees what is proposed of it.
To everybody else there is nothing, and nobody learns what there is by asking.
"""

from collections.abc import Iterable
from typing import Any

from sift_assets.core.errors import CorruptObjectError, SiftError
from sift_assets.core.promotion.access import Act, may, readable_seats
from sift_assets.core.promotion.delivered import Milestones
from sift_assets.core.promotion.items import Item
from sift_assets.core.promotion.previewing import redacted
from sift_assets.core.promotion.records import Assessment, Scan
from sift_assets.core.promotion.states import POSSIBLE, ItemState, Known
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import DocumentText
from sift_assets.workflows.delivering import milestones
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_previews import preview_of
from sift_assets.workflows.querying import INDEX_FILE

NOT_SCANNED = "not scanned"
"""Never told as clean: nobody could look."""

CLEAN = "clean"


class ItemRow(Record):
    """An item in a list.

    Attributes:
        id: Of the item.
        seat: Its seat.
        state: See `ItemState`.
        acts: What may be done about it in this state, by who may.
        assessed_at: Since when it is in the queue.
        expires_at: Until when somebody may approve it.
        outcome: What the assessment came to; empty where the assessment is not there any more.
        reason: Why.
        reference: What ties it to the organisation.
        hints: How many hints there are.
        hits: How many things of Central's graph it names.
        score: Of the model.
        model: What judged; empty for none.
        scan: `clean`, `not scanned`, or what was found, by kind.
        sampled: Whether it is here only because one in so many is.
        preview: Its beginning, with secrets hidden; empty where nobody could look for them.
        decided_by: Who said the last word; empty for nobody.
        decided_at: When.
        decision: Id of that decision.
        why: The reason that was given.
        attempts: How often it was delivered.
        failure: Why the last delivery failed.
        milestones: How far it is on its way to readers.
    """

    id: str
    seat: str
    state: ItemState
    acts: tuple[str, ...]
    assessed_at: str
    expires_at: str
    outcome: str = ""
    reason: str = ""
    reference: str = ""
    hints: int = 0
    hits: int = 0
    score: float = 0.0
    model: str = ""
    scan: str = NOT_SCANNED
    sampled: bool = False
    preview: str = ""
    decided_by: str = ""
    decided_at: str = ""
    decision: str = ""
    why: str = ""
    attempts: int = 0
    failure: str = ""
    milestones: Milestones = Milestones()


class WholeItem(Record):
    """An item in full.

    Attributes:
        row: As in a list.
        assessment: Everything that was found out about it.
        text: The whole text, as it would come to Central.
        shown: What is to be given by who approves it, to say that they have seen this text.
    """

    row: ItemRow
    assessment: Assessment
    text: DocumentText
    shown: str


def rows_for(book: PromotionBook, who: str, seat: str = "") -> tuple[ItemRow, ...]:
    """Return the items that somebody may see, what waits longest first.

    Args:
        book: What is kept.
        who: Name of a principal.
        seat: Only those of this seat; empty for all that they may see.

    Raises:
        AccessDeniedError: They may see no item, or none of that seat.
    """
    seats = [one for one in _seats_seen(book, who) if seat in ("", one)]
    if not seats:
        raise book.denied(who, Act.REVIEW)
    found = tuple(book.known(seats).values())
    reached = milestones(book, found)
    rows = (row_of(book, one, reached.get(one.entry.id, Milestones())) for one in found)
    return tuple(sorted(rows, key=lambda row: (row.assessed_at, row.id)))


def pulse_for(book: PromotionBook, who: str) -> str:
    """Return what changes whenever the list may: by an item, a decision, a delivery, a new index.

    Raises:
        AccessDeniedError: They may see no item.
    """
    if not _seats_seen(book, who):
        raise book.denied(who, Act.REVIEW)
    index = book.workspace.exports_folder / INDEX_FILE
    indexed = index.stat().st_mtime_ns if index.exists() else 0
    stamps = (*book.ledger.stamp(), *book.workspace.decision_log.stamp(), indexed)
    return "-".join(map(str, stamps))


def whole_for(book: PromotionBook, who: str, item: str) -> WholeItem:
    """Return an item in full to somebody who may see it.

    Raises:
        AccessDeniedError: They may not, or there is none.
        CorruptObjectError: Assessment or text is damaged or gone; the next sweep makes it anew.
    """
    known = _seen(book, who, item)
    whole = book.item(known)
    text = book.body(whole)
    reached = milestones(book, [known]).get(item, Milestones())
    return WholeItem(
        row=row_of(book, known, reached),
        assessment=whole.assessment,
        text=text,
        shown=book.mark(text),
    )


def without_secrets(book: PromotionBook, text: DocumentText) -> str:
    """Return a text with everything hidden that looks like a secret, however slight.

    Raises:
        SiftError: Nobody could look for secrets; then nothing is to be shown.
    """
    from sift_assets.resources.secret_scanner import SecretScanner  # some hundred patterns

    try:
        return redacted(text.text, SecretScanner(book.key).spotted(text.text))
    except SiftError:
        raise
    except Exception as error:  # whatever it is, nothing is known of the text
        raise SiftError("Nobody could look for secrets in it, so it is not shown.") from error


def row_of(book: PromotionBook, known: Known, reached: Milestones) -> ItemRow:
    """Return an item as a list shows it."""
    entry, last, delivery = known.entry, known.last, known.delivery
    state = known.state(book.moment())
    own = delivery if delivery is not None and delivery.item == entry.id else None
    told: dict[str, Any] = {
        "id": entry.id,
        "seat": entry.seat,
        "state": state,
        "acts": tuple(sorted(map(str, POSSIBLE[state]))),
        "assessed_at": entry.assessed_at,
        "expires_at": entry.expires_at,
        "attempts": own.attempts if own else 0,
        "failure": own.reason if own and state is ItemState.FAILED else "",
        "milestones": reached,
    }
    if last is not None:
        told |= {"decided_by": last.actor, "decided_at": last.time}
        told |= {"decision": last.id, "why": last.reason}
    return ItemRow(**told | _assessed(book, known))


def _assessed(book: PromotionBook, known: Known) -> dict[str, Any]:
    try:
        item: Item = book.item(known)
    except CorruptObjectError:
        return {}
    found = item.assessment
    return {
        "outcome": str(found.outcome),
        "reason": found.reason,
        "reference": str(found.reference.status) if found.reference else "",
        "hints": len(found.reference.hints) if found.reference else 0,
        "hits": len(found.reference.hits) if found.reference else 0,
        "score": found.score,
        "model": found.verdict.model if found.verdict else "",
        "scan": scan_in_words(found.candidate.scan),
        "sampled": found.sampled,
        "preview": preview_of(book, known.entry.seat, item.text),
    }


def scan_in_words(scan: Scan | None) -> str:
    """Say what a look for secrets found: kinds, never values."""
    if scan is None or scan.failure:
        return NOT_SCANNED
    return ", ".join(_distinct(one.kind for one in scan.findings)) or CLEAN


def _distinct(kinds: Iterable[str]) -> list[str]:
    return sorted(set(kinds))


def _seats_seen(book: PromotionBook, who: str) -> list[str]:
    settings = book.workspace.settings
    if may(settings, who, Act.REVIEW):
        return [one.name for one in settings.seats]
    return [one.name for one in readable_seats(settings, who)]


def _seen(book: PromotionBook, who: str, item: str) -> Known:
    if may(book.workspace.settings, who, Act.REVIEW):
        return book.asked(who, Act.REVIEW, item)
    seats = _seats_seen(book, who)
    known = book.known(seats).get(item) if seats else None
    if known is None:
        raise book.denied(who, Act.REVIEW)
    return known
