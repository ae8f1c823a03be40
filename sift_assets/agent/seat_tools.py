"""One seat as tools, for an agent of somebody who may read it; asked anew at every call."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from mcp_types import CallToolResult
from pydantic import Field

from sift_assets.agent.answers import answer
from sift_assets.agent.tools import ANYTHING, ITEMS, TOKENS, Limit, Tokens
from sift_assets.core.query.envelope import NOTICE, Bounds
from sift_assets.core.query.filters import Filters
from sift_assets.core.query.fitting import BYTES_PER_TOKEN, cut
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.seat_reading import OpenedSeat
from sift_assets.workflows.seat_searching import search_seat


class SeatTools:
    """The tools of one seat of a project.

    Args:
        root: The project's folder.
        seat: Name of the seat. It is no argument of any tool: an agent that is misled by what it
            reads cannot ask for another.
    """

    def __init__(self, root: Path, seat: str) -> None:
        self._root, self._seat = root, seat

    @property
    def all(self) -> tuple[Callable[..., CallToolResult], ...]:
        """Every tool."""
        return (self.seat_search, self.seat_documents, self.seat_document)

    def seat_search(
        self,
        text: Annotated[str, Field(description="A name, a part of one, or words.")],
        filters: Filters = ANYTHING,
        limit: Limit = ITEMS,
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Look into the documents of the user's own seat and of the shared graph together.

        `collection` of each item says which of both it is from. What is of the seat is private.
        """
        bounds = Bounds(limit=limit, max_tokens=max_tokens)
        return answer(
            lambda: search_seat(
                Workspace.open(self._root), filters, bounds, name=self._seat, text=text
            )
        )

    def seat_documents(self, limit: Limit = ITEMS) -> CallToolResult:
        """List the documents of the user's own seat, and what is to become of each."""
        return answer(lambda: self._documents(limit))

    def seat_document(
        self,
        document: Annotated[str, Field(description="Its key, as `seat_documents` has it.")],
        max_tokens: Tokens = TOKENS,
    ) -> CallToolResult:
        """Return the text of a document of the user's own seat, or its beginning."""
        return answer(lambda: self._document(document, max_tokens))

    def _documents(self, limit: int) -> dict[str, Any]:
        found = self._opened().documents()
        rows = [one.model_dump(mode="json") for one in found[:limit]]
        return {"notice": NOTICE, "in_all": len(found), "documents": rows}

    def _document(self, document: str, max_tokens: int) -> dict[str, Any]:
        told, text = self._opened().text(document)
        shown, was_cut = cut(text.text, max_tokens * BYTES_PER_TOKEN)
        return {
            "notice": NOTICE,
            **told.model_dump(mode="json"),
            "title": text.title,
            "date": text.document_date,
            "text": shown,
            "cut": was_cut,
        }

    def _opened(self) -> OpenedSeat:
        return OpenedSeat(Workspace.open(self._root), self._seat)
