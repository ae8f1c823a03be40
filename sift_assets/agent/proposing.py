"""The tools by which an agent proposes: they decide nothing and change no graph."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult
from pydantic import Field

from sift_assets.agent.answers import answer
from sift_assets.core.query.proposals import (
    LONGEST_QUOTE,
    LONGEST_REASON,
    MOST_PASSAGES,
    SaidPassage,
)
from sift_assets.core.records.record import Record
from sift_assets.core.review.agent_proposal import AgentProposal, ProposedAct
from sift_assets.resources.workspace import Workspace
from sift_assets.workflows.proposing import propose

DECIDES = "Nothing is decided: a person sees it in `sift review` or on its page and says yes or no."

Entity = Annotated[str, Field(description="An id such as person:ada_varga, or a name.")]
Reason = Annotated[
    str,
    Field(max_length=LONGEST_REASON, description="Why, with document and quote, for a person."),
]


class Passage(Record):
    """Words of a document, as an answer quotes them."""

    document: Annotated[str, Field(description="Its key or path.")]
    quote: Annotated[str, Field(max_length=LONGEST_QUOTE, description="Word for word.")]


Passages = Annotated[
    list[Passage], Field(max_length=MOST_PASSAGES, description="Where it is stated, if anywhere.")
]


class ProposingTools:
    """The tools of one project by which an agent proposes.

    Args:
        root: The project's folder.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def all(self) -> tuple[Callable[..., CallToolResult], ...]:
        """Every tool."""
        return self.propose_merge, self.propose_relation, self.propose_retraction

    def propose_merge(
        self, entities: Annotated[list[Entity], Field(min_length=2)], reason: Reason, told: Context
    ) -> CallToolResult:
        """Propose to a person that entities are one; the first names the whole."""
        return self._proposed(ProposedAct.MERGE, tuple(entities), reason, told)

    def propose_relation(
        self,
        source: Entity,
        relation_type: Annotated[str, Field(description="As in `info`: a type of relations.")],
        target: Entity,
        reason: Reason,
        told: Context,
        passages: Passages | None = None,
    ) -> CallToolResult:
        """Propose to a person that a relation holds which no document is read to state."""
        return self._proposed(
            ProposedAct.ADD, (source, target), reason, told, relation_type, passages or ()
        )

    def propose_retraction(self, entity: Entity, reason: Reason, told: Context) -> CallToolResult:
        """Propose to a person that an entity is wrong and should be taken out."""
        return self._proposed(ProposedAct.RETRACT, (entity,), reason, told)

    def _proposed(
        self,
        act: ProposedAct,
        entities: tuple[str, ...],
        reason: str,
        told: Context,
        kind: str = "",
        passages: Sequence[Passage] = (),
    ) -> CallToolResult:
        def ask() -> dict[str, Any]:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            said = AgentProposal(
                act=act,
                entities=entities,
                type=kind,
                agent=_name_of(told),
                reason=reason,
                time=now,
                revision="",
            )
            places = [SaidPassage(one.document, one.quote) for one in passages]
            made = propose(Workspace.open(self._root), said, places)
            shown = made.model_dump(mode="json", exclude_defaults=True)
            return {"answer": "proposal", "note": DECIDES, "result": {"id": made.id, **shown}}

        return answer(ask)


def _name_of(told: Context) -> str:
    """Return what an agent's program calls itself; empty where it does not say."""
    said = told.request_context.session.client_params
    return said.client_info.name if said else ""
