"""What a seat holds, for whoever may read it: from the seat's own store, and nothing is written.

Every function asks first whether it may answer, and looks nothing up before.
"""

from collections.abc import Iterator
from typing import Any

from sift_assets.core.errors import ProjectError
from sift_assets.core.planning.keys import document_path
from sift_assets.core.promotion.access import Act, readable_seats
from sift_assets.core.promotion.records import (
    Assessment,
    Candidate,
    CandidateSet,
    Root,
    VerdictSet,
)
from sift_assets.core.promotion.settings import Seat
from sift_assets.core.records.record import Record
from sift_assets.core.records.text import DocumentText
from sift_assets.resources.decision_log import actor
from sift_assets.resources.opaque_seats import name_in_central
from sift_assets.resources.seats import seat_named, seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.authorising import authorised
from sift_assets.workflows.seat_values import text_of_seat, value_of_seat

CANDIDATES, VERDICTS = "promotion_candidates", "promotion_verdicts"

NOT_ASSESSED = "not assessed"
"""Of a document that no guard stops and that nothing has judged yet."""


class SeatDocument(Record):
    """A document of a seat as the last look at it found it.

    Attributes:
        document: Its key in the seat's folder.
        status: What is to become of it: an `OutcomeKind`, or that nobody has judged yet.
        reason: Why; empty where there is nothing to say.
        characters: Length of its text, 0 without one.
        root: Whose it is, as it says itself or its folder does.
        tags: As it states them.
    """

    document: str
    status: str
    reason: str = ""
    characters: int = 0
    root: Root = Root.NONE
    tags: tuple[str, ...] = ()


class OpenedSeat:
    """A seat opened for somebody who may read it.

    Args:
        workspace: Central.
        name: Of the seat.
        who: See `workflows.authorising`.

    Raises:
        AccessDeniedError: They may not, or there is no such seat.
        ConfigError: Its folder is not apart from others.
    """

    def __init__(self, workspace: Workspace, name: str, who: str = "") -> None:
        called = name_in_central(workspace.root, workspace.settings, name)
        authorised(workspace, Act.READ, called, who)
        self.seat: Seat = seat_named(workspace, called)
        self._opened = seat_workspace(workspace, self.seat)

    def candidates(self) -> tuple[CandidateSet, str]:
        """Return its documents as the guards saw them, and the version of that.

        Raises:
            ProjectError: Nothing of it is stored yet; it says what to do.
            CorruptObjectError: What is stored is damaged.
        """
        return value_of_seat(self._opened, CANDIDATES, self.seat, CandidateSet)

    def documents(self) -> tuple[SeatDocument, ...]:
        """Return its documents by key; see `candidates` for errors."""
        assessed = self._assessed()
        found, _ = self.candidates()
        told = (_told(one, assessed.get(one.id)) for one in found.candidates)
        return tuple(sorted(told, key=lambda one: one.document))

    def text(self, named: str) -> tuple[SeatDocument, DocumentText]:
        """Return a document of its own with its text.

        Args:
            named: The document's key, or its path below the seat's folder.

        Raises:
            ProjectError: There is no such document, or it has no text.
        """
        for one in self.candidates()[0].candidates:
            if named in (one.document, document_path(one.document)):
                return self._with_text(one)
        raise ProjectError(
            f"Seat {self.seat.name} has no document `{named}`.",
            f"`sift seats show {self.seat.name}` lists them.",
        )

    def texts(self) -> Iterator[tuple[str, DocumentText]]:
        """Yield key and text of every document that has one; see `candidates` for errors."""
        found, _ = self.candidates()
        for one in sorted(found.candidates, key=lambda candidate: candidate.document):
            if one.text:
                yield one.document, text_of_seat(self._opened, one.text)

    def _with_text(self, one: Candidate) -> tuple[SeatDocument, DocumentText]:
        if not one.text:
            raise ProjectError(f"`{one.document}` has no text.", "Its file could not be read.")
        told = _told(one, self._assessed().get(one.id))
        return told, text_of_seat(self._opened, one.text)

    def _assessed(self) -> dict[str, Assessment]:
        """Return what is known of candidates by id; nothing before anything was judged."""
        try:
            found, _ = value_of_seat(self._opened, VERDICTS, self.seat, VerdictSet)
        except ProjectError:
            return {}
        return {one.candidate.id: one for one in found.assessments}


def seats_of(workspace: Workspace, who: str = "") -> list[dict[str, Any]]:
    """Return the seats that somebody may read, with how many documents each has; None: unknown.

    Args:
        workspace: Central.
        who: See `workflows.authorising`.
    """
    name = who or actor()
    return [
        {
            "seat": seat.name,
            "owner": seat.owner,
            "autonomy": str(seat.autonomy),
            "documents": _count(workspace, seat, name),
        }
        for seat in readable_seats(workspace.settings, name)
    ]


def _count(workspace: Workspace, seat: Seat, who: str) -> int | None:
    opened = OpenedSeat(workspace, seat.name, who)
    try:
        return len(opened.candidates()[0].candidates)
    except ProjectError:
        return None


def _told(one: Candidate, assessed: Assessment | None) -> SeatDocument:
    is_of_it = assessed is not None and assessed.candidate.content == one.content
    judged = assessed if is_of_it else None
    status = str(judged.outcome) if judged else "skip" if one.skip else NOT_ASSESSED
    return SeatDocument(
        document=one.document,
        status=status,
        reason=judged.reason if judged else str(one.skip or ""),
        characters=one.characters,
        root=one.root,
        tags=one.tags,
    )
