"""A promotion from beginning to end on a throw-away Central, by the code that promotes for real.

A canary document of a seat is assessed, queued, approved, delivered, looked for, revoked; what
Central was before is held against what it is then.
"""

import json
from dataclasses import dataclass

from sift_assets.core.decisions.decision import Channel
from sift_assets.core.promotion.delivered import Milestones
from sift_assets.core.promotion.evaluation import CheckResult, Look
from sift_assets.core.promotion.settings import Seat
from sift_assets.core.promotion.states import ItemState, Known
from sift_assets.core.query.envelope import Bounds
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.searching import search
from sift_assets.resources.agent_index.reading import opened_index
from sift_assets.resources.seats import seat_workspace
from sift_assets.resources.second_root import SecondRoot
from sift_assets.workflows.delivering import deliver_open, milestones
from sift_assets.workflows.promotion_book import PromotionBook
from sift_assets.workflows.promotion_candidates import assess_candidates
from sift_assets.workflows.promotion_deciding import PromotionDesk
from sift_assets.workflows.promotion_queue import build_queue
from sift_assets.workflows.promotion_reference import central_names, refer
from sift_assets.workflows.promotion_revalidating import revalidated
from sift_assets.workflows.promotion_scratch import Scratch
from sift_assets.workflows.promotion_scratch_folder import ADMIN, OWNER, sentence_of
from sift_assets.workflows.promotion_verdicts import assess
from sift_assets.workflows.querying import INDEX_FILE
from sift_assets.workflows.resolved import load_resolved
from sift_assets.workflows.withdrawing import document_of, withdraw_now

EXPORTED = "graph.json"
"""The export that is always written and says everything, see `scratch_folder`."""

COMPUTED = ("graph_manifest", "resolved_graph", "agent_index", "viewer", "graph_exports")
"""Each of them has to be another one with the canary."""


@dataclass(frozen=True)
class Snapshot:
    """What a Central is.

    Attributes:
        versions: Of everything that is computed for all documents together.
        files: Below its exports folder, with their hashes.
        promoted: Documents of its second root.
    """

    versions: dict[str, str]
    files: dict[str, str]
    promoted: tuple[str, ...]

    @classmethod
    def of(cls, scratch: Scratch) -> "Snapshot":
        """Take one."""
        folder = SecondRoot(scratch.root).folder
        names = tuple(sorted(file.name for file in folder.iterdir())) if folder.exists() else ()
        return cls(scratch.versions(), scratch.exported(), names)


def book_of(scratch: Scratch) -> PromotionBook:
    """Return what is kept of promotion, opened anew."""
    return PromotionBook(scratch.workspace)


def sweep(scratch: Scratch) -> None:
    """Assess every document of both seats and take what is proposed into the queue.

    Raises:
        SiftError: It cannot be done.
    """
    for seat in scratch.settings.seats:
        _assess(scratch, seat)
    outcome = build_queue(book_of(scratch))
    scratch.workspace.provenance.record(outcome.asset, {"": outcome.provenance})


def canary(book: PromotionBook) -> Known | None:
    """Return the item that the canary is; None when it, or another one beside it, is not there."""
    found = list(book.known().values())
    return found[0] if len(found) == 1 and found[0].entry.seat == OWNER else None


def desk_of(scratch: Scratch, actor: str) -> PromotionDesk:
    """Return somebody at work on the items."""
    return PromotionDesk(book_of(scratch), actor, Channel.COMMAND)


def deliver(scratch: Scratch, item: str) -> None:
    """Approve the canary, deliver it, and bring Central up to date.

    Raises:
        SiftError: It cannot be done.
    """
    desk = desk_of(scratch, ADMIN)
    book = desk.book
    seen = book.mark(book.body(book.item(book.known()[item])))
    desk.approve(item, seen, revalidated)
    deliver_open(book_of(scratch))
    scratch.bring_up_to_date()


def withdraw(scratch: Scratch, item: str) -> None:
    """Revoke the canary, take it out, and bring Central up to date.

    Raises:
        SiftError: It cannot be done.
    """
    desk_of(scratch, ADMIN).revoke(item)
    withdraw_now(book_of(scratch))
    scratch.bring_up_to_date()


def projection(scratch: Scratch, item: str, before: Snapshot) -> CheckResult:
    """Look for the delivered canary in graph, index and exports.

    Args:
        scratch: The throw-away Central, up to date.
        item: The canary's item.
        before: What it was without.
    """
    look, now = Look(), Snapshot.of(scratch)
    book, document = book_of(scratch), document_of(item)
    known = book.known()[item]
    look.see(known.state(book.moment()) is ItemState.DELIVERED, "not_delivered")
    reached = milestones(book, [known]).get(item, Milestones())
    for name in Milestones.model_fields:
        look.see(getattr(reached, name), f"not_{name}")
    for asset in COMPUTED:
        look.see(now.versions[asset] != before.versions[asset], f"not_in_{asset}")
    name = scratch.words.canary.capitalize()
    look.see(name in load_resolved(scratch.workspace).entities["name"].to_pylist(), "not_an_entity")
    look.see(_is_found(scratch, document), "not_found_by_search")
    exported = (scratch.workspace.exports_folder / EXPORTED).read_text(encoding="utf-8")
    look.see(_names(exported, name) and _names(exported, document), "not_in_the_export")
    return look.result()


def rollback(scratch: Scratch, item: str, before: Snapshot) -> CheckResult:
    """Hold Central without the canary again against what it was before it.

    Args:
        scratch: The throw-away Central, up to date.
        item: The canary's item.
        before: What it was.
    """
    look, now = Look(), Snapshot.of(scratch)
    book = book_of(scratch)
    known = book.known()[item]
    look.see(known.state(book.moment()) is ItemState.REVOKED, "not_revoked")
    look.see(not milestones(book, [known]), "a_milestone_is_left")
    look.see(now.promoted == before.promoted, "its_document_is_left")
    look.see(now.versions.keys() == before.versions.keys(), "not_the_same_assets")
    for asset, version in before.versions.items():
        look.see(now.versions.get(asset) == version, f"not_as_before_{asset}")
    look.see(now.files == before.files, "not_the_same_files")
    return look.result()


def _assess(scratch: Scratch, seat: Seat) -> None:
    workspace, book = scratch.workspace, book_of(scratch)
    opened = seat_workspace(workspace, seat)
    for step in (
        lambda: assess_candidates(
            workspace,
            seat,
            scratch.reader,
            refusals=book.refused(seat.name),
            delivered=book.delivered(),
        ),
        lambda: refer(workspace, seat, central_names(workspace)),
        lambda: assess(workspace, seat),
    ):
        outcome = step()
        opened.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})


def _is_found(scratch: Scratch, document: str) -> bool:
    """Say whether a search for the canary gives the sentence, in its document."""
    word = scratch.words.canary
    with opened_index(scratch.workspace.exports_folder / INDEX_FILE, Filters()) as index:
        found, _ = search(index, Bounds(), word)
    passages = [one.text for one in found.passages if one.document == document]
    return bool(found.entities) and any(sentence_of(word) in text for text in passages)


def _names(exported: str, text: str) -> bool:
    """Say whether an export in JSON names something, as JSON writes it."""
    return json.dumps(text, ensure_ascii=False)[1:-1] in exported or json.dumps(text) in exported
