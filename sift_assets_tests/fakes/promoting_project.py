"""A project whose seats have been assessed, with a clock of its own: for steps after assessing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sift_assets.core.decisions.decision import Channel, Decision
from sift_assets.core.promotion.drift import Revalidated
from sift_assets.core.promotion.items import Item, ItemEntry, moment
from sift_assets.core.promotion.records import (
    Assessment,
    Candidate,
    CandidateSet,
    Scan,
    VerdictSet,
)
from sift_assets.core.promotion.states import ItemState
from sift_assets.core.records.text import DocumentText, Page, ReadStatus
from sift_assets.core.settings.loading import read_settings
from sift_assets.core.settings.model import Settings
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.seats import seat_named, seat_workspace
from sift_assets.resources.second_root import SecondRoot
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.delivering import deliver_open
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_deciding import PromotionDesk
from sift_assets.workflows.promotion_queue import build_queue
from sift_assets.workflows.seat_values import seat_outcome
from sift_assets_tests.core.promotion.promotion_examples import NOW, assessment

PEOPLE = """
principals:
  - {name: ada, role: writer}
  - {name: bob, role: admin}
  - {name: cleo, role: admin}
  - {name: dan, role: reader, seats: [ada]}
  - {name: bot, role: admin, kind: service}
seats:
  - {name: ada, folder: people/ada, owner: ada}
  - {name: bob, folder: people/bob, owner: bob, autonomy: auto}
"""
"""Bob and Cleo decide, Bob not on what is of his own seat."""

QUAY = "Ada Varga works for Kestrel Ltd.\n\nKestrel Ltd builds the quay.\n"
PIER = "Tom Brandt works for Pelagos Ltd.\n"


@dataclass
class PromotingProject:
    """A project with two seats.

    Attributes:
        root: Its folder.
        settings: Of the project.
        now: What its clock says.
        unseen: Files of a seat that could not be looked at.
        looked: Items that were looked at again.
        again: What looking at an item again finds; its own assessment when None.
    """

    root: Path
    settings: Settings
    now: datetime = NOW
    again: Revalidated | None = None
    unseen: int = 0
    looked: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, root: Path, more: str = "") -> "PromotingProject":
        """Return one in a folder, with further settings."""
        return cls(root, read_settings(PEOPLE + more, "sift.yaml", {}))

    @property
    def workspace(self) -> Workspace:
        """Central, opened anew."""
        return Workspace(self.root, self.settings)

    @property
    def book(self) -> PromotionBook:
        """What is kept, opened anew: as another process would."""
        return PromotionBook(self.workspace, lambda: self.now)

    def desk(self, actor: str = "cleo") -> PromotionDesk:
        """Return somebody at work."""
        return PromotionDesk(self.book, actor, Channel.COMMAND)

    def seat(self, name: str = "ada") -> Workspace:
        """Return a seat, opened anew."""
        return seat_workspace(self.workspace, seat_named(self.workspace, name))

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.now += timedelta(**time)

    def assess(self, texts: Mapping[str, str], seat: str = "ada", **fields: Any) -> VerdictSet:
        """Let these be the documents of a seat, assessed so."""
        opened, key = self.seat(seat), PromotionKey(self.root)
        made: list[Assessment] = []
        for name, text in sorted(texts.items()):
            one = Candidate(
                id=key.opaque("candidate", seat, name),
                document=name,
                content=key.opaque("content", " ".join(text.lower().split())),
                text=opened.store.put(text_of(text).to_bytes()),
                characters=len(text),
                signature=(1, 2, 3),
                scan=fields.get("scan", Scan(scanner="1")),
            )
            rest = {name: value for name, value in fields.items() if name != "scan"}
            made.append(assessment(candidate=one, seat=seat, **rest))
        value = VerdictSet(seat=seat, assessments=tuple(made))
        version = opened.store.put(value.to_bytes())
        seen = CandidateSet(
            seat=seat, candidates=tuple(one.candidate for one in made), unseen=self.unseen
        )
        inputs = {"promotion_candidates": opened.store.put(seen.to_bytes())}
        found = seat_named(self.workspace, seat)
        outcome = seat_outcome("promotion_verdicts", found, version, inputs, {})
        opened.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})
        return value

    def queued(
        self, text: str = QUAY, name: str = "a.txt", seat: str = "ada", **fields: Any
    ) -> ItemEntry:
        """Let a seat have one document, assessed and in the queue; return its item."""
        before = {one.id for one in self.book.ledger.items()}
        self.assess({name: text}, seat, **fields)
        build_queue(self.book)
        (entry,) = [one for one in self.book.ledger.items() if one.id not in before]
        return entry

    def shown(self, item: str) -> str:
        """Return what the text of an item is recognised by."""
        book = self.book
        return book.mark(book.body(book.item(book.known()[item])))

    def approved(self, item: str, actor: str = "cleo") -> Decision:
        """Let somebody approve an item that they have seen."""
        self.wait(seconds=1)
        return self.desk(actor).approve(item, self.shown(item), self.revalidate)

    def revalidate(self, _book: PromotionBook, item: Item) -> Revalidated:
        """Look again, as `again` says."""
        self.looked.append(item.entry.id)
        return self.again or Revalidated(
            candidate=item.assessment.candidate,
            reference=item.assessment.reference,
            policy=item.assessment.policy,
        )

    def deliver(self) -> dict[str, Any]:
        """Deliver what is open; return the counts of states that are not 0."""
        self.wait(seconds=1)
        facts = deliver_open(self.book).provenance.facts
        return {name: facts[name] for name in ItemState if facts[name]}

    def state(self, item: str) -> ItemState:
        """Return the state of an item now."""
        return self.book.known()[item].state(moment(self.now))

    def documents(self) -> dict[str, bytes]:
        """Return what lies in the second root."""
        folder = SecondRoot(self.root).folder
        return {path.name: path.read_bytes() for path in sorted(folder.rglob("*"))}

    def events(self) -> list[str]:
        """Return what the audit tells, in order."""
        return [str(one.kind) for one in self.book.audit.read().events]


def text_of(text: str) -> DocumentText:
    """Return a text as a reader gives it."""
    pages = (Page(number=1, start=0, end=len(text)),)
    return DocumentText(status=ReadStatus.TEXT, text=text, pages=pages)
