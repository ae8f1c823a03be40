"""Deciding on items: who may is asked first, what was seen is checked, and all of it is audited.

A decision says what becomes of an item and delivers nothing: see `delivering`. Two who decide at
once never decide unseen: a decision is added only to the log that its maker has read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.promotion import ActorKind
from sift_assets.core.errors import DecisionError
from sift_assets.core.promotion import access
from sift_assets.core.promotion.drift import Drift, Revalidated, drift
from sift_assets.core.promotion.items import Item
from sift_assets.core.promotion.settings import PrincipalKind
from sift_assets.core.promotion.states import POSSIBLE, ItemAct, ItemState, Known
from sift_assets.workflows.promotion_book import PromotionBook

Revalidation = Callable[[PromotionBook, Item], Revalidated]
"""Looks at an item's document again: guards, and what ties it to the organisation. It raises a
`SiftError` where nobody could look; then nothing is approved."""


class DriftError(DecisionError):
    """Something has changed since the item was assessed.

    Args:
        found: What.
    """

    def __init__(self, found: Sequence[Drift]) -> None:
        bars = any(one.bars for one in found)
        words = "; ".join(f"{one.what} was {one.then}, is {one.now}" for one in found)
        fix = (
            "It is not approved so: the next sweep assesses it anew."
            if bars
            else "Approve with --despite-drift if it is right all the same."
        )
        super().__init__(f"It has changed since it was assessed: {words}.", fix)
        self.found = tuple(found)


@dataclass(frozen=True)
class PromotionDesk:
    """Somebody at work on the items.

    Attributes:
        book: What is kept.
        actor: Who: a principal's name.
        channel: Through what they decide.
    """

    book: PromotionBook
    actor: str
    channel: Channel

    def approve(
        self,
        item: str,
        shown: str,
        revalidate: Revalidation,
        *,
        reason: str = "",
        despite_drift: bool = False,
    ) -> Decision:
        """Let an item into Central, for whoever has seen its whole text.

        Args:
            item: Its id.
            shown: What its text is recognised by, as `shown` gives it.
            revalidate: Looks at it again.
            reason: In words; may be empty.
            despite_drift: Whether it is right although something has changed that does not bar.

        Raises:
            AccessDeniedError: They may not, or it is not there.
            DecisionError: It is not pending, was not seen, was not scanned, or has changed.
        """

        def make(known: Known) -> Decision:
            whole = self._scanned(known)
            if self.book.mark(self.book.body(whole)) != shown:
                raise DecisionError(
                    "What was shown is not the text of this item.",
                    f"Read it with `sift promotions show {item}`; it says what to give.",
                )
            found = drift(whole, revalidate(self.book, whole))
            if found and not (despite_drift and not any(one.bars for one in found)):
                raise DriftError(found)
            return self._made(known, Act.PROMOTE, reason, shown=shown)

        return self._decided(item, ItemAct.APPROVE, make)

    def reject(self, item: str, reason: str, *, shown: str = "") -> Decision:
        """Refuse an item; the same text, and what is nearly the same, is not asked about again.

        Raises:
            AccessDeniedError: They may not, or it is not there.
            DecisionError: It cannot be refused now, or there is no reason.
        """
        if not reason.strip():
            raise DecisionError("A refusal needs a reason.", "Give --reason.")

        def make(known: Known) -> Decision:
            signature = self.book.item(known).assessment.candidate.signature
            return self._made(known, Act.REFUSE, reason, shown=shown, signature=signature)

        return self._decided(item, ItemAct.REJECT, make)

    def revoke(self, item: str, reason: str = "") -> Decision:
        """Withdraw an item, delivered or not; `revoking` takes it out of Central.

        Raises:
            AccessDeniedError: They may not, or it is not there.
            DecisionError: There is nothing to withdraw.
        """
        return self._decided(
            item, ItemAct.REVOKE, lambda known: self._made(known, Act.REVOKE, reason)
        )

    def abandon(self, item: str, reason: str = "") -> Decision:
        """Let an approved item not be delivered after all.

        Raises:
            AccessDeniedError: They may not, or it is not there.
            DecisionError: It is not on its way.
        """
        return self._decided(
            item, ItemAct.ABANDON, lambda known: self._made(known, Act.ABANDON, reason)
        )

    def reopen(self, item: str, reason: str = "") -> tuple[Decision, ...]:
        """Take back everything that was decided about an item, so that it is asked again.

        Raises:
            AccessDeniedError: They may not, or it is not there.
            DecisionError: Nothing was decided, or it is in Central: then it is to be revoked.
        """

        def make(known: Known) -> tuple[Decision, ...]:
            return tuple(
                self._made(known, Act.UNDO, reason, undoes=one.id) for one in known.said[::-1]
            )

        return self._written(item, ItemAct.REOPEN, make)

    def check_approve(self, item: str) -> Known:
        """Return an item that may be approved by whoever asks, before they are shown it.

        Raises:
            AccessDeniedError: They may not, or it is not there.
            DecisionError: It is not pending.
        """
        return self._possible(item, ItemAct.APPROVE)

    def check_retry(self, item: str) -> Known:
        """Return an item whose delivery may be tried again now, by whoever may decide on it.

        Raises:
            AccessDeniedError: They may not, or it is not there.
            DecisionError: There is nothing to deliver.
        """
        return self._possible(item, ItemAct.RETRY)

    def _decided(self, item: str, act: ItemAct, make: Callable[[Known], Decision]) -> Decision:
        (written,) = self._written(item, act, lambda known: (make(known),))
        return written

    def _written(
        self, item: str, act: ItemAct, make: Callable[[Known], tuple[Decision, ...]]
    ) -> tuple[Decision, ...]:
        """Write decisions down, made from what is kept when nobody else has decided since."""
        log = self.book.workspace.decision_log
        while True:
            stamp = log.stamp()
            made = make(self._possible(item, act))
            written = log.append_after(stamp, made, self.book.now)
            if written is not None:
                self.book.complete_audit()
                return written

    def _possible(self, item: str, act: ItemAct) -> Known:
        """Return what is kept of an item about which something can be done by who asks."""
        known = self.book.asked(self.actor, _ASKED_AS[act], item)
        state = known.state(self.book.moment())
        if act not in POSSIBLE[state]:
            raise DecisionError(_impossible(act, state, known), _WHAT_THEN.get(state, ""))
        return known

    def _scanned(self, known: Known) -> Item:
        whole = self.book.item(known)
        if not whole.is_scanned:
            raise DecisionError(
                "It was not looked through for secrets, so it cannot be approved.",
                "The next sweep tries again.",
            )
        return whole

    def _made(
        self,
        known: Known,
        act: Act,
        reason: str,
        *,
        shown: str = "",
        undoes: str = "",
        signature: tuple[int, ...] = (),
    ) -> Decision:
        return Decision(
            time="",
            actor=self.actor,
            channel=self.channel,
            act=act,
            reason=reason.strip(),
            shown=shown,
            undoes=undoes,
            promotion=known.entry.ref(self._kind(), signature),
        )

    def _kind(self) -> ActorKind:
        """Return what decides: whoever is asked here is a principal."""
        principals = {one.name: one.kind for one in self.book.workspace.settings.principals}
        is_service = principals[self.actor] is PrincipalKind.SERVICE
        return ActorKind.SERVICE if is_service else ActorKind.HUMAN


_ASKED_AS = {
    ItemAct.APPROVE: access.Act.DECIDE,
    ItemAct.REJECT: access.Act.DECIDE,
    ItemAct.RETRY: access.Act.DECIDE,
    ItemAct.ABANDON: access.Act.DECIDE,
    ItemAct.REOPEN: access.Act.DECIDE,
    ItemAct.REVOKE: access.Act.REVOKE,
}

_WHAT_THEN = {
    ItemState.EXPIRED: "The next sweep assesses it anew.",
    ItemState.DELIVERED: "`sift promotions revoke` takes it out of Central.",
    ItemState.REJECTED: "`sift promotions reopen` lets it be asked again.",
    ItemState.REVOKED: "`sift promotions reopen` lets it be asked again.",
    ItemState.ABANDONED: "`sift promotions reopen` lets it be asked again.",
}


def _impossible(act: ItemAct, state: ItemState, known: Known) -> str:
    by = f" by {known.last.actor}, decision {known.last.id}" if known.last else ""
    return f"Not to {act}: it is {state}{by}."
