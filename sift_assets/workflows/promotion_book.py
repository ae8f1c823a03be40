"""Everything that is kept of promotion, opened together: items, decisions, deliveries, audit.

Whoever asks for an item says who they are and what for, and is refused before anything is looked
up; what of an item is not Central's is read from its seat's own store.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from sift_assets.core.decisions.decision import Decision
from sift_assets.core.decisions.folding import in_force
from sift_assets.core.decisions.kinds import Kind, decision_bytes
from sift_assets.core.errors import AccessDeniedError, ProjectError, SiftError
from sift_assets.core.planning.lineage import input_name
from sift_assets.core.promotion import access
from sift_assets.core.promotion.audit import AuditEvent, AuditKind, happened, unwritten
from sift_assets.core.promotion.delivered import delivered_contents
from sift_assets.core.promotion.items import Item, body_mark, moment, standing
from sift_assets.core.promotion.near_duplicates import Refused
from sift_assets.core.promotion.records import Assessment, CandidateSet, VerdictSet
from sift_assets.core.promotion.refusals import refusals
from sift_assets.core.promotion.states import Known, known_items
from sift_assets.core.records.record import content_hash
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.decision_log import system_time
from sift_assets.resources.delivery_ledger import DeliveryLedger
from sift_assets.resources.promotion_audit import PromotionAudit
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.seats import seat_named, seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.authorising import AUDIT_LOCK, authorised
from sift_assets.workflows.seat_values import latest_of_seat, text_of_seat, value_of_seat

DECISIONS_INPUT = input_name("decisions", Kind.PROMOTIONS)


@dataclass(frozen=True)
class PromotionBook:
    """What is kept of promotion in a project.

    Attributes:
        workspace: Central.
        now: The clock.
    """

    workspace: Workspace
    now: Callable[[], datetime] = system_time

    @cached_property
    def ledger(self) -> DeliveryLedger:
        """Items and deliveries."""
        return DeliveryLedger(self.workspace.root)

    @cached_property
    def audit(self) -> PromotionAudit:
        """What has happened."""
        lock = self.workspace.lock_path(AUDIT_LOCK)
        return PromotionAudit(self.workspace.root, lock)

    @cached_property
    def key(self) -> PromotionKey:
        """What ids are made with."""
        return PromotionKey(self.workspace.root)

    @cached_property
    def _opened(self) -> dict[str, Workspace]:
        """Seats by name: to open one looks where all folders really lie."""
        return {}

    def moment(self) -> str:
        """Return the time now, as decisions are written."""
        return moment(self.now())

    def log(self) -> tuple[Decision, ...]:
        """Return every decision of this moment, whatever it is about.

        Raises:
            StoreError: The log cannot be read.
        """
        return self.workspace.decision_log.read().decisions

    def said(self) -> tuple[Decision, ...]:
        """Return the decisions on promotions that are in force."""
        return tuple(one for one in in_force(self.log()) if one.promotion is not None)

    def decisions_version(self) -> str:
        """Return the version of `decisions[promotions]`."""
        return content_hash(decision_bytes(Kind.PROMOTIONS, self.said()))

    def verdicts(self, seat: str) -> tuple[VerdictSet, str]:
        """Return the latest assessments of a seat and their version; none and "" before the first.

        Raises:
            CorruptObjectError: They are damaged; the next run makes them anew.
        """
        found = seat_named(self.workspace, seat)
        try:
            return value_of_seat(self.seat(seat), "promotion_verdicts", found, VerdictSet)
        except ProjectError:
            return VerdictSet(seat=seat), ""

    def candidates(self, seat: str) -> CandidateSet | None:
        """Return the documents of a seat that its latest assessments are of; None before the first.

        Raises:
            CorruptObjectError: They are damaged; the next run makes them anew.
        """
        found = seat_named(self.workspace, seat)
        opened = self.seat(seat)
        try:
            inputs = latest_of_seat(opened, "promotion_verdicts", found).inputs
        except ProjectError:
            return None
        version = inputs.get("promotion_candidates", "")
        return CandidateSet.from_bytes(opened.store.get(version)) if version else None

    def refused(self, seat: str = "") -> tuple[Refused, ...]:
        """Return what is refused now of a seat, or of all, as the guards look for it.

        Raises:
            StoreError: The log cannot be read.
        """
        return refusals(self.said(), seat)

    def delivered(self) -> frozenset[str]:
        """Return the contents that are in Central now.

        Raises:
            StoreError: The ledger cannot be read.
        """
        return delivered_contents(self.ledger.deliveries())

    def known(self, seats: Sequence[str] | None = None) -> dict[str, Known]:
        """Return what is kept of the items of some seats, or of all that the settings name.

        Raises:
            StoreError: Log or ledger cannot be read.
        """
        names = [one.name for one in self.workspace.settings.seats]
        wanted = set(names if seats is None else seats) & set(names)
        entries = [one for one in self.ledger.items() if one.seat in wanted]
        said, deliveries = self.said(), self.ledger.deliveries()
        refused = {one.content for one in refusals(said)}
        settled = delivered_contents(deliveries) | refused
        stands: set[str] = set()
        for seat in sorted({one.seat for one in entries}):
            try:
                assessments = self.verdicts(seat)[0].assessments
            except SiftError:  # nobody can look, which takes nothing out of the queue
                stands |= {one.id for one in entries if one.seat == seat}
                continue
            stands |= standing(assessments, self.key.opaque, settled)
        return known_items(entries, said, deliveries, frozenset(stands))

    def asked(self, name: str, act: access.Act, item: str) -> Known:
        """Return what is kept of an item, to somebody who may know of it.

        Args:
            name: Who asks.
            act: What for.
            item: Its id, whole.

        Raises:
            AccessDeniedError: They may not, or there is no such item: nothing tells which. It is
                in the audit.
        """
        self.allow(name, act)
        entry = next((one for one in self.ledger.items() if one.id == item), None)
        if entry is None:
            raise self.denied(name, act)
        self.allow(name, act, entry.seat)
        return self.known([entry.seat])[item]

    def allow(self, name: str, act: access.Act, seat: str = "") -> None:
        """Return when somebody may do something.

        Raises:
            AccessDeniedError: They may not; it is in the audit.
        """
        authorised(self.workspace, act, seat, name)

    def denied(self, name: str, act: access.Act) -> AccessDeniedError:
        """Write a denial down, without what was asked for, and return the error that says so."""
        event = AuditEvent(at=self.moment(), kind=AuditKind.DENIED, actor=name, what=str(act))
        self.audit.append(lambda _: [event])
        return access.denied()

    def item(self, known: Known) -> Item:
        """Return an item whole.

        Raises:
            CorruptObjectError: Its assessment is damaged or gone; the next sweep makes it anew.
        """
        opened = self.seat(known.entry.seat)
        assessment = Assessment.from_bytes(opened.store.get(known.entry.assessment))
        return Item(entry=known.entry, assessment=assessment)

    def body(self, item: Item) -> DocumentText:
        """Return the text that an item is of.

        Raises:
            CorruptObjectError: It is damaged or gone; the next sweep makes it anew.
        """
        return text_of_seat(self.seat(item.entry.seat), item.text)

    def mark(self, text: DocumentText) -> str:
        """Return what a text is recognised by when somebody says that they have seen it."""
        return body_mark(self.key.opaque, text.text)

    def seat(self, name: str) -> Workspace:
        """Return a seat opened for work.

        Raises:
            ProjectError: The settings name none of this name.
        """
        if name not in self._opened:
            found = seat_named(self.workspace, name)
            self._opened[name] = seat_workspace(self.workspace, found)
        return self._opened[name]

    def complete_audit(self) -> None:
        """Write down what has happened and is not in the audit yet, whoever should have done it.

        Raises:
            StoreError: It cannot be written; the next call makes up for it.
        """
        events = list(happened(self.ledger.items(), self.log(), self.ledger.deliveries()))
        self.audit.append(lambda read: unwritten(events, read.events))
