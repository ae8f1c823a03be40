"""What of people's seats may come to Central, on the page: who may see it, and what is said of it.

Who asks is asked first, by the rules of `core.promotion.access`: the name on a token, or of whoever
is at this machine, is the name of a principal. Nothing is looked up for anybody else.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import Field

from sift_assets.core.decisions.decision import Channel
from sift_assets.core.promotion.access import Act, denied, may, readable_seats
from sift_assets.core.promotion.delivered import Milestones
from sift_assets.core.promotion.states import ItemAct
from sift_assets.core.records.record import Record
from sift_assets.resources.review_tokens import Person
from sift_assets.resources.workspace import Workspace
from sift_assets.review.looking import NoQuestion
from sift_assets.review.project import ReviewedProject
from sift_assets.review.saying import MOST_REASON
from sift_assets.workflows.delivering import deliver_open, milestones
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_deciding import DriftError, PromotionDesk
from sift_assets.workflows.promotion_listing import (
    ItemRow,
    pulse_for,
    row_of,
    rows_for,
    whole_for,
    without_secrets,
)
from sift_assets.workflows.promotion_revalidating import revalidated
from sift_assets.workflows.withdrawing import unpurged, withdraw_now

DONE, NOT_DELIVERED, DRIFTED = 200, 424, 409
"""HTTP statuses: all is as wanted; it is decided and has not come to Central; nothing was written,
for something has changed since. The page repeats none of them by itself."""

MOST_ROWS = 500
"""Items that are listed; what waits longest comes first."""

_ASKED_AS = {act: Act.REVOKE if act is ItemAct.REVOKE else Act.DECIDE for act in ItemAct}


class SeatQuestion(Record):
    """Whose items are wanted: of a seat, or of all that may be seen."""

    seat: str = ""


class WholeQuestion(Record):
    """Which item is wanted in full."""

    item: str = Field(min_length=1, max_length=100)


class Approving(WholeQuestion):
    """What somebody says who lets an item into Central.

    Attributes:
        item: Its id.
        shown: What the text is recognised by that the page has shown.
        reason: In words; may be empty.
        despite_drift: Whether it is right although something has changed since.
    """

    shown: str = Field(min_length=1, max_length=100)
    reason: str = Field(default="", max_length=MOST_REASON)
    despite_drift: bool = False


class Deciding(WholeQuestion):
    """What somebody says who decides otherwise; a refusal needs a reason."""

    reason: str = Field(default="", max_length=MOST_REASON)


Said = tuple[dict[str, Any], int]
"""An answer to something that was said, and its HTTP status."""


def sees_promotions(workspace: Workspace, who: str) -> bool:
    """Say whether there is anything of promotion that somebody may see."""
    settings = workspace.settings
    is_there = bool(settings.seats)
    return is_there and (may(settings, who, Act.REVIEW) or bool(readable_seats(settings, who)))


def items(project: ReviewedProject, person: Person, asked: SeatQuestion) -> dict[str, Any]:
    """Return the items that somebody may see, with the beginning of each, secrets hidden.

    Raises:
        AccessDeniedError: They may see none.
    """
    book = _book(project)
    seen = pulse_for(book, person.actor)  # before: what comes meanwhile is for the next look
    rows = rows_for(book, person.actor, asked.seat)
    return {
        "pulse": seen,
        "items": [_row(book, person, one) for one in rows[:MOST_ROWS]],
        "all": len(rows),
        "dry_run": book.workspace.settings.promotion.dry_run,
    }


def pulse(project: ReviewedProject, person: Person, _: NoQuestion) -> dict[str, Any]:
    """Return what changes whenever the list may, without reading any item.

    Raises:
        AccessDeniedError: They may see none.
    """
    return {"pulse": pulse_for(_book(project), person.actor)}


def whole(project: ReviewedProject, person: Person, asked: WholeQuestion) -> dict[str, Any]:
    """Return an item in full, with all that was found out about it.

    Raises:
        AccessDeniedError: They may not see it, or it is not there.
        CorruptObjectError: It is damaged or gone; the next sweep makes it anew.
    """
    book = _book(project)
    found = whole_for(book, person.actor, asked.item)
    candidate = found.assessment.candidate
    return {
        "row": _row(book, person, found.row),
        "document": candidate.document,
        "tags": list(candidate.tags),
        "root": str(candidate.root),
        "findings": [one.model_dump(mode="json") for one in candidate.scan.findings]
        if candidate.scan
        else [],
        "reference": _plain(found.assessment.reference),
        "verdict": _plain(found.assessment.verdict),
        "title": found.text.title,
        "text": found.text.text,
        "shown": found.shown,
    }


def hidden(project: ReviewedProject, person: Person, asked: WholeQuestion) -> dict[str, Any]:
    """Return the text of an item with everything hidden that looks like a secret.

    Raises:
        AccessDeniedError: They may not see it, or it is not there.
        SiftError: Nobody could look for secrets, so that nothing is shown.
    """
    book = _book(project)
    return {"text": without_secrets(book, whole_for(book, person.actor, asked.item).text)}


def approve(project: ReviewedProject, person: Person, said: Approving) -> Said:
    """Let an item into Central and deliver it; say whether it is really there.

    Raises:
        AccessDeniedError: They may not, or it is not there.
        DecisionError: It cannot be approved now, or is not what was shown.
    """
    desk = _desk(project, person)
    try:
        desk.approve(
            said.item,
            said.shown,
            revalidated,
            reason=said.reason,
            despite_drift=said.despite_drift,
        )
    except DriftError as error:
        drift = [one.model_dump(mode="json") for one in error.found]
        return {"error": error.message, "drift": drift}, DRIFTED
    return _delivered(desk, person, said.item)


def retry(project: ReviewedProject, person: Person, said: WholeQuestion) -> Said:
    """Deliver an approved item now.

    Raises:
        AccessDeniedError: They may not, or it is not there.
        DecisionError: There is nothing to deliver.
    """
    desk = _desk(project, person)
    desk.check_retry(said.item)
    return _delivered(desk, person, said.item)


def refuse(project: ReviewedProject, person: Person, said: Deciding) -> Said:
    """Refuse an item, for a reason; see `PromotionDesk.reject`."""
    return _decided(project, person, said, PromotionDesk.reject)


def abandon(project: ReviewedProject, person: Person, said: Deciding) -> Said:
    """Let an approved item not be delivered; see `PromotionDesk.abandon`."""
    return _decided(project, person, said, PromotionDesk.abandon)


def reopen(project: ReviewedProject, person: Person, said: Deciding) -> Said:
    """Take back what was decided of an item; see `PromotionDesk.reopen`."""
    return _decided(project, person, said, PromotionDesk.reopen)


def revoke(project: ReviewedProject, person: Person, said: Deciding) -> Said:
    """Withdraw an item, and remove its document from Central; see `PromotionDesk.revoke`.

    What Central made of it is said to be there still, where it may be: a run takes long, and a
    page is not to wait for it.
    """
    desk = _desk(project, person)
    desk.revoke(said.item, said.reason)
    withdraw_now(desk.book)
    is_left = any(row.item == said.item for row in unpurged(desk.book))
    return _outcome(desk, person, said.item) | {"is_left": is_left}, DONE


Answer = Callable[[ReviewedProject, Person, Any], dict[str, Any]]
Write = Callable[[ReviewedProject, Person, Any], Said]

PROMOTION_QUESTIONS: Mapping[str, tuple[type[Record], Answer]] = {
    "promotions": (SeatQuestion, items),
    "promotion": (WholeQuestion, whole),
    "promotion-hidden": (WholeQuestion, hidden),
    "promotions-pulse": (NoQuestion, pulse),
}
"""Name of each question to what it says and what answers it."""

PROMOTION_SAYINGS: Mapping[str, tuple[type[Record], Write]] = {
    "promotion/approve": (Approving, approve),
    "promotion/reject": (Deciding, refuse),
    "promotion/retry": (WholeQuestion, retry),
    "promotion/abandon": (Deciding, abandon),
    "promotion/reopen": (Deciding, reopen),
    "promotion/revoke": (Deciding, revoke),
}
"""Name of each saying to what it says and what is done."""


def _book(project: ReviewedProject) -> PromotionBook:
    """Open what is kept of promotion; where there are no seats there is nothing, not even a note.

    Raises:
        AccessDeniedError: There are no seats.
    """
    workspace = project.workspace
    if not workspace.settings.seats:
        raise denied()
    return PromotionBook(workspace)


def _desk(project: ReviewedProject, person: Person) -> PromotionDesk:
    return PromotionDesk(_book(project), person.actor, Channel.PAGE)


def _decided(
    project: ReviewedProject,
    person: Person,
    said: Deciding,
    decide: Callable[[PromotionDesk, str, str], object],
) -> Said:
    desk = _desk(project, person)
    decide(desk, said.item, said.reason)
    return _outcome(desk, person, said.item), DONE


def _delivered(desk: PromotionDesk, person: Person, item: str) -> Said:
    deliver_open(desk.book, item)
    found = _outcome(desk, person, item)
    if found["row"]["milestones"]["accepted"]:
        return found, DONE
    why = found["row"]["failure"] or f"it is {found['row']['state']}"
    return {"error": f"Approved, and not in Central: {why}", **found}, NOT_DELIVERED


def _outcome(desk: PromotionDesk, person: Person, item: str) -> dict[str, Any]:
    """Return what an item has come to, for who has decided on it."""
    book = desk.book
    known = book.known()[item]
    reached = milestones(book, [known]).get(item, Milestones())
    return {"row": _row(book, person, row_of(book, known, reached))}


def _row(book: PromotionBook, person: Person, row: ItemRow) -> dict[str, Any]:
    """Return an item as plain data, with what this person may do about it now."""
    settings = book.workspace.settings
    acts = [
        act for act in row.acts if may(settings, person.actor, _ASKED_AS[ItemAct(act)], row.seat)
    ]
    owner = next((seat.owner for seat in settings.seats if seat.name == row.seat), "")
    is_own = owner == person.actor
    return row.model_dump(mode="json") | {"acts": acts, "is_own": is_own}


def _plain(record: Record | None) -> dict[str, Any] | None:
    return record.model_dump(mode="json") if record else None
