"""A seat with candidates of one's choice, beside a Central that is built: for steps after them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sift_assets.core.promotion.records import Candidate, CandidateSet, Root
from sift_assets.core.promotion.settings import Principal, PromotionSettings, Seat
from sift_assets.core.records.text import DocumentText, Page, ReadStatus
from sift_assets.core.settings.model import Settings, StageModels
from sift_assets.resources.promotion_key import PromotionKey
from sift_assets.resources.seats import seat_workspace
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.seat_values import seat_outcome

ADA = Seat(name="ada", folder="people/ada", owner="ada")


@dataclass(frozen=True)
class SeatDesk:
    """A project with the seat `ada`.

    Attributes:
        root: The project's folder.
        settings: Of the project, with the seat in them.
    """

    root: Path
    settings: Settings

    @classmethod
    def at(cls, root: Path, seat: Seat = ADA, model: str = "local", **promotion: Any) -> "SeatDesk":
        """Return a desk on a project.

        Args:
            root: The project's folder.
            seat: Its one seat.
            model: What judges.
            **promotion: Settings of promotion.
        """
        settings = Settings(
            seats=(seat,),
            principals=(Principal(name=seat.owner),),
            models=StageModels(promote=model),
            promotion=PromotionSettings.model_validate(promotion),
        )
        return cls(root, settings)

    @property
    def workspace(self) -> Workspace:
        """The project, opened anew."""
        return Workspace(self.root, self.settings)

    @property
    def seat(self) -> Seat:
        """The one seat."""
        return self.settings.seats[0]

    @property
    def opened(self) -> Workspace:
        """The seat, opened anew."""
        return seat_workspace(self.workspace, self.seat)

    def put(self, texts: Mapping[str, str], **fields: Any) -> None:
        """Record candidates as if every guard but those in `fields` had let them pass.

        Args:
            texts: Document to text.
            **fields: Of every candidate.
        """
        key, opened = PromotionKey(self.root), self.opened
        candidates = [
            Candidate(
                id=key.opaque("candidate", self.seat.name, name),
                document=name,
                content=key.opaque("content", text),
                text=opened.store.put(_text(text).to_bytes()),
                characters=len(text),
                **{"root": Root.ORG_WORK, **fields},
            )
            for name, text in sorted(texts.items())
        ]
        value = CandidateSet(seat=self.seat.name, candidates=tuple(candidates))
        version = opened.store.put(value.to_bytes())
        outcome = seat_outcome("promotion_candidates", self.seat, version, {}, {})
        opened.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})

    def record(self, outcome: Any) -> None:
        """Record what a step gave in the seat's provenance."""
        self.opened.provenance.record(outcome.asset, {outcome.partition: outcome.provenance})


def _text(text: str) -> DocumentText:
    return DocumentText(
        status=ReadStatus.TEXT, text=text, pages=(Page(number=1, start=0, end=len(text)),)
    )
