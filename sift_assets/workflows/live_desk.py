"""Deciding while others decide: what is open at this moment, and no decision made unseen.

Whoever decides has read the log up to some line. A decision is added only if nobody has added
another meanwhile; else the log is read again and the item looked at again, so that of two who
decide about one thing at once the second is told what the first said.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.folding import counting, said_anew
from sift_assets.core.decisions.history import undone_by
from sift_assets.core.decisions.log import ReadLog
from sift_assets.core.decisions.promotion import refuse_undoing_promotions
from sift_assets.core.decisions.wording import in_words
from sift_assets.core.errors import DecisionError
from sift_assets.core.review.deciding import Deciding
from sift_assets.core.review.keys import keys_of
from sift_assets.core.review.records import QueueItem
from sift_assets.core.review.said import Said
from sift_assets.core.review.still_open import open_parts
from sift_assets.resources.decision_log import DecisionLog, LogStamp
from sift_assets.workflows.reviewing import Desk


@dataclass(frozen=True)
class Meanwhile:
    """Why nothing was decided: another decision came first.

    Attributes:
        by: The decision about the same thing; None where others settle it together.
    """

    by: Decision | None


@dataclass(frozen=True)
class Moment:
    """The log at one moment, and what it says of the desk.

    Attributes:
        stamp: By which the log is recognised.
        read: The log.
        counting: The decisions that count, in order of time.
        desk: What they are about.
    """

    stamp: LogStamp
    read: ReadLog
    counting: tuple[Decision, ...]
    desk: Desk

    @cached_property
    def said(self) -> Said:
        """What the decisions say."""
        return self.desk.said(self.counting)

    @cached_property
    def open_items(self) -> tuple[QueueItem, ...]:
        """What is open."""
        return self.desk.open_items(self.said)

    @cached_property
    def undone(self) -> dict[str, Decision]:
        """Id of each decision that was taken back to the undo that did."""
        return undone_by(self.read.decisions)

    def meanwhile(self, item: QueueItem) -> Meanwhile | None:
        """Return what has settled an item, or a part of it; None while it is open as it is."""
        if open_parts(item, self.said) == (item,):
            return None
        about = (one for one in reversed(self.counting) if item.key in keys_of(one))
        return Meanwhile(next(about, None))


@dataclass
class LiveDesk:
    """A desk at which several people decide, in this process and in others.

    Attributes:
        desk: What is decided about.
        log: Where it is written down.
    """

    desk: Desk
    log: DecisionLog
    _known: Moment | None = field(default=None, repr=False)

    def now(self) -> Moment:
        """Return the log of this moment; it is read when it has changed, by whomever.

        Raises:
            StoreError: The log cannot be read.
        """
        stamp = self.log.stamp()
        if self._known is None or self._known.stamp != stamp:
            read = self.log.read()
            self._known = Moment(stamp, read, counting(read.decisions), self.desk)
        return self._known

    def decide(
        self, item: QueueItem, make: Callable[[], tuple[Decision, ...]]
    ) -> tuple[Decision, ...] | Meanwhile:
        """Write down what somebody says of an item that is open as they saw it.

        Args:
            item: As it was shown.
            make: Gives the decisions.

        Returns:
            What was written, or what others have said meanwhile; then nothing was.

        Raises:
            DecisionError: That cannot be decided.
            StoreError: The log cannot be read or written; nothing counts.
        """

        def look(now: Moment) -> tuple[Decision, ...] | Meanwhile:
            return now.meanwhile(item) or make()

        return self._written(look)

    def undo(self, ids: Sequence[str], deciding: Deciding) -> tuple[Decision, ...] | Meanwhile:
        """Take decisions back that count; return as `decide` does.

        Raises:
            DecisionError: There is no such decision, or it is about a promotion; or it is an undo,
                and what it took back was said anew since.
            StoreError: The log cannot be read or written; nothing counts.
        """

        def look(now: Moment) -> tuple[Decision, ...] | Meanwhile:
            refuse_undoing_promotions(now.read.decisions, ids)
            known = {one.id for one in now.read.decisions}
            for one in ids:
                if one not in known:
                    raise DecisionError(f"There is no decision {one!r}.")
                if one in now.undone:
                    return Meanwhile(now.undone[one])
                check_needed(now.read.decisions, one)
            return tuple(map(deciding.undo, ids))

        return self._written(look)

    def said_before(self, made: Sequence[Decision], after: str) -> tuple[Decision, ...]:
        """Return the decisions that say just this, from the same person through the same channel.

        For what is sent again because its answer was lost: it must not count twice, nor again
        when somebody has taken it back meanwhile.

        Args:
            made: What would be written.
            after: Id of the last decision that whoever says it knew of; empty for none.

        Returns:
            As many as were made; none when any of them is new.
        """
        log = self.now().read.decisions
        ids = [one.id for one in log]
        since = log[ids.index(after) + 1 :] if after in ids else log if not after else ()
        known = {_content(one): one for one in since}
        found = [known.get(_content(one)) for one in made]
        return tuple(one for one in found if one) if all(found) else ()

    def _written(
        self, look: Callable[[Moment], tuple[Decision, ...] | Meanwhile]
    ) -> tuple[Decision, ...] | Meanwhile:
        while True:
            now = self.now()
            made = look(now)
            if isinstance(made, Meanwhile):
                return made
            written = self.log.append_after(now.stamp, made)
            if written is not None:
                return written


def check_needed(log: Sequence[Decision], undone: str) -> None:
    """Refuse to take back an undo where that would bring back nothing.

    Raises:
        DecisionError: What it took back was said anew since, and counts.
    """
    anew = said_anew(log, undone)
    if anew is not None:
        raise DecisionError(f"It was said anew since, by decision {anew.id}: {in_words(anew)}.")


def _content(one: Decision) -> str:
    return one.model_copy(update={"time": "", "id": ""}).content_hash()
