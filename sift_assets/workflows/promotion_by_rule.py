"""Decisions on promotions by rules of the settings: logged, audited and taken back like any other.

What anything was ever decided about is left alone: what somebody has withdrawn or refused, and a
person has opened again, is a person's to decide.
"""

from collections.abc import Callable, Collection, Iterator

from sift_assets.core.decisions.decision import Act, Channel, Decision
from sift_assets.core.decisions.promotion import ActorKind
from sift_assets.core.planning.folder_state import mass_deletion
from sift_assets.core.promotion.gate import CLOSED, Permit
from sift_assets.core.promotion.items import ItemEntry, proposals_of
from sift_assets.core.promotion.records import OutcomeKind
from sift_assets.core.promotion.settings import Autonomy, Seat, SourceDeleted
from sift_assets.core.promotion.states import ItemState, Known, said_of_items
from sift_assets.core.settings.model import MassDelete
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_gate import honoured
from sift_assets.workflows.withdrawing import STAYING

SWEEP = "promotion_sweep"
"""Who decides, in the log: the schedule."""

KNOWN_WORK = "known_org_work"
"""The rule that promotes: the seat goes by itself, the work is known, a model finds it of use."""

SOURCE_DELETED = "source_deleted"
"""The rule that revokes: the document has gone from its seat."""


def promote_by_rule(book: PromotionBook, given: Permit = CLOSED) -> tuple[Decision, ...]:
    """Approve what waits and is to go by itself; the next `deliver_open` delivers it.

    Args:
        book: What is kept.
        given: What the gate has given to the run. Nothing goes by itself without one that the
            gate honours, nor in a dry run.

    Returns:
        What was decided; nothing where somebody else has decided meanwhile, then the next sweep
        looks again.

    Raises:
        StoreError: Log or ledger cannot be read or written.
        CorruptObjectError: A value is damaged; the next run makes it anew.
    """
    if not given.delivers or not honoured(book.workspace, given, book.now()):
        return ()
    return _decided(book, lambda spoken_of: list(_promoted(book, spoken_of)))


def revoke_by_rule(book: PromotionBook) -> tuple[Decision, ...]:
    """Withdraw what is in Central and whose document its seat has no more, where so configured.

    Only a look that was complete says that a document is gone; its text may go on under another
    name. Many at once wait for a person, as deletions in the watched folder do.

    Raises:
        StoreError: Log or ledger cannot be read or written.
        CorruptObjectError: A value is damaged; the next run makes it anew.
    """
    if book.workspace.settings.promotion.source_deleted is SourceDeleted.KEEP:
        return ()
    return _decided(book, lambda _spoken_of: list(_revoked(book)))


def _decided(
    book: PromotionBook, choose: Callable[[frozenset[str]], list[Decision]]
) -> tuple[Decision, ...]:
    log = book.workspace.decision_log
    stamp = log.stamp()
    made = choose(frozenset(said_of_items(book.log())))
    written = log.append_after(stamp, made, book.now) if made else ()
    book.complete_audit()
    return written or ()


def _promoted(book: PromotionBook, spoken_of: frozenset[str]) -> Iterator[Decision]:
    now = book.moment()
    seats = [one for one in book.workspace.settings.seats if one.autonomy is Autonomy.AUTO]
    for seat in seats:
        goes = _going(book, seat)
        for id_, known in sorted(book.known([seat.name]).items()):
            is_open = known.state(now) is ItemState.PENDING and id_ not in spoken_of
            if is_open and known.entry.assessment in goes:
                yield _promotion(book, known)


def _going(book: PromotionBook, seat: Seat) -> frozenset[str]:
    """Return the versions of the latest assessments of a seat that go by themselves."""
    proposals = proposals_of(book.verdicts(seat.name)[0].assessments, book.key.opaque)
    found = (one for one in proposals if one.assessment.outcome is OutcomeKind.PROMOTE)
    return frozenset(one.version for one in found)


def _promotion(book: PromotionBook, known: Known) -> Decision:
    item = book.item(known)
    shown = book.mark(book.body(item))
    threshold = book.workspace.settings.promotion.threshold
    reason = item.assessment.reason
    return _by_rule(known.entry, Act.PROMOTE, KNOWN_WORK, reason, shown, threshold)


def _revoked(book: PromotionBook) -> Iterator[Decision]:
    now, settings = book.moment(), book.workspace.settings
    for seat in settings.seats:
        found = book.candidates(seat.name)
        if found is None or found.unseen:
            continue
        there = {name for one in found.candidates for name in (one.id, one.content)}
        items = book.known([seat.name])
        given = {id_ for id_, one in items.items() if one.approval and one.state(now) in STAYING}
        kept = {id_ for id_ in given if _is_there(items[id_].entry, there)}
        if settings.mass_delete is MassDelete.ASK and mass_deletion(given, kept):
            continue
        for id_ in sorted(given - kept):
            entry = items[id_].entry
            yield _by_rule(entry, Act.REVOKE, SOURCE_DELETED, "Its source was deleted.")


def _is_there(entry: ItemEntry, there: Collection[str]) -> bool:
    return entry.candidate in there or entry.content in there


def _by_rule(
    entry: ItemEntry,
    act: Act,
    rule: str,
    reason: str,
    shown: str = "",
    threshold: float | None = None,
) -> Decision:
    return Decision(
        time="",
        actor=SWEEP,
        channel=Channel.RULE,
        act=act,
        reason=reason,
        rule=rule,
        threshold=threshold,
        shown=shown,
        promotion=entry.ref(ActorKind.RULE),
    )
