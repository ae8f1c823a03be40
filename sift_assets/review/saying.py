"""What somebody says on the page, and what is written down of it.

Each saying names what was shown: an item that has another content by now, or that somebody has
decided meanwhile, is not decided but shown again. A saying that is sent again because its answer
was lost counts once.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from sift_assets.core.decisions.decision import Channel, Decision
from sift_assets.core.decisions.wording import in_words
from sift_assets.core.errors import DecisionError, SiftError
from sift_assets.core.records.record import Record
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.records import OpenContradiction, QueueItem, shown_hash
from sift_assets.core.review.signature import Signature
from sift_assets.resources.review_tokens import Person
from sift_assets.review.looking import decision_rows
from sift_assets.review.project import OpenDesk, ReviewedProject
from sift_assets.workflows.live_desk import Meanwhile

MOST_REASON = 2000
"""Characters of a reason."""


class MeanwhileError(SiftError):
    """What was shown is no longer so: nothing was written, and it is to be looked at again.

    Args:
        message: What happened.
        by: The decision that came first, as plain data; None for none.
    """

    def __init__(self, message: str, by: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.by = by


class Saying(Record):
    """What somebody says of an item.

    Attributes:
        key: Of the item.
        shown: Hash of what was shown of it.
        word: Yes, no, or which facts of a contradiction stand.
        facts: Numbers of those, from 1.
        reason: In words, may be empty.
        after: Id of the last decision that the page knew of.
    """

    key: str
    shown: str
    word: Literal["approve", "reject", "keep"]
    facts: tuple[int, ...] = ()
    reason: str = Field(default="", max_length=MOST_REASON)
    after: str = ""


class Undoing(Record):
    """Which decisions somebody takes back, by id; otherwise as `Saying`."""

    decisions: tuple[str, ...] = Field(min_length=1)
    reason: str = Field(default="", max_length=MOST_REASON)
    after: str = ""


def decide(project: ReviewedProject, person: Person, said: Saying) -> dict[str, Any]:
    """Write down what somebody says of an item.

    Raises:
        MeanwhileError: It is not as it was shown; nothing was written.
        DecisionError: That cannot be decided.
        StoreError: The log cannot be read or written; nothing was.
        LockedError: Another process holds the log; nothing was written.
    """
    desk = project.desk()
    item = desk.items.get(said.key)
    if item is None:
        raise MeanwhileError("This is asked no more: the queue was made anew. Nothing was written.")
    if shown_hash(item) != said.shown:
        raise MeanwhileError(
            "The evidence has changed since you saw it. Nothing was written; look again."
        )
    made = _made(_deciding(desk, person, said.reason), item, said)
    before = desk.live.said_before(made, said.after)
    written = before or desk.live.decide(item, lambda: made)
    if isinstance(written, Meanwhile):
        raise _told(desk, written, "Settled meanwhile by another decision.", "Decided meanwhile")
    return _answer(desk, written, is_repeated=bool(before))


def undo(project: ReviewedProject, person: Person, said: Undoing) -> dict[str, Any]:
    """Take decisions back.

    Raises:
        MeanwhileError: Somebody has taken one back already; nothing was written.
        DecisionError: There is no such decision.
        StoreError: The log cannot be read or written; nothing was.
        LockedError: Another process holds the log; nothing was written.
    """
    desk = project.desk()
    deciding = _deciding(desk, person, said.reason)
    before = desk.live.said_before([deciding.undo(one) for one in said.decisions], said.after)
    written = before or desk.live.undo(said.decisions, deciding)
    if isinstance(written, Meanwhile):
        raise _told(desk, written, "Taken back already.", "Taken back already")
    now = desk.live.now()
    undone = [one for one in now.read.decisions if one.id in said.decisions]
    answer = _answer(desk, written, is_repeated=bool(before))
    return answer | {"undone": decision_rows(undone, now)}


Write = Callable[[ReviewedProject, Person, Any], dict[str, Any]]

SAYINGS: Mapping[str, tuple[type[Record], Write]] = {
    "decide": (Saying, decide),
    "undo": (Undoing, undo),
}
"""Name of each saying to what it says and what writes it down."""


def _deciding(desk: OpenDesk, person: Person, reason: str) -> Deciding:
    signed = Signature(actor=person.actor, channel=Channel.PAGE, reason=reason.strip())
    return desk.live.desk.deciding(signed)


def _made(deciding: Deciding, item: QueueItem, said: Saying) -> tuple[Decision, ...]:
    if said.word == "approve":
        if isinstance(item, OpenContradiction):
            return deciding.keep(item, range(len(item.facts)))
        return deciding.confirm(item)
    if said.word == "reject":
        return deciding.reject(item)
    if not isinstance(item, OpenContradiction):
        raise DecisionError(f"{item.key} is no contradiction, of which some facts may stand.")
    return deciding.keep(item, [number - 1 for number in said.facts])


def _told(desk: OpenDesk, meanwhile: Meanwhile, alone: str, begin: str) -> MeanwhileError:
    if meanwhile.by is None:
        return MeanwhileError(alone)
    (row,) = decision_rows([meanwhile.by], desk.live.now())
    return MeanwhileError(f"{begin} by {row['actor']}: {in_words(meanwhile.by)}", row)


def _answer(desk: OpenDesk, written: Sequence[Decision], *, is_repeated: bool) -> dict[str, Any]:
    now = desk.live.now()
    conflicts = {one.members for made in written for one in now.said.in_conflict(made)}
    return {
        "written": decision_rows(written, now),
        "repeated": is_repeated,
        "conflicts": sorted(map(list, conflicts)),
        "open": len(now.open_items),
    }
